"""``variants``: list, show, diff."""

from __future__ import annotations

import json

import pytest

from preferans_pbn.variants import load_variant, variant_names
from tests.cli.conftest import Run

HOUSE = """\
id: our-club
revision: 3
title: Our club
extends: sochi-codex
parameters:
  k:
    value: 20
    source: [S1-44]
"""


def test_list(run: Run) -> None:
    for arguments in (["variants"], ["variants", "list"]):
        result = run(*arguments)
        assert result.exit_code == 0
        heads = [line for line in result.stdout.splitlines() if "@" in line]
        assert [line.split("@")[0] for line in heads] == list(variant_names())
        codex = next(line for line in heads if line.startswith("sochi-codex@"))
        assert "  sochi  " in codex
        assert codex.endswith("auction play score sheet settle")


def test_list_as_json(run: Run) -> None:
    entries = {entry["id"]: entry for entry in json.loads(run("variants", "--format", "json").stdout)}
    assert list(entries) == list(variant_names())
    assert "sochi" in entries["sochi-codex"]["aliases"]
    assert entries["sochi-codex"]["family"] == "russian"


def test_show_has_every_rule_with_its_source(run: Run) -> None:
    result = run("variants", "show", "sochi")
    rules = load_variant("sochi")
    lines = result.stdout.splitlines()
    assert lines[0] == "sochi-codex@1  Sochi (Codex 1996 and standard sources)"
    shown = [line.split(" = ")[0] for line in lines if " = " in line and not line.startswith(" ")]
    assert shown == list(rules.values)
    assert lines.count("    source: G-LL1R1K 3.7 (sochi-codex@1)") >= 1
    assert all(len(line) <= 80 for line in lines)


def test_show_with_other_rules(run: Run) -> None:
    data = json.loads(run("variants", "show", "sochi", "--rules", "k=20", "--format", "json").stdout)
    assert data["parameters"]["k"]["value"] == 20
    assert data["parameters"]["k"]["origin"] == "override"
    assert data["parameters"]["hold"]["sources"] == ["G-LL1R1K 3.6"]
    assert data["parameters"]["hold"]["reading"].startswith("Sources also have")


def test_diff(run: Run) -> None:
    result = run("variants", "diff", "sochi-codex", "sochi-guide")
    one, other = load_variant("sochi-codex"), load_variant("sochi-guide")
    names = [line for line in result.stdout.splitlines() if line and not line.startswith(" ")]
    assert names == [difference.name for difference in one.differences(other)]
    assert "    sochi-guide@1  none  (S1-58)" in result.stdout.splitlines()
    data = json.loads(run("variants", "diff", "sochi-codex", "sochi-guide", "--format", "json").stdout)
    assert [entry["name"] for entry in data["differences"]] == names


def test_diff_of_the_same(run: Run) -> None:
    result = run("variants", "diff", "sochi", "sochi-codex")
    assert result.stdout == "sochi-codex@1 and sochi-codex@1 have the same rules.\n"


@pytest.mark.parametrize(("arguments", "message"), [
    (["show", "sochy"], "no variant is called sochy; did you mean sochi?"),
    (["show", "sochi@9"], "no revision 9"),
    (["diff", "sochi", "gide"], "Invalid value for 'B'"),
    (["show", "sochi", "--rules", "k=x"], "k cannot be x"),
    (["show", "none.yaml"], "none.yaml"),
    (["show"], "Missing argument"),
    (["sho"], "No such command"),
])
def test_wrong_names_exit_2(run: Run, arguments: list[str], message: str) -> None:
    result = run("variants", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""

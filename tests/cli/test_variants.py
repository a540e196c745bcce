"""``variants``: list, show, diff."""

from __future__ import annotations

import json

import pytest

from preferans_pbn.render.ink import cells
from preferans_pbn.variants import format_value, load_variant, variant_names
from preferans_pbn.variants.stages import STAGES
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


def test_show_has_every_rule_as_a_sentence_with_its_source(run: Run) -> None:
    result = run("variants", "show", "sochi")
    rules = load_variant("sochi")
    lines = result.stdout.splitlines()
    assert lines[0] == "sochi-codex@1  Sochi (Codex 1996 and standard sources)"
    for name, value in rules.values.items():
        assert f"{name}={format_value(value)}" in result.stdout.replace("\n          ", " "), name
    assert [line for line in lines if line and not line.startswith(" ")][-2:] == ["Open questions", "Sources"]
    start = lines.index("Auction")
    assert lines[start + 1: start + 5] == [
        "  Bids climb from 6♠ to 10 no trump through every suit and level, with misère",
        "  between 8 no trump and 9♠.",
        "      bid_ladder=russian26  (CODEX, G-LL1R1K A.1)",
        "  A bid names its suit.",
    ]
    assert "      Reading: PELS lets a bid be matched only above six spades; the standard" in lines
    assert "  Without effect here: overtake_scope=everywhere." in lines
    assert all(cells(line) <= 80 for line in lines)


@pytest.mark.parametrize("name", variant_names())
def test_show_fits_into_80_columns(run: Run, name: str) -> None:
    result = run("variants", "show", name)
    assert result.exit_code == 0
    assert max(map(cells, result.stdout.splitlines())) <= 80


def test_show_says_what_is_open(run: Run) -> None:
    text = run("variants", "show", "croatian").stdout
    assert "  Not defined by this variant: " in text
    _, _, questions = text.partition("\nOpen questions\n")
    assert "  kontra_max: not defined, and refused. Highest kontra step: 1 kontra, 2\n" in questions
    assert "  first_lead: no source says; forehand was decided. As in the Serbian game" in questions


def test_show_with_other_rules(run: Run) -> None:
    data = json.loads(run("variants", "show", "sochi", "--rules", "k=20", "--format", "json").stdout)
    assert data["parameters"]["k"]["value"] == 20
    assert data["parameters"]["k"]["origin"] == "override"
    assert data["parameters"]["hold"]["sources"] == ["G-LL1R1K 3.6"]
    assert data["parameters"]["hold"]["reading"].startswith("Sources also have")


def test_diff(run: Run) -> None:
    result = run("variants", "diff", "sochi-codex", "sochi-guide")
    one, other = load_variant("sochi-codex"), load_variant("sochi-guide")
    lines = result.stdout.splitlines()
    names = [line.strip() for line in lines if line.startswith("  ") and line[2] != " "]
    assert sorted(names) == sorted(difference.name for difference in one.differences(other))
    titles = [line for line in lines if line and not line.startswith(" ")]
    assert titles == [stage.title for stage in STAGES if set(stage.parameters) & set(names)]
    at = lines.index("  hold")
    assert lines[at + 1: at + 5] == [
        "    sochi-codex@1  When two bidders are left, the one nearer to forehand may",
        "                   hold the other's bid instead of raising it. (two_left_senior;",
        "                   G-LL1R1K 3.6)",
        "    sochi-guide@1  No bid can be held: whoever goes on bids higher. (none;",
    ]
    data = json.loads(run("variants", "diff", "sochi-codex", "sochi-guide", "--format", "json").stdout)
    assert [entry["name"] for entry in data["differences"]] == names
    hold = next(entry for entry in data["differences"] if entry["name"] == "hold")
    assert (hold["stage"], hold["left"], hold["right"]) == ("Auction", "two_left_senior", "none")
    assert hold["right_sentence"] == "No bid can be held: whoever goes on bids higher."


def test_diff_across_families(run: Run) -> None:
    text = run("variants", "diff", "serbian", "greek").stdout
    assert text.startswith("serbian@1 is of the balkan family, greek@1 of the greek")
    at = text.splitlines().index("  kasa")
    assert text.splitlines()[at + 1] == "    serbian@1  not defined"


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

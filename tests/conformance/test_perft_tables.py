"""The shipped tables of counts: what is in them, who agrees with them, and what is told of a difference."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from preferans_pbn.cli import cli
from preferans_pbn.conformance.ops.perft import by_depth, divided, followed, total
from preferans_pbn.conformance.perft_tables import (
    SHIPPED,
    Entry,
    TableError,
    compare_reference,
    compare_subject,
    load_table,
    table_path,
)
from preferans_pbn.conformance.reference import ruleset_of
from preferans_pbn.conformance.yaml_reading import read_yaml
from preferans_pbn.variants import load_variant, variant_names
from tests.conformance.support import ROOT, TABLE, WRONG

TABLES = {name: load_table(table_path(name)) for name in SHIPPED}
SUBJECT = ROOT / "conformance" / "subjects" / "javascript" / "subject.js"


def call(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ("perft", *arguments), prog_name="preferans-pbn")


def entry_of(ident: str) -> Entry:
    return next(entry for table in TABLES.values() for entry in table if entry.id == ident)


# ---- who agrees -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_the_reference_agrees(name: str) -> None:
    found = compare_reference(TABLES[name])
    assert [one.line for one in found.differences] == []
    assert found.agreed == sum(len(entry.counts) + entry.whole for entry in TABLES[name])


@pytest.mark.parametrize("name", SHIPPED)
def test_the_subject_in_javascript_agrees(name: str) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    found = compare_subject(TABLES[name], [node, str(SUBJECT)], jobs=2)
    assert [one.line for one in found.differences] == []
    declared = {"sochi-codex", "leningrad-sport", "serbian", "serbian-klub"}
    assert found.agreed > 400
    assert {entry.id for entry in TABLES[name] if entry.variant in declared} <= {
        entry.id for entry in TABLES[name] if entry.id not in found.left_out}


# ---- what is in them ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_a_table_is_yaml_of_one_meaning(name: str) -> None:
    assert read_yaml(table_path(name), name, strict=True).findings == []


def test_no_id_stands_twice() -> None:
    ids = [entry.id for table in TABLES.values() for entry in table]
    assert len(set(ids)) == len(ids)


def test_every_variant_and_every_number_of_players_has_its_auction_and_defences() -> None:
    wanted = {(name, players) for name in variant_names() for players in load_variant(name)["players"]}
    for name in ("auctions", "defences"):
        entries = [entry for entry in TABLES[name] if not entry.overrides]
        assert {(entry.variant, len(entry.input["players"]) - ("dummy" in entry.input)) for entry in entries} == wanted
        assert all(entry.whole for entry in entries)


def test_every_variant_has_a_play() -> None:
    assert {entry.variant for entry in TABLES["plays"]} == set(variant_names())


def test_whole_lines_end_and_counts_never_fall() -> None:
    for table in TABLES.values():
        for entry in table:
            assert list(entry.counts) == sorted(entry.counts), entry.id


def test_kinds_of_plays() -> None:
    contracts = {str(entry.input["contract"]) for entry in TABLES["plays"]}
    assert {"misere", "all-pass", "betl", "sans", "durch", "preferans"} <= contracts
    assert any(contract.endswith("NT") for contract in contracts)
    assert any(len(hand) == 12 for entry in TABLES["plays"] for hand in entry.input["hands"].values())
    void = [entry for entry in TABLES["plays"] if "void-in-the-first" in entry.id]
    assert len(void) > 3
    for entry in void:
        forehand = entry.input["players"][(entry.input["players"].index(entry.input["dealer"]) + 1)
                                          % len(entry.input["players"])]
        assert not any(card[0] == entry.input["talon"][0][0] for card in entry.input["hands"][forehand])


# ---- counting -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ident", ["auction-slovak-3", "defence-serbian-3-h", "play-serbian-3-betl"])
def test_counts_by_depth_are_those_of_each_depth(ident: str) -> None:
    entry = entry_of(ident)
    rules = ruleset_of(entry.variant, entry.overrides)
    counts = by_depth(rules, entry.input, 5)
    assert counts == [total(rules, entry.at(depth)) for depth in range(len(counts))]


def walked(rules: Any, data: Mapping[str, Any]) -> int:
    """The count by following every action to the end of the depth."""
    after = followed(rules, data)
    return sum(walked(rules, one) for one in after.values()) if after else 1


@pytest.mark.parametrize(("ident", "depth"), [
    ("auction-serbian-3", 5), ("auction-gusarik-2-2", 3), ("defence-sochi-codex-3-6s", 4), ("play-greek-3-no-trump", 3),
    ("play-sochi-codex-4-all-pass", 7), ("play-sochi-codex-3-all-pass-void-in-the-first", 5),
])
def test_actions_followed_one_by_one_give_the_count(ident: str, depth: int) -> None:
    entry = entry_of(ident)
    rules = ruleset_of(entry.variant, entry.overrides)
    assert walked(rules, entry.at(depth)) == total(rules, entry.at(depth))
    assert list(followed(rules, entry.at(depth))) == list(divided(rules, entry.at(depth)))


def test_discards_are_followed() -> None:
    entry = next(entry for entry in TABLES["plays"] if entry.id.endswith("-exchange"))
    rules = ruleset_of(entry.variant, entry.overrides)
    after = followed(rules, entry.at(2))
    assert len(after) == 66
    assert sum(total(rules, one) for one in after.values()) == entry.counts[1]


# ---- what is told ---------------------------------------------------------------------------------------------


def test_a_wrong_count_is_a_difference() -> None:
    entry = entry_of("auction-austrian-3")
    wrong = replace(entry, counts=(*entry.counts[:-1], entry.counts[-1] + 1))
    found = compare_reference([wrong])
    assert [one.line for one in found.differences] == [
        "auction-austrian-3, depth 9: 46 expected, 45", "auction-austrian-3, to the end: 46 expected, 45"]
    assert not found.ok


def test_an_auction_that_goes_on_is_a_difference() -> None:
    entry = entry_of("auction-austrian-3")
    found = compare_reference([replace(entry, counts=entry.counts[:4])])
    assert [one.line for one in found.differences] == ["auction-austrian-3, to the end: 16 expected, 25"]


def test_what_is_no_position_is_a_difference() -> None:
    entry = Entry("x", "x", "serbian", {}, {**TABLE, "kind": "auction", "calls": ["hold"]}, (1,), False)
    found = compare_reference([entry, replace(entry, variant="none"), replace(entry, input={"kind": "play"})])
    assert len(found.differences) == 3
    assert all(isinstance(one.got, str) for one in found.differences)


def test_a_table_that_agrees_ends_with_0() -> None:
    result = call("--table", "defences")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("defences: ")
    data = json.loads(call("--table", "defences", "--format", "json").stdout)["defences"]
    assert data["differences"] == []
    assert data["agreed"] == sum(len(entry.counts) + 1 for entry in TABLES["defences"])


def test_a_program_that_differs_is_followed_to_the_place() -> None:
    subject = f"{sys.executable} {WRONG / 'no_hold.py'}"
    result = call("--table", "auctions", "--entry", "auction-serbian-3", "--subject", subject)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0] == "auction-serbian-3, depth 4: 100 expected, 96"
    assert "to divide: preferans-pbn perft --table auctions --entry auction-serbian-3 --depth 4 --divide" in lines
    assert "after pass 2 3 hold: there is no count" in lines[-2]
    assert lines[-1] == "auctions: 3 counts agree, 12 differ"


def test_a_program_with_more_actions_is_followed_to_the_place(tmp_path: Path) -> None:
    """The table's own rules have no hold, the program plays with it."""
    path = tmp_path / "table.yaml"
    path.write_text('- id: "one"\n  title: "One"\n  rules: {variant: "serbian"}\n'
                    '  input: {kind: "auction", players: ["S", "E", "W"], dealer: "W", calls: ["2", "pass"]}\n'
                    "  counts: [3, 6]\n  whole: false\n", encoding="utf-8")
    subject = tmp_path / "subject.py"
    subject.write_text(
        "import json, sys\nfor line in sys.stdin:\n    said = json.loads(line)\n"
        "    if said['cmd'] == 'stop': break\n"
        "    print(json.dumps({'protocol': 1, 'name': 'n'} if said['cmd'] == 'start' else\n"
        "          {'seq': said['seq'], 'output': {'count': 9 if said['input']['calls'] == ['2', 'pass'] else 1}}),\n"
        "          flush=True)\n", encoding="utf-8")
    result = call("--table", str(path), "--subject", f"{sys.executable} {subject}")
    assert result.exit_code == 1
    assert "one, depth 1: " in result.stdout
    assert "parts from this one at once: other actions than these follow: " in result.stdout


def test_an_entry_is_divided() -> None:
    result = call("--table", "auctions", "--entry", "auction-austrian-3", "--depth", "1", "--divide")
    assert result.stdout == "pass 1\n1 1\n2\n"


@pytest.mark.parametrize("arguments", [
    ("--table", "/nowhere.yaml"), ("--table", "auctions", "--entry", "none"), ("--entry", "auction-austrian-3"),
    ("--table", "auctions", "--entry", "none", "--divide"), ("--subject", "true"),
    ("--table", "defences", "--subject", ""), ("--table", "defences", "--subject", "/nowhere/program"),
])
def test_what_cannot_be_compared_ends_with_2(arguments: tuple[str, ...]) -> None:
    result = call(*arguments)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize("text", ["", "[", "- 1\n", '- {id: "a", title: "A"}\n'])
def test_what_is_no_table(tmp_path: Path, text: str) -> None:
    path = tmp_path / "table.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TableError):
        load_table(path)

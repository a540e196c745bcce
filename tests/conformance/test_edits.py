"""Edits of one token: which there are, and what the shipped table says of them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from preferans_pbn.cli import cli
from preferans_pbn.conformance.edit_tables import Seed, edit_differences, edits_path, load_edits
from preferans_pbn.conformance.edits import (
    OTHERS,
    EditCounts,
    Token,
    codes_of,
    deleted,
    doubled,
    edits_of,
    lines_of,
    others_of,
    replaced,
    swapped,
    tokens_of,
)
from preferans_pbn.conformance.perft_tables import TableError
from preferans_pbn.conformance.yaml_reading import read_yaml
from tests import edit_table

SEEDS = load_edits(edits_path())
SMALL = """% PREFERANS-PBN 1.0

[Dealer "E"]
[Talon "(H8)"]
[Auction "S"]
6S pass
pass=1=
{a comment}
[Tricks "S:6 W:2"]
[ScoreTable "Seat;Pool;Dump;Whists"]
S 2 0 E:4
"""


def call(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(cli, ("perft", *arguments), prog_name="preferans-pbn", input=text)


def words(text: str) -> list[tuple[str, str]]:
    return [(token.kind, text[token.start:token.end]) for token in tokens_of(text)]


def token(text: str, kind: str, number: int = 0) -> Token:
    return [one for one in tokens_of(text) if one.kind == kind][number]


def test_the_words_of_a_record() -> None:
    assert words(SMALL) == [
        ("seat", "E"), ("card", "H8"), ("seat", "S"), ("call", "6S"), ("call", "pass"), ("call", "pass"),
        ("seat", "S"), ("number", "6"), ("seat", "W"), ("number", "2"),
        ("seat", "S"), ("number", "2"), ("number", "0"), ("seat", "E"), ("number", "4"),
    ]
    assert words('[Deal "S:SA7.HK W:-"]\n') == [
        ("seat", "S"), ("suit", "S"), ("rank", "A"), ("rank", "7"), ("suit", "H"), ("rank", "K"), ("seat", "W")]
    assert words('[Play "S"]\n(H8) SA S7\nSK CT >W\n*\n') == [
        ("seat", "S"), ("card", "H8"), ("card", "SA"), ("card", "S7"), ("card", "SK"), ("card", "CT"), ("seat", "W")]
    assert words('[Defenders "W:whist E:stay-out"]\n[Kontra "W:2"]\n[Bid "7H"]\n[Contract "sans-hand"]\n') == [
        ("seat", "W"), ("role", "whist"), ("seat", "E"), ("role", "stay-out"), ("seat", "W"), ("number", "2"),
        ("bid", "7H"), ("contract", "sans-hand")]
    assert words('[Event "S:6 W"]\n[Rules "ten=checked"]\n[Date "2026.01.01"]\n; 6S pass\n') == []


def test_the_lines_of_a_record_are_no_comments() -> None:
    assert [SMALL[one.start:one.end].strip() for one in lines_of(SMALL)] == [
        line for line in SMALL.split("\n") if line and line[0] not in "%{"]


def test_a_word_is_deleted_and_doubled_with_its_blank_and_a_part_alone() -> None:
    assert "\npass\npass=1=" in deleted(SMALL, token(SMALL, "call"))
    assert "\n6S\npass=1=" in deleted(SMALL, token(SMALL, "call", 1))
    assert "6S 6S pass\n" in doubled(SMALL, token(SMALL, "call"))
    assert "\npass pass=1=\n" in doubled(SMALL, token(SMALL, "call", 2))
    assert '"S:66 W:2"' in doubled(SMALL, token(SMALL, "number"))
    assert '"SS:6 W:2"' in doubled(SMALL, token(SMALL, "seat", 2))
    assert "S 2 2 0 E:4" in doubled(SMALL, token(SMALL, "number", 2))
    assert '"(H8H8)"' in doubled(SMALL, token(SMALL, "card"))


def test_a_line_is_deleted_doubled_and_swapped_whole() -> None:
    first, second = lines_of(SMALL)[:2]
    assert deleted(SMALL, first).count("Dealer") == 0
    assert doubled(SMALL, first).count('[Dealer "E"]\n') == 2
    assert '[Talon "(H8)"]\n[Dealer "E"]\n[Auction' in swapped(SMALL, first, second)
    assert swapped("6S\npass", *lines_of("6S\npass")) == "pass\n6S"
    assert doubled("pass", lines_of("pass")[0]) == "pass\npass"


def test_what_a_token_is_replaced_by() -> None:
    assert set(others_of(token(SMALL, "seat"), SMALL)) == set("SWN")
    assert len(others_of(token(SMALL, "card"), SMALL)) == 31
    assert set(others_of(token(SMALL, "call"), SMALL)) == set(OTHERS["call"]) - {"6S"}
    assert others_of(token(SMALL, "number"), SMALL) == ("5", "7")
    assert others_of(token(SMALL, "number", 3), SMALL) == ("1",)
    assert '"S:7 W:2"' in replaced(SMALL, token(SMALL, "number"), "7")


def test_every_text_comes_once_and_the_order_is_fixed() -> None:
    edits = list(edits_of(SMALL))
    texts = [edit.text for edit in edits]
    assert len(set(texts)) == len(texts)
    assert SMALL not in texts
    assert edits == list(edits_of(SMALL))
    # "pass pass" over two lines, swapped, is the same text.
    assert not any(edit.action == "swapped" and edit.token == token(SMALL, "call", 1) for edit in edits)


def test_swaps_stay_within_a_value_or_a_section() -> None:
    for edit in edits_of(SEEDS[0].text):
        if edit.action == "swapped" and edit.token.kind != "line":
            first = next(one for one in lines_of(SEEDS[0].text) if one.start <= edit.token.start < one.end)
            assert sorted(SEEDS[0].text) == sorted(edit.text)
            assert edit.text[:first.start] == SEEDS[0].text[:first.start]


def test_counts_add_up() -> None:
    counts = EditCounts()
    one = next(edits_of(SMALL))
    assert counts.add(one, ["W801", "E402", "E301", "E301"]) == "E402"
    assert counts.add(one, ["W801"]) == "accepted"
    assert (counts.edits, counts.accepted) == (2, 1)
    assert counts.first == {"E402": 1}
    assert counts.codes == {"W801": 2, "E402": 1, "E301": 1}
    assert counts.kinds == {"line deleted": (2, 1)}


# ---- the table ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed.id)
def test_the_table_is_what_the_checks_say(seed: Seed) -> None:
    """After a change of the checks that is meant: python -m tests.edit_table --write."""
    assert list(edit_differences(seed)) == []


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed.id)
def test_a_seed_has_no_error_and_its_counts_add_up(seed: Seed) -> None:
    assert [code for code in codes_of(seed.text) if code.startswith("E")] == []
    assert seed.accepted + sum(seed.first.values()) == seed.edits
    assert all(seed.codes[code] >= count for code, count in seed.first.items())


def test_the_table_is_yaml_of_one_meaning_and_has_every_family() -> None:
    assert read_yaml(edits_path(), "edits.yaml", strict=True).findings == []
    assert len({seed.id for seed in SEEDS}) == len(SEEDS)
    assert {seed.id.partition("-")[0] for seed in SEEDS} >= {"russian", "balkan", "greek", "slovak"}


def test_the_table_is_written_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {seed.text: EditCounts(seed.edits, seed.accepted, Counter(seed.first), Counter(seed.codes))
             for seed in SEEDS}
    monkeypatch.setattr(edit_table, "count_edits", known.__getitem__)
    text = edits_path().read_text(encoding="utf-8")
    assert edit_table.rewritten(text, SEEDS) == text
    known[SEEDS[1].text].accepted += 1
    changed = edit_table.rewritten(text, SEEDS)
    assert changed != text
    assert changed.count(f"  accepted: {SEEDS[1].accepted + 1}\n") == text.count(
        f"  accepted: {SEEDS[1].accepted + 1}\n") + 1


# ---- the command --------------------------------------------------------------------------------------------


def test_edits_of_a_record(tmp_path: Path) -> None:
    path = tmp_path / "seed.ppbn"
    path.write_text('[Event "e"]\n[Variant "sochi-codex"]\n[Dealer "E"]\n[Auction "S"]\n6S pass pass\n',
                    encoding="utf-8")
    result = call("--edits", str(path))
    assert result.exit_code == 0, result.output
    head, columns, *rows = result.stdout.splitlines()
    assert head.startswith("record at line 1: ")
    assert columns.split() == ["code", "first", "in", "all"]
    assert "E402" in {row.split()[0] for row in rows}
    data = json.loads(call("--edits", str(path), "--format", "json").stdout)["records"][0]
    assert data["accepted"] + sum(data["first"].values()) == data["edits"]
    assert sum(kind["edits"] for kind in data["kinds"].values()) == data["edits"]
    shown = call("--edits", str(path), "--show", "accepted").stdout.splitlines()
    assert len(shown) == data["accepted"] + 1
    assert any("6S pass pass -> 7S pass pass" in line for line in shown)


def test_a_seed_with_an_error_ends_with_1(tmp_path: Path) -> None:
    path = tmp_path / "seed.ppbn"
    path.write_text('[Event "e"]\n[Variant "sochi-codex"]\n[Dealer "E"]\n[Auction "S"]\n6S 6S\n', encoding="utf-8")
    result = call("--edits", str(path))
    assert result.exit_code == 1
    assert "it has errors itself: E404" in result.stdout


def test_a_wrong_count_of_edits_ends_with_1(tmp_path: Path) -> None:
    path = tmp_path / "edits.yaml"
    path.write_text('- id: "tiny"\n  title: "Tiny"\n  text: |\n    [Event "e"]\n    [Dealer "E"]\n  edits: 7\n'
                    '  accepted: 1\n  first: {"E203": 2}\n  codes: {"E203": 2}\n', encoding="utf-8")
    result = call("--table", str(path))
    assert result.exit_code == 1
    # Two lines deleted, doubled; one swap; the seat deleted, doubled, replaced by three others.
    assert "tiny, edits: 7 expected, 10" in result.stdout


@pytest.mark.parametrize("arguments", [
    ("--edits", "/nowhere.ppbn"), ("--edits", "-"), ("--show", "E402"), ("--edits", "-", "--table", "auctions"),
    ("--table", "edits", "--subject", "true"), ("--table", "edits", "--entry", "none"),
    ("--table", "/nowhere/edits.yaml"),
])
def test_what_cannot_be_counted_ends_with_2(arguments: tuple[str, ...]) -> None:
    result = call(*arguments, text="")
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize("text", ["", "- 1\n", "[", '- {id: "a"}\n'])
def test_what_is_no_table(tmp_path: Path, text: str) -> None:
    path = tmp_path / "edits.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TableError):
        load_edits(path)

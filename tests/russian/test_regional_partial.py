"""Variants of which only a part is known: what is known is checked, the rest is refused by name (E620)."""

from __future__ import annotations

import io

import pytest

from preferans_pbn.checking import check_stream
from preferans_pbn.families import law_of
from preferans_pbn.notation import iter_records
from preferans_pbn.variants import load_variant

DEAL = """[Event "The old game"]
[Board "1"]
[Variant "VARIANT"]
[Dealer "E"]
[Deal "S:SAKQJT9.CAKQJ W:S87.CT987.DAKQJ E:DT987.HAKQJT9"]
[Talon "H8 H7"]
"""
MADE = DEAL + """[Auction "S"]
6S pass pass
[Declarer "S"]
[Discard "H8 H7"]
[Contract "6S"]
[Defence "W"]
DEFENCE
[Tricks "S:10 W:0 E:0"]
"""


def found(text: str, variant: str = "classic") -> list[tuple[str, str]]:
    reads = iter_records(io.StringIO(text.replace("VARIANT", variant)))
    return [(one.code, one.message) for checked in check_stream(reads) for one in checked.diagnostics]


def auction(calls: str, variant: str = "classic") -> list[tuple[str, str]]:
    return found(f'{DEAL}[Auction "S"]\n{calls}\n', variant)


@pytest.mark.parametrize(("variant", "what"), [("classic", "classic"), ("skachki", "skachki")])
@pytest.mark.parametrize("defence", ["whist whist", "whist pass", "pass whist", "pass pass"])
def test_what_is_known_is_checked(variant: str, what: str, defence: str) -> None:
    text = MADE.replace("DEFENCE", defence)
    if defence == "pass pass":
        text = text.replace('[Tricks "S:10 W:0 E:0"]\n', "")
    assert found(text, variant) == []
    assert what == load_variant(variant).id


def test_faults_are_still_faults() -> None:
    assert [code for code, _ in auction("6C 6S pass")] == ["E404"]
    assert [code for code, _ in found(MADE.replace("DEFENCE", "whist pass").replace('"6S"', '"6C"')
                                      .replace("6S pass pass", "6H pass pass"))] == ["E452"]
    assert [code for code, _ in found(MADE.replace("DEFENCE", "whist"))] == ["E504"]


@pytest.mark.parametrize(("calls", "what"), [
    ("6S 6C 6D pass hold", "who may hold a bid"),
    ("blind-pass", "what a blind pass does"),
    ("6S misere 9S-hand 10S", "what a player may call after his misere"),
    ("6S 6C pass misere", "whether misere may be a later call"),
])
def test_calls_of_which_nothing_is_known(calls: str, what: str) -> None:
    if calls == "6S misere 9S-hand 10S":
        calls = "misere 9S-hand pass 10S"
    assert auction(calls) == [("E620", f"classic does not define {what}")]


@pytest.mark.parametrize("variant", ["sochi-codex", "leningrad-sport", "sochi-guide"])
def test_where_there_is_no_blind_pass_it_is_no_call(variant: str) -> None:
    assert auction("blind-pass", variant)[0][0] == "E402"


@pytest.mark.parametrize(("calls", "findings"), [
    ("misere 9S-hand pass pass", []),
    ("misere 10S pass pass", []),
    ("misere 9H", [("E406", "W must beat misere with 9S-hand or more: 9H does not")]),
    ("misere 8H", [("E406", "W must beat misere with 9S-hand or more: 8H does not")]),
    ("8S 9H pass pass", []),
])
def test_only_a_nine_without_the_talon_beats_misere(calls: str, findings: list[tuple[str, str]]) -> None:
    assert auction(calls) == findings


def test_the_races_let_any_nine_beat_misere() -> None:
    assert auction("misere 9H pass pass", "skachki") == []
    assert [code for code, _ in auction("misere 9H-hand", "skachki")] == ["E414"]


@pytest.mark.parametrize(("defence", "what"), [
    ("pass half", "the answer half"),
    ("whist pass own", "the answer own"),
    ("whist pass open", "the answer open"),
])
def test_answers_of_which_nothing_is_known(defence: str, what: str) -> None:
    text = MADE.replace("DEFENCE", defence).replace('[Tricks "S:10 W:0 E:0"]\n', "")
    for variant in ("classic", "skachki"):
        assert found(text, variant) == [("E620", f"{variant} does not define {what}")]


def test_a_ten_may_be_whisted_or_checked() -> None:
    text = MADE.replace('"6S"', '"10S"')
    assert found(text.replace("DEFENCE", "whist whist")) == [("E620", "classic does not define ten")]
    silent = text.replace('[Defence "W"]\nDEFENCE\n', "")
    assert found(silent) == []


def test_a_surrender() -> None:
    text = MADE.split('[Contract "6S"]')[0] + '[Contract "concede-3"]\n'
    assert found(text) == [("E620", "classic does not define a surrender before play")]


@pytest.mark.parametrize("variant", ["classic", "skachki"])
def test_how_an_all_pass_round_is_played(variant: str) -> None:
    text = DEAL + '[Auction "S"]\npass pass pass\n[Contract "all-pass"]\n'
    assert found(text, variant) == []
    play = text + '[Play "S"]\nSA S8 DT\n'
    assert found(play, variant) == [("E620", f"{variant} does not define all_pass_talon")]


def test_an_obligatory_round_has_no_auction() -> None:
    assert found(DEAL + '[Contract "all-pass"]\n', "skachki") == []


@pytest.mark.parametrize("variant", ["classic", "skachki"])
@pytest.mark.parametrize(("table", "what"), [
    ('[ScoreTable "Seat;Pool;Dump;Whists"]\nS 2 0 -\nW 0 8 -\nE 0 0 -\n', "how a deal is scored"),
    ('[SheetTable "Seat;Pool;Dump;Whists"]\nS 2 0 -\nW 0 8 -\nE 0 0 -\n', "how a sheet is kept"),
    ('[SettlementTable "Seat;Result"]\nS 10\nW -5\nE -5\n', "how a session is settled"),
])
def test_nothing_is_scored(variant: str, table: str, what: str) -> None:
    text = MADE.replace("DEFENCE", "whist pass") + table
    assert found(text, variant) == [("E620", f"{variant} does not define {what}")]


def test_a_round_of_unknown_end_leaves_the_run_unknown() -> None:
    """What ends a run of all-pass rounds is not known there, and nothing is claimed of it."""
    second = DEAL.replace('[Board "1"]', '[Board "2"]') + '[AllPassRun "1"]\n[Auction "S"]\npass pass pass\n'
    first = DEAL + '[Auction "S"]\npass pass pass\n[Contract "all-pass"]\n'
    assert [code for code, _ in found(first + "\n" + second)] == []


@pytest.mark.parametrize("variant", ["classic", "skachki"])
def test_the_law_compiles_what_it_can(variant: str) -> None:
    law = law_of(load_variant(variant))
    assert law.auction(0).legal()[0] == "pass"
    assert "hold" not in law.auction(0).legal()
    with pytest.raises(KeyError, match=f"{variant} does not define"):
        law.settle(law.opening_sheet(None, ("S", "W", "E")))  # type: ignore[arg-type]

"""Seats at which nobody sits, or somebody who does not play: in every tag and table that names seats."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.replaying.helpers import changed, codes, messages, told

FIXTURES = Path(__file__).parents[2] / "fixtures"
NAMES = {"S": '[South "a"]\n', "W": '[West "b"]\n', "N": '[North "d"]\n', "E": '[East "c"]\n'}
RUSSIAN = "Seat;Pool;Dump;Whists"


def table(variant: str, seats: str, dealer: str, dummy: str = "") -> str:
    """The head of a record with the players ``seats``."""
    tag = f'[Dummy "{dummy}"]\n' if dummy else ""
    return f'[Event "t"]\n[Variant "{variant}"]\n{"".join(NAMES[seat] for seat in seats)}[Dealer "{dealer}"]\n{tag}'


TABLES = {
    "three": table("sochi-codex", "SWE", "E"),
    "Serbian": table("serbian", "SWE", "W"),
    "Greek": table("greek", "SWE", "W"),
    "Slovak": table("slovak", "SWE", "E"),
    "Austrian": table("austrian", "SWE", "E"),
    "two": table("gusarik-2", "SE", "E", "W"),
}
CONTRACTS = {"Serbian": "H", "Slovak": "H", "Austrian": "H"}


def played(name: str) -> str:
    return TABLES[name] + f'[Declarer "S"]\n[Contract "{CONTRACTS.get(name, "6S")}"]\n'


# --- a seat at which nobody sits --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize(("tag", "code"), [
    ('[Tricks "S:6 W:2 N:2"]', "E309"), ('[Tricks "S:8 W:2 N:0"]', "E309"), ('[Tricks "S:? W:? N:?"]', "E309"),
    ('[Claim "S:6 W:2 N:2"]', "E309"), ('[Refe "S:0 N:1"]', "E309"), ('[Leader "N"]', "E309"),
    ('[Defenders "N:whist"]', "E605"), ('[Kontra "N:1"]', "E605"), ('[Aces "N"]', "E460"),
])
def test_a_stranger_in_a_tag(name: str, tag: str, code: str) -> None:
    found = [one for one in codes(played(name) + tag + "\n") if one != "E620"]
    assert found == [code]


@pytest.mark.parametrize("name", ["three", "two"])
@pytest.mark.parametrize("tag", ["OpeningSheetTable", "AdjustTable", "ScoreTable", "SheetTable"])
@pytest.mark.parametrize("rows", ["S 0 0 -\nN 0 0 -", "S 0 0 N:4\nE 0 0 -"])
def test_a_stranger_in_a_table(name: str, tag: str, rows: str) -> None:
    """Whether it is compared or taken as it is; the dummy has no columns either."""
    record = TABLES[name] + f'[{tag} "{RUSSIAN}"]\n'
    assert [code for code in codes(f"{record}{rows}\n") if code != "W805"] == ["E205"]


def test_a_stranger_in_a_settlement() -> None:
    record = TABLES["three"] + '[SettlementTable "Seat;Result"]\nS 4\nN -4\n'
    assert [code for code in codes(record) if code != "W805"] == ["E205"]


@pytest.mark.parametrize("tag", [f'[Tricks "S:6 W:2 {other}:2"]' for other in "NE"])
def test_the_fourth_at_a_table_of_four_is_no_stranger(tag: str) -> None:
    head = table("sochi-codex", "SWNE", "N" if "E:" in tag else "E")
    assert codes(head + f'[Declarer "S"]\n[Contract "6S"]\n{tag}\n') == []


def test_without_names_seats_are_free() -> None:
    head = '[Event "t"]\n[Variant "sochi-codex"]\n[Dealer "E"]\n'
    assert codes(head + '[Declarer "S"]\n[Contract "6S"]\n[Tricks "S:6 W:2 N:2"]\n') == []
    assert codes(head + '[Declarer "S"]\n[Contract "6S"]\n[Defenders "W:whist N:whist"]\n') == []


def test_a_dealer_who_plays_is_no_fourth() -> None:
    head = '[Event "t"]\n[Variant "sochi-codex"]\n[Dealer "E"]\n[Declarer "S"]\n[Contract "6S"]\n'
    assert codes(head + '[Defenders "W:whist E:whist"]\n[Tricks "S:6 W:2 N:2"]\n') == ["E309"]


@pytest.mark.parametrize(("rows", "code"), [
    ("N:SA S7 S8\n+\n", "E510"), ("SA S7 S8 >N\n+\n", "E521"), ("SA S7 S8\nN:SK S9 ST\n+\n", "E510"),
    ("SA - S8 >N\nS:SK S9 ST\n+\n", "E309"), ("SA - S8\nN:SK S9 ST\n+\n", "E309"),
])
def test_a_stranger_in_a_row_of_the_play(rows: str, code: str) -> None:
    assert codes(TABLES["three"] + f'[Declarer "S"]\n[Contract "6S"]\n[Play "S"]\n{rows}') == [code]


# --- somebody who does not play -----------------------------------------------------------------------------------


def four(variant: str, contract: str, more: str) -> list[str]:
    declarer = "" if contract == "all-pass" else '[Declarer "S"]\n'
    return codes(table(variant, "SWNE", "N") + f'{declarer}[Contract "{contract}"]\n{more}\n')


@pytest.mark.parametrize(("variant", "contract"), [
    ("sochi-codex", "6S"), ("sochi-codex", "misere"), ("gusarik-guide", "all-pass"), ("rostov-codex", "all-pass"),
    ("serbian-klub", "H"), ("greek", "6S"), ("slovak", "betl"), ("slovak", "H"),
])
def test_a_dealer_who_rests_takes_no_trick(variant: str, contract: str) -> None:
    for tag in ('[Tricks "S:6 W:2 N:1 E:1"]', '[Tricks "S:6 W:? N:1 E:?"]'):
        assert [code for code in four(variant, contract, tag) if code != "E620"] == ["E605"], tag
    assert "E605" not in four(variant, contract, '[Tricks "S:6 W:2 N:0 E:2"]')


def test_with_the_talon_he_takes_two_at_the_most() -> None:
    for variant in ("sochi-codex", "gusarik-4"):
        assert four(variant, "all-pass", '[Tricks "S:4 W:2 N:2 E:2"]') == []
        assert four(variant, "all-pass", '[Tricks "S:4 W:2 N:3 E:1"]') == ["E605"]


def test_he_claims_none() -> None:
    play = '[Play "E"]\n*\n'
    assert four("sochi-codex", "6S", play + '[Claim "S:6 N:2 E:2"]') == ["E605"]
    assert four("sochi-codex", "6S", play + '[Claim "S:6 W:2 E:2"]') == []


def test_a_follower_who_stayed_out_takes_no_trick() -> None:
    record = TABLES["Serbian"] + '[Declarer "S"]\n[Contract "H"]\n[Defenders "W:come E:stay-out"]\n'
    assert codes(record + '[Tricks "S:6 W:2 E:2"]\n') == ["E605"]
    assert codes(record + '[Tricks "S:6 W:4 E:0"]\n') == []


def test_a_greek_who_passed_takes_no_trick() -> None:
    record = TABLES["Greek"] + '[Declarer "S"]\n[Contract "6S"]\n[Defenders "W:pass E:play"]\n'
    assert [one for one in codes(record + '[Tricks "S:6 W:2 E:2"]\n') if one != "E620"] == ["E605"]


# --- the dealer and the hands ---------------------------------------------------------------------------------------


def good(name: str, *changes: tuple[str, str]) -> list[str]:
    return codes(changed((FIXTURES / name).read_text(encoding="utf-8"), *changes))


@pytest.mark.parametrize(("changes", "code"), [
    ((('[Dealer "N"]', '[Dealer "W"]'),), "E309"),  # nobody
    ((('[Dealer "N"]', '[Dealer "E"]'),), "E305"),  # the dummy
    ((('[Dummy "E"]', '[Dummy "N"]'),), "E305"),  # a player
    (((" N:SA", " W:SA"),), "E305"),
    ((("[North ", "[West "),), "E305"),
])
def test_at_a_table_of_two(changes: tuple[tuple[str, str], ...], code: str) -> None:
    assert good("good/gusarik-two-players.ppbn", *changes) == [code]


@pytest.mark.parametrize("name", ["good/conceded.ppbn", "good/passed-out.ppbn", "other/slovak.ppbn",
                                  "good/half-whist.ppbn"])
@pytest.mark.parametrize("seat", ["S", "W", "E"])
def test_cards_at_a_seat_that_is_not_named(name: str, seat: str) -> None:
    text = (FIXTURES / name).read_text(encoding="utf-8")
    before = "[Deal \"" if f'[Deal "{seat}:' in text else " "
    assert good(name, (f"{before}{seat}:S", f"{before}N:S")) == ["E305"]


def test_a_position_of_somebody_else() -> None:
    text = (FIXTURES / "good/position-ending.ppbn").read_text(encoding="utf-8")
    head = "".join(NAMES[seat] for seat in "SWN")
    assert '[Position "' in text
    assert "E:" in text.split('[Position "')[1].split('"')[0]
    lines = [line for line in text.split("\n") if not line.startswith(("[South", "[West", "[North", "[East"))]
    assert codes("\n".join(lines).replace("[Position", head + "[Position")) == ["E305"]


def test_a_fourth_dealer_beside_three_names() -> None:
    assert good("good/conceded.ppbn", ('[Dealer "E"]', '[Dealer "N"]')) == ["E309"]


def test_names_may_be_left_out() -> None:
    text = (FIXTURES / "good/conceded.ppbn").read_text(encoding="utf-8")
    nameless = "\n".join(line for line in text.split("\n") if not line.startswith(("[South", "[West", "[East")))
    assert codes(changed(nameless, (" E:S", " N:S"))) == []
    # A table with a fourth row shows that one name of four is missing; so does a variant for four.
    evening = (FIXTURES / "good/four-players.ppbn").read_text(encoding="utf-8")
    for tag in ("South", "West", "North", "East"):
        less = "\n".join(line for line in evening.split("\n") if not line.startswith(f"[{tag} "))
        assert codes(less) == [], tag
    assert codes(table("gusarik-4", "SWE", "N") + '[Declarer "S"]\n[Contract "6S"]\n') == []


def test_more_names_than_the_variant_has_players() -> None:
    assert codes(table("serbian", "SWNE", "N")) == ["E305"]
    assert codes(table("sochi-codex", "SE", "E", "W")) == ["E305"]


def test_a_dealer_who_does_not_sit_here_is_not_told_again_as_the_wrong_one() -> None:
    text = (FIXTURES / "session/evening-three.ppbn").read_text(encoding="utf-8")
    first = text.index('[Dealer "', text.index('[Dealer "') + 1)
    assert codes(text[:first] + '[Dealer "N"]' + text[first + 12:])[:1] == ["E309"]
    assert "E307" not in codes(text[:first] + '[Dealer "N"]' + text[first + 12:])


# --- who plays beside a dummy -----------------------------------------------------------------------------------------


DUMMY = '[Event "t"]\n[Variant "gusarik-2"]\n[Dealer "N"]\n[Dummy "E"]\n[Declarer "N"]\n[Contract "6S"]\n'


@pytest.mark.parametrize(("tags", "found"), [
    ('[Defenders "S:pass"]', []), ('[Defenders "S:whist"]', []), ('[Defenders "W:pass"]', []),
    ('[Tricks "S:2 N:6 E:2"]', []), ('[Defenders "S:pass"]\n[Tricks "S:2 N:6 E:2"]', ["E602"]),
    ('[Defenders "S:whist"]\n[Tricks "W:2 N:6 E:2"]', ["E309"]), ('[Defenders "E:whist"]', ["E605"]),
])
def test_the_pair_is_told_by_the_tags_that_there_are(tags: str, found: list[str]) -> None:
    assert codes(DUMMY + tags + "\n") == found


def test_one_who_declares_beside_a_dummy() -> None:
    assert codes('[Event "t"]\n[Variant "gusarik-2"]\n[Dummy "E"]\n[Declarer "N"]\n[Contract "6S"]\n') == []


def test_messages_say_who_plays() -> None:
    assert messages(played("three") + '[Tricks "S:6 W:2 N:2"]\n') == ["Tricks names N, but S, W, E play"]
    assert told(played("three") + '[Tricks "S:6 W:2 N:2"]\n') == [("E309", 9)]

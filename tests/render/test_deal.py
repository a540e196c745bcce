"""A deal as text, from records and replays made by hand."""

from __future__ import annotations

import pytest

from preferans_pbn.notation import loads
from preferans_pbn.record import Calls, Record
from preferans_pbn.render.deal import Shown, deal_lines, result_text
from preferans_pbn.render.ink import plain
from preferans_pbn.render.languages import CODES, language
from preferans_pbn.render.turns import auction_turns, defence_turns, trick_rows
from preferans_pbn.render.words import ENGLISH, Spelling
from preferans_pbn.replaying import replay
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import load_variant


def shown(text: str, *, rules: bool = True) -> list[str]:
    """The lines of a record."""
    [record] = loads(text)
    one = Shown(record)
    if rules:
        one.rules = load_variant("sochi-codex")
        one.replayed = replay(record, one.rules)
    return [plain(line).rstrip() for line in deal_lines(one)]


@pytest.mark.parametrize(("outcome", "text"), [
    (Outcome(3, "7S", 0, tricks=(8, 0, 2)), "made, 1 over"),
    (Outcome(3, "7S", 0, tricks=(7, 1, 2)), "made"),
    (Outcome(3, "10NT", 1, tricks=(2, 8, 0)), "2 down"),
    (Outcome(3, "misere", 0, tricks=(0, 5, 5)), "made"),
    (Outcome(3, "misere", 0, tricks=(1, 4, 5)), "caught, 1 trick"),
    (Outcome(3, "misere-hand", 2, tricks=(4, 3, 3)), "caught, 3 tricks"),
    (Outcome(3, "all-pass", None, tricks=(4, 3, 3)), ""),
    (Outcome(3, "6S", 0, manner="passed-out", tricks=(0, 0, 0)), "made without play, no defence"),
    (Outcome(3, "6S", 0, manner="half", tricks=(0, 0, 0)), "made without play, half whist"),
    (Outcome(3, "concede-3", 0, manner="conceded", tricks=(0, 0, 0)), "given up"),
    (Outcome(3, "betl", 0, tricks=(0, 5, 5)), ""),
])
def test_result(outcome: Outcome, text: str) -> None:
    assert result_text(outcome, ENGLISH) == text


def test_who_called_skips_those_who_passed() -> None:
    calls = Calls("S", ("6S", "6C", "pass", "6D", "pass"))
    for rules in (load_variant("sochi-codex"), None):
        spoken = auction_turns(calls, "SWE", rules)
        assert [(one.seat, one.word) for one in spoken] == [
            ("S", "6S"), ("W", "6C"), ("E", "pass"), ("S", "6D"), ("W", "pass")]


def test_calls_after_the_end_belong_to_nobody() -> None:
    spoken = auction_turns(Calls("S", ("pass", "pass", "pass", "6S")), "SWE", load_variant("sochi-codex"))
    assert [one.seat for one in spoken] == ["S", "W", "E", ""]


def test_an_auction_that_begins_with_the_wrong_seat() -> None:
    spoken = auction_turns(Calls("W", ("6S", "pass", "pass")), "SWE", load_variant("sochi-codex"))
    assert [one.seat for one in spoken] == ["W", "E", "S"]


def test_who_answered() -> None:
    calls = Calls("W", ("pass", "half", "return", "open"))
    spoken = defence_turns(calls, "SWE", load_variant("sochi-codex"), "6S", 0)
    assert [one.seat for one in spoken] == ["W", "E", "W", "W"]
    assert [one.seat for one in defence_turns(Calls("W", ("whist", "pass")), "SWE", None, "6S", 0)] == ["W", "E"]


PLAY = """\
[Event "x"]
[Variant "sochi-codex"]
[Dealer "E"]
[Deal "S:SAKQJT9.C7.D7.HAK W:S87.CAKQJT98.DA E:DKQJT98.HQJT9"]
[Talon "H8 H7"]
[Declarer "S"]
[Bid "7S"]
[Discard "C7 D7"]
[Contract "7S"]
[Defenders "W:whist E:pass"]
[Play "S"]
SA S7 D8
HA DA H9
H8 C9 HJ
HQ H7 CT
+
"""


def test_tricks_have_leaders_and_winners_before_the_play_has_ended() -> None:
    [record] = loads(PLAY)
    rules = load_variant("sochi-codex")
    replayed = replay(record, rules)
    assert record.play is not None
    rows = trick_rows(record, record.play, replayed, rules, "SWE")
    assert [(row.leader, row.winner) for row in rows] == [("S", "S"), ("S", "S"), ("S", "E"), ("E", "E")]
    assert [seat for seat, _ in sorted(rows[3].cards.items(), key=lambda item: item[1][1])] == ["E", "S", "W"]


STAYS_OUT = """\
[Event "x"]
[Variant "serbian"]
[Dealer "W"]
[Deal "S:SKJ.CAT.DJT.HKQJ7 E:SA.CKJ7.DAKQ98.HA W:SQT987.CQ9.D7.H98"]
[Talon "C8 HT"]
[Declarer "S"]
[Bid "hand-4"]
[Discard "-"]
[Contract "H-hand"]
[Defence "E"]
stay-out come
[Play "S"]
H7 H8
H9 HK
+
"""


def test_a_follower_who_stays_out_by_the_calls_has_no_card() -> None:
    [record] = loads(STAYS_OUT)
    assert record.play is not None
    rules = load_variant("serbian")
    for known, replayed in ((rules, replay(record, rules)), (None, None)):
        rows = trick_rows(record, record.play, replayed, known, "SEW")
        assert [list(row.cards) for row in rows] == [["S", "W"], ["W", "S"]]


def test_without_rules_the_cards_themselves_tell_the_leader() -> None:
    [record] = loads(PLAY)
    assert record.play is not None
    rows = trick_rows(record, record.play, None, None, "SWE")
    assert [row.leader for row in rows] == ["S", "S", "S", "E"]
    assert [row.winner for row in rows] == ["", "", "", ""]


def test_a_deal_without_rules_shows_what_the_record_says() -> None:
    lines = shown(PLAY + '[ScoreTable "Seat;Pool;Dump;Whists"]\nS 4 0 -\nW 0 0 S:8\n'.replace("+", ""), rules=False)
    assert "Contract     7♠ by S" in lines
    assert "Defence      W whist, E pass" in lines
    assert lines[-2:] == ["S               4     0  -", "W               0     0  S 8"]


def test_a_game_from_hand_and_a_position() -> None:
    lines = shown('[Event "x"]\n[Dealer "E"]\n[Declarer "S"]\n[Bid "7S-hand"]\n[Discard "-"]\n[Contract "7S"]\n')
    assert "             bid 7♠ hand" in lines
    assert "Discard      none, played from hand" in lines
    lines = shown('[Event "x"]\n[Position "S:SA W:S8 E:D8"]\n[Leader "W"]\n[Declarer "S"]\n[Contract "7S"]\n'
                  '[Tricks "S:6 W:0 E:3"]\n')
    assert "Tricks       S 6, W 0, E 3 (before)" in lines
    assert "  ♠ 8                                                 ♠ -" in lines


MISERE = """\
[Event "x"]
[Dealer "E"]
[Deal "S:S87.CA97.DQ97.HJ7 W:SKT9.CJT8.HKT98 E:SQJ.CKQ.DKJT8.HAQ"]
[Talon "DA SA"]
[Auction "S"]
misere pass pass
[Declarer "S"]
[Discard "CA DA"]
[Contract "misere"]
"""


def defence(text: str, variant: str = "sochi-codex", code: str = "en", **rules: str) -> list[str]:
    """The lines of the section Defence, without its heading, under ``rules`` of the variant."""
    [record] = loads(text)
    law = load_variant(variant).with_overrides(rules)
    spelling = Spelling(language(code))
    lines = [plain(line).rstrip() for line in deal_lines(Shown(record, 1, law, replay(record, law)), spelling)]
    heading = spelling.language.terms["defence"]
    return [line.removeprefix(heading).strip() for line in lines if line.startswith(f"{heading} ")]


@pytest.mark.parametrize(("when", "text"), [
    ("before_lead", ["W E open before the lead"]),
    ("after_first_card", ["W E open after the first card"]),
    ("after_first_trick", ["W E open after the first trick"]),
    ("closed", []),
])
def test_the_defenders_hands_lie_open_in_a_misere(when: str, text: list[str]) -> None:
    assert defence(MISERE, misere_open=when) == text


def test_hands_lie_open_in_a_misere_as_the_variant_has_it() -> None:
    assert defence(MISERE) == defence(MISERE, "sochi-guide") == ["W E open before the lead"]
    betl = MISERE.replace('"misere"', '"betl"').replace("misere pass pass", "2 pass pass")
    assert defence(betl, "serbian") == defence(betl, "slovak") == defence(betl, "croatian") == []
    assert defence(betl, "serbian", misere_open="before_lead") == ["W E open before the lead"]
    hand = betl.replace('"betl"', '"betl-hand"').replace('"CA DA"', '"-"').replace("2 pass", "hand-betl pass")
    assert defence(hand, "serbian", misere_open="after_first_card") == ["W E open after the first card"]


def test_who_lies_open_is_not_said_where_it_is_not_known() -> None:
    assert defence(MISERE.replace('[Declarer "S"]\n', "").replace("misere pass pass", "misere ? ?")) == []
    assert "Defence" not in "".join(shown(MISERE, rules=False))
    assert defence(MISERE + '[Defence "W"]\nclosed\n') == ["W closed"]
    assert defence(MISERE.replace('"misere"', '"6S"').replace("misere pass", "6S pass")) == []


@pytest.mark.parametrize("code", CODES)
def test_an_open_misere_in_every_language(code: str) -> None:
    tongue = language(code)
    said = [defence(MISERE, code=code, misere_open=when)[0]
            for when in ("before_lead", "after_first_card", "after_first_trick")]
    assert len(set(said)) == 3
    for line in said:
        assert line not in (tongue.term("open", seats=""), "")
        assert f"{tongue.seats['W']} {tongue.seats['E']}" in line
        assert tongue.terms["open"].replace("{seats}", "").strip(": ") in line


def test_an_empty_record_has_a_heading() -> None:
    assert [plain(line) for line in deal_lines(Shown(Record(event="x"), 7))] == ["Record 7  x"]


def test_what_somebody_wrote_cannot_command_the_terminal() -> None:
    record = Record(event="\x1b[2J", players={"S": "\x1b]0;x\x07"}, ruling="\x1b[31m")
    text = "\n".join(plain(line) for line in deal_lines(Shown(record)))
    assert "\x1b" not in text
    assert "\x07" not in text


def test_a_dummy_has_no_column_in_the_auction() -> None:
    lines = shown('[Event "x"]\n[Variant "gusarik-2"]\n[Dealer "S"]\n[Dummy "N"]\n'
                  '[Deal "W:- N:- S:-"]\n[Auction "W"]\n6S pass\n', rules=False)
    assert "Auction      S             W" not in lines
    start = next(i for i, line in enumerate(lines) if line.startswith("Auction"))
    assert lines[start: start + 2] == ["Auction      W             S", "             6♠            pass"]


def test_long_calls_widen_the_columns() -> None:
    lines = shown('[Event "x"]\n[Auction "S"]\nhand-preferans hand-durch hand-sans\npass pass\n', rules=False)
    start = next(i for i, line in enumerate(lines) if line.startswith("Auction"))
    assert lines[start: start + 3] == [
        "Auction      S               W               E",
        "             hand preferans  hand durch      hand sans",
        "             pass            pass",
    ]

"""gpreda logs, both formats: facts read by hand from the logs."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from preferans_pbn.cards import CARD_BY_NAME, hand_text
from preferans_pbn.convert import Converted, Source, find_format
from preferans_pbn.convert.gpreda import kontra_level, third
from preferans_pbn.record import Calls, Record
from tests.convert.logs import DATA, codes, converted, deal

LOG = (DATA / "gpreda" / "games.log").read_text("utf-8")
STEPS = DATA / "gpreda" / "steps"


def cards(text: str) -> tuple[int, ...]:
    return tuple(CARD_BY_NAME[name] for name in text.split())


def game(number: str) -> tuple[Converted, Record]:
    """The deal of games.log with this number."""
    one = next(one for one in converted("gpreda", "games.log") if one.record and one.record.session ==
               f"gpreda-deal-{number}")
    assert one.record is not None
    return one, one.record


# --- games.log -------------------------------------------------------------------------------------------
def test_first_deal() -> None:
    one, record = game("0003")
    assert record.deal is not None
    assert record.play is not None
    assert record.players == {"S": "Anna", "E": "Boris", "W": "Clara"}
    assert list(record.deal) == ["S", "E", "W"]
    assert hand_text(record.deal["S"] or 0) == "S7.CAK9.DA.HAQJ87"
    assert hand_text(record.deal["E"] or 0) == "SA9.CJT8.DKQ9.HK9"
    assert hand_text(record.deal["W"] or 0) == "SQJT8.CQ7.DJT8.HT"
    assert record.talon == cards("D7 SK")
    assert (record.dealer, record.date, record.auction) == ("W", "2026.11.01", None)
    assert (record.declarer, record.contract, record.discard) == ("E", "sans-hand", "-")  # 16 = 2 × (7 + 1)
    assert record.defenders == {"S": "come", "W": "come"}
    assert record.kontra is None
    assert record.play.first == "S"
    assert record.play.tricks[0].cards == cards("C9 CJ C7")
    assert record.play.tricks[2].cards == cards("HQ H9 HT")
    assert len(record.play.tricks) == 9
    assert record.tricks == {"S": 5, "W": 0, "E": 4}
    assert one.theirs["result"] == {"S": Fraction(400, 3), "E": -Fraction(560, 3), "W": Fraction(160, 3)}


def test_kontra_shows_in_the_value() -> None:
    _, twice = game("0107")  # tref with the talon, 10 × 4
    assert (twice.contract, twice.kontra, twice.discard) == ("C", ("S", 2), cards("S8 CT"))
    _, once = game("0187")  # betl in hand, 14 × 2
    assert (once.contract, once.declarer, once.kontra) == ("betl-hand", "S", ("W", 1))


def test_one_follower_and_the_first_active_leads() -> None:
    _, record = game("0035")
    assert (record.contract, record.declarer) == ("S-hand", "E")
    assert record.defenders == {"S": "stay-out", "W": "come"}
    assert record.play is not None
    assert record.play.first == "E"
    assert record.play.tricks[0].cards == cards("CT C8")


def test_nobody_follows() -> None:
    """The contract is a Python dict there; 8 = 2 × (3 + 1), so it was karo in hand whatever is_in_hand says."""
    one, record = game("0259")
    assert (record.contract, record.discard) == ("D-hand", "-")
    assert record.defenders == {"S": "stay-out", "W": "stay-out"}
    assert (record.play, record.tricks) == (None, None)
    assert one.theirs["result"] == {"S": -Fraction(40, 3), "E": Fraction(80, 3), "W": -Fraction(40, 3)}


def test_all_pass() -> None:
    one, record = game("0011")
    assert (record.contract, record.declarer, record.play) == ("all-pass", None, None)
    assert record.talon == cards("H9 DA")
    assert one.theirs["result"] == {"S": 0, "E": 0, "W": 0}


def test_what_no_parameter_says_is_told_once() -> None:
    deals = converted("gpreda", "games.log")
    assert [loss.field for loss in deals[0].losses] == ["betl", "No followers", "Scoring"]
    assert not any(one.losses for one in deals[1:])


def test_thirds_and_values() -> None:
    assert third(-186.7) == -Fraction(560, 3)
    assert third("53.333333333333336") == Fraction(160, 3)
    assert third(32.0) == 32
    assert third("0.5") == Fraction(1, 2)  # no third: as it is written
    assert kontra_level("C", 10) == 0
    assert kontra_level("C-hand", 48) == 2
    assert kontra_level("betl", 14) is None


def read(text: str) -> list[Converted]:
    return list(find_format("gpreda").read(Source.of_bytes(text.encode(), "games.log")))


def blocks(*numbers: int) -> str:
    """The deals of the log with these numbers from 0."""
    return "\n".join("=== Game " + LOG.split("=== Game ")[number + 1] for number in numbers)


def test_a_suit_game_in_hand_without_a_level_prints_a_number() -> None:
    """Note 2: suit 4 is pik, and the level is always 2; the value tells the game."""
    [one] = read(blocks(4).replace("suit spades level=2", "suit 4 level=2"))
    assert one.record is not None
    assert one.record.contract == "S-hand"
    assert one.diagnostics == []


@pytest.mark.parametrize(("before", "after", "line", "code"), [
    ("P1 hand: 7_spades", "P1 hand: A_diamonds", 4, "E223"),  # a card twice in a hand
    ("P1 hand: 7_spades ", "P1 hand: ", 4, "E222"),
    ("'game_value': 16", "'game_value': 17", 20, "E223"),
    ("'game_value': 16", "'game_value': 32", 20, "E223"),  # doubled, and nobody gave kontra
    ("Contract: sans None", "Contract: sans clubs", 8, "E222"),
    ("'3': 'follow'", "'3': 'perhaps'", 9, "E222"),
    ("Trick 2:", "Trick 3:", 11, "E223"),
    ("Scoring: {", "Scoring: {{", 20, "E222"),
    ("'score': 133.3", "'score': 'much'", 20, "E222"),
])
def test_faults_of_one_deal_leave_its_neighbour(before: str, after: str, line: int, code: str) -> None:
    text = blocks(0, 1)
    assert before in text
    deals = read(text.replace(before, after, 1))
    assert [one.record is not None for one in deals] == [True, True]
    assert deals[0].partial == (line > 7 and "score" not in before)
    assert codes(deals) == [code]
    [finding] = deals[0].diagnostics
    assert (finding.path, finding.line) == ("games.log", line)


def test_a_deal_that_breaks_off() -> None:
    [one] = read(blocks(0).split("  Trick 4:")[0])
    assert codes([one]) == ["E226"]
    assert one.record is not None
    assert one.record.play is not None
    assert (len(one.record.play.tricks), one.record.play.end) == (3, "+")


def test_unknown_line_is_told_and_skipped() -> None:
    lines = blocks(0).split("\n")
    lines.insert(3, "P1 sneezes")
    [one] = read("\n".join(lines))
    assert [(finding.code, finding.line) for finding in one.diagnostics] == [("W702", 4)]
    assert one.record is not None


def test_dicts_are_values_and_never_run() -> None:
    [one] = read(blocks(0).replace("Scoring: {", "Scoring: {'x': __import__('os').getcwd(), "))
    assert codes([one]) == ["E222"]


# --- step logs -------------------------------------------------------------------------------------------
def test_positions_move_on_and_seats_stay() -> None:
    dealers = [one.record.dealer for one in converted("gpreda-steps", "steps/game_01.log") if one.record]
    assert dealers == ["W", "S", "E"]  # Clara, Anna, Boris
    first = deal("gpreda-steps", "steps/game_01.log", 1)[1]
    assert first.players == {"S": "Anna", "E": "Boris", "W": "Clara"}


def test_betl_in_hand_and_double_counter() -> None:
    one, record = deal("gpreda-steps", "steps/game_01.log", 2)
    assert record.auction == Calls("E", ("hand-betl", "pass", "pass"))
    assert (record.declarer, record.contract, record.discard) == ("E", "betl-hand", "-")
    assert record.defence == Calls("W", ("fine", "kontra", "rekontra"))
    assert record.play is not None
    assert [trick.cards for trick in record.play.tricks] == [cards("D7 D8 DQ"), cards("DJ DA DT")]
    assert record.tricks == {"S": 1, "W": 0, "E": 1}
    assert one.theirs["result"] == {"S": 560, "E": -560, "W": 0}


def test_betl_that_nobody_doubles() -> None:
    _, record = deal("gpreda-steps", "steps/game_01.log", 1)
    assert record.auction == Calls("S", ("pass", "pass", "hand-betl"))
    assert record.defence is None
    assert record.defenders == {"S": "come", "E": "come"}


def test_sans_in_hand_asks_nobody_any_more() -> None:
    one, record = deal("gpreda-steps", "steps/game_01.log", 3)
    assert record.auction == Calls("W", ("pass", "hand-sans", "pass"))
    assert [loss.field for loss in one.losses] == ["round 3: Sans"]
    assert record.defence == Calls("E", ("stay-out", "come", "call-partner"))  # who calls at once has come
    assert record.tricks == {"S": 2, "W": 5, "E": 0}


def test_games_in_hand_are_named() -> None:
    _, two = deal("gpreda-steps", "steps/game_07.log", 1)
    assert two.auction == Calls("S", ("hand", "pass", "hand", "hand-2", "hand-3"))
    assert (two.declarer, two.contract) == ("W", "D-hand")
    _, alone = deal("gpreda-steps", "steps/game_03.log", 3)
    assert alone.auction == Calls("W", ("pass", "pass", "hand"))
    assert (alone.declarer, alone.contract) == ("E", "C-hand")


def test_discard_by_numbers() -> None:
    """10 and 12 of Boris's ten cards and the talon: his ace of clubs is the tenth, the eight of hearts lay second.
    The second number counts the twelve as well: there is no twelfth among eleven."""
    _, record = deal("gpreda-steps", "steps/game_07.log", 2)
    assert record.auction == Calls("E", ("2", "pass", "pass"))
    assert (record.declarer, record.contract) == ("E", "C")
    assert record.discard == cards("CA H8")


def test_kontra_that_the_engine_does_not_play() -> None:
    one, record = deal("gpreda-steps", "steps/game_05.log", 3)
    assert record.defence == Calls("E", ("stay-out", "come", "kontra"))
    assert record.play is None
    assert [loss.field for loss in one.losses] == ["round 3: Next Round"]


def test_all_pass_ends_the_log() -> None:
    _, record = deal("gpreda-steps", "steps/game_09.log", 3)
    assert (record.contract, record.auction) == ("all-pass", Calls("W", ("pass", "pass", "pass")))


def steps(lines: list[str], companion: Any = None, name: str = "game_01") -> list[Converted]:
    beside = {}
    if companion is not None:
        beside[f"{name}.rounds.json"] = json.dumps(companion, indent=1).encode()
    source = Source.of_bytes("\n".join(lines).encode(), f"{name}.log", beside)
    return list(find_format("gpreda-steps").read(source))


def game_01() -> tuple[list[str], dict[str, Any]]:
    text = (STEPS / "game_01.log").read_text("utf-8")
    companion: dict[str, Any] = json.loads((STEPS / "game_01.rounds.json").read_text("utf-8"))
    return text.split("\n"), companion


def test_without_the_companion_nobody_knows_who_did_what() -> None:
    lines, _ = game_01()
    [one] = steps(lines)
    assert codes([one]) == ["E221"]
    assert "game_01.rounds.json" in one.diagnostics[0].message


def test_a_companion_that_contradicts_the_log() -> None:
    lines, companion = game_01()
    companion["rounds"][0]["acting_position_per_step"][0] = 2
    deals = steps(lines, companion)
    assert codes(deals) == ["E223"]
    assert [one.partial for one in deals] == [True, False, False]
    assert all(one.record is not None for one in deals)
    lines, companion = game_01()
    del companion["rounds"][1]["hands"]["Boris"]
    deals = steps(lines, companion)
    record = deals[1].record
    assert record is not None and record.deal is not None
    assert None in record.deal.values()
    assert (codes(deals), deals[1].diagnostics[0].path) == (["E221"], "game_01.rounds.json")


def test_a_step_that_means_nothing() -> None:
    lines, companion = game_01()
    lines[1] = "Sneeze"
    deals = steps(lines, companion)
    assert codes(deals) == ["W702", "E222"]
    assert [one.partial for one in deals] == [True, False, False]
    assert all(one.record is not None for one in deals)


def test_a_log_that_breaks_off() -> None:
    lines, companion = game_01()
    companion["rounds"][0]["acting_position_per_step"] = companion["rounds"][0]["acting_position_per_step"][:6]
    [one] = steps(lines[:12], companion)
    assert codes([one]) == ["E226"]
    assert one.record is not None
    assert one.record.play is not None
    assert one.record.play.end == "+"

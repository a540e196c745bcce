"""Parameters that the logs of Serbian programs ask for (G-PAJCHO); each against the club rules without it."""

from __future__ import annotations

from typing import Any

from preferans_pbn.families.balkan.sheet import BuleSheet
from preferans_pbn.rules.outcome import Outcome
from tests.balkan.helpers import contracts, law, on_declarer, score, sheet

KLUB = "serbian-klub"
NAMED = {"in_hand_naming": "with_call"}


def test_a_game_in_hand_may_be_raised_to_betl_and_sans() -> None:
    calls = "pass hand-4 pass"
    assert contracts(calls, KLUB, **NAMED) == ["H-hand", "C-hand"]
    assert contracts(calls, KLUB, in_hand_raise="any", **NAMED) == ["H-hand", "C-hand", "betl-hand", "sans-hand"]
    assert contracts("pass hand-betl pass", KLUB) == ["betl-hand"]
    assert contracts("pass hand-betl pass", KLUB, in_hand_raise="any") == ["betl-hand", "sans-hand"]
    assert contracts("pass hand-4 pass", KLUB, in_hand_raise="any", contract_raise="none", **NAMED) == ["H-hand"]


def test_a_game_in_hand_is_not_lowered() -> None:
    violation = law(KLUB, in_hand_raise="any").contract_violation("betl-hand", _won("pass hand-sans pass"))
    assert violation is not None
    assert violation.name == "contract-not-allowed"


def _won(calls: str) -> Any:
    auction = law(KLUB).auction(0)
    for word in calls.split():
        assert auction.call(word) is None
    return auction.result()


def test_refe_that_are_played_make_room_for_others() -> None:
    """One refe at most, one was entered and played by all: by the text none is left, by the program one is."""
    played = sheet(refe=(0, 0, 0), entered=1)
    assert _refe(played, refe="1") == [0, 0, 0]
    assert _refe(played, refe="1", refe_limit="held") == [1, 1, 1]
    assert _refe(sheet(refe=(0, 1, 0), entered=1), refe="1", refe_limit="held") == [0, 0, 0]
    assert _refe(sheet(refe=(0, 1, 0), entered=1), refe="2", refe_limit="held") == [1, 1, 1]


def test_held_refe_stand_in_the_columns() -> None:
    """How many were entered in all a table does not say; how many are held it does."""
    columns = BuleSheet.of([20, 20, 20], {}, [0, 0, 0])
    assert _refe(columns, refe="1", refe_limit="held") == [1, 1, 1]
    assert _refe(BuleSheet.of([20, -4, 20], {}, [0, 0, 0]), refe="1", refe_limit="held") == [0, 0, 0]


def _refe(standing: BuleSheet, **rules: str) -> list[int] | None:
    rule = law(KLUB, **rules)
    outcome = Outcome(3, "all-pass", standing=standing)
    manner = rule.final_manner(rule.all_pass_manner, outcome)
    if manner is None:
        return None
    outcome.manner = manner
    return rule.score(outcome).refe


def test_a_follower_falls_under_a_failed_game_too() -> None:
    """G-PAJCHO, g06 hand 3: karo with one trick, four and one of the followers in five: the one falls with 6."""
    assert score("D", (5, 4, 1), variant=KLUB, duty_two="each_two").bule == [6, 0, 0]
    found = score("D", (5, 4, 1), variant=KLUB, duty_two="each_two", follower_fine_when="always")
    assert found.bule == [6, 0, 6]
    assert on_declarer(found) == (24, 6)
    assert score("D", (5, 4, 1), variant=KLUB, follower_fine_when="always").bule == [6, 0, 0]  # five together


def test_kontra_may_be_compulsory_on_a_pik_in_hand() -> None:
    below = sheet((10, -4, 10))  # no refe may be entered: the game counts as made
    for rule, bule in (("pik", [6, 0, 0]), ("pik_or_hand", [-6, 0, 0])):
        found = score("S-hand", (5, 4, 1), variant=KLUB, standing=below, kontra_compulsory=rule)
        assert found.bule == bule, rule
    assert score("S-hand", (5, 4, 1), variant=KLUB, kontra_compulsory="pik_or_hand", refe="2").refe == [1, 1, 1]
    assert score("D-hand", (5, 4, 1), variant=KLUB, kontra_compulsory="pik_or_hand").bule == [8, 0, 0]


def test_a_betl_may_be_played_to_its_end() -> None:
    for rule, tricks in (("true", 1), ("false", 10)):
        game = law(KLUB, betl_stops=rule).trickplay(
            Outcome(3, "betl", 0, roles={1: "come", 2: "come"}), (0x3FF, 0x3FF << 10, 0x3FF << 20), ())
        while game.turn >= 0:
            legal = game.legal()
            assert game.play(min(card for card in range(32) if legal >> card & 1))
        assert len(game.winners) == tricks  # forehand, who declares, leads a card that nobody can beat
    played_out = law(KLUB, betl_stops="false")
    betl = Outcome(3, "betl", 0, roles={1: "come", 2: "come"})
    assert not played_out.all_played(betl, (1, 1, 0))
    assert law(KLUB).all_played(betl, (1, 1, 0))
    assert played_out.all_played(Outcome(3, "D", 0), (1, 3, 2))  # other games end with five as before

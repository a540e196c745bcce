"""What was led or called out of turn, and what was ruled (N-7.8, N-7.10)."""

from __future__ import annotations

from tests.replaying.helpers import THREE, WHOLE, changed, codes, messages, told


def test_a_lead_out_of_turn_is_noted_and_the_play_goes_on_from_there() -> None:
    text = changed(WHOLE, ("SK S8 D9\n", "W:S8^L D9 SK\n"))
    assert told(text) == [("W806", 19)]
    assert messages(text)[0].startswith("W's lead S8 out of turn")
    # The trick still counts: one that went elsewhere shows in the tables.
    assert codes(changed(text, ("S:8 W:0 E:2", "S:7 W:1 E:2"))) == ["W806", "E601"]


def test_the_first_lead_out_of_turn() -> None:
    assert told(changed(WHOLE, ('[Play "S"]\nSA S7 D8', '[Play "W"]\nS7^L D8 SA'))) == [("W806", 18)]


def test_a_lead_out_of_turn_without_its_seat_is_the_holders() -> None:
    assert messages(changed(WHOLE, ("SK S8 D9\n", "S8^L D9 SK\n")))[0].startswith("W's lead S8")


def test_without_the_mark_it_is_a_fault() -> None:
    assert codes(changed(WHOLE, ("SK S8 D9\n", "W:S8 D9 SK\n"))) == ["E510"]


def test_the_first_call_out_of_turn() -> None:
    text = f'{THREE}[Auction "W"]\n6C^L pass 6C pass\n'
    assert told(text) == [("W806", 8)]
    assert codes(text.replace("^L", "")) == ["E401"]


def test_an_answer_out_of_turn() -> None:
    text = changed(WHOLE, ('[Defence "W"]\nwhist whist', '[Defence "E"]\nwhist^L whist'))
    assert told(text) == [("W806", 16)]
    assert codes(text.replace("^L", "")) == ["E501"]


def test_a_mark_with_nothing_irregular() -> None:
    assert told(changed(WHOLE, ("SK S8 D9", "SK^L S8 D9"))) == [("W808", 19)]
    assert told(changed(WHOLE, ("whist whist", "whist whist^L"))) == [("W808", 16)]
    assert told(changed(WHOLE, ("7S pass\n", "7S pass^L\n"))) == [("W808", 11)]


RULED = changed(WHOLE, ("SK S8 D9\n", "SK S8 D9 >W\n"), ("[ScoreTable", '[Ruling "trick 2 to W"]\n[ScoreTable'))


def test_a_ruled_trick_is_the_ruled_winners() -> None:
    """The cards gave it to S, who led on; afterwards it was ruled W's: seven tricks for S, one for W."""
    text = changed(RULED, ("\nHA DA H9", "\nS:HA DA H9"))
    assert told(text) == [("E601", 28)]
    text = changed(text, ("S:8 W:0 E:2", "S:7 W:1 E:2"))
    assert codes(text) == ["E610"]
    assert codes(changed(text, ("W 0 0 -\n", "W 0 0 S:4\n"))) == []


def test_the_ruled_winner_leads_on() -> None:
    """W leads the diamond ace, E follows, S ruffs; a heart that S would lead is not W's."""
    start = RULED[: RULED.index("HA DA H9")]
    ruling = '[Ruling "trick 2 to W"]\n'
    assert codes(f"{start}DA DT SQ\n+\n{ruling}") == []
    assert codes(f"{start}HA DA H9\n+\n{ruling}") == ["E511"]
    assert codes(f"{start}E:H9 HA DA\n+\n{ruling}") == ["E510"]


def test_without_a_ruling_the_winner_is_wrong() -> None:
    assert codes(changed(WHOLE, ("SK S8 D9\n", "SK S8 D9 >W\n"))) == ["E521"]

"""What a log says against itself is told at the place of the part that cannot be."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from preferans_pbn.cards import CARD_BY_NAME
from preferans_pbn.convert.deal import SourceDeal, SourceSession, SourceTrick, record_of
from preferans_pbn.convert.faults import SourceFault
from preferans_pbn.convert.judging import Place
from preferans_pbn.families import law_of
from preferans_pbn.record import Key, Where
from preferans_pbn.variants import load_variant


def cards(text: str) -> list[int]:
    return [CARD_BY_NAME[name] for name in text.split()]


def deal() -> SourceDeal:
    """6S by player 0, two tricks."""
    tricks = [SourceTrick(list(enumerate(cards(row))), 0) for row in ("SA S7 S8", "SK S9 ST")]
    return SourceDeal(1, 2, hands={0: cards("SA SK")}, calls=[(0, "6S"), (1, "pass"), (2, "pass")], declarer=0,
                      contract="6S", defence=[(1, "whist"), (2, "pass")], tricks=tricks)


def change(one: SourceDeal, owner: str, number: int) -> None:
    """Make one part of ``one`` impossible."""
    if owner == "Deal":
        one.hands[0] = cards("SA SA")
    elif owner == "Auction":
        player, word = one.calls[number]
        one.calls[number] = (player + 1) % 3, word
    elif owner == "Defence":
        one.defence[number] = 0, "whist"
    elif owner == "Play":
        plays = one.tricks[number // 3].plays
        plays[number % 3] = plays[0][0], plays[number % 3][1]
    elif owner == "Declarer":
        one.declarer = 2  # with four at the table the dealer rests


@pytest.mark.parametrize(("owner", "number", "key"), [
    ("Deal", 0, "S"), ("Auction", 0, 0), ("Auction", 2, 2), ("Defence", 0, 0), ("Defence", 1, 1), ("Play", 1, 1),
    ("Play", 5, 5), ("Declarer", 0, None),
])
def test_a_contradiction_stands_at_its_part(owner: str, number: int, key: Key) -> None:
    session = SourceSession(seats="SWNE" if owner == "Declarer" else "SWE", event="x", site="", session="")
    good = SourceSession(seats="SWE", event="x", site="", session="")
    assert record_of(good, deal(), []).play is not None
    one = deal()
    change(one, owner, number)
    if owner == "Declarer":
        one.calls, one.tricks, one.hands = [], [], {}
    places = {Where(""): Place(1, 1, 2), Where(owner, key): Place(7, 3, 9)}
    with pytest.raises(SourceFault) as caught:
        record_of(session, one, [], places)
    finding = caught.value.finding
    assert (finding.code, finding.line, finding.col, finding.end_col) == ("E223", 7, 3, 9)
    del places[Where(owner, key)]
    with pytest.raises(SourceFault) as caught:
        record_of(session, one, [], places)
    assert caught.value.finding.line == 1  # where its part is not known: the deal


@pytest.mark.parametrize("spoil", [
    lambda one: one.calls.__setitem__(1, (2, "pass")), lambda one: one.defence.__setitem__(0, (2, "come")),
])
def test_the_same_where_turns_are_by_the_law(spoil: Callable[[SourceDeal], None]) -> None:
    law = law_of(load_variant("serbian"))
    session = SourceSession(seats="SEW", event="x", site="", session="", variant="serbian", law=law, by_law=True)

    def made() -> SourceDeal:
        return SourceDeal(1, 2, calls=[(0, "2"), (1, "pass"), (2, "pass")], declarer=0, contract="S",
                          defence=[(1, "come"), (2, "come")])

    assert record_of(session, made(), []).defence is not None
    one = made()
    spoil(one)
    where = Where("Auction", 1) if one.calls[1][0] == 2 else Where("Defence", 0)
    with pytest.raises(SourceFault) as caught:
        record_of(session, one, [], {where: Place(4, 1, 2)})
    assert caught.value.finding.line == 4

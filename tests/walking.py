"""What the walks through two rule sets share: cards as names, records in sessions, players' places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from preferans_pbn.cards import CARD_BY_NAME, CARD_NAMES, Hand, cards_of
from preferans_pbn.generate import Generator
from preferans_pbn.record import Record
from preferans_pbn.replaying import Replay
from preferans_pbn.rules.tricks import Trickplay
from preferans_pbn.session import Sessions, SessionState
from preferans_pbn.variants import Ruleset, UndefinedByVariant
from tests.oracle.undefined import Undefined


class Step(NamedTuple):
    """One record of a random session: what the engine makes of it and the state that it leaves.  ``first``: it
    begins a session."""

    record: Record
    first: bool
    replayed: Replay
    state: SessionState


def sessions(rules: Ruleset, seed: int, count: int) -> Iterator[Step]:
    """``count`` random records, replayed one after the other without a finding."""
    engine = Sessions()
    for record in Generator(rules, seed).sessions(count):
        replayed = engine.replay(record, rules)
        assert replayed.diagnostics == []
        assert engine.state is not None
        yield Step(record, record.board == "1", replayed, engine.state)


def names(hand: Hand) -> list[str]:
    """The cards of a hand as names."""
    return [CARD_NAMES[card] for card in cards_of(hand)]


def mask(cards: Sequence[str]) -> Hand:
    """Named cards as a hand."""
    hand = 0
    for card in cards:
        hand |= 1 << CARD_BY_NAME[card]
    return hand


def ten_cards(record: Record, order: Sequence[str], declarer: int | None, hand_game: bool) -> list[Hand]:
    """The hands that are played, in playing order: the declarer's after the exchange."""
    assert record.deal is not None
    hands = [record.deal.get(seat) or 0 for seat in order]
    if declarer is not None and not hand_game:
        assert isinstance(record.discard, tuple)
        assert record.talon is not None
        for card in record.talon:
            hands[declarer] |= 1 << card
        for card in record.discard:
            hands[declarer] &= ~(1 << card)
    return hands


def in_playing_order(amounts: Sequence[Any], places: Sequence[int]) -> list[Any]:
    """Amounts by place at the table as amounts by index in playing order."""
    return [amounts[place] for place in places]


def at_the_table(amounts: Sequence[Any], places: Sequence[int]) -> list[Any]:
    """Amounts by index in playing order as amounts by place at the table."""
    turned = [0] * len(places)
    for amount, place in zip(amounts, places, strict=True):
        turned[place] = amount
    return turned


def turned_pairs(amounts: Mapping[tuple[int, int], Any], places: Sequence[int]) -> dict[tuple[int, int], Any]:
    """The same for amounts by pair of players."""
    return {(places[by], places[on]): amount for (by, on), amount in amounts.items()}


def finish(play: Trickplay) -> None:
    """Assert that nobody is to play any more."""
    assert play.turn < 0
    assert play.legal() == 0


def both_refuse(ours: Callable[[], Any], theirs: Callable[[], Any]) -> None:
    """Assert that the engine and the second rule set both say that the variant does not define this."""
    with pytest.raises(UndefinedByVariant):
        ours()
    with pytest.raises(Undefined):
        theirs()


def named(agreement: Mapping[str, str]) -> str:
    """A name for the test of an agreement."""
    return "-".join(f"{name}={value}" for name, value in agreement.items())[:40]

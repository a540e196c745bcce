"""Auctions looked up call by call are the auctions called."""

from __future__ import annotations

import pytest

from preferans_pbn.families import law_of
from preferans_pbn.generate import Dice
from preferans_pbn.replaying import auction_states
from preferans_pbn.replaying.auction_states import AuctionStates
from preferans_pbn.variants import load_variant

VARIANTS = ["sochi-codex", "leningrad-sport", "rostov-guide", "gusarik-guide", "serbian", "slovak", "greek", "austrian"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_random_auction_ends_as_it_does_when_it_is_called(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Legal calls, and one call in twenty that may not be; the states are given up and begun again on the way."""
    monkeypatch.setattr(auction_states, "MOST_STATES", 50)
    law = law_of(load_variant(variant))
    states = AuctionStates(law.auction)
    dice = Dice(1)
    words = ("pass", "hold", "6S", "7D", "misere", "hand-2", "10NT", "")
    ended = 0
    for _ in range(400):
        run = dice.below(4)
        auction = law.auction(run)
        calls: list[str] = []
        right = True
        while right and auction.turn >= 0:
            word = dice.one(words) if dice.below(20) == 0 else dice.one(auction.legal())
            calls.append(word)
            right = auction.call(word) is None
        expected = auction.result() if right else None
        assert states.result(run, calls) == expected, calls
        assert states.result(run, calls[:-1]) is None
        if right:
            ended += 1
            assert states.result(run, [*calls, "pass"]) is None
    assert ended > 100


def test_a_call_is_worked_out_once() -> None:
    law = law_of(load_variant("sochi-codex"))
    begun: list[int] = []

    def begin(run: int) -> object:
        begun.append(run)
        return law.auction(run)

    states = AuctionStates(begin)  # type: ignore[arg-type]
    for _ in range(3):
        result = states.result(0, ["6S", "pass", "pass"])
        assert result is not None
        assert (result.declarer, result.bid) == (0, "6S")
    assert begun == [0]

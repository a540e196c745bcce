"""The highest bids of PPN and the calls behind them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from preferans_pbn.convert.ppn_auction import bid_word, highest_bids, is_highest_bid, rebuild
from preferans_pbn.families import law_of
from preferans_pbn.rules.interface import Law
from preferans_pbn.variants import load_variant

RULES = {"bid_ladder": "balkan8", "hold_before_raise": "false"}


def law(**rules: str) -> Law:
    return law_of(load_variant("serbian-klub").with_overrides({**RULES, **rules}))


@pytest.mark.parametrize(("bids", "calls"), [
    ("P,P,P", "pass pass pass"),
    ("M3,P,3", "2 pass 3 hold pass"),  # WE-A27
    ("2,G4,G", "2 hand hand pass hand-4 pass"),  # WE-A26
    ("P,2,3", "pass 2 3 pass"),
    ("2,P,P", "2 pass pass"),
    ("2,3,4", "2 3 4 pass pass"),  # who has not bid yet may raise before the first hand has held
    ("M4,4,P", "2 3 pass hold 4 hold pass"),
    ("6,5,P", "2 3 pass hold 4 hold 5 6 pass"),  # he held till he raised
    ("P,2,G8", "pass 2 hand-preferans pass"),
    ("P,P,G", "pass pass hand"),
    ("G3,P,G", "hand pass hand hand-3 pass"),
    ("G,P,G", "hand pass hand pass"),  # who is left names his game with the contract
])
def test_calls_behind_highest_bids(bids: str, calls: str) -> None:
    assert rebuild(law(), bids.split(",")) == [tuple(calls.split())]


@pytest.mark.parametrize("bids", ["2,5,P", "3,P,P", "M2,P,2", "P,P,3", "G,G,2", "5,5,5"])
def test_highest_bids_of_no_auction(bids: str) -> None:
    assert rebuild(law(), bids.split(",")) == []


def test_words() -> None:
    assert [bid_word(bid) for bid in ("3", "M4", "G", "G4", "G6", "G8")] == [
        "3", "4", "hand", "hand-4", "hand-betl", "hand-preferans"]
    assert [is_highest_bid(text) for text in ("P", "2", "M3", "G", "G4", "8", "1", "9", "M", "X", "M1", "")] == [
        True] * 6 + [False] * 6


def test_a_call_that_is_not_known_leaves_the_bids_unknown() -> None:
    assert highest_bids(law(), ("2", "?", "pass")) is None


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_every_auction_of_the_game_comes_back(data: st.DataObject) -> None:
    rules = law()
    auction = rules.auction(0)
    calls: list[str] = []
    while auction.turn >= 0:
        legal = auction.legal()
        if "hold" in legal:  # who may hold does: that is what makes the calls follow from the highest bids
            legal = [word for word in legal if not word.isdigit()]
        word = data.draw(st.sampled_from(legal))
        auction.call(word)
        calls.append(word)
    bids = highest_bids(rules, calls)
    assert bids is not None
    assert all(map(is_highest_bid, bids))
    assert tuple(calls) in rebuild(rules, bids)

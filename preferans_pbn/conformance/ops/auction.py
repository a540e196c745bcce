"""``legal-calls`` and ``legal-contracts``: the auction and what may be named after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from preferans_pbn.conformance.ops.cards import hand_of
from preferans_pbn.conformance.ops.errors import OpError, malformed, refusal
from preferans_pbn.conformance.ops.seats import Seats, seats_for
from preferans_pbn.conformance.ops.support import law_for
from preferans_pbn.rules.interface import Auction, AuctionResult, Law
from preferans_pbn.variants import Ruleset


def run_of(data: Mapping[str, Any]) -> int:
    """Consecutive all-pass rounds before the deal.  Raises OpError."""
    run = data.get("all_pass_run") or 0
    if not isinstance(run, int) or isinstance(run, bool) or run < 0:
        raise malformed("all_pass_run is a number from 0")
    return run


def follow_calls(law: Law, seats: Seats, calls: Any, run: int) -> Auction:
    """The auction after ``calls``.  Raises OpError (illegal-call, with its number)."""
    auction = law.auction(run)
    for at, word in enumerate(_words(calls)):
        if auction.turn < 0:
            raise OpError("illegal-call", f"{word} comes after the auction has ended", at)
        violation = auction.call(word)
        if violation is not None:
            raise refusal(violation, "illegal-call", seats.order[auction.turn], at)
    return auction


def _words(calls: Any) -> Sequence[str]:
    if not isinstance(calls, list) or not all(isinstance(word, str) for word in calls):
        raise malformed("calls is a list of words")
    if "?" in calls:
        raise malformed("every call must be known")
    return calls


def ended(auction: Auction) -> AuctionResult | None:
    """How the auction ended, None while it goes on."""
    return None if auction.turn >= 0 else auction.result()


def legal_calls(rules: Ruleset, data: Mapping[str, Any]) -> dict[str, Any]:
    """Whose turn it is and what he may call, or how the auction ended."""
    law = law_for(rules, "auction")
    seats = seats_for(rules, data)
    auction = follow_calls(law, seats, data.get("calls", []), run_of(data))
    result = ended(auction)
    if result is None:
        return {"turn": seats.order[auction.turn], "legal": auction.legal()}
    if result.declarer is None:
        return {"done": True, "all_pass": True}
    return {"done": True, "declarer": seats.order[result.declarer], "bid": result.bid, "hand": result.hand,
            "contract_floor": law.contracts(result)[0]}


def legal_contracts(rules: Ruleset, data: Mapping[str, Any]) -> dict[str, Any]:
    """The contracts that may be named after a whole auction; ``hand``: the ten cards they are played with."""
    law = law_for(rules, "auction")
    seats = seats_for(rules, data)
    result = ended(follow_calls(law, seats, data.get("calls", []), run_of(data)))
    if result is None:
        raise malformed("the auction is not over")
    contracts = law.contracts(result)
    if data.get("hand") is not None:
        hand = hand_of(data["hand"])
        contracts = [word for word in contracts if law.hand_violation(word, hand) is None]
    return {"legal": contracts}

"""One fault, one error: what each finding rests on, and what it puts in doubt.

A check whose premise has failed is not made.  The facts of a deal are few words:

* ``order`` who is forehand; ``deal`` the hands and the talon; ``calls`` what was bid; ``declarer``;
  ``contract``; ``hand`` the declarer's cards after the exchange; ``roles`` the defence;
* ``manner`` what came of the deal; ``score`` what it wrote;
* ``card`` a card was played against the law, but the play can be followed; ``play`` who played what and
  took which trick; ``tricks``; ``state`` what the deals before left.

A finding that rests on a doubted fact is not reported, so that the first fault speaks for what follows
from it.
"""

from __future__ import annotations

from typing import Final

_ALL: Final = frozenset(
    {"order", "deal", "calls", "declarer", "contract", "hand", "roles", "manner", "card", "play", "tricks", "state"})
_NONE: Final[frozenset[str]] = frozenset()


def _facts(words: str) -> frozenset[str]:
    return frozenset(words.split())


_GROUPS: Final = (
    # (diagnostics, what they rest on, what they put in doubt)
    ("wrong-dealer", "", ""),
    ("dealer-has-cards wrong-hands", "order deal",
     "order deal calls declarer contract hand roles play"),
    ("card-twice card-missing too-many-cards talon-size", "order deal", "deal"),
    ("position-size", "order deal", "deal play"),
    # What a strange seat leaves uncertain hangs on the tag that names it.
    ("not-at-table", "order deal", ""),
    ("call-out-of-turn", "order", "order"),
    ("call-not-in-variant call-after-end bid-too-low misere-not-first misere-overcalled-low hold-not-allowed"
     " below-minimum-bid misere-bidder-only-passes bid-skips auction-unfinished without-talon-not-allowed"
     " in-hand-not-allowed raise-before-hold"
     " hold-due stay-not-allowed opener-must-bid",
     "order calls", "calls"),
    ("wrong-declarer", "order calls declarer", "declarer"),
    ("wrong-bid", "order calls", "calls"),
    ("exchange-after-all-pass", "order calls contract", "calls declarer contract"),
    ("contract-below-bid contract-not-allowed", "calls declarer contract", "contract"),
    ("concede-not-allowed", "calls declarer contract", "contract"),
    ("aces-not-allowed", "order deal declarer contract", "score"),
    # Whether he held the cards he laid away has nothing to do with what he named.
    ("discard-not-held", "order deal declarer hand", "hand"),
    ("discard-count", "order deal declarer contract hand", "hand"),
    ("no-defence-here", "declarer contract roles", "contract roles"),
    ("defence-out-of-turn defence-not-allowed defence-after-end defence-unfinished",
     "declarer contract roles", "roles"),
    ("wrong-roles", "declarer contract roles", "roles"),
    ("wrong-open", "declarer contract roles", "roles"),
    ("wrong-kontra", "declarer contract roles", "roles"),
    ("wrong-leader", "order declarer contract roles play card", "play"),
    ("not-played", "declarer contract roles", "play"),
    ("revoke must-trump must-overtake agreed-lead", "deal declarer contract hand roles play", "card"),
    ("card-not-held no-completion", "deal declarer contract hand roles play card", "play"),
    # A card that was against the law may be a slip for one that comes later: the replay sees whether it is this one.
    ("card-played-twice", "declarer contract roles play", "play"),
    ("trick-too-many play-unfinished trick-length leader-missing",
     "declarer contract roles play card", "play"),
    ("wrong-talon-lead no-talon-lead talon-lead-missing", "deal contract play card", "play"),
    ("wrong-winner", "deal declarer contract hand roles play card", "play"),
    ("wrong-tricks wrong-claim tricks-sum", "order deal declarer contract hand roles play card tricks", "tricks"),
    ("wrong-outcome", "calls declarer contract roles", "manner"),
    ("wrong-score", "order deal declarer contract hand roles manner play card tricks state", "score"),
    ("wrong-sheet wrong-settlement",
     "order deal declarer contract hand roles manner play card tricks state score", ""),
    ("wrong-state", "state", "state"),
    ("session-broken", "order deal", ""),
)

RESTS_ON: Final = {name: _facts(rests) for names, rests, _ in _GROUPS for name in names.split()}
DOUBTS: Final = {name: _facts(doubts) for names, _, doubts in _GROUPS for name in names.split()}

SCORE_FACTS: Final = _ALL - {"calls", "tricks"}
"""What a score rests on: while one of these is doubted the score is not sure."""
OUTCOME_FACTS: Final = SCORE_FACTS - {"card", "deal", "manner", "state"}
"""Doubts that leave no outcome at all; with the others it is what the cards as played give."""
DAMAGE: Final = {
    "Dealer": _facts("order"), "Deal": _facts("deal"), "Talon": _facts("deal"), "Position": _facts("order deal play"),
    "Bule": _facts("state"), "Refe": _facts("state"), "Kontra": _facts("roles"),
    "Auction": _facts("calls"), "Bid": _facts("calls"), "Declarer": _facts("declarer"), "Discard": _facts("hand"),
    "Contract": _facts("contract"), "Defence": _facts("roles"), "Defenders": _facts("roles"), "Play": _facts("play"),
    "Claim": _facts("tricks"), "Tricks": _facts("tricks"), "AllPassRun": _facts("state"),
    "Target": _facts("state"), "OpeningSheetTable": _facts("state"),
}
"""What is uncertain where a tag or section stands in the text but could not be read."""


def rests_on(name: str) -> frozenset[str]:
    """The facts that the check behind the diagnostic ``name`` takes for granted."""
    return RESTS_ON.get(name, _NONE)


def doubts(name: str) -> frozenset[str]:
    """The facts that the diagnostic ``name`` leaves uncertain."""
    return DOUBTS.get(name, _NONE)

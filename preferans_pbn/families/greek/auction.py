"""The Greek auction: a ladder without jumps, ``stay``, and the answer έχω (``hold``).

Sources: G-PANOS (program logic), PREFADOROS; S1-136.

* While nobody has bid, a player may say ``stay`` ("if they stay": he plays if the others pass), bid six
  spades or pass.  ``stay`` is said once; whoever has said it takes no further part if anybody bids.  After
  two passes the last player only bids six spades or passes.
* Bids go up one rung at a time.  From the third call on a fresh bid must be answered at its own height: the
  next player in the auction holds it or passes, and only after a hold the next rung may be bid.
* The auction ends when one player is left, or when ten no trumps has been held: nothing is above it.
"""

from __future__ import annotations

from typing import Final

from preferans_pbn.rules.auction_result import Ended
from preferans_pbn.rules.branching import Branching
from preferans_pbn.rules.violation import Violation

NOBODY: Final = -1
STRAINS: Final = ("S", "C", "D", "H", "NT")
LADDER: Final = tuple(f"{level}{strain}" for level in (6, 7, 8, 9, 10) for strain in STRAINS)
"""The 25 rungs, lowest first; they are the contracts too."""
RANK: Final = {word: rank for rank, word in enumerate(LADDER)}
STAY: Final = "stay"

_ANSWERING: Final = 3  # the call from which on a fresh bid must be answered
_NOT_BID: Final = -1


class GreekAuction(Branching):
    """An auction in progress; see `preferans_pbn.rules.interface.Auction`."""

    __slots__ = ("_count", "_fresh", "_out", "_owner", "_passes", "_standing", "_stayed", "_uncertain", "_variant",
                 "turn")

    def __init__(self, variant: str) -> None:
        self._variant = variant
        self.turn = 0
        self._count = 0  # calls so far
        self._passes = 0
        self._out = 0  # bit mask of players who take no further part
        self._standing = _NOT_BID
        self._owner = NOBODY
        self._stayed = NOBODY  # who said stay
        self._fresh = False  # the standing bid has not been held yet
        self._uncertain = False

    # --- transitions ------------------------------------------------------------------------------
    def call(self, word: str) -> Violation | None:
        """``turn`` calls ``word``; a violation is returned and nothing changed where it is not allowed."""
        violation = self._violation(word)
        if violation is None:
            self.force(word)
        return violation

    def force(self, word: str) -> None:
        """``turn`` has called ``word``, allowed or not."""
        player = self.turn
        if player < 0:
            return
        self._count += 1
        if word == "?":
            self._uncertain = True
        elif word == "pass":
            self._out |= 1 << player
            self._passes += 1
        elif word == STAY:
            self._owner = self._stayed = player
        else:
            self._owner = player
            self._fresh = word != "hold"
            self._standing = RANK.get(word, self._standing)
            if self._stayed >= 0 and self._standing >= 0:
                self._out |= 1 << self._stayed
        self._advance(player, word)

    def _advance(self, player: int, word: str) -> None:
        if word == "hold" and self._standing == len(LADDER) - 1 and not self._uncertain:
            self.turn = NOBODY
            return
        for step in (1, 2):
            turn = (player + step) % 3
            if not self._out >> turn & 1 and (turn != self._owner or self._uncertain):
                self.turn = turn
                return
        # Nobody else is left.  Who has not passed speaks again only where he has said nothing yet.
        self.turn = NOBODY

    # --- questions ----------------------------------------------------------------------------------
    @property
    def _answer_due(self) -> bool:
        return self._fresh and self._count >= _ANSWERING

    def _violation(self, word: str) -> Violation | None:
        if self.turn < 0:
            return Violation("call-after-end", {"call": word})
        if word in ("pass", "?"):
            return None
        if word not in RANK and word not in (STAY, "hold"):
            return Violation("call-not-in-variant", {"call": word, "variant": self._variant})
        if self._uncertain:
            return None  # an unknown call stands before this one: some completion makes it legal
        if word == STAY:
            return self._stay_violation()
        if word == "hold":
            return self._hold_violation()
        rank = RANK[word]
        if rank <= self._standing:
            return Violation("bid-too-low", {"standing": LADDER[self._standing], "call": word})
        if self._answer_due:
            return Violation("hold-due", {"standing": LADDER[self._standing], "call": word})
        if rank > self._standing + 1:
            return Violation("bid-skips", {"next": LADDER[self._standing + 1], "call": word})
        return None

    def _stay_violation(self) -> Violation | None:
        why = ""
        if self._standing >= 0:
            why = "somebody has bid"
        elif self._stayed >= 0:
            why = "somebody has said it"
        elif self._passes == 2:
            why = "the others have passed, so six spades is bid or passed"
        return Violation("stay-not-allowed", {"why": why}) if why else None

    def _hold_violation(self) -> Violation | None:
        if self._answer_due:
            return None
        why = "there is no bid to hold"
        if self._standing >= 0:
            why = "the standing bid has been held" if not self._fresh else "bids are held from the third call on"
        return Violation("hold-not-allowed", {"why": why})

    def legal(self) -> list[str]:
        """The calls ``turn`` may make: pass, hold, stay, then bids in ladder order; empty when it is over."""
        if self.turn < 0:
            return []
        return [word for word in ("pass", "hold", STAY, *LADDER) if self._violation(word) is None]

    def result(self) -> Ended | None:
        """How the auction ended, or None while it goes on."""
        if self.turn >= 0 or self._uncertain:
            return None
        if self._owner < 0:
            return Ended(None, "")
        return Ended(self._owner, LADDER[self._standing] if self._standing >= 0 else STAY)

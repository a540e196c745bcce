"""The Austrian auction: numbers 1 to 4, one rung at a time, and "here" (``hold``) by an elder hand.

A number stands for a suit and limits the trump upward: 1 clubs, 2 spades, 3 diamonds, 4 hearts (PAGAT-AT, DEWIKI).
Each bid is the next number; an elder hand may hold the number of a younger one (LESNOI's example: 1, 2, 3, pass,
"here", 4, pass).  As the turn goes round, an elder hand that is still in always speaks before a younger one, so the
right is that of the first hand in the auction and passes on when it drops out.  Parameters: ``hold hold_min_bid
hold_ends_auction``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from preferans_pbn.rules.auction_result import Ended
from preferans_pbn.rules.branching import Branching
from preferans_pbn.rules.violation import Violation

NOBODY: Final = -1
NUMBERS: Final = ("1", "2", "3", "4")


class AustrianAuction(Branching):
    """An auction in progress; see `preferans_pbn.rules.interface.Auction`."""

    __slots__ = ("_hold", "_hold_ends", "_hold_from", "_out", "_owner", "_standing", "_uncertain", "_variant", "turn")

    def __init__(self, rules: Mapping[str, Any], variant: str) -> None:
        self._variant = variant
        self._hold = rules["hold"] != "none"
        self._hold_from = int(rules["hold_min_bid"])
        self._hold_ends: bool = rules["hold_ends_auction"]
        self.turn = 0
        self._out = 0  # bit mask of players who have passed
        self._standing = 0
        self._owner = NOBODY
        self._uncertain = False

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
        if word == "?":
            self._uncertain = True
        elif word == "pass":
            self._out |= 1 << player
        else:
            self._owner = player
            if word in NUMBERS:
                self._standing = int(word)
        self.turn = NOBODY
        if word == "hold" and self._hold_ends:
            return
        for other in ((player + 1) % 3, (player + 2) % 3):
            if not self._out >> other & 1 and (other != self._owner or self._uncertain):
                self.turn = other
                return

    def _violation(self, word: str) -> Violation | None:
        player = self.turn
        if player < 0:
            return Violation("call-after-end", {"call": word})
        if word in ("pass", "?"):
            return None
        if word not in NUMBERS and (word != "hold" or not self._hold):
            return Violation("call-not-in-variant", {"call": word, "variant": self._variant})
        if self._uncertain:
            return None
        if word == "hold":
            why = ""
            if not self._standing:
                why = "there is no number to hold"
            elif player > self._owner:
                why = "only an elder hand has this right"
            elif self._standing < self._hold_from:
                why = f"a {self._standing} cannot be held"
            return Violation("hold-not-allowed", {"why": why}) if why else None
        number = int(word)
        if number <= self._standing:
            return Violation("bid-too-low", {"standing": str(self._standing), "call": word})
        if number > self._standing + 1:
            return Violation("bid-skips", {"next": str(self._standing + 1), "call": word})
        return None

    def legal(self) -> list[str]:
        """The calls ``turn`` may make: pass, hold, then numbers; empty when it is over."""
        if self.turn < 0:
            return []
        return [word for word in ("pass", "hold", *NUMBERS) if self._violation(word) is None]

    def result(self) -> Ended | None:
        """How the auction ended, or None while it goes on."""
        if self.turn >= 0 or self._uncertain:
            return None
        return Ended(None, "") if self._owner < 0 else Ended(self._owner, str(self._standing))

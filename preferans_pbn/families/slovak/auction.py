"""The Slovak auction: numbers from a compulsory "1", the first hand's equal right, games from hand.

* The first hand may not pass at first (S0-64); the others raise, skipping if they like (S0-61), or pass for good
  (S0-66, S0-88).
* The first hand may take the game at the number of a later hand: ``hold`` (S0-89, S0-90).
* Preferans is bid as a player's first call or not at all (S0-127).
* ``hand`` announces a game without the talon, at any call; only another game from hand matches it (S0-93 to S0-96).
  It is named after the auction (S0-115).  Where several have announced one they name their games in a second
  round, the earlier hand first as in the Serbian game, or give up: the higher plays, of equals the earlier hand
  (S0-97).  Preferans was called at once or is not named there (S0-127).
* A game from hand without a trump may be called by its name; then only a higher one matches it.

Parameters: ``bid_steps hold hold_min_bid opener_must_bid announce_at_once in_hand in_hand_when
in_hand_direct_when``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from preferans_pbn.families.slovak.games import DIRECT, GAMES, HAND, IN_HAND, NUMBERS
from preferans_pbn.rules.auction_result import Ended
from preferans_pbn.rules.branching import Branching
from preferans_pbn.rules.violation import Violation

NOBODY: Final = -1
_UNNAMED: Final = 1  # rank of a game from hand whose name is not said yet: below every other
_WORDS: Final = ("pass", "hold", *NUMBERS, HAND, *IN_HAND)


class SlovakAuctionLaw:
    """The auction rules of one variant, compiled once."""

    __slots__ = ("at_once", "direct_any", "first_hand_call", "hold", "hold_from", "in_hand", "must_open", "next_only",
                 "variant")

    def __init__(self, rules: Mapping[str, Any], variant: str) -> None:
        self.variant = variant
        self.must_open: bool = rules["opener_must_bid"]
        self.next_only = rules["bid_steps"] == "next"
        self.hold = rules["hold"] == "first_hand"
        self.hold_from = int(rules["hold_min_bid"])
        self.at_once = frozenset(GAMES[game] for game in rules["announce_at_once"])
        self.in_hand = rules["in_hand"] == "plus1"
        self.first_hand_call = rules["in_hand_when"] == "first_call_only"
        self.direct_any = rules["in_hand_direct_when"] == "any_call"


class SlovakAuction(Branching):
    """An auction in progress; see `preferans_pbn.rules.interface.Auction`."""

    __slots__ = ("_announced", "_called", "_law", "_named", "_naming", "_out", "_owner", "_standing", "_uncertain",
                 "turn")

    def __init__(self, law: SlovakAuctionLaw) -> None:
        self._law = law
        self.turn = 0
        self._standing = 0  # the highest number
        self._owner = NOBODY  # who has it
        self._out = 0  # bit mask of players who have passed
        self._called = 0  # bit mask of players who have called
        self._announced: dict[int, int] = {}  # rank of each player's game from hand, in the order announced
        self._naming: list[int] | None = None  # who still has to name his game
        self._named: dict[int, str] = {}
        self._uncertain = False

    # --- transitions ------------------------------------------------------------------------------------
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
        if self._naming is not None:
            self._naming.remove(player)
            if word in IN_HAND:
                self._named[player] = word
            elif word != "?":
                self._out |= 1 << player
            self.turn = self._next_to_name()
            return
        if word == "pass":
            self._out |= 1 << player
        elif word == "hold":
            self._owner = player
        elif word in NUMBERS:
            self._standing, self._owner = int(word), player
        elif word == HAND or word in IN_HAND:
            self._announced.pop(player, None)
            self._announced[player] = IN_HAND.get(word, _UNNAMED)
        self._called |= 1 << player
        self.turn = self._next(player)

    def _next(self, player: int) -> int:
        """Whose turn it is after ``player``."""
        others = [other for other in ((player + 1) % 3, (player + 2) % 3) if not self._out >> other & 1]
        if self._uncertain:
            return others[0] if others else NOBODY
        if not self._announced:
            if not self._out >> player & 1:
                return others[0] if others else NOBODY
            if len(others) == 1 and others[0] == self._owner:
                return NOBODY
            return others[0] if others else NOBODY
        highest = max(self._announced.values())
        waiting = [other for other in others if self._announced.get(other, 0) < highest]
        if waiting:
            return waiting[0]
        rivals = [other for other in sorted(self._announced) if not self._out >> other & 1]
        if len(rivals) > 1:
            self._naming = rivals
        return self._next_to_name()

    def _next_to_name(self) -> int:
        naming = self._naming or []
        if not naming or (len(naming) == 1 and not self._named and not self._uncertain):
            return NOBODY  # who alone is left names his game with the contract
        return naming[0]

    # --- questions --------------------------------------------------------------------------------------
    def _violation(self, word: str) -> Violation | None:
        law = self._law
        player = self.turn
        if player < 0:
            return Violation("call-after-end", {"call": word})
        if word == "?":
            return None
        if word not in _WORDS or (not law.in_hand and (word == HAND or word in IN_HAND)):
            return Violation("call-not-in-variant", {"call": word, "variant": law.variant})
        if word == "pass":
            if law.must_open and player == 0 and not self._called & 1:
                return Violation("opener-must-bid", {})
            return None
        if self._uncertain:
            return None
        if self._naming is not None:
            if word in IN_HAND:
                late = IN_HAND[word] in law.at_once
                return _in_hand(word, "this game is called at once or not at all") if late else None
            return _in_hand(word, "the games from hand are named now, or given up with pass")
        if word == "hold":
            return self._hold_violation(player)
        if word in NUMBERS:
            return self._number_violation(int(word), word, player)
        return self._hand_violation(word, player)

    def _number_violation(self, number: int, word: str, player: int) -> Violation | None:
        law = self._law
        if self._announced:
            return _in_hand(word, "only a game from hand matches one")
        if number <= self._standing:
            return Violation("bid-too-low", {"standing": str(self._standing), "call": word})
        if law.next_only and number > self._standing + 1:
            return Violation("bid-skips", {"next": str(self._standing + 1), "call": word})
        if number in law.at_once and self._called >> player & 1:
            return _in_hand(word, "this game is called at once or not at all")
        return None

    def _hold_violation(self, player: int) -> Violation | None:
        law = self._law
        if not law.hold:
            return Violation("call-not-in-variant", {"call": "hold", "variant": law.variant})
        why = ""
        if self._announced:
            why = "only a game from hand matches one"
        elif not self._standing:
            why = "there is no number to hold"
        elif player:
            why = "only the first hand has this right"
        elif self._owner == player:
            why = "the standing number is the same player's"
        elif self._standing < law.hold_from:
            why = f"a {self._standing} cannot be held"
        return Violation("hold-not-allowed", {"why": why}) if why else None

    def _hand_violation(self, word: str, player: int) -> Violation | None:
        law = self._law
        rank = IN_HAND.get(word, _UNNAMED)
        why = ""
        if word in IN_HAND and word not in DIRECT:
            why = "it is hand, and the suit is named after the auction"
        elif self._called >> player & 1 and (law.first_hand_call if word == HAND else not law.direct_any):
            why = "it is called as the first call or not at all"
        elif rank in law.at_once and self._called >> player & 1:
            why = "this game is called at once or not at all"
        elif player in self._announced and word == HAND:
            why = "the game from hand is announced already"
        elif (self._announced and rank < (highest := max(self._announced.values()))) or (
                word in DIRECT and self._announced and rank == highest):
            why = "a game from hand that is not lower stands"
        return _in_hand(word, why) if why else None

    def legal(self) -> list[str]:
        """The calls ``turn`` may make: pass, hold, then numbers, then games from hand; empty when it is over."""
        if self.turn < 0:
            return []
        return [word for word in _WORDS if self._violation(word) is None]

    def result(self) -> Ended | None:
        """How the auction ended, or None while it goes on."""
        if self.turn >= 0 or self._uncertain:
            return None
        if self._named:
            best = max(IN_HAND[word] for word in self._named.values())
            winner = min(player for player, word in self._named.items() if IN_HAND[word] == best)
            return Ended(winner, self._named[winner], True)
        if self._announced:
            left = [player for player in self._announced if not self._out >> player & 1]
            if not left:
                return Ended(None, "")
            rank = self._announced[left[0]]
            word = HAND if rank == _UNNAMED else next(
                word for word in (*DIRECT, *IN_HAND) if IN_HAND[word] == rank)
            return Ended(left[0], word, True)
        if self._owner < 0:
            return Ended(None, "")
        return Ended(self._owner, str(self._standing))


def _in_hand(word: str, why: str) -> Violation:
    return Violation("in-hand-not-allowed", {"call": word, "why": why})

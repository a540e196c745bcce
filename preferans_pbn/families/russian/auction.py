"""The auction of the Russian family.

At a table of two the forehand and the dealer bid, players 0 and 2; the dummy sits between them.

Sources: S1-49 to S1-61; G-LL1R1K 3.1 to 3.7 (order, jumps, hold, misère), `rules.md` 5B; the variant file
decides the parameters named here: ``bid_steps hold hold_min_bid hold_ends_auction hold_misere misere_bid
misere_beaten_by misere_binds without_talon_bids blind_pass overcall_of_misere_ends_auction min_bid
min_bid_cycle bid_style``.  Where a variant leaves ``hold misere_bid misere_binds blind_pass`` undefined, the
calls that would need them are refused as such.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from preferans_pbn.families.russian.ladder import Rung, ladder
from preferans_pbn.rules.branching import Branching
from preferans_pbn.rules.outcome import DUMMY
from preferans_pbn.rules.violation import Violation

NOBODY: Final = -1
UNDEFINED: Final = "undefined"
BIDDERS: Final = 3
_WITHOUT_TALON: Final = {"none": "no bid is made without the talon here",
                         "nine": "only a nine is bid without the talon here",
                         "misere_and_nine": "only misere and nine are bid without the talon here"}


class Result(NamedTuple):
    """How the auction ended: ``declarer`` (None: all passed), the winning ``bid``, ``hand``."""

    declarer: int | None
    bid: str
    hand: bool


class AuctionLaw:
    """The auction rules of one variant, compiled once.  ``absent``: bit mask of players who do not bid."""

    __slots__ = ("absent", "bidders", "first_call_misere", "hand_only_beats", "hold", "hold_ends", "hold_from",
                 "hold_misere", "min_bid", "min_bid_cycle", "misere_again", "misere_binds", "next_only",
                 "overcall_ends", "rungs", "undefined", "variant", "without_talon", "words")

    def __init__(self, rules: Mapping[str, Any], *, dummy: bool = False, variant: str = "this variant") -> None:
        self.variant = variant
        self.absent = 1 << DUMMY if dummy else 0
        self.bidders = BIDDERS - dummy
        self.undefined = frozenset(
            name for name in ("hold", "misere_bid", "misere_binds", "blind_pass") if name not in rules)
        self.rungs = ladder(rules)
        self.words = list(self.rungs.values())
        self.next_only = rules["bid_steps"] == "next"
        self.hold: str = rules.get("hold", UNDEFINED)
        self.hold_ends: bool = rules["hold_ends_auction"]
        self.hold_misere: bool = rules["hold_misere"]
        lowest_held = self.rungs.get(rules.get("hold_min_bid", ""))
        self.hold_from = lowest_held.rank if lowest_held else 0
        self.first_call_misere = rules.get("misere_bid", UNDEFINED) in ("first_call_only", UNDEFINED)
        self.misere_binds: bool = rules.get("misere_binds", True)
        self.overcall_ends: bool = rules["overcall_of_misere_ends_auction"]
        self.min_bid: tuple[int, ...] = tuple(rules["min_bid"])
        self.min_bid_cycle: bool = rules["min_bid_cycle"]
        self.without_talon = _WITHOUT_TALON.get(rules["without_talon_bids"], "")
        # After a nine over his misère the bidder may come back with a misère without the talon.
        self.misere_again = rules["misere_beaten_by"] == "9_then_without_talon"
        self.hand_only_beats = rules["misere_beaten_by"] == "9_hand"

    def minimum(self, all_pass_run: int) -> int:
        """The lowest level that may open after ``all_pass_run`` consecutive all-pass rounds."""
        steps = self.min_bid
        if self.min_bid_cycle:
            return steps[all_pass_run % len(steps)]
        return steps[min(all_pass_run, len(steps) - 1)]

    def next_bid(self, standing: Rung | None, all_pass_run: int) -> Rung:
        """The lowest bid with a trump or level above ``standing`` (misère is no step of the ladder)."""
        if standing is None:
            floor = self.minimum(all_pass_run)
            return next((r for r in self.words if r.level >= floor), self.words[-1])
        return next((r for r in self.words if r.level and r.rank > standing.rank
                     and not self.too_low_for_misere(standing, r)), self.words[-1])

    def too_low_for_misere(self, standing: Rung, rung: Rung) -> bool:
        """Is ``rung`` a nine with the talon over a misère that only a nine without it beats (KZPN3)?"""
        return self.hand_only_beats and standing.misere and rung.level == 9 and not rung.hand

    def start(self, all_pass_run: int) -> RussianAuction:
        """A fresh auction."""
        return RussianAuction(self, all_pass_run)


class RussianAuction(Branching):
    """An auction in progress; see `preferans_pbn.rules.interface.Auction`."""

    __slots__ = ("_active", "_called", "_law", "_misere", "_owner", "_passed", "_standing", "_uncertain",
                 "run", "turn")

    def __init__(self, law: AuctionLaw, all_pass_run: int = 0) -> None:
        self._law = law
        self.run = all_pass_run
        self.turn = 0
        self._active = law.bidders
        self._passed = law.absent  # bit mask of players
        self._called = 0  # bit mask of players who have called something else than pass
        self._misere = 0  # bit mask of players who have bid misère
        self._standing: Rung | None = None
        self._owner = NOBODY
        self._uncertain = False

    # --- transitions ----------------------------------------------------------------------------
    def call(self, word: str) -> Violation | None:
        """``turn`` calls ``word``; a violation is returned and nothing changed where it is not allowed."""
        if word == "pass" and self.turn >= 0:
            self._pass()
            return None
        violation = self._violation(word)
        if violation is None:
            self.force(word)
        return violation

    def _pass(self) -> None:
        player = self.turn
        self._passed |= 1 << player
        self._active -= 1
        self._advance(player)

    def force(self, word: str) -> None:
        """``turn`` has called ``word``, allowed or not."""
        player = self.turn
        if player < 0:
            return
        law = self._law
        if word == "pass":
            self._pass()
            return
        if word == "?":
            self._uncertain = True
            self._called |= 1 << player
        else:
            self._called |= 1 << player
            if word == "hold":
                self._owner = player
                if law.hold_ends:
                    self.turn = NOBODY
                    return
            else:
                rung = law.rungs.get(word)
                if rung is not None:
                    if rung.level == 0:
                        self._misere |= 1 << player
                    elif law.overcall_ends and self._standing is not None and self._standing.level == 0:
                        self._standing, self._owner, self.turn = rung, player, NOBODY
                        return
                    self._standing = rung
                    self._owner = player
        self._advance(player)

    def _advance(self, player: int) -> None:
        active = self._active
        if active <= 1 and not self._uncertain and (active == 0 or self._owner >= 0):
            self.turn = NOBODY
            return
        if active == 0:
            self.turn = NOBODY
            return
        turn = player
        while True:
            turn = turn + 1 if turn + 1 < BIDDERS else 0
            if not self._passed >> turn & 1:
                break
        if turn == player and self._owner == player:
            turn = NOBODY
        self.turn = turn

    # --- questions --------------------------------------------------------------------------------
    def _violation(self, word: str) -> Violation | None:
        player = self.turn
        if player < 0:
            return Violation("call-after-end", {"call": word})
        if word == "pass":
            return None
        if word == "?":
            return None
        if word == "hold":
            return self._hold_violation()
        law = self._law
        rung = law.rungs.get(word)
        if rung is None:
            if word == "blind-pass" and "blind_pass" in law.undefined:
                return self._undefined("what a blind pass does")
            if word.endswith("-hand") and word.removesuffix("-hand") in law.rungs:
                return Violation("without-talon-not-allowed", {"call": word, "why": law.without_talon})
            return Violation("call-not-in-variant", {"call": word, "variant": law.variant})
        if self._uncertain:
            return None  # an unknown call stands before this one: some completion makes it legal
        bid_misere = self._misere >> player & 1
        if bid_misere and law.misere_binds and not (law.misere_again and rung.level == 0 and rung.hand):
            if "misere_binds" in law.undefined:
                return self._undefined("what a player may call after his misere")
            return Violation("misere-bidder-only-passes", {})
        standing = self._standing
        if rung.level == 0:
            if law.first_call_misere and self._called >> player & 1 and not bid_misere:
                if "misere_bid" in law.undefined:
                    return self._undefined("whether misere may be a later call")
                return Violation("misere-not-first", {})
        elif standing is None:
            minimum = law.minimum(self.run)
            if rung.level < minimum:
                return Violation("below-minimum-bid", {"minimum": minimum, "run": self.run})
        if standing is not None and (rung.rank <= standing.rank or law.too_low_for_misere(standing, rung)):
            if standing.level == 0 and rung.level:
                needed = law.next_bid(standing, self.run).word
                return Violation("misere-overcalled-low", {"needed": needed, "call": word})
            return Violation("bid-too-low", {"standing": standing.word, "call": word})
        if law.next_only and rung.level:
            due = law.next_bid(standing, self.run)
            if rung.rank > due.rank:
                return Violation("bid-skips", {"next": due.word, "call": word})
        return None

    def _hold_violation(self) -> Violation | None:
        law = self._law
        player = self.turn
        if law.hold == "none":
            return Violation("call-not-in-variant", {"call": "hold", "variant": law.variant})
        if law.hold == UNDEFINED:
            return self._undefined("who may hold a bid")
        if self._uncertain:
            return None
        standing = self._standing
        why = ""
        if standing is None:
            why = "there is no bid to hold"
        elif self._owner == player:
            why = "the standing bid is the same player's"
        elif law.misere_binds and self._misere >> player & 1:
            return Violation("misere-bidder-only-passes", {})
        elif standing.rank < law.hold_from:
            why = f"a bid of {standing.word} cannot be held"
        elif standing.misere and not law.hold_misere:
            why = "a misere cannot be held"
        elif law.hold in ("eldest_anytime", "first_hand"):
            if player != 0:
                why = "only forehand has this right"
        elif self._active != 2:
            why = "two bidders must be left"
        elif player > self._owner:
            why = "only the senior hand has this right"
        return Violation("hold-not-allowed", {"why": why}) if why else None

    def _undefined(self, what: str) -> Violation:
        return Violation("undefined-by-variant", {"variant": self._law.variant, "what": what})

    def legal(self) -> list[str]:
        """The calls ``turn`` may make: pass, hold, then bids in ladder order; empty when it is over."""
        if self.turn < 0:
            return []
        words = ("pass", "hold", *self._law.rungs)
        return [word for word in words if self._violation(word) is None]

    def result(self) -> Result | None:
        """How the auction ended, or None while it goes on."""
        if self.turn >= 0 or self._uncertain:
            return None
        if self._owner < 0 or self._standing is None:
            return Result(None, "", False)
        return Result(self._owner, self._standing.word, self._standing.hand)

    @property
    def uncertain(self) -> bool:
        """Has an unknown call hidden the course of the auction?"""
        return self._uncertain

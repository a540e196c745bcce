"""The auction of the Balkan family: numbers one rung at a time, ``hold`` (mogu, moje, ja bi) and games in hand.

The course is that of S2-22 to S2-43 and of the digests of PREFKLUB:

* numbers climb from 2; who passes is out; the last one left has won;
* the standing number may be held instead of raised, by whom ``hold`` says; a hold of the highest number ends
  the auction (G-PAJCHO, WE-A24), because nothing could be bid over it;
* ``hand`` (igra) is a suit game without the talon that is named later; it beats every number, and from then on
  only games in hand count (WE-A25).
  Where several have said it, they name their games in a second round, the earlier hand first: ``hand-2`` to
  ``hand-5`` or ``pass``; the highest wins, of equals the earlier hand (WE-A26);
* ``hand-betl`` and ``hand-sans`` are named at once and beat what is lower.

Parameters: ``bid_ladder bid_steps hold hold_min_bid hold_before_raise hold_ends_auction announce_at_once in_hand
in_hand_when in_hand_second_min in_hand_naming in_hand_direct_when``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from preferans_pbn.families.balkan.games import BY_NUMBER, DIRECT, GAMES, NAMED, TOP
from preferans_pbn.rules.branching import Branching
from preferans_pbn.rules.violation import Violation

NOBODY: Final = -1
BIDDERS: Final = 3
UNNAMED: Final = 5
"""The rank of ``hand`` while its suit is not named: below betl, above nothing but numbers."""

_HAND_PARAMETERS: Final = ("in_hand", "in_hand_when", "in_hand_naming", "in_hand_direct_when", "in_hand_second_min")


class Result(NamedTuple):
    """How the auction ended: ``declarer`` (None: all passed), the winning ``bid``, ``hand`` (the talon stays down).

    ``lowest`` is the number of the lowest game that may follow; ``only``: no other may.  ``bids`` holds by player
    the last number that he bid or held (``""``: none).
    """

    declarer: int | None
    bid: str
    hand: bool
    lowest: int = 2
    only: bool = False
    bids: tuple[str, ...] = ("", "", "")


class AuctionLaw:
    """The auction rules of one variant, compiled once."""

    __slots__ = ("at_once", "direct_any", "first_hand_call", "hold", "hold_ends", "hold_first", "hold_from", "in_hand",
                 "named_with_call", "next_only", "second_lowest", "top", "undefined", "variant", "words")

    def __init__(self, rules: Mapping[str, Any], *, variant: str = "this variant") -> None:
        self.variant = variant
        self.top = TOP[rules["bid_ladder"]]
        self.next_only = rules["bid_steps"] == "next"
        self.hold: str = rules["hold"]
        self.hold_from = int(rules.get("hold_min_bid", 0))
        self.hold_first: bool = rules.get("hold_before_raise", False)
        self.hold_ends: bool = rules.get("hold_ends_auction", False)
        self.at_once = frozenset(GAMES[game] for game in rules["announce_at_once"])
        # A variant whose games in hand are not known in every point has none that could be judged.
        self.undefined = next((name for name in _HAND_PARAMETERS if rules.get(name) is None), "")
        self.in_hand = not self.undefined and rules["in_hand"] == "plus1"
        self.first_hand_call = self.in_hand and rules["in_hand_when"] == "first_call_only"
        self.named_with_call = self.in_hand and rules["in_hand_naming"] == "with_call"
        self.direct_any = self.in_hand and rules["in_hand_direct_when"] == "any_call"
        self.second_lowest: tuple[int, ...] = tuple(rules.get("in_hand_second_min") or ())
        self.words = ("pass", "hold", *map(str, range(2, self.top + 1)), "hand", *NAMED, *DIRECT)

    def lowest_in_hand(self, earlier: int) -> int:
        """The lowest game of a player who announces a game in hand after ``earlier`` others."""
        if not earlier or not self.second_lowest:
            return 2
        return self.second_lowest[min(earlier, len(self.second_lowest)) - 1]


class BalkanAuction(Branching):
    """An auction in progress; see `preferans_pbn.rules.interface.Auction`."""

    __slots__ = ("_active", "_announced", "_bids", "_called", "_hand", "_held", "_law", "_named", "_naming",
                 "_numbered", "_owner", "_standing", "_uncertain", "turn")

    def __init__(self, law: AuctionLaw) -> None:
        self._law = law
        self.turn = 0
        self._active = [True] * BIDDERS
        self._called = [False] * BIDDERS
        self._numbered = [False] * BIDDERS
        self._bids = [""] * BIDDERS
        self._standing = 0  # the number that stands
        self._owner = NOBODY  # who has it, or the game in hand
        self._held = False  # has the standing number been held
        self._hand = 0  # rank of the game in hand that stands, 0: none
        self._announced: dict[int, int] = {}  # rank of each player's game in hand, in the order announced
        self._naming: list[int] | None = None  # who still has to name his game
        self._named: dict[int, int] = {}
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
        if self._naming is not None:
            self._name(player, word)
            return
        over = False
        if word == "pass":
            self._active[player] = False
        elif word == "?":
            self._uncertain = True
        elif word == "hold":
            self._owner, self._held = player, True
            self._numbered[player] = True
            self._bids[player] = str(self._standing) if self._standing else ""
            over = self._law.hold_ends or self._standing == self._law.top
        elif word in BY_NUMBER:
            self._standing, self._owner, self._held = int(word), player, False
            self._numbered[player] = True
            self._bids[player] = word
        elif word == "hand" or word in NAMED or word in DIRECT:
            rank = UNNAMED if word == "hand" else NAMED.get(word) or DIRECT[word]
            self._announced.pop(player, None)
            self._announced[player] = rank
            if rank > self._hand:
                self._hand, self._owner = rank, player
        self._called[player] = True
        self.turn = NOBODY if over else self._next(player)

    def _name(self, player: int, word: str) -> None:
        """The second round: ``player`` names his game in hand or gives it up."""
        assert self._naming is not None
        self._naming.remove(player)
        if word == "?":
            self._uncertain = True
        elif word in NAMED:
            self._named[player] = NAMED[word]
        else:
            self._active[player] = False
        self.turn = self._next_to_name()

    def _next_to_name(self) -> int:
        naming = self._naming or []
        if not naming or (len(naming) == 1 and not self._named and not self._uncertain):
            return NOBODY  # who alone is left names his game with the contract
        return naming[0]

    def _next(self, player: int) -> int:
        """Whose turn it is after ``player``."""
        active = [other for other in self._after(player) if self._active[other]]
        if not active:
            return NOBODY
        if self._uncertain:
            return active[0]
        if not self._hand:
            return NOBODY if active == [self._owner] else active[0]
        waiting = [other for other in active if self._announced.get(other, 0) < self._hand]
        if waiting:
            return waiting[0]
        if len(active) == 1:
            return NOBODY
        self._naming = [other for other in sorted(self._announced) if self._active[other]]
        return self._next_to_name()

    @staticmethod
    def _after(player: int) -> tuple[int, ...]:
        return tuple((player + step) % BIDDERS for step in (1, 2, 3))

    # --- questions --------------------------------------------------------------------------------------
    def _violation(self, word: str) -> Violation | None:
        player = self.turn
        law = self._law
        if player < 0:
            return Violation("call-after-end", {"call": word})
        if word in ("pass", "?"):
            return None
        if self._naming is not None:
            return self._naming_violation(word, player)
        if word == "hold":
            return self._hold_violation(player)
        if word == "hand" or word in NAMED or word in DIRECT:
            return self._hand_violation(word, player)
        if word not in BY_NUMBER or int(word) > law.top:
            return Violation("call-not-in-variant", {"call": word, "variant": law.variant})
        return self._number_violation(word, player)

    def _number_violation(self, word: str, player: int) -> Violation | None:
        law = self._law
        if self._uncertain:
            return None
        if self._hand:
            return Violation("in-hand-not-allowed", {"call": word, "why": "only a higher game in hand beats one"})
        number, standing = int(word), self._standing
        if number <= standing:
            return Violation("bid-too-low", {"call": word, "standing": str(standing)})
        if law.next_only and number > max(2, standing + 1):
            return Violation("bid-skips", {"call": word, "next": str(max(2, standing + 1))})
        if number in law.at_once and self._called[player]:
            return Violation("in-hand-not-allowed", {"call": word, "why": "this game is called at once or not at all"})
        if law.hold_first and self._hold_is_due():
            return Violation("raise-before-hold", {"call": word, "standing": str(standing)})
        return None

    def _hold_is_due(self) -> bool:
        """May somebody hold the standing number who has neither held nor made it?"""
        law = self._law
        return (law.hold != "none" and self._standing >= max(law.hold_from, 1) and not self._held
                and any(self._holds(player) for player in range(BIDDERS) if self._active[player]))

    def _holds(self, player: int) -> bool:
        """Has ``player`` the right to hold the number of the standing owner?"""
        if player == self._owner:
            return False
        hold = self._law.hold
        if hold == "next_active":
            return not self._held
        if hold == "first_hand":
            return player == 0
        return player == self._active.index(True)  # the first hand; when it is out, the next

    def _hold_violation(self, player: int) -> Violation | None:
        law = self._law
        if law.hold == "none":
            return Violation("call-not-in-variant", {"call": "hold", "variant": law.variant})
        if self._uncertain:
            return None
        why = ""
        if self._hand:
            why = "a game in hand cannot be held"
        elif not self._standing:
            why = "there is no number to hold"
        elif self._owner == player:
            why = "the standing number is the same player's"
        elif self._standing < law.hold_from:
            why = f"a {self._standing} cannot be held"
        elif not self._holds(player):
            why = "the number was held already" if law.hold == "next_active" else "the right is an earlier hand's"
        return Violation("hold-not-allowed", {"why": why}) if why else None

    def _hand_violation(self, word: str, player: int) -> Violation | None:
        law = self._law
        if law.undefined:
            return Violation("undefined-by-variant", {"variant": law.variant, "what": f"{word} ({law.undefined})"})
        rank = UNNAMED if word == "hand" else NAMED.get(word) or DIRECT[word]
        if not law.in_hand or rank > law.top or (word == "hand" and law.named_with_call):
            return Violation("call-not-in-variant", {"call": word, "variant": law.variant})
        if self._uncertain:
            return None
        why = ""
        if word in NAMED and not law.named_with_call:
            why = "it is hand, and the suit is named after the auction"
        elif word in DIRECT and not law.direct_any and self._called[player]:
            why = "it is called as the first call or not at all"
        elif word not in DIRECT and law.first_hand_call and self._called[player]:
            why = ("who has bid a number takes the talon" if self._numbered[player]
                   else "it is called as the first call or not at all")
        elif word == "hand" and self._hand > UNNAMED:
            why = "a higher game in hand stands"
        elif word != "hand" and rank <= self._hand:
            why = "a game in hand that is not lower stands"
        elif word in NAMED and rank < self._standing:
            why = f"a {self._standing} stands, which is higher"
        elif word in NAMED and rank < law.lowest_in_hand(len(self._announced)):
            why = f"another game in hand is at least a {law.lowest_in_hand(len(self._announced))}"
        elif player in self._announced and rank <= UNNAMED:
            why = "the game in hand is announced already"
        return Violation("in-hand-not-allowed", {"call": word, "why": why}) if why else None

    def _naming_violation(self, word: str, player: int) -> Violation | None:
        if word not in NAMED:
            why = "the games in hand are named now, or given up with pass"
            return Violation("in-hand-not-allowed", {"call": word, "why": why})
        lowest = self._lowest(player)
        if NAMED[word] < lowest and not self._uncertain:
            why = f"a later game in hand is at least a {lowest}"
            return Violation("in-hand-not-allowed", {"call": word, "why": why})
        return None

    def _lowest(self, player: int) -> int:
        """The lowest suit game that ``player`` may play in hand, by his place among those who announced one."""
        announced = list(self._announced)
        return self._law.lowest_in_hand(announced.index(player)) if player in announced else 2

    def legal(self) -> list[str]:
        """The calls ``turn`` may make: pass, hold, then numbers, then games in hand; empty when it is over."""
        if self.turn < 0:
            return []
        return [word for word in self._law.words if self._violation(word) is None]

    def result(self) -> Result | None:
        """How the auction ended, or None while it goes on."""
        if self.turn >= 0 or self._uncertain:
            return None
        bids = tuple(self._bids)
        if self._owner < 0:
            return Result(None, "", False, bids=bids)
        if not self._hand:
            return Result(self._owner, str(self._standing), False, self._standing, bids=bids)
        if self._named:
            best = max(self._named.values())
            winner = min(player for player, number in self._named.items() if number == best)
            return Result(winner, f"hand-{best}", True, best, False, bids)
        if self._naming is not None:
            winner = next((player for player in self._announced if self._active[player]), NOBODY)
            if winner < 0:
                return Result(None, "", False, bids=bids)
        else:
            # A number that was called against the rules takes no game in hand away.
            winner = self._owner if self._owner in self._announced else max(
                self._announced, key=self._announced.__getitem__)
        rank = self._announced[winner]
        word = "hand" if rank == UNNAMED and not self._law.named_with_call else next(
            word for word, number in (*NAMED.items(), *DIRECT.items()) if number == rank)
        if word == "hand":
            return Result(winner, word, True, self._lowest(winner), bids=bids)
        return Result(winner, word, True, rank, word in DIRECT, bids)

"""The defenders' answers in the Russian family: whist, pass, half, return, own, open or closed.

Sources: CODEX 3.8.1 to 3.8.3, PARLETT, G-LL1R1K 5, G-FSPR, G-JURA (rules 1.6 WHIST and OPEN/CLOSED),
S1-72 to S1-83.  Parameters: ``half_whist half_whist_by whist_return first_may_leave own_whist
dealer_may_whist stalingrad ten open_play``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from preferans_pbn.families.russian.ladder import CONTRACT_RUNGS
from preferans_pbn.rules.violation import Violation

NOBODY: Final = -1
DEALER: Final = 3


class DefenceLaw:
    """The defence rules of one variant, compiled once."""

    __slots__ = ("checked_ten", "dealer_may_whist", "first_may_leave", "half", "half_by_either", "lone_open",
                 "open_choice", "own", "returns", "stalingrad", "variant")

    def __init__(self, rules: Mapping[str, Any], *, variant: str = "this variant") -> None:
        self.variant = variant
        self.half = frozenset(int(level) for level in rules["half_whist"])
        self.half_by_either = rules["half_whist_by"] == "either"
        self.returns = frozenset(int(level) for level in rules["whist_return"])
        self.own = frozenset(int(level) for level in rules["own_whist"])
        self.first_may_leave: bool = rules["first_may_leave"]
        self.dealer_may_whist: bool = rules["dealer_may_whist"]
        self.stalingrad: bool = rules["stalingrad"]
        self.checked_ten = rules["ten"] == "checked"
        self.open_choice = rules["open_play"] == "choice"
        self.lone_open = {"passer_open": "passer", "both_open": "pair"}.get(rules["open_play"], "")

    def start(self, contract: str, declarer: int, players: int) -> RussianDefence | None:
        """The defence of ``contract``, or None where there is nothing to answer: misère, all-pass, a
        surrender, a ten that is checked."""
        rung = CONTRACT_RUNGS.get(contract)
        if rung is None or rung.level == 0 or (rung.level == 10 and self.checked_ten):
            return None
        return RussianDefence(self, rung.level, contract == "6S" and self.stalingrad, declarer, players)


class RussianDefence:
    """The defence in progress; see `preferans_pbn.rules.interface.Defence`."""

    __slots__ = ("_calls", "_compulsory", "_dealer", "_first", "_law", "_level", "_offers", "_open",
                 "_roles", "_second", "turn")

    def __init__(self, law: DefenceLaw, level: int, compulsory: bool, declarer: int, players: int) -> None:
        self._law = law
        self._level = level
        self._compulsory = compulsory
        self._first = (declarer + 1) % 3
        self._second = (declarer + 2) % 3
        self._dealer = DEALER if players == 4 else NOBODY
        self._calls: list[str] = []
        self._roles: dict[int, str] = {}
        self._open = ""
        self.turn = self._first
        self._offers: tuple[str, ...] = ("whist",) if compulsory else self._opening_offers(first=True)

    # --- questions ------------------------------------------------------------------------------
    @property
    def settled(self) -> bool:
        """Have both defenders answered, so that what is left is implied?"""
        return self.turn < 0 or len(self._roles) >= 2

    def legal(self) -> list[str]:
        """What ``turn`` may say now."""
        return list(self._offers)

    def roles(self) -> dict[int, str]:
        """Role words by player: whist, pass, half, own."""
        return dict(self._roles)

    def open(self) -> str:
        """Which hands are laid open: ``pair``, ``passer`` or ``""``."""
        return self._open

    def manner(self) -> str:
        """``played``, ``passed-out``, ``half`` or ``own``."""
        words = self._roles.values()
        if "half" in words:
            return "half"
        if "own" in words:
            return "own"
        return "played" if "whist" in words else "passed-out"

    # --- transitions --------------------------------------------------------------------------------
    def call(self, word: str) -> Violation | None:
        """``turn`` says ``word``; a violation is returned and nothing changed where he may not."""
        if word not in self._offers:
            return self._why_not(word)
        self.force(word)
        return None

    def force(self, word: str) -> None:
        """``turn`` has said ``word``, allowed or not."""
        player = self.turn
        if player < 0:
            return
        calls = self._calls
        calls.append(word)
        if word == "open" or word == "closed":
            self._open = "pair" if word == "open" else ""
            self._end()
        elif len(calls) == 1:
            self._roles[player] = word
            if word == "half" or word == "own":
                self._roles[self._second] = "pass"
                self._end()
                return
            self.turn = self._second
            self._offers = ("whist",) if self._compulsory else self._opening_offers(first=False)
        elif len(calls) == 2:
            self._roles[player] = word
            self._after_second(word)
        elif player == self._dealer:
            self._dealer_spoke(word)
        else:
            self._after_first_again(word)

    def _opening_offers(self, *, first: bool) -> tuple[str, ...]:
        law = self._law
        offers = ["whist", "pass"]
        passed = not first and self._calls[-1] == "pass"
        if self._level in law.half and (passed or (first and law.half_by_either)):
            offers.append("half")
        if self._level in law.own and passed:
            offers.append("own")
        return tuple(offers)

    def _after_second(self, word: str) -> None:
        law = self._law
        first_word = self._calls[0]
        if first_word == "whist" and word == "pass":
            self.turn = self._first
            offers = ["whist"]
            if law.first_may_leave and self._level in law.half:
                offers.append("half")
            if self._level in law.own:
                offers.append("own")
            if len(offers) == 1:
                offers = []
            self._lone(self._first, tuple(offers))
        elif first_word == "pass" and word == "whist":
            self._lone(self._second, ())
        elif first_word == "pass" and word == "half":
            self.turn = self._first
            self._offers = ("return", "pass") if self._level in law.returns else ()
            if not self._offers:
                self._offer_dealer()
        else:
            self._end()

    def _after_first_again(self, word: str) -> None:
        if word == "return":
            self._roles[self._first] = "whist"
            self._roles[self._second] = "pass"
            self._lone(self._first, ())
        elif word == "half" or word == "own":
            self._roles[self._first] = word
            self._end()
        elif word == "whist":
            self._lone(self._first, ())
        elif word == "pass" and "half" in self._calls:
            self._offer_dealer()
        else:
            self._end()

    def _offer_dealer(self) -> None:
        if self._law.dealer_may_whist and self._dealer >= 0:
            self.turn = self._dealer
            self._offers = ("whist", "pass")
        else:
            self._end()

    def _dealer_spoke(self, word: str) -> None:
        if word == "whist":
            self._roles[self._second] = "pass"
            self._roles[self._dealer] = "whist"
            self._lone(self._dealer, ())
        else:
            self._end()

    def _lone(self, whister: int, offers: tuple[str, ...]) -> None:
        """One whister is left: how the hands lie is his choice or the variant's."""
        self.turn = whister
        if self._law.open_choice:
            self._offers = (*offers, "open", "closed")
        else:
            self._open = self._law.lone_open
            self._offers = offers
            if not offers:
                self._end()

    def _end(self) -> None:
        self.turn = NOBODY
        self._offers = ()

    def _why_not(self, word: str) -> Violation:
        if self.turn < 0:
            return Violation("defence-after-end", {"call": word})
        law = self._law
        why = f"here it is {' or '.join(self._offers)}"
        if self._compulsory:
            why = "both must whist on six spades"
        elif word in ("half", "return", "own") and not {"half": law.half, "return": law.returns, "own": law.own}[word]:
            why = f"{law.variant} has no such call"
        elif word in ("open", "closed") and not law.open_choice:
            why = f"{law.variant} leaves no choice of open or closed"
        return Violation("defence-not-allowed", {"call": word, "why": why})

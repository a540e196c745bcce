"""The followers' answers in the Balkan family: come or stay out, call the partner, the kontra chain.

Order (notation N-5.5): the answers ``come`` or ``stay-out``, right of the declarer first; then each follower in
that order ``call-partner`` (a lone one), ``kontra`` or ``fine``; a called hand is a follower and speaks next; after
``kontra`` only declarer and giver speak, in turn, until ``fine``.  In betl all follow without being asked (S2-45).

Sources: S2-44 to S2-58, PREFKLUB through G-PAJCHO and G-GPREDA.  Parameters: ``whist_first invite kontra_max
kontra_compulsory kontra_after_call rekontra_on_hand_betl``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from preferans_pbn.families.balkan.games import game_of
from preferans_pbn.rules.branching import Branching
from preferans_pbn.rules.violation import Violation

NOBODY: Final = -1
KONTRAS: Final = ("kontra", "rekontra", "subkontra", "mortkontra")
"""The steps of the chain: each doubles once more."""
NOT_PLAYED_WITHOUT_KONTRA: Final = "refe"
"""What comes of a deal whose compulsory kontra is missing, before the sheet is looked at."""

CALLER, CALLED, COME, OUT = "call-partner", "called", "come", "stay-out"


class DefenceLaw:
    """The defence rules of one variant, compiled once."""

    __slots__ = ("_hand_betl", "_step", "compulsory", "invite", "kontra_after_call", "kontra_max", "variant")

    def __init__(self, rules: Mapping[str, Any], *, variant: str) -> None:
        self.variant = variant
        # "Right" is the next in playing order where the game goes round anticlockwise.
        right = (rules["whist_first"] == "right_of_declarer") == (rules["direction"] == "ccw")
        self._step = 1 if right else 2
        self.invite: bool | None = rules.get("invite")
        self.kontra_max: int | None = rules.get("kontra_max")
        self.kontra_after_call: bool = rules.get("kontra_after_call", False)
        self.compulsory = {"pik": ("S",), "pik_or_hand": ("S", "S-hand")}.get(rules.get("kontra_compulsory", ""), ())
        self._hand_betl: bool = rules.get("rekontra_on_hand_betl", False)

    def order(self, declarer: int) -> tuple[int, int]:
        """The defenders in the order in which they speak."""
        first = (declarer + self._step) % 3
        return first, 3 - declarer - first

    def must_be_doubled(self, contract: str) -> bool:
        """Is kontra compulsory here?  A pik in hand counts as karo and is no pik (S2-43; IKLUB asks for kontra
        on a pik that was bid), except in G-PAJCHO's program."""
        return contract in self.compulsory

    def steps(self, contract: str) -> int:
        """How far the chain may go."""
        limit = self.kontra_max or 0
        return min(limit, 1) if contract == "betl-hand" and not self._hand_betl else limit

    def start(self, contract: str, declarer: int) -> BalkanDefence | None:
        """The defence of ``contract``, or None where there is nothing to answer."""
        if game_of(contract) == "betl" and not self.kontra_max:
            return None
        return BalkanDefence(self, contract, declarer)


class BalkanDefence(Branching):
    """The defence in progress; see `preferans_pbn.rules.interface.Defence`."""

    __slots__ = ("_contract", "_declarer", "_giver", "_law", "_level", "_order", "_roles", "_spoken",
                 "_waiting", "turn")

    def __init__(self, law: DefenceLaw, contract: str, declarer: int) -> None:
        self._law = law
        self._contract = contract
        self._declarer = declarer
        self._order = law.order(declarer)
        self._roles: dict[int, str] = {}
        self._waiting: list[int] = []  # followers who may still call or give kontra
        self._giver = NOBODY
        self._level = 0
        self._spoken = False
        self.turn = self._order[0]
        if game_of(contract) == "betl":
            self._roles = dict.fromkeys(self._order, COME)
            self._waiting = list(self._order)

    @property
    def settled(self) -> bool:
        """Have both answered, so that what is left is implied (`fine`)?"""
        return self._spoken and len(self._roles) == 2

    def legal(self) -> list[str]:
        """What ``turn`` may say now."""
        if self.turn < 0:
            return []
        if len(self._roles) < 2:
            return [COME, OUT]
        if self._level:
            return [KONTRAS[self._level], "fine"]
        words = []
        if self._law.invite and self._lone() and CALLER not in self._roles.values():
            words.append(CALLER)
        if self._law.kontra_max:
            words.append(KONTRAS[0])
        return [*words, "fine"]

    def call(self, word: str) -> Violation | None:
        """``turn`` says ``word``; a violation is returned and nothing changed where he may not."""
        law = self._law
        if word in KONTRAS and law.kontra_max is None:
            return Violation("undefined-by-variant", {"variant": law.variant, "what": "kontra (kontra_max)"})
        if word == CALLER and law.invite is None:
            return Violation("undefined-by-variant", {"variant": law.variant, "what": "calling the partner (invite)"})
        offers = self.legal()
        if word in offers:
            self._apply(word)
            return None
        if not offers:
            return Violation("defence-after-end", {"call": word})
        why = f"here it is {' or '.join(offers)}"
        if game_of(self._contract) == "betl" and word in (COME, OUT):
            why = "in betl both follow without being asked"
        elif word in KONTRAS and KONTRAS.index(word) >= law.steps(self._contract):
            why = f"kontra goes no further than {KONTRAS[law.steps(self._contract) - 1]}" if law.kontra_max else (
                f"{law.variant} has no kontra")
        return Violation("defence-not-allowed", {"call": word, "why": why})

    def force(self, word: str) -> None:
        """``turn`` has said ``word``, allowed or not.  What is not allowed counts as the answer that changes
        least: ``come``, then ``fine``."""
        offers = self.legal()
        if offers:
            self._apply(word if word in offers else COME if COME in offers else "fine")

    def _apply(self, word: str) -> None:
        player = self.turn
        self._spoken = True
        if word in (COME, OUT):
            self._roles[player] = word
            self.turn = self._order[1]
            if len(self._roles) == 2:
                self._waiting = [other for other in self._order if self._roles[other] == COME]
                self._next_follower()
        elif word == CALLER:
            called = 3 - self._declarer - player
            self._roles.update({player: CALLER, called: CALLED})
            self._waiting = [called] if self._law.kontra_after_call else []
            self._next_follower()
        elif word == "fine":
            if self._level:
                self.turn = NOBODY
            else:
                self._waiting.remove(player)
                self._next_follower()
        else:
            self._raise_kontra(player)

    def _next_follower(self) -> None:
        """The next follower who has something to say."""
        if self._law.kontra_max or (self._law.invite and self._lone() and CALLER not in self._roles.values()):
            self.turn = self._waiting[0] if self._waiting else NOBODY
        else:
            self.turn = NOBODY

    def _raise_kontra(self, player: int) -> None:
        self._level += 1
        if self._level == 1:
            self._giver = player
            for other in self._order:
                if self._roles[other] == OUT:
                    self._roles[other] = CALLED  # kontra pulls the third in
        if self._level >= self._law.steps(self._contract):
            self.turn = NOBODY
        else:
            self.turn = self._declarer if player == self._giver else self._giver

    def _lone(self) -> bool:
        return OUT in self._roles.values()

    def roles(self) -> dict[int, str]:
        """Role words by player: come, stay-out, call-partner, called."""
        return dict(self._roles)

    def open(self) -> str:
        """No hands are laid open."""
        return ""

    def manner(self) -> str:
        """``played``, ``passed-out``, or ``refe`` where a compulsory kontra is missing."""
        return manner_of(self._law, self._contract, self._roles, self.kontra())

    def kontra(self) -> tuple[int, int] | None:
        """Who gave kontra and how far it went (1 to 4)."""
        return (self._giver, self._level) if self._level else None


def manner_of(law: DefenceLaw, contract: str, roles: Mapping[int, str], kontra: tuple[int, int] | None) -> str:
    """What comes of a deal with these roles.

    A pik without kontra is not played, whoever stayed out (S2-59: "if no kontra is given on pik").  Where both
    stay out of another game the declarer passes (AMB-S2-18).
    """
    if kontra is None and law.must_be_doubled(contract):
        return NOT_PLAYED_WITHOUT_KONTRA
    if len(roles) == 2 and all(role == OUT for role in roles.values()):
        return "passed-out"
    return "played"

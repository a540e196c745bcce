"""The defenders' answers in the Russian family: whist, pass, half, return, own, open or closed.

The ways a defence can go are few, so they are laid out once a variant as a tree of `Node`; an answer is
one step down the tree.

Sources: CODEX 3.8.1 to 3.8.3, PARLETT, G-LL1R1K 5, G-FSPR, G-JURA (rules 1.6 WHIST and OPEN/CLOSED),
S1-72 to S1-83.  Parameters: ``half_whist half_whist_by whist_return first_may_leave own_whist
dealer_may_whist stalingrad ten open_play``.  Where a variant leaves one of them undefined, only the calls
that it is about are refused.

With two at the table there is one defender, who whists with the dummy or passes (`rules.md` 5B).
``open_when`` changes nothing here: where hands are laid open only after the first card, the whister's choice is
made then, and it is still written among the answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from preferans_pbn.families.russian.ladder import CONTRACT_RUNGS
from preferans_pbn.rules.branching import Branching
from preferans_pbn.rules.violation import Violation
from preferans_pbn.variants import UndefinedByVariant

NOBODY: Final = -1
# Speakers: the first and the second defender, and the dealer who rests at a table of four.
FIRST, SECOND, DEALER = 0, 1, 2
_CALLS_BY_RULE: Final = {"half": "half_whist", "return": "whist_return", "own": "own_whist", "open": "open_play",
                         "closed": "open_play"}


def _levels(rules: Mapping[str, Any], name: str) -> frozenset[int]:
    """The levels that a parameter lists; none where the variant does not define it."""
    return frozenset(int(level) for level in rules.get(name, ()))


@dataclass(slots=True)
class Node:
    """A point of the defence: ``speaker`` may say the words of ``next``.

    ``roles`` are the role words by speaker so far; ``settled``: what is not said is implied.
    """

    speaker: int = NOBODY
    next: dict[str, Node] = field(default_factory=dict)
    roles: dict[int, str] = field(default_factory=dict)
    open: str = ""
    manner: str = "played"
    settled: bool = True


class DefenceLaw:
    """The defence rules of one variant, compiled once."""

    __slots__ = ("_checked_ten", "_dealer_may_whist", "_first_may_leave", "_half", "_half_by_either", "_lone_open",
                 "_open_choice", "_own", "_returns", "_roots", "_stalingrad", "_undefined", "variant")

    def __init__(self, rules: Mapping[str, Any], *, variant: str = "this variant") -> None:
        self.variant = variant
        self._undefined = frozenset(word for word, name in _CALLS_BY_RULE.items() if name not in rules)
        self._half = _levels(rules, "half_whist")
        self._half_by_either = rules["half_whist_by"] == "either"
        self._returns = _levels(rules, "whist_return")
        self._own = _levels(rules, "own_whist")
        self._first_may_leave: bool = rules.get("first_may_leave", False)
        self._dealer_may_whist: bool = rules["dealer_may_whist"]
        self._stalingrad: bool = rules["stalingrad"]
        self._checked_ten: bool | None = rules["ten"] == "checked" if "ten" in rules else None
        open_play = rules.get("open_play", "")
        self._open_choice = open_play == "choice"
        self._lone_open = {"passer_open": "passer", "both_open": "pair"}.get(open_play, "")
        self._roots: dict[tuple[str, int], Node | None] = {}

    def start(self, contract: str, declarer: int, players: int) -> RussianDefence | None:
        """The defence of ``contract``, or None where there is nothing to answer: misère, all-pass, a
        surrender, a ten that is checked.

        Raises UndefinedByVariant for a ten where the variant does not say whether it is whisted.
        """
        key = (contract, players)
        try:
            root = self._roots[key]
        except KeyError:
            root = self._roots[key] = self._root(contract, players)
        return None if root is None else RussianDefence(self, root, declarer, players)

    def undefined_call(self, word: str) -> bool:
        """Is ``word`` a call that the variant neither has nor lacks, as nothing is said of it?"""
        return word in self._undefined

    def no_such_call(self, word: str) -> bool:
        """Does the variant have no such answer at any level?"""
        calls = {"half": self._half, "return": self._returns, "own": self._own}
        return word in calls and not calls[word]

    @property
    def open_choice(self) -> bool:
        """May a lone whister choose between open and closed?"""
        return bool(self._open_choice)

    # --- the tree ---------------------------------------------------------------------------------
    def _root(self, contract: str, players: int) -> Node | None:
        rung = CONTRACT_RUNGS.get(contract)
        if rung is None or rung.level == 0:
            return None
        if rung.level == 10 and self._checked_ten is not False:
            if self._checked_ten is None:
                raise UndefinedByVariant(self.variant, "ten")
            return None
        level = rung.level
        if players == 2:
            return self._one_defender()
        whist = self._second_after_whist(level)
        if contract == "6S" and self._stalingrad:
            whist.next = {"whist": whist.next["whist"]}
            return Node(FIRST, {"whist": whist}, settled=False)
        return Node(FIRST, {"whist": whist, "pass": self._second_after_pass(level, players == 4)}, settled=False)

    def _one_defender(self) -> Node:
        """A table of two: the other player whists, for himself and the dummy, or lets the contract go."""
        roles = {FIRST: "pass"}
        return Node(FIRST, {"whist": self._lone(FIRST, {FIRST: "whist"}),
                            "pass": Node(roles=roles, manner="passed-out")}, settled=False)

    def _second_after_whist(self, level: int) -> Node:
        both = Node(roles={FIRST: "whist", SECOND: "whist"})
        roles = {FIRST: "whist", SECOND: "pass"}
        lone = self._lone(FIRST, roles)
        leave: dict[str, Node] = {}
        if self._first_may_leave and level in self._half:
            leave["half"] = Node(roles={FIRST: "half", SECOND: "pass"}, manner="half")
        if level in self._own:
            leave["own"] = Node(roles={FIRST: "own", SECOND: "pass"}, manner="own")
        if leave:
            # He may also say that he stays; open or closed may follow at once or after it.
            lone = Node(FIRST, {"whist": lone, **leave, **lone.next}, roles, lone.open)
        return Node(SECOND, {"whist": both, "pass": lone}, {FIRST: "whist"}, settled=False)

    def _second_after_pass(self, level: int, dealer: bool) -> Node:
        answers = {
            "whist": self._lone(SECOND, {FIRST: "pass", SECOND: "whist"}),
            "pass": self._both_passed(level),
        }
        if level in self._half:
            answers["half"] = self._after_half(level, dealer)
        if level in self._own:
            answers["own"] = Node(roles={FIRST: "pass", SECOND: "own"}, manner="own")
        return Node(SECOND, answers, {FIRST: "pass"}, settled=False)

    def _both_passed(self, level: int) -> Node:
        roles = {FIRST: "pass", SECOND: "pass"}
        if level in self._half and self._half_by_either:
            half = Node(roles={FIRST: "half", SECOND: "pass"}, manner="half")
            return Node(FIRST, {"half": half, "pass": Node(roles=roles, manner="passed-out")}, roles,
                        manner="passed-out")
        return Node(roles=roles, manner="passed-out")

    def _after_half(self, level: int, dealer: bool) -> Node:
        """After pass and half.  A refused return goes without saying, but where the dealer may whist he must answer,
        and so must those before him (N-5.4, N-5.9)."""
        roles = {FIRST: "pass", SECOND: "half"}
        refused = Node(roles=roles, manner="half")
        asked = dealer and self._dealer_may_whist
        if asked:
            whists = self._lone(DEALER, {FIRST: "pass", SECOND: "pass", DEALER: "whist"})
            refused = Node(DEALER, {"whist": whists, "pass": Node(roles=roles, manner="half")}, roles, manner="half",
                           settled=False)
        if level not in self._returns:
            return refused
        returned = self._lone(FIRST, {FIRST: "whist", SECOND: "pass"})
        return Node(FIRST, {"return": returned, "pass": refused}, roles, manner="half", settled=not asked)

    def _lone(self, whister: int, roles: dict[int, str]) -> Node:
        """One whister is left: how the hands lie is his choice or the variant's."""
        if not self._open_choice:
            return Node(roles=roles, open=self._lone_open)
        return Node(whister, {"open": Node(roles=roles, open="pair"), "closed": Node(roles=roles)}, roles)


class RussianDefence(Branching):
    """The defence in progress; see `preferans_pbn.rules.interface.Defence`."""

    __slots__ = ("_law", "_node", "_seats", "turn")

    def __init__(self, law: DefenceLaw, root: Node, declarer: int, players: int) -> None:
        self._law = law
        self._node = root
        if players == 2:
            self._seats = (2 - declarer, NOBODY, NOBODY, NOBODY)
        else:
            self._seats = ((declarer + 1) % 3, (declarer + 2) % 3, 3, NOBODY)
        self.turn = self._seats[FIRST]

    @property
    def settled(self) -> bool:
        """Have both defenders answered, so that what is left is implied?"""
        return self._node.settled

    def call(self, word: str) -> Violation | None:
        """``turn`` says ``word``; a violation is returned and nothing changed where he may not."""
        node = self._node.next.get(word)
        if node is None:
            return self._why_not(word)
        self._node = node
        self.turn = self._seats[node.speaker]
        return None

    def force(self, word: str) -> None:
        """``turn`` has said ``word``, allowed or not.  What is not allowed counts as the answer that changes
        least: a pass."""
        nodes = self._node.next
        node = nodes.get(word) or nodes.get("pass") or next(iter(nodes.values()), None)
        if node is not None:
            self._node = node
            self.turn = self._seats[node.speaker]

    def legal(self) -> list[str]:
        """What ``turn`` may say now."""
        return list(self._node.next)

    def roles(self) -> dict[int, str]:
        """Role words by player: whist, pass, half, own."""
        seats = self._seats
        return {seats[speaker]: role for speaker, role in self._node.roles.items()}

    def open(self) -> str:
        """Which hands are laid open: ``pair``, ``passer`` or ``""``."""
        return self._node.open

    def manner(self) -> str:
        """``played``, ``passed-out``, ``half`` or ``own``."""
        return self._node.manner

    def kontra(self) -> tuple[int, int] | None:
        """There is no kontra in this family."""
        return None

    def _why_not(self, word: str) -> Violation:
        offers = self._node.next
        law = self._law
        if law.undefined_call(word):
            return Violation("undefined-by-variant", {"variant": law.variant, "what": f"the answer {word}"})
        if not offers:
            return Violation("defence-after-end", {"call": word})
        why = f"here it is {' or '.join(offers)}"
        if list(offers) == ["whist"]:
            why = "both must whist on six spades"
        elif law.no_such_call(word):
            why = f"{law.variant} has no such call"
        elif word in ("open", "closed") and not law.open_choice:
            why = f"{law.variant} leaves no choice of open or closed"
        return Violation("defence-not-allowed", {"call": word, "why": why})

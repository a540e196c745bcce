"""Answers of the defenders as a tree: the ways a defence can go are few, so they are laid out once.

An answer is one step down the tree.  A family builds the tree from its parameters and says in its own words
why an answer is not allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from preferans_pbn.rules.branching import Branching
from preferans_pbn.rules.violation import Violation

NOBODY: Final = -1
FIRST: Final = 0
SECOND: Final = 1


@dataclass(slots=True)
class Node:
    """A point of the defence: ``speaker`` (`FIRST` or `SECOND` defender) may say the words of ``next``.

    ``roles`` are the role words by speaker so far; ``settled``: what is not said is implied.
    """

    speaker: int = NOBODY
    next: dict[str, Node] = field(default_factory=dict)
    roles: dict[int, str] = field(default_factory=dict)
    manner: str = "played"
    settled: bool = True


class TreeDefence(Branching):
    """A defence in progress; see `preferans_pbn.rules.interface.Defence`.

    ``seats`` are the players' indices of the first and the second defender; ``why_not`` words the refusal of
    an answer, given it and the answers that are allowed.
    """

    __slots__ = ("_node", "_seats", "_why_not", "turn")

    def __init__(self, root: Node, seats: Sequence[int], why_not: Callable[[str, Sequence[str]], str]) -> None:
        self._node = root
        self._seats = (*seats, NOBODY)
        self._why_not = why_not
        self.turn = self._seats[root.speaker]

    @property
    def settled(self) -> bool:
        """Is what is not said yet implied?"""
        return self._node.settled

    def call(self, word: str) -> Violation | None:
        """``turn`` says ``word``; a violation is returned and nothing changed where he may not."""
        node = self._node.next.get(word)
        if node is None:
            if not self._node.next:
                return Violation("defence-after-end", {"call": word})
            return Violation("defence-not-allowed", {"call": word, "why": self._why_not(word, self.legal())})
        self._step(node)
        return None

    def force(self, word: str) -> None:
        """``turn`` has said ``word``, allowed or not.  What is not allowed counts as the answer that changes
        least: a pass."""
        nodes = self._node.next
        node = nodes.get(word) or nodes.get("pass") or next(reversed(nodes.values()), None)
        if node is not None:
            self._step(node)

    def _step(self, node: Node) -> None:
        self._node = node
        self.turn = self._seats[node.speaker]

    def legal(self) -> list[str]:
        """What ``turn`` may say now."""
        return list(self._node.next)

    def roles(self) -> dict[int, str]:
        """Role words by player."""
        return {self._seats[speaker]: role for speaker, role in self._node.roles.items()}

    def open(self) -> str:
        """No hand is laid open."""
        return ""

    def manner(self) -> str:
        """``played`` or ``passed-out``."""
        return self._node.manner

    def kontra(self) -> tuple[int, int] | None:
        """There is no kontra."""
        return None

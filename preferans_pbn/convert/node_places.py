"""Where the parts of a record stand in a JSON source: the nodes that they were read from, asked for their place only
when a finding needs it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from preferans_pbn.convert.json_source import Node
from preferans_pbn.convert.judging import Place
from preferans_pbn.record import Key, Where


class NodePlaces(Mapping[Where, Place]):
    """The places of one deal; ``deal`` is the node of the deal as a whole."""

    def __init__(self, deal: Node) -> None:
        self._nodes = {Where(""): deal}

    def put(self, owner: str, node: Node | None, key: Key = None) -> None:
        """The part ``key`` of ``owner`` was read from ``node`` (None: the source does not have it)."""
        if node is not None:
            self._nodes[Where(owner, key)] = node

    def __getitem__(self, where: Where) -> Place:
        line, col = self._nodes[where].place
        return Place(line, col, col + 1)

    def __contains__(self, where: object) -> bool:
        return where in self._nodes

    def __iter__(self) -> Iterator[Where]:
        return iter(self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)

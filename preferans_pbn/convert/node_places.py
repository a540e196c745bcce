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

    def put_each(self, owner: str, nodes: Node | None) -> None:
        """The parts of ``owner`` were read from the entries of a list, in order."""
        for number, node in enumerate([] if nodes is None or not isinstance(nodes.value, list) else nodes.array()):
            self.put(owner, node, number)

    def put_hands(self, hands: Node | None, seats: Mapping[str | int, str]) -> None:
        """The hands were read from members or entries of ``hands``: the seat of each."""
        for key, seat in seats.items():
            if hands is not None and isinstance(hands.value, list if isinstance(key, int) else dict):
                self.put("Deal", hands.get(key), seat)
        self.put("Deal", hands)

    def put_tricks(self, tricks: Node | None, plays: str, winner: str = "winner") -> None:
        """The play was read from a list of objects, each with a list ``plays`` and perhaps a ``winner``."""
        number = 0
        for row, trick in enumerate([] if tricks is None or not isinstance(tricks.value, list) else tricks.array()):
            if not isinstance(trick.value, dict):
                continue
            self.put("Play", trick, ("row", str(row)))
            self.put("Play", trick.get(winner), ("winner", str(row)))
            cards = trick.get(plays)
            for card in [] if cards is None or not isinstance(cards.value, list) else cards.array():
                self.put("Play", card, number)
                number += 1

    def __getitem__(self, where: Where) -> Place:
        line, col = self._nodes[where].place
        return Place(line, col, col + 1)

    def __contains__(self, where: object) -> bool:
        return where in self._nodes

    def __iter__(self) -> Iterator[Where]:
        return iter(self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)

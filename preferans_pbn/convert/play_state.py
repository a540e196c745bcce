"""Play-state snapshots, version 1, as JSON: a deal in the middle of its play.

``hands`` are the cards still held, ``completedTricks`` and ``currentTrick`` what was played.  Where every trick is
there, the hands at the first lead follow from them, and the record begins there; else it is a Position with the tricks
so far.
Players 0, 1, 2 sit round to the left.  By which rules the deal is played is not said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from preferans_pbn.cards import CARD_BY_NAME, CARD_NAMES, Card
from preferans_pbn.convert.common_law import contradictions
from preferans_pbn.convert.deal import SourceDeal, SourceSession, SourceTrick, record_of
from preferans_pbn.convert.decoding import decode
from preferans_pbn.convert.faults import SourceFault
from preferans_pbn.convert.json_source import Document, Node
from preferans_pbn.convert.judging import locate
from preferans_pbn.convert.model import Converted, Loss, Options, Source
from preferans_pbn.convert.node_places import NodePlaces
from preferans_pbn.notation import spellings

TITLE: Final = "play-state snapshot"
SEATS: Final = "SWE"
_KEYS: Final = frozenset((
    "version", "mode", "dealer", "hands", "leader", "toPlay", "currentTrick", "completedTricks", "tricksWon",
))


def sniff(head: bytes, name: str = "") -> float:
    """How sure it is that a file that begins like this is such a snapshot."""
    marks = (b'"toPlay"', b'"completedTricks"', b'"currentTrick"')
    if re.search(rb'"version"\s*:\s*1\b', head) and sum(mark in head for mark in marks) >= 2:
        return 1.0
    return 0.0


def read(source: Source, options: Options) -> Iterator[Converted]:
    """The snapshot of a file, or those of a list.  Raises SourceFault where the file as a whole cannot be read."""
    root = Document(decode(source.read(options.size_limit), options.encoding), TITLE).root
    for number, node in enumerate(root.array() if isinstance(root.value, list) else [root], 1):
        one = Converted(None)
        try:
            _convert(one, node, number, source)
        except SourceFault as problem:
            one.diagnostics.append(problem.finding)
        yield one


def _convert(one: Converted, node: Node, number: int, source: Source) -> None:
    node["version"].integer(1, 1)
    one.diagnostics += node.unknown(_KEYS)
    deal = SourceDeal(number, 2, finished=False)
    dealer = node.get("dealer")
    if dealer is not None:
        deal.dealer = dealer.integer(0, 2)
    _mode(node["mode"], deal)
    held = {player: [_card(card) for card in node["hands"][str(player)].array()] for player in range(3)}
    plays = _tricks(node, deal)
    whole = all(len(held[player]) + sum(who == player for who, _ in plays) == 10 for player in range(3))
    deal.hands = {player: held[player] + [card for who, card in plays if who == player] for player in range(3)}
    _no_card_twice(node, deal)
    deal.finished = whole and len(deal.tricks) == 10 and len(deal.tricks[-1].plays) == 3
    session = SourceSession(seats=SEATS, event=f"Snapshot {source.stem}".strip(), site="play-state snapshot",
                            session="")
    deal.discard = "-" if deal.declarer is not None else None  # the hands are those of the play
    if not whole:
        # What was played before is not all there: the position is that of the current trick.
        deal.hands = {player: held[player] + [card for who, card in _current(node) if who == player]
                      for player in range(3)}
        deal.tricks = [SourceTrick(_current(node))] if _current(node) else []
        one.losses.append(Loss("completedTricks", number,
                               "the tricks before are not all there: only the current one is part of the record"))
    if not all(deal.hands.values()):
        raise node["hands"].unexpected("cards in every hand, or all the tricks that they were played in")
    found = contradictions(deal, SEATS)
    places = _places(node, whole)
    record = record_of(session, deal, one.losses, places)
    record.session, record.board = None, None
    record.discard = None
    if dealer is None:
        record.dealer = None
    if deal.contract != "all-pass" or not whole:
        record.position, record.deal = record.deal, None
        record.leader = SEATS[deal.tricks[0].plays[0][0] if deal.tricks else node["leader"].integer(0, 2)]
    won = node.get("tricksWon")
    if won is not None and not whole:
        record.tricks = {SEATS[player]: won[str(player)].integer(0, 10) for player in range(3)}
    one.record = record
    one.diagnostics += [locate(finding, places) for finding in found]
    _check_counts(one, node, deal, whole)


def _mode(mode: Node, deal: SourceDeal) -> None:
    if mode["kind"].word({"contract": "contract", "raspasy": "raspasy"}) == "raspasy":
        deal.contract = "all-pass"
        widow = mode.get("widow")
        if widow is not None:
            deal.talon = [_card(card) for card in widow.array(2)]
        return
    contract = mode["contract"]
    deal.contract = spellings.contract_of(contract.text())
    if deal.contract is None:
        raise contract.unexpected("a contract such as 7H, 6NT or misere")
    deal.declarer = mode["declarer"].integer(0, 2)


def _card(node: Node) -> Card:
    text = node.text()
    card = CARD_BY_NAME.get(text[-1:] + text[:-1].replace("10", "T"))
    if card is None:
        raise node.unexpected("a card, rank then suit, such as AS or TD")
    return card


def _play(entry: Node, player: int) -> tuple[int, Card]:
    """A play: a card alone is by the player whose turn it is."""
    if isinstance(entry.value, dict):
        who = entry.get("player") or entry["seat"]
        return who.integer(0, 2), _card(entry["card"])
    return player, _card(entry)


def _plays(node: Node, leader: int) -> list[tuple[int, Card]]:
    entries = (node["plays"] if isinstance(node.value, dict) else node).array()
    return [_play(entry, (leader + step) % 3) for step, entry in enumerate(entries)]


def _current(node: Node) -> list[tuple[int, Card]]:
    current = node.get("currentTrick")
    return [] if current is None else _plays(current, node["leader"].integer(0, 2))


def _tricks(node: Node, deal: SourceDeal) -> list[tuple[int, Card]]:
    """The tricks of the deal; every card with who played it."""
    for trick in node["completedTricks"].array():
        leader = trick["leader"].integer(0, 2)
        plays = _plays(trick["plays"], leader)
        if len(plays) != 3:
            raise trick["plays"].unexpected("three cards")
        winner = trick.get("winner")
        talon = trick.get("widowCard")
        deal.tricks.append(SourceTrick(plays, None if winner is None else winner.integer(0, 2),
                                       None if talon is None else _card(talon)))
    current = _current(node)
    if current:
        deal.tricks.append(SourceTrick(current))
    return [play for trick in deal.tricks for play in trick.plays]


def _no_card_twice(node: Node, deal: SourceDeal) -> None:
    holders: dict[Card, int] = {}
    for player, cards in deal.hands.items():
        for card in cards:
            if card in holders:
                raise node["hands"].contradiction(
                    f"{CARD_NAMES[card]} is with player {holders[card]} and with player {player}, counting what was "
                    "played")
            holders[card] = player


def _check_counts(one: Converted, node: Node, deal: SourceDeal, whole: bool) -> None:
    """``tricksWon`` against the winners of the tricks."""
    won = node.get("tricksWon")
    if won is None or not whole:
        return
    for player in range(3):
        claimed, counted = won[str(player)], sum(trick.winner == player for trick in deal.tricks)
        if claimed.integer(0, 10) != counted:
            problem = claimed.contradiction(
                f"it is {claimed.value}, but player {player} took {counted} of the completed tricks")
            one.diagnostics.append(problem.finding)


def _places(node: Node, whole: bool) -> NodePlaces:
    places = NodePlaces(node)
    number = 0
    tricks = node["completedTricks"].array() if whole else []
    current = node.get("currentTrick")
    for row, trick in enumerate([*tricks, *([] if current is None else [current])]):
        plays = trick["plays"] if isinstance(trick.value, dict) else trick
        for play in plays.array():
            places.put("Play", play, number)
            number += 1
        if isinstance(trick.value, dict):
            places.put("Play", trick.get("winner"), ("winner", str(row)))
    for player in range(3):
        for owner in ("Deal", "Position"):
            places.put(owner, node["hands"][str(player)], SEATS[player])
    return places


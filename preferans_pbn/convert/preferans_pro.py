"""Deals of preferans.pro as JSON (the protobuf messages in their JSON mapping): hands, contract, decisions, tricks.

There is no auction.  Who sits where follows from the order in which a trick is played; before the first card it is the
order of ``hands``.  In an all-pass a talon card is a play without a player.  By which rules the deal was played is not
said; scores have no form that is known, and are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from preferans_pbn.cards import Card
from preferans_pbn.convert.common_law import contradictions
from preferans_pbn.convert.deal import SourceDeal, SourceSession, SourceTrick, record_of
from preferans_pbn.convert.decoding import decode
from preferans_pbn.convert.faults import SourceFault
from preferans_pbn.convert.json_source import Document, Node
from preferans_pbn.convert.judging import locate
from preferans_pbn.convert.model import Converted, Loss, Options, Source
from preferans_pbn.convert.node_places import NodePlaces
from preferans_pbn.convert.spelling import words_of_card
from preferans_pbn.notation import spellings

TITLE: Final = "preferans.pro deal"
SEATS: Final = "SWE"
_KEYS: Final = frozenset((
    "id", "hands", "talon", "declarer_id", "contract", "decisions", "tricks", "scores", "discarded_cards",
    "trick_history",
))


def _camel(key: str) -> str:
    """The key as the JSON mapping of protobuf writes it."""
    first, *rest = key.split("_")
    return first + "".join(part.capitalize() for part in rest)


def _get(node: Node, key: str) -> Node | None:
    return node.get(key) or node.get(_camel(key))


def _need(node: Node, key: str) -> Node:
    return _get(node, key) or node[key]


def sniff(head: bytes, name: str = "") -> float:
    """How sure it is that a file that begins like this holds such deals."""
    if re.search(rb'"(?:trick_history|trickHistory|discarded_cards|discardedCards)"', head) and b'"hands"' in head:
        return 1.0
    return 0.8 if re.search(rb'"[a-z0-9]+_of_(?:spades|clubs|diamonds|hearts)"', head) and b'"talon"' in head else 0.0


def read(source: Source, options: Options) -> Iterator[Converted]:
    """The deal of a file, or those of a list.  Raises SourceFault where the file as a whole cannot be read."""
    root = Document(decode(source.read(options.size_limit), options.encoding), TITLE).root
    for number, node in enumerate(root.array() if isinstance(root.value, list) else [root], 1):
        one = Converted(None)
        try:
            one.diagnostics += node.unknown(_KEYS | {_camel(key) for key in _KEYS})
            _convert(one, node, number)
        except SourceFault as problem:
            one.diagnostics.append(problem.finding)
        yield one


def _convert(one: Converted, node: Node, number: int) -> None:
    hands = node["hands"]
    players = _players(one, node, hands, number)
    deal = SourceDeal(number, 2)
    deal.hands = {player: [_card(card) for card in _cards(hands[name])] for player, name in enumerate(players)}
    talon = node.get("talon")
    if talon is not None and talon.value:
        deal.talon = [_card(card) for card in talon.array(2)]
    declarer, contract = _get(node, "declarer_id"), node.get("contract")
    word = None if contract is None or not contract.value else _contract(contract)
    if declarer is not None and declarer.value:
        deal.declarer = _player(declarer, players)
        deal.contract = word
        laid = _get(node, "discarded_cards")
        if laid is not None and laid.value:
            deal.discard = [_card(card) for card in laid.array(2)]
        _decisions(one, node, deal, players)
    elif word in ("all-pass", None):
        deal.contract = word
    elif contract is not None:
        raise contract.contradiction("nobody is the declarer")
    _tricks(node, deal, players)
    counts = node.get("tricks")
    if counts is not None and counts.value:
        deal.taken = {players.index(name): value.integer(0, 10) for name, value in counts.members() if name in players}
    scores = node.get("scores")
    if scores is not None and scores.value:
        one.losses.append(Loss("scores", number, "what the scores of this format mean is not known"))
    found = contradictions(deal, SEATS)
    ident = node.get("id")
    session = SourceSession(seats=SEATS, event="preferans.pro", site="preferans.pro", session="", names=players)
    places = _places(node, players)
    record = record_of(session, deal, one.losses, places)
    record.session = record.dealer = None
    if ident is not None:
        record.board = str(ident.value) if isinstance(ident.value, int) else ident.text()
    if deal.declarer is not None and deal.contract is None:
        record.contract = None
    one.record = record
    one.diagnostics += [locate(finding, places) for finding in found]


def _players(one: Converted, node: Node, hands: Node, number: int) -> list[str]:
    """The players in playing order: that of the first trick that all three play to, from its leader."""
    names = list(hands.object())
    if len(names) != 3:
        raise hands.unexpected("three players")
    history = _get(node, "trick_history")
    for trick in [] if history is None else history.array():
        order = [name for play in trick["plays"].array() if (name := _name(play)) in names]
        if len(set(order)) == 3 == len(order):
            at = order.index(names[0])
            return order[at:] + order[:at]
    one.losses.append(Loss("hands", number, "who sits on whose left is not said; the players are taken in the order of "
                                            "their hands"))
    return names


def _name(play: Node) -> str:
    who = _get(play, "player_id")
    return "" if who is None else who.text()


def _player(node: Node, players: list[str]) -> int:
    name = node.text()
    if name not in players:
        raise node.unexpected("one of " + ", ".join(players))
    return players.index(name)


def _cards(node: Node) -> list[Node]:
    """The cards of a hand, which may lie in a message of their own."""
    return (node["cards"] if isinstance(node.value, dict) else node).array()


def _card(node: Node) -> Card:
    found = words_of_card(node.text(), of=True)
    if found is None:
        raise node.unexpected("a card such as queen_of_hearts")
    return found


def _contract(node: Node) -> str:
    text = node.text()
    if spellings.call_of(text) == "pass":
        return "all-pass"
    word = spellings.contract_of(text)
    if word is None:
        raise node.unexpected("a contract such as 8♠, 6NT, MISER or PASS")
    return word


def _decisions(one: Converted, node: Node, deal: SourceDeal, players: list[str]) -> None:
    """What the defenders decided; a word that is none of whist, pass and half is left out and reported."""
    decisions = node.get("decisions")
    for name, said in () if decisions is None else decisions.members():
        if name not in players or players.index(name) == deal.declarer:
            continue
        word = spellings.answer_of(said.text().replace("-", " ").replace("_", " "))
        if word in ("whist", "pass", "half"):
            deal.roles[players.index(name)] = word
        elif said.value:
            one.losses.append(Loss(f"decisions.{name}", deal.number, f"{said.text()} is no answer that is known"))
    if deal.contract == "misere":
        deal.roles.clear()


def _tricks(node: Node, deal: SourceDeal, players: list[str]) -> None:
    history = _get(node, "trick_history")
    for trick in [] if history is None else history.array():
        made = SourceTrick([])
        for play in trick["plays"].array():
            card = _card(play["card"])
            name = _name(play)
            if name:
                made.plays.append((_player(_need(play, "player_id"), players), card))
            elif made.plays or made.talon is not None:
                raise play.contradiction("a talon card is not the first of its trick")
            else:
                made.talon = card
        winner = _get(trick, "winner_player_id")
        if winner is not None and winner.value:
            made.winner = _player(winner, players)
        deal.tricks.append(made)
    deal.finished = not deal.tricks or (len(deal.tricks) == 10 and len(deal.tricks[-1].plays) == 3)


def _places(node: Node, players: list[str]) -> NodePlaces:
    places = NodePlaces(node)
    for player, name in enumerate(players):
        places.put("Deal", node["hands"].get(name), SEATS[player])
    places.put("Talon", node.get("talon"))
    places.put("Discard", _get(node, "discarded_cards"))
    number = 0
    history = _get(node, "trick_history")
    for row, trick in enumerate([] if history is None else history.array()):
        for play in trick["plays"].array():
            if _name(play):
                places.put("Play", play, number)
                number += 1
            else:
                places.put("Play", play, ("talon", str(row)))
        places.put("Play", _get(trick, "winner_player_id"), ("winner", str(row)))
    return places

"""Test scenarios of PrefHub as JSON: decks, and for each deck lists of moves.

A scenario is a deal.  Moves are ``bid``, ``takePrikup`` (with the discard) and ``playCard``; nobody says whist or pass
to the contract, and the contract is the bid that won.  Players sit South, West, East round to the left; the first
bidder is forehand.  By which rules the scenarios are played is not said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from preferans_pbn.cards import Card
from preferans_pbn.convert.common_law import contradictions
from preferans_pbn.convert.deal import SourceDeal, SourceSession, SourceTrick, record_of
from preferans_pbn.convert.decoding import decode
from preferans_pbn.convert.faults import SourceFault, placed
from preferans_pbn.convert.json_source import Document, Node
from preferans_pbn.convert.judging import locate
from preferans_pbn.convert.model import Converted, Options, Source
from preferans_pbn.convert.node_places import NodePlaces
from preferans_pbn.convert.spelling import bid_in_words, words_of_card
from preferans_pbn.notation import spellings

TITLE: Final = "PrefHub scenario file"
SEATS: Final = "SWE"
_PLAYERS: Final = {"playerSouth": 0, "playerWest": 1, "playerEast": 2}
_TEST_KEYS: Final = frozenset(("description", "game", "deck", "scenarios"))
_MOVE_KEYS: Final = frozenset(("action", "player", "contract", "discard", "card"))


def sniff(head: bytes, name: str = "") -> float:
    """How sure it is that a file that begins like this holds such scenarios."""
    if re.match(rb'(?:\xef\xbb\xbf)?\s*\{\s*"tests"\s*:\s*\{', head):
        return 1.0 if b'"playerSouth"' in head or b'"prikup"' in head else 0.7
    return 0.0


def read(source: Source, options: Options) -> Iterator[Converted]:
    """The scenarios of a file, one deal each.  Raises SourceFault where the file as a whole cannot be read."""
    document = Document(decode(source.read(options.size_limit), options.encoding), TITLE)
    number = 0
    for name, test in document.root["tests"].members():
        try:
            hands, talon = _deck(test["deck"])
            scenarios = test["scenarios"].array()
        except SourceFault as problem:
            yield Converted(None, [problem.finding])
            continue
        for scenario in scenarios:
            number += 1
            one = Converted(None, test.unknown(_TEST_KEYS) if scenario.path[-1] == 0 else [])
            try:
                _convert(one, _Scenario(name, number, test, scenario, hands, talon))
            except SourceFault as problem:
                one.diagnostics.append(problem.finding)
            yield one


def _deck(deck: Node) -> tuple[dict[int, list[Card]], list[Card]]:
    hands = {player: [card(one) for one in deck[name].array(10)] for name, player in _PLAYERS.items()}
    return hands, [card(one) for one in deck["prikup"].array(2)]


def card(node: Node) -> Card:
    """A card such as ``QUEEN_HEARTS``.  Raises SourceFault."""
    found = words_of_card(node.text())
    if found is None:
        raise node.unexpected("a card such as QUEEN_HEARTS")
    return found


@dataclass(slots=True)
class _Scenario:
    """A scenario on its way to a record; ``plays`` are the nodes of the cards played."""

    test: str
    number: int
    home: Node
    node: Node
    hands: dict[int, list[Card]]
    talon: list[Card]
    bids: list[Node] = field(default_factory=list)
    plays: list[Node] = field(default_factory=list)
    discard: Node | None = None


def _convert(one: Converted, scenario: _Scenario) -> None:
    name = scenario.node["name"].text()
    deal = SourceDeal(scenario.number, 2, hands=dict(scenario.hands), talon=list(scenario.talon))
    for move in scenario.node["moves"].array():
        one.diagnostics += move.unknown(_MOVE_KEYS)
        _move(one, scenario, deal, move)
    if deal.calls:
        deal.dealer = (deal.calls[0][0] + 2) % 3
    _contract(scenario, deal)
    session = SourceSession(seats=SEATS, event=scenario.test, site="PrefHub", session="")
    record = record_of(session, deal, one.losses)
    record.board = name
    record.session = None
    if not deal.calls:
        record.dealer = None
    places = _places(scenario)
    one.record = record
    one.diagnostics += [locate(found, places) for found in contradictions(deal, SEATS)]


def _move(one: Converted, scenario: _Scenario, deal: SourceDeal, move: Node) -> None:
    player = _PLAYERS[move["player"].word({name: name for name in _PLAYERS})]
    action = move["action"].text()
    if action == "bid":
        deal.calls.append((player, _bid(move["contract"])))
        scenario.bids.append(move)
    elif action == "takePrikup":
        deal.declarer = player
        deal.discard = [card(each) for each in move["discard"].array(2)]
        scenario.discard = move["discard"]
    elif action == "playCard":
        if not deal.tricks or len(deal.tricks[-1].plays) == 3:
            deal.tricks.append(SourceTrick([]))
        deal.tricks[-1].plays.append((player, card(move["card"])))
        scenario.plays.append(move["card"])
    else:
        line, col = move["action"].place
        one.diagnostics.append(placed("unknown-in-source", line, col, what=f'the action "{action}" of this {TITLE}'))


def _bid(node: Node) -> str:
    text = node.text()
    call = bid_in_words(text)
    if call is not None:
        return call
    call = spellings.call_of(text)
    if call not in ("pass", "misere"):
        raise node.unexpected("a contract such as SIX_HEARTS, SEVEN_NO_TRUMP, MISER or PASS")
    return call


def _contract(scenario: _Scenario, deal: SourceDeal) -> None:
    """The winner of the auction plays his own bid; all passed where all who spoke did."""
    bids = [(player, word) for player, word in deal.calls if word != "pass"]
    if bids:
        player, bid = bids[-1]
        if deal.declarer not in (None, player):
            node = scenario.discard or scenario.node
            raise node.contradiction("who takes the talon did not win the auction")
        passed = {player for player, word in deal.calls if word == "pass"}
        if deal.declarer is not None or len(passed) == 2 or deal.tricks:
            deal.declarer, deal.contract = player, bid
    elif len(deal.calls) == 3:
        deal.contract = "all-pass"
    deal.finished = len(deal.tricks) == 10 and len(deal.tricks[-1].plays) == 3


def _places(scenario: _Scenario) -> NodePlaces:
    places = NodePlaces(scenario.node)
    deck = scenario.home["deck"]
    places.put("Deal", deck)
    for name, player in _PLAYERS.items():
        places.put("Deal", deck[name], SEATS[player])
    places.put("Talon", deck["prikup"])
    places.put("Discard", scenario.discard)
    for number, bid in enumerate(scenario.bids):
        places.put("Auction", bid, number)
    for number, play in enumerate(scenario.plays):
        places.put("Play", play, number)
    return places

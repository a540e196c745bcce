"""Test scenarios of PrefHub as JSON: decks, and for each deck lists of moves.

A scenario is a deal.  Moves are ``bid``, ``takePrikup`` (with the discard) and ``playCard``; nobody says whist or pass
to the contract, and the contract is the bid that won.  Players sit South, West, East round to the left; the first
bidder is forehand.  By which rules the scenarios are played is not said.  Of a scenario with a move that cannot be,
what stands before that move is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
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
from preferans_pbn.record import Record

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
    talon_taken: Node | None = None
    discard: Node | None = None


def _convert(one: Converted, scenario: _Scenario) -> None:
    name = scenario.node["name"].text()
    deal = SourceDeal(scenario.number, 2, hands=dict(scenario.hands), talon=list(scenario.talon))
    for move in scenario.node["moves"].array():
        try:
            one.diagnostics += move.unknown(_MOVE_KEYS)
            _move(one, scenario, deal, move)
        except SourceFault as problem:
            one.diagnostics.append(problem.finding)
            break
    if deal.calls:
        deal.dealer = (deal.calls[0][0] + 2) % 3
    session = SourceSession(seats=SEATS, event=scenario.test, site="PrefHub", session="")
    record = _record(one, scenario, deal, session)
    record.board = name
    record.session = None
    if not deal.calls:
        record.dealer = None
    places = _places(scenario)
    one.record = record
    one.diagnostics += [locate(found, places) for found in contradictions(deal, SEATS)]


def _record(one: Converted, scenario: _Scenario, deal: SourceDeal, session: SourceSession) -> Record:
    """The record of the moves, as far as the first that cannot be.  Raises SourceFault where the deck cannot be."""
    places = _places(scenario)
    try:
        # Who plays follows from the calls, so they come first.
        record_of(session, replace(deal, declarer=None, discard=None, tricks=[]), [], places)
        _contract(one, scenario, deal)
        return record_of(session, deal, one.losses, places)
    except SourceFault as problem:
        where = problem.finding.where
        if where is None or where.owner not in ("Auction", "Play") or not isinstance(where.key, int):
            raise
        one.diagnostics.append(problem.finding)
        _cut(deal, where.owner, where.key)
    return _record(one, scenario, deal, session)


def _cut(deal: SourceDeal, owner: str, count: int) -> None:
    """Leave out what comes after the first ``count`` calls, or the first ``count`` cards played."""
    if owner == "Auction":
        deal.calls = deal.calls[:count]
        deal.declarer = deal.contract = deal.discard = None
        deal.tricks = []
        return
    plays = [play for trick in deal.tricks for play in trick.plays][:count]
    deal.tricks = [SourceTrick(plays[at : at + 3]) for at in range(0, len(plays), 3)]


def _move(one: Converted, scenario: _Scenario, deal: SourceDeal, move: Node) -> None:
    player = _PLAYERS[move["player"].word({name: name for name in _PLAYERS})]
    action = move["action"].text()
    if action == "bid":
        deal.calls.append((player, _bid(move["contract"])))
        scenario.bids.append(move)
    elif action == "takePrikup":
        deal.declarer = player
        scenario.talon_taken = move
        try:
            deal.discard = [card(each) for each in move["discard"].array(2)]
            scenario.discard = move["discard"]
        except SourceFault as problem:
            one.diagnostics.append(problem.finding)  # what is played after it can be read all the same
    elif action == "playCard":
        play = player, card(move["card"])
        if not deal.tricks or len(deal.tricks[-1].plays) == 3:
            deal.tricks.append(SourceTrick([]))
        deal.tricks[-1].plays.append(play)
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


def _contract(one: Converted, scenario: _Scenario, deal: SourceDeal) -> None:
    """The winner of the auction plays his own bid; all passed where all who spoke did."""
    bids = [(player, word) for player, word in deal.calls if word != "pass"]
    if bids:
        player, bid = bids[-1]
        if deal.declarer not in (None, player):
            node = scenario.talon_taken or scenario.node
            one.diagnostics.append(node.contradiction("who takes the talon did not win the auction").finding)
            _cut(deal, "Auction", len(deal.calls))
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

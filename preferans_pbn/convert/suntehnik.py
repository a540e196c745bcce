"""Games of suntehnik/preferance (a remake of MARRIAGE 3.30) as JSON.

A file is one game: ``engine seed bulletTarget rules players deals``.  Players 0 to 2 sit clockwise;
forehand bids and leads first, in misère too.  Cards are ``{"suit": "spades", "rank": "10"}``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from preferans_pbn.cards import Card
from preferans_pbn.convert.deal import (
    SEATS_BY_PLAYERS,
    SourceDeal,
    SourceSession,
    SourceTrick,
    claim_scores,
    scores_by_seat,
)
from preferans_pbn.convert.decoding import decode
from preferans_pbn.convert.faults import SourceFault
from preferans_pbn.convert.house_rules import HouseRules, house_rules
from preferans_pbn.convert.json_source import Document, Node
from preferans_pbn.convert.model import Converted, Loss, Options, Source
from preferans_pbn.convert.node_places import NodePlaces
from preferans_pbn.convert.partial import as_far_as_read, finish, tell, told
from preferans_pbn.convert.spelling import RANK_LETTERS, SUIT_LETTERS, card_of
from preferans_pbn.rules.outcome import Number

TITLE: Final = "suntehnik game"
_SEATS: Final = SEATS_BY_PLAYERS[3]
_SUITS: Final = {word: letter for word, letter in SUIT_LETTERS.items() if word.isalpha()}
_RANKS: Final = {word: letter for word, letter in RANK_LETTERS.items() if word.isdigit() or len(word) > 1}
_MODES: Final = {"contract": "contract", "misere": "misere", "all-pass": "all-pass"}
_ANSWERS: Final = {"whist": "whist", "pass": "pass", "halfWhist": "half", "check": "check"}

_GAME_KEYS: Final = frozenset((
    "engine", "commit", "seed", "bulletTarget", "rules", "players", "finished", "finalResult",
    "finalScores", "finalScoreSheet", "deals",
))
_DEAL_KEYS: Final = frozenset((
    "seed", "dealer", "hands", "widow", "allPassCount", "calls", "bidWon", "declarer", "discard",
    "contract", "trump", "mode", "whistCalls", "whistResponses", "tricks", "tricksTaken", "dealResult",
    "settlementSummary", "allPassCountAtSettlement", "log",
))

# What the engine does in every game (its notes 1, 2, 3, 5, 6, 7).
_ALWAYS: Final = {
    "overcall_of_misere_ends_auction": "true",
    "half_whist_by": "either",
    "consolation": "none",
    "all_pass_trick2": "winner",
    "all_pass_trick3": "winner",
    "all_pass_void_leader": "own_card",
    "help": "smallest",
    "help_whists": "0",
    "surplus_when_all_full": "lost",
}
_NOWHERE: Final = {
    "no-trump": "the engine has no contracts without trumps; no parameter says so",
}


def sniff(head: bytes, name: str = "") -> float:
    """How sure it is that a file that begins like this is such a game."""
    if re.search(rb'"engine"\s*:\s*"suntehnik/', head):
        return 1.0
    return 0.7 if b'"bulletTarget"' in head and b'"tenGameIsChecked"' in head else 0.0


def read(source: Source, options: Options) -> Iterator[Converted]:
    """The deals of a game.  Raises SourceFault where the file as a whole cannot be read."""
    document = Document(decode(source.read(options.size_limit), options.encoding), TITLE, "deals")
    game = document.root
    session, losses = _session(game, source)
    deals = game["deals"].array()
    if not deals:
        raise game["deals"].unexpected("at least one deal")
    for number, node in enumerate(deals, 1):
        one = Converted(None)
        if number == 1:
            one.diagnostics += game.unknown(_GAME_KEYS)
            one.losses += losses
        try:
            _convert(one, node, number, session)
            _scores(one, node)
            if number == len(deals):
                _settlement(one, game)
        except SourceFault as problem:
            tell(one, problem.finding)  # a deal whose scores alone cannot be read is a record all the same
        if one.record is not None and options.claims:
            claim_scores(one.record, one.theirs)
        yield one
    if document.broken is not None:
        yield Converted(None, [document.broken])


# --- the game --------------------------------------------------------------------------------------------
def _session(game: Node, source: Source) -> tuple[SourceSession, list[Loss]]:
    game.object()
    engine = game.get("engine")
    title = engine.text() if engine is not None else "suntehnik/preferance"
    commit = game.get("commit")
    seed = game.get("seed")
    number = None if seed is None else seed.integer(0, 2**63)
    names = []
    for i, player in enumerate(game["players"].array(3)):
        if player["id"].integer(0, 2) != i:
            raise player["id"].contradiction(f"this is player {i} of the list")
        names.append(player["name"].text())
    house = _house_rules(game)
    session = SourceSession(
        seats=_SEATS,
        event=f"{title} game" + ("" if number is None else f", seed {number}"),
        site=title + ("" if commit is None else f"@{commit.text()}"),
        session="suntehnik-" + (source.stem or "game" if number is None else str(number)),
        names=names, variant=house.variant, rules=house.pairs,
        target=game["bulletTarget"].integer(1, 1000), law=house.law,
    )
    return session, house.losses


def _house_rules(game: Node) -> HouseRules:
    rules = game["rules"]
    wanted = dict(_ALWAYS)
    wanted["stalingrad"] = "true" if rules["mandatoryWhistOnSixSpades"].flag() else "false"
    wanted["ten"] = "checked" if rules["tenGameIsChecked"].flag() else "whisted"
    if not rules["responsibleWhist"].flag():
        wanted["hm"] = "1/2"
        wanted["short_penalty_split"] = "even"
    wanted["all_pass_price"] = "1,2,3" if rules["progressiveAllPass"].flag() else "1"
    return house_rules("sochi-codex", wanted, _NOWHERE)


def _settlement(one: Converted, game: Node) -> None:
    result = game.get("finalResult")
    if result is not None:
        settled: dict[str, Number] = {}
        for entry in result["ranking"].array(3):
            settled[_SEATS[entry["player"].integer(0, 2)]] = entry["finalWhists"].number()
        one.theirs["settlement"] = settled


# --- a deal ----------------------------------------------------------------------------------------------
def _convert(one: Converted, node: Node, number: int, session: SourceSession) -> None:
    one.diagnostics += node.unknown(_DEAL_KEYS)
    deal = SourceDeal(number, node["dealer"].integer(0, 2))
    with told(one):
        for player, hand in enumerate(node["hands"].array(3)):
            with told(one):
                deal.hands[player] = [_card(card) for card in hand.array(10)]
    with told(one):
        deal.talon = [_card(card) for card in node["widow"].array(2)]
    with told(one):
        run = node.get("allPassCount")
        deal.all_pass_run = None if run is None else run.integer(0, 10_000)
    one.theirs["winners"] = []
    with as_far_as_read(one, deal):
        _course(one, deal, node)
    if deal.finished:
        with told(one):
            _result(one, deal, node)
    finish(one, session, deal, _places(node), _SEATS)


def _course(one: Converted, deal: SourceDeal, node: Node) -> None:
    """Auction, contract, play and tricks, in this order.  Raises SourceFault at what cannot be read."""
    _calls(deal, node["calls"])
    mode = node["mode"].word(_MODES)
    if mode == "all-pass":
        deal.contract = "all-pass"
    else:
        declarer = node["declarer"]
        deal.declarer = declarer.integer(0, 2)
        deal.bid = _bid(node["bidWon"])
        contract = _bid(node["contract"])
        if (contract == "misere") != (mode == "misere"):
            raise node["mode"].contradiction(f"the contract is {contract}")
        deal.contract = contract
        deal.discard = [_card(card) for card in node["discard"].array(2)]
        if mode == "contract":
            _answers(one, deal, node)
    _tricks(deal, node)


def _result(one: Converted, deal: SourceDeal, node: Node) -> None:
    """How many tricks each took.  Raises SourceFault."""
    number = deal.number
    taken = {player: count.integer(0, 10) for player, count in enumerate(node["tricksTaken"].array(3))}
    one.theirs["tricks"] = {_SEATS[player]: count for player, count in taken.items()}
    if deal.tricks:
        deal.taken = taken
    elif all(word == "check" for _, word in deal.defence) and deal.defence:
        # A ten that is looked at and not played: the engine counts ten tricks for the declarer.
        deal.defence = []
        deal.taken = taken
        deal.agreed = dict(taken)
        one.losses.append(Loss(f"deal {number}: whistCalls", number,
                               "the answers check, check have no word; the ten tricks counted without play "
                               "are written as an agreement"))
    else:
        one.losses.append(Loss(f"deal {number}: tricksTaken", number,
                               "nothing was played; the tricks that the engine books for it are no tricks"))


def _places(node: Node) -> NodePlaces:
    places = NodePlaces(node)
    places.put_hands(node.get("hands"), dict(enumerate(_SEATS)))
    for owner, key in (("Talon", "widow"), ("Declarer", "declarer"), ("Contract", "contract"), ("Discard", "discard"),
                       ("Tricks", "tricksTaken"), ("Dealer", "dealer")):
        places.put(owner, node.get(key))
    places.put_each("Auction", node.get("calls"))
    places.put_each("Defence", node.get("whistCalls"))
    places.put_tricks(node.get("tricks"), "plays")
    for owner in ("ScoreTable", "SheetTable"):
        places.put(owner, node.get("dealResult"))
    return places


def _card(node: Node) -> Card:
    return card_of(node["suit"].word(_SUITS), node["rank"].word(_RANKS))


def _bid(node: Node) -> str:
    kind = node["type"].word({"game": "game", "misere": "misere"})
    if kind == "misere":
        return "misere"
    return f"{node['level'].integer(6, 10)}{node['suit'].word(_SUITS)}"


def _calls(deal: SourceDeal, calls: Node) -> None:
    kinds = {"pass": "pass", "bidMisere": "misere", "bidGame": "bid"}
    for call in calls.array():
        action = call["action"]
        word = action["type"].word(kinds)
        deal.calls.append((call["actor"].integer(0, 2), _bid(action["bid"]) if word == "bid" else word))


def _answers(one: Converted, deal: SourceDeal, node: Node) -> None:
    for number, call in enumerate(node["whistCalls"].array()):
        word = call["action"]["type"].word(_ANSWERS)
        if number == 2 and word == "pass":
            break  # the offer of half-whist was refused: implied where nothing follows two passes
        deal.defence.append((call["actor"].integer(0, 2), word))
    words = {word for _, word in deal.defence}
    if "check" in words and words != {"check"}:
        raise node["whistCalls"].contradiction("a check stands beside other answers")


def _tricks(deal: SourceDeal, node: Node) -> None:
    for trick in node["tricks"].array():
        plays = trick["plays"].array()
        if not 1 <= len(plays) <= 3:
            raise trick["plays"].unexpected("one to three cards")
        deal.tricks.append(SourceTrick([]))
        for play in plays:
            deal.tricks[-1].plays.append((play["player"].integer(0, 2), _card(play["card"])))
        winner = trick.get("winner")
        deal.tricks[-1].winner = None if winner is None else winner.integer(0, 2)


def _scores(one: Converted, node: Node) -> None:
    result = node.get("dealResult")
    if result is None:
        return
    for key, field in (("before", "scoresBefore"), ("score", "scoreDelta"), ("sheet", "scoresAfter")):
        rows = result[field].array(3)
        whists: dict[tuple[int, int], Number] = {}
        for by, row in enumerate(rows):
            whists.update({(by, on): amount.number() for on, amount in enumerate(row["whists"].array(3))})
        one.theirs[key] = scores_by_seat(
            _SEATS, {i: row["bullet"].number() for i, row in enumerate(rows)},
            {i: row["mountain"].number() for i, row in enumerate(rows)}, whists)

"""Games of BackSlasher/preferance-game as JSON.

A file is one game: ``engine seed settings names deals``.  Seats 0 South, 1 West, 2 East, clockwise; suits
0 to 3 are spades, clubs, diamonds, hearts and 4 no trump; ranks 7 to 14.  The engine keeps its state
after the last trick in ``final``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from preferans_pbn.cards import SUITS, Card
from preferans_pbn.convert.deal import (
    SEATS_BY_PLAYERS,
    SourceDeal,
    SourceSession,
    SourceTrick,
    claim_scores,
    order_of,
    scores_by_seat,
)
from preferans_pbn.convert.decoding import decode
from preferans_pbn.convert.faults import SourceFault
from preferans_pbn.convert.house_rules import HouseRules, house_rules
from preferans_pbn.convert.json_source import Document, Node
from preferans_pbn.convert.model import Converted, Loss, Options, Source
from preferans_pbn.convert.node_places import NodePlaces
from preferans_pbn.convert.partial import as_far_as_read, finish, tell, told
from preferans_pbn.convert.spelling import RANK_NUMBERS, card_of
from preferans_pbn.rules.amounts import whole
from preferans_pbn.rules.outcome import Number

TITLE: Final = "BackSlasher game"
_SEATS: Final = SEATS_BY_PLAYERS[3]
_STRAINS: Final = (*SUITS, "NT")
_ANSWERS: Final = {"whist": "whist", "pass": "pass"}
_ENDS: Final = {"all": "all_full", "any": "any_full"}

_GAME_KEYS: Final = frozenset((
    "engine", "commit", "seed", "settings", "names", "gameOver", "finalSettlement", "deals",
))
_DEAL_KEYS: Final = frozenset((
    "handNumber", "dealer", "hands", "talon", "scoresBefore", "final", "scoresAfter", "phaseAfterScoring",
    "raspasovkaStreakAfter", "raspasovkaMultiplierAfter",
))
_FINAL_KEYS: Final = frozenset((
    "phase", "talon", "talonRevealed", "dealer", "activePlayer", "bids", "passedPlayers", "highBid",
    "highBidder", "contract", "whistDecisions", "openHand", "discards", "tricks", "currentTrick",
    "trickCounts", "scores", "handNumber", "raspasovkaStreak", "raspasovkaMultiplier",
))

# What the engine does in every game (its notes 2, 3, 5, 7, 8; a misère bidder goes on bidding there).
_ALWAYS: Final = {
    "hold": "eldest_anytime",
    "misere_binds": "false",
    "open_play": "passer_open",
    "failed_trick_whists": "none",
    "short_penalty_split": "fewer",
    "all_pass_trick2": "winner",
    "all_pass_trick3": "winner",
    "all_pass_void_leader": "own_card",
    "all_pass_zero": "pool1",
    "help": "smallest",
}
_NOWHERE: Final = {
    "help": "the surplus also goes on the helped player's dump, and a misère is not cut at the target; no "
            "parameter says so",
}


def sniff(head: bytes, name: str = "") -> float:
    """How sure it is that a file that begins like this is such a game."""
    if re.search(rb'"engine"\s*:\s*"BackSlasher/', head):
        return 1.0
    return 0.7 if b'"poolTarget"' in head and b'"misereMode"' in head else 0.0


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
    title = engine.text() if engine is not None else "BackSlasher/preferance-game"
    commit = game.get("commit")
    seed = game.get("seed")
    number = None if seed is None else seed.integer(0, 2**63)
    house = _house_rules(game)
    names = game.get("names")
    session = SourceSession(
        seats=_SEATS,
        event=f"{title} game" + ("" if number is None else f", seed {number}"),
        site=title + ("" if commit is None else f"@{commit.text()}"),
        session="backslasher-" + (source.stem or "game" if number is None else str(number)),
        names=[] if names is None else [names[str(i)].text() for i in range(3)],
        variant=house.variant, rules=house.pairs,
        target=game["settings"]["poolTarget"].integer(1, 1000), law=house.law,
    )
    return session, house.losses


def _house_rules(game: Node) -> HouseRules:
    settings = game["settings"]
    wanted = dict(_ALWAYS)
    wanted["stalingrad"] = "true" if settings["stalingrad"].flag() else "false"
    wanted["end_when"] = settings["endCondition"].word(_ENDS)
    nowhere = dict(_NOWHERE)
    if settings["whistType"].text() == "responsible":
        nowhere["whistType"] = ('"responsible" pays a lone whister for his own tricks only; no parameter says so')
    return house_rules("sochi-codex", wanted, nowhere)


def _settlement(one: Converted, game: Node) -> None:
    result = game.get("finalSettlement")
    if result is not None:
        one.theirs["settlement"] = {_SEATS[i]: result[str(i)].number() for i in range(3)}


# --- a deal ----------------------------------------------------------------------------------------------
def _convert(one: Converted, node: Node, number: int, session: SourceSession) -> None:
    hand_number = node.get("handNumber")
    if hand_number is not None:
        number = hand_number.integer(1, 10**6)
    one.diagnostics += node.unknown(_DEAL_KEYS)
    deal = SourceDeal(number, node["dealer"].integer(0, 2))
    for player in range(3):
        with told(one):
            deal.hands[player] = [_card(card) for card in node["hands"][str(player)].array(10)]
    with told(one):
        deal.talon = [_card(card) for card in node["talon"].array(2)]
    with as_far_as_read(one, deal):
        one.diagnostics += node["final"].unknown(_FINAL_KEYS)
        _course(one, deal, node["final"])
    if deal.finished:
        with told(one):
            _result(one, deal, node["final"])
    finish(one, session, deal, _places(node), _SEATS)


def _course(one: Converted, deal: SourceDeal, final: Node) -> None:
    """Auction, contract, play and tricks, in this order.  Raises SourceFault at what cannot be read."""
    _calls(deal, final["bids"])
    contract = final.get("contract")
    streak = final["raspasovkaStreak"].integer(0, 10_000)
    if contract is None:
        deal.contract = "all-pass"
        if streak < 1:
            raise final["raspasovkaStreak"].contradiction("an all-pass deal was counted already")
        deal.all_pass_run = streak - 1  # counted when all had passed
    else:
        deal.all_pass_run = streak
        _contract(one, deal, final, contract)
    _tricks(deal, final)


def _result(one: Converted, deal: SourceDeal, final: Node) -> None:
    """How many tricks each took.  Raises SourceFault."""
    number = deal.number
    taken = {i: final["trickCounts"][str(i)].integer(0, 10) for i in range(3)}
    one.theirs["tricks"] = {_SEATS[player]: count for player, count in taken.items()}
    if deal.tricks:
        deal.taken = taken
    else:
        one.losses.append(Loss(f"deal {number}: trickCounts", number,
                               "nothing was played; the tricks that the engine books for it are no tricks"))


def _places(node: Node) -> NodePlaces:
    places = NodePlaces(node)
    places.put_hands(node.get("hands"), {str(i): seat for i, seat in enumerate(_SEATS)})
    places.put("Talon", node.get("talon"))
    places.put("Dealer", node.get("dealer"))
    final = node.get("final")
    if final is None or not isinstance(final.value, dict):
        return places
    for owner, key in (("Contract", "contract"), ("Declarer", "contract"), ("Discard", "discards"),
                       ("Defence", "whistDecisions"), ("Tricks", "trickCounts"), ("Open", "openHand")):
        places.put(owner, final.get(key))
    places.put_each("Auction", final.get("bids"))
    places.put_tricks(final.get("tricks"), "plays")
    for owner in ("ScoreTable", "SheetTable"):
        places.put(owner, node.get("scoresAfter"))
    return places


def _contract(one: Converted, deal: SourceDeal, final: Node, contract: Node) -> None:
    deal.declarer = contract["declarer"].integer(0, 2)
    deal.contract = _bid(contract["bid"])
    deal.bid = _bid(final["highBid"])
    deal.discard = [_card(card) for card in final["discards"].array(2)]
    if deal.contract == "misere":
        return  # the engine books whist for both; nobody is asked
    order = order_of(3, deal.dealer)
    place = order.index(deal.declarer)
    decisions = final["whistDecisions"]
    for player in (order[(place + 1) % 3], order[(place + 2) % 3]):
        deal.defence.append((player, decisions[str(player)].word(_ANSWERS)))
    opened = final.get("openHand")
    if opened is not None:
        player = opened.integer(0, 2)
        if (player, "pass") not in deal.defence:
            raise opened.contradiction("the hand laid open is not the passer's")
        deal.open = "passer"


def _card(node: Node) -> Card:
    return card_of(SUITS[node["suit"].integer(0, 3)], RANK_NUMBERS[node["rank"].integer(7, 14)])


def _bid(node: Node) -> str:
    if node["type"].word({"suit": "suit", "misere": "misere"}) == "misere":
        return "misere"
    return f"{node['tricks'].integer(6, 10)}{_STRAINS[node['suit'].integer(0, 4)]}"


def _calls(deal: SourceDeal, calls: Node) -> None:
    """The auction.  A bid equal to the standing one is the eldest hand's hold."""
    standing = ""
    for call in calls.array():
        action = call["action"]
        word = "pass" if action["type"].value == "pass" else _bid(action)
        if word != "pass":
            word, standing = ("hold" if word == standing else word), word
        deal.calls.append((call["seat"].integer(0, 2), word))


def _tricks(deal: SourceDeal, final: Node) -> None:
    for trick in final["tricks"].array():
        plays = trick["plays"].array()
        if not 1 <= len(plays) <= 3:
            raise trick["plays"].unexpected("one to three cards")
        leader, first = trick["leader"], plays[0]["seat"].integer(0, 2)
        if leader.integer(0, 2) != first:
            raise leader.contradiction(f"the first card is by player {first}")
        deal.tricks.append(SourceTrick([]))
        for play in plays:
            deal.tricks[-1].plays.append((play["seat"].integer(0, 2), _card(play["card"])))
        winner = trick.get("winner")
        deal.tricks[-1].winner = None if winner is None else winner.integer(0, 2)


def _scores(one: Converted, node: Node) -> None:
    if node.get("scoresBefore") is None or node.get("scoresAfter") is None:
        return
    sheets = []
    for key, field in (("before", "scoresBefore"), ("sheet", "scoresAfter")):
        pool: dict[int, Number] = {}
        dump: dict[int, Number] = {}
        whists: dict[tuple[int, int], Number] = {}
        for i in range(3):
            row = node[field][str(i)]
            pool[i], dump[i] = row["pool"].number(), row["dump"].number()
            whists.update({(i, on): row["whists"][str(on)].number() for on in range(3)})
        sheets.append((pool, dump, whists))
        one.theirs[key] = scores_by_seat(_SEATS, pool, dump, whists)
    (pool, dump, whists), (pool_after, dump_after, whists_after) = sheets
    one.theirs["score"] = scores_by_seat(
        _SEATS, {i: whole(pool_after[i] - pool[i]) for i in pool},
        {i: whole(dump_after[i] - dump[i]) for i in dump},
        {pair: whole(whists_after[pair] - whists[pair]) for pair in whists})

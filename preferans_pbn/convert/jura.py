"""Games of Jura/preferans (Leningrad) as JSON.

A file is one game: ``engine seed bulletTarget playerIds deals``.  Players are names in clockwise order; the dealer,
who is not named, sits before ``firstHandId``.  Cards are ``{"suit": "spades", "rank": "10"}``.  The engine keeps its
state after the last trick in ``final``.
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
from preferans_pbn.convert.house_rules import house_rules
from preferans_pbn.convert.json_source import Document, Node
from preferans_pbn.convert.model import Converted, Loss, Options, Source
from preferans_pbn.convert.node_places import NodePlaces
from preferans_pbn.convert.partial import as_far_as_read, finish, tell, told
from preferans_pbn.convert.spelling import RANK_LETTERS, SUIT_LETTERS, card_of
from preferans_pbn.rules.amounts import whole
from preferans_pbn.rules.outcome import Number

TITLE: Final = "Jura game"
_SEATS: Final = SEATS_BY_PLAYERS[3]
_SUITS: Final = {word: letter for word, letter in SUIT_LETTERS.items() if word.isalpha()}
_STRAINS: Final = {**_SUITS, "no_trump": "NT"}
_RANKS: Final = {word: letter for word, letter in RANK_LETTERS.items() if word.isdigit() or len(word) == 1}
_ANSWERS: Final = {"whist": "whist", "pass": "pass", "half_whist": "half"}

_GAME_KEYS: Final = frozenset(("engine", "commit", "seed", "bulletTarget", "playerIds", "finished", "deals"))
_DEAL_KEYS: Final = frozenset(("roundNumber", "firstHandId", "hands", "widow", "before", "final"))
_FINAL_KEYS: Final = frozenset((
    "phase", "hands", "widow", "currentPlayerId", "discarded", "currentTrick", "completedTricks", "bids", "wonBid",
    "contract", "declarerId", "trump", "whistDeclarations", "whisters", "whistReturnerId", "openHands",
    "lightDecisionBy", "playedOpen", "raspass", "raspassStreak", "firstHandId", "pool", "mountain", "whists", "scores",
    "roundNumber", "roundSummary", "players", "bulletTarget",
))

# What the engine does in every game (its notes 1, 2, 6, 7, and what its sheets show: plain whists, ten whists for a
# pool point, a dump of twice the price, the consolation of a ten on a failed misère).
_ALWAYS: Final = {
    "hold": "none",
    "misere_binds": "true",
    "min_bid": "6",
    "exit_by_fail": "true",
    "half_whist": "6,7",
    "whist_return": "6,7",
    "wm": "1",
    "hm": "1/2",
    "k": "10",
    "gentleman_when": "always",
    "whist_rounding": "down",
    "short_penalty_split": "ceil_floor",
    "misere_whists": "as_ten",
    "all_pass_price": "2,4,6",
    "all_pass_void_leader": "own_card",
    "all_pass_trick2": "winner",
    "all_pass_trick3": "winner",
    "all_pass_zero": "gora_1_price",
}
_NOWHERE: Final = {
    "misere": "the declarer's hand lies open too; no parameter says so",
    "all-pass": "the reward for no trick never takes a dump below zero; no parameter says so",
    "whistReturnerId": "who takes his whist back up writes all whists of a failed contract, consolation and "
                       "gentleman's share of the other too; no parameter says so",
}


def sniff(head: bytes, name: str = "") -> float:
    """How sure it is that a file that begins like this is such a game."""
    if re.search(rb'"engine"\s*:\s*"Jura/', head):
        return 1.0
    return 0.7 if b'"bulletTarget"' in head and b'"firstHandId"' in head else 0.0


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
            _scores(one, node, session.names)
            finished = game.get("finished")
            if number == len(deals) and finished is not None and finished.flag():
                scores = node["final"]["scores"]
                one.theirs["settlement"] = {_SEATS[i]: scores[name].number() for i, name in enumerate(session.names)}
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
    title = engine.text().split(" ")[0] if engine is not None else "Jura/preferans"
    commit = game.get("commit")
    seed = game.get("seed")
    number = None if seed is None else seed.integer(0, 2**63)
    players = game["playerIds"].array(3)
    names = [player.text() for player in players]
    for i, player in enumerate(players):
        if names.index(names[i]) != i:
            raise player.contradiction("two players have this name")
    house = house_rules("leningrad-sport", _ALWAYS, _NOWHERE)
    session = SourceSession(
        seats=_SEATS,
        event=f"{title} game" + ("" if number is None else f", seed {number}"),
        site=title + ("" if commit is None else f"@{commit.text()}"),
        session="jura-" + (source.stem or "game" if number is None else str(number)),
        names=names, variant=house.variant, rules=house.pairs,
        target=game["bulletTarget"].integer(1, 1000), law=house.law, by_law=True,
    )
    return session, house.losses


# --- a deal ----------------------------------------------------------------------------------------------
def _convert(one: Converted, node: Node, number: int, session: SourceSession) -> None:
    names = session.names
    round_number = node.get("roundNumber")
    if round_number is not None:
        number = round_number.integer(1, 10**6)
    one.diagnostics += node.unknown(_DEAL_KEYS)
    first = _player(node["firstHandId"], names)
    deal = SourceDeal(number, (first + 2) % 3)
    for player, name in enumerate(names):
        with told(one):
            deal.hands[player] = [_card(card) for card in node["hands"][name].array(10)]
    with told(one):
        deal.talon = [_card(card) for card in node["widow"].array(2)]
    with told(one):
        deal.all_pass_run = node["before"]["raspassStreak"].integer(0, 10_000)
    with as_far_as_read(one, deal):
        one.diagnostics += node["final"].unknown(_FINAL_KEYS)
        _course(one, deal, node["final"], names)
    if deal.finished:
        with told(one):
            _result(one, deal, node["final"], names)
    finish(one, session, deal, _places(node, names), _SEATS)


def _course(one: Converted, deal: SourceDeal, final: Node, names: list[str]) -> None:
    """Auction, contract, play and tricks, in this order.  Raises SourceFault at what cannot be read."""
    for bid in final["bids"].array():
        deal.calls.append((_player(bid["playerId"], names), _bid(bid["bid"])))
    declarer = final.get("declarerId")
    if declarer is None:
        if not final["raspass"].flag():
            raise final["raspass"].contradiction("nobody is the declarer")
        deal.contract = "all-pass"
    else:
        deal.declarer = _player(declarer, names)
        deal.contract = _bid(final["contract"])
        deal.bid = _bid(final["wonBid"])
        deal.discard = [_card(card) for card in final["discarded"].array(2)]
        _answers(one, deal, final, names)
    _tricks(deal, final, names)


def _result(one: Converted, deal: SourceDeal, final: Node, names: list[str]) -> None:
    """How many tricks each took.  Raises SourceFault."""
    summary = final["roundSummary"]
    if deal.tricks:
        deal.taken = {i: summary["tricksTaken"][name].integer(0, 10) for i, name in enumerate(names)}
        one.theirs["tricks"] = {_SEATS[player]: count for player, count in deal.taken.items()}
    elif summary["played"].flag():
        raise final["completedTricks"].contradiction("the deal was played but has no tricks")


def _places(node: Node, names: list[str]) -> NodePlaces:
    places = NodePlaces(node)
    places.put_hands(node.get("hands"), dict(zip(names, _SEATS, strict=True)))
    places.put("Talon", node.get("widow"))
    final = node.get("final")
    if final is None or not isinstance(final.value, dict):
        return places
    for owner, key in (("Contract", "contract"), ("Declarer", "declarerId"), ("Discard", "discarded"),
                       ("Tricks", "roundSummary"), ("ScoreTable", "roundSummary"), ("SheetTable", "whists"),
                       ("SettlementTable", "scores")):
        places.put(owner, final.get(key))
    places.put_each("Auction", final.get("bids"))
    places.put_each("Defence", final.get("whistDeclarations"))
    places.put_tricks(final.get("completedTricks"), "cards", "winnerId")
    return places


def _player(node: Node, names: list[str]) -> int:
    name = node.text()
    if name not in names:
        raise node.unexpected("one of " + ", ".join(names))
    return names.index(name)


def _card(node: Node) -> Card:
    return card_of(node["suit"].word(_SUITS), node["rank"].word(_RANKS))


def _bid(node: Node) -> str:
    if node.value == "pass":
        return "pass"
    if node["type"].word({"suit": "suit", "misere": "misere"}) == "misere":
        return "misere"
    return f"{node['level'].integer(6, 10)}{node['suit'].word(_STRAINS)}"


def _answers(one: Converted, deal: SourceDeal, final: Node, names: list[str]) -> None:
    """The defenders' answers, and how the hands of the defence lay."""
    declared = final["whistDeclarations"].array()
    for number, node in enumerate(declared):
        player, word = _player(node["playerId"], names), node["choice"].word(_ANSWERS)
        if number == 2 and [said for _, said in deal.defence] == ["pass", "half"] and word == "whist":
            word = "return"
        deal.defence.append((player, word))
    if deal.defence[2:] and deal.defence[2][1] == "whist":
        del deal.defence[2]  # after whist and pass the first defender stays: implied where nothing else is said
    opened = final.get("playedOpen")
    if deal.contract == "misere" or opened is None or not opened.flag():
        return
    whisters = [_player(node, names) for node in final["whisters"].array()]
    if len(whisters) == 1:
        deal.defence.append((whisters[0], "open"))
    else:
        one.losses.append(Loss(f"deal {deal.number}: playedOpen", deal.number,
                               "hands that lie open under two whisters have no place in a record"))


def _tricks(deal: SourceDeal, final: Node, names: list[str]) -> None:
    for trick in final["completedTricks"].array():
        plays = trick["cards"].array()
        if not 1 <= len(plays) <= 3:
            raise trick["cards"].unexpected("one to three cards")
        deal.tricks.append(SourceTrick([]))
        for play in plays:
            deal.tricks[-1].plays.append((_player(play["playerId"], names), _card(play["card"])))
        winner = trick.get("winnerId")
        deal.tricks[-1].winner = None if winner is None else _player(winner, names)


def _scores(one: Converted, node: Node, names: list[str]) -> None:
    sheets = []
    for key, field in (("before", node["before"]), ("sheet", node["final"])):
        pool: dict[int, Number] = {}
        dump: dict[int, Number] = {}
        whists: dict[tuple[int, int], Number] = {}
        for i, name in enumerate(names):
            pool[i], dump[i] = field["pool"][name].number(), field["mountain"][name].number()
            for j, on in enumerate(names):
                written = field["whists"][name].get(on)
                whists[i, j] = 0 if written is None else written.number()
        sheets.append((pool, dump, whists))
        one.theirs[key] = scores_by_seat(_SEATS, pool, dump, whists)
    (pool, dump, whists), (pool_after, dump_after, whists_after) = sheets
    one.theirs["score"] = scores_by_seat(
        _SEATS, {i: whole(pool_after[i] - pool[i]) for i in pool},
        {i: whole(dump_after[i] - dump[i]) for i in dump},
        {pair: whole(whists_after[pair] - whists[pair]) for pair in whists})

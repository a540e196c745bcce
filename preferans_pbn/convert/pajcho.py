"""Games of pajcho/preferans (Serbian, "Prefa"): its GameHistoryRecord v1, and what its action logs share with it.

A record is one finished game: ``schemaVersion id seed playerNames startingBule hands finalLedger …``.  Seats 0 to 2
go round to the right, so anticlockwise.  The record holds the bids, the final state of the defence and the tricks;
it does not hold the options of the game but the starting bule.  They are read from ``configs.json`` beside it (an
object with the options by the record's file name), where there is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from preferans_pbn.cards import Card
from preferans_pbn.convert.deal import (
    ANTICLOCKWISE,
    Scores,
    SourceDeal,
    SourceSession,
    SourceTrick,
    bule_by_seat,
    claim_scores,
)
from preferans_pbn.convert.decoding import decode, decode_beside
from preferans_pbn.convert.faults import SourceFault
from preferans_pbn.convert.house_rules import HouseRules, house_rules
from preferans_pbn.convert.json_source import Document, Node
from preferans_pbn.convert.model import Converted, Loss, Options, Source
from preferans_pbn.convert.node_places import NodePlaces
from preferans_pbn.convert.partial import as_far_as_read, break_off, record_as_far, tell, told
from preferans_pbn.convert.spelling import RANK_LETTERS, SERBIAN_SUITS, card_of
from preferans_pbn.diagnostics import BY_NAME, Diagnostic
from preferans_pbn.rules.outcome import Number

TITLE: Final = "pajcho record"
CONFIGS: Final = "configs.json"
SEATS: Final = ANTICLOCKWISE
_RANKS: Final = {word: letter for word, letter in RANK_LETTERS.items() if word.isdigit() or len(word) == 1}
_IN_HAND: Final = {2: "hand-2", 3: "hand-3", 4: "hand-4", 5: "hand-5", 6: "hand-betl", 7: "hand-sans"}
_KINDS: Final = {"suit": "suit", "betl": "betl", "sans": "sans"}
_CALLS: Final = {kind: kind for kind in ("raise", "hold", "igra", "pass", "kontra", "invite")}

_GAME_KEYS: Final = frozenset((
    "schemaVersion", "id", "mode", "seed", "difficulty", "humanSeat", "playerNames", "startedAt", "completedAt",
    "durationMs", "startingBule", "handCount", "finalLedger", "finalScores", "standings", "scoreHistory", "hands",
))
_PLAYED_KEYS: Final = frozenset((
    "kind", "handNo", "dealer", "declarer", "contract", "kontra", "kontraBy", "inviteCaller", "following",
    "refeApplied", "tricksWon", "initialHands", "passed", "buleDelta", "supeDelta", "bidLog", "tricksLog", "talon",
    "discard",
))
_REFE_KEYS: Final = frozenset(("kind", "handNo", "dealer", "initialHands", "talon", "refeWritten"))
_CONFIG_KEYS: Final = frozenset((
    "startingBule", "maxRefe", "mandatoryKontraOnPik", "mustOvertrump", "mustHeadSuit", "supaCap5", "autoFinish",
))

# What the engine does in every game (its note 3, and what its logs show: the next hand has the say on a number, a
# game in hand is named with the call and may be raised to any other, a called hand gives no kontra, kontra is
# compulsory on a pik in hand too, a follower without his tricks falls under a failed game too, refe are counted by
# those that are held, the last game writes its whole value).
_ALWAYS: Final = {
    "hold": "next_active",
    "hold_before_raise": "true",
    "in_hand_naming": "with_call",
    "in_hand_raise": "any",
    "duty_two": "each_two",
    "follower_fine_when": "always",
    "kontra_after_call": "false",
    "rekontra_on_hand_betl": "true",
    "refe_limit": "held",
    "last_deal_cut": "none",
}


def sniff(head: bytes, name: str = "") -> float:
    """How sure it is that a file that begins like this is such a record."""
    if re.search(rb'"schemaVersion"\s*:\s*\d', head) and b'"startingBule"' in head:
        return 1.0
    return 0.7 if b'"startingBule"' in head and b'"playerNames"' in head else 0.0


def read(source: Source, options: Options) -> Iterator[Converted]:
    """The hands of a game.  Raises SourceFault where the file as a whole cannot be read."""
    document = Document(decode(source.read(options.size_limit), options.encoding), TITLE, "hands")
    game = document.root
    version = game["schemaVersion"]
    if version.integer(0, 10**6) != 1:
        raise version.unexpected("1")
    config, findings, losses = _config(source, options)
    findings = game.unknown(_GAME_KEYS) + findings
    house = rules_of(config, _seen(game) if config is None else {})
    plays_on = dict(house.pairs or ()).get("betl_stops") == "false"
    session = _session(game, source, house)
    losses += house.losses
    hands = game["hands"].array()
    if not hands:
        raise game["hands"].unexpected("at least one hand")
    ledger: Ledger | None = Ledger.opening(session.bule or 0)
    expected = 1
    for number, node in enumerate(hands, 1):
        one = Converted(None, findings, losses)
        findings, losses = [], []
        expected += 1
        try:
            deal = _deal(one, node, number)
            if deal.number >= expected:
                with told(one):
                    _gap(one, game, deal, session, expected - 1, ledger)
            expected = deal.number + 1
            _course(one, deal, node, session, plays_on)
            places = _places(node, deal)
            one.record = record_as_far(one, session, deal, places)
            one.places = places
            score = _score(node)
            if ledger is not None:
                ledger.claim(one, score)
            if number == len(hands):
                _settlement(one, game)
        except SourceFault as problem:
            tell(one, problem.finding)  # a hand whose scores alone cannot be read is a record all the same
            ledger = None  # what is on the paper is not known any more
        if one.record is not None and options.claims:
            claim_scores(one.record, one.theirs)
        yield one
    if document.broken is not None:
        yield Converted(None, [document.broken])


def _places(node: Node, deal: SourceDeal) -> NodePlaces:
    places = NodePlaces(node)
    places.put_hands(node.get("initialHands"), dict(enumerate(SEATS)))
    for owner, key in (("Dealer", "dealer"), ("Talon", "talon"), ("Declarer", "declarer"), ("Contract", "contract"),
                       ("Discard", "discard"), ("Defenders", "following"), ("Kontra", "kontra"),
                       ("Tricks", "tricksWon"), ("ScoreTable", "buleDelta"), ("SheetTable", "buleDelta")):
        places.put(owner, node.get(key))
    places.put_each("Auction", node.get("bidLog"))  # the calls stand first in it
    places.put_tricks(node.get("tricksLog"), "cards")
    return places


# --- the game --------------------------------------------------------------------------------------------
def _config(source: Source, options: Options) -> tuple[Node | None, list[Diagnostic], list[Loss]]:
    """The options under which the game was played: from the file beside it."""
    missing = BY_NAME["companion-missing"].code
    data = source.beside(CONFIGS) if source.stem else None
    if data is None:
        return None, [], [Loss("config", 0, f"{CONFIGS} is not beside the record: maximum of refe, kontra on pik, cap "
                                            "of the supe and overtaking are not known", missing)]
    try:
        configs = Document(decode_beside(data, options.encoding), TITLE).root
        config = configs.get(source.stem)
        if config is None:
            return None, [], [Loss("config", 0, f"{CONFIGS} has no options for {source.stem}", missing)]
        rules_of(config)
        return config, [], []
    except SourceFault as problem:
        problem.finding.path = CONFIGS
        return None, [problem.finding], []


def rules_of(config: Node | None, seen: Mapping[str, str] = MappingProxyType({})) -> HouseRules:
    """The club game with the engine's ways and these options (None: they are not known; then ``seen`` has what the
    hands themselves show).  Raises SourceFault."""
    wanted, nowhere = {**_ALWAYS, **seen}, {}
    if config is not None:
        most = config["maxRefe"].integer(0, 99)
        wanted["refe"] = str(most) if most else "none"
        wanted["kontra_compulsory"] = "pik_or_hand" if config["mandatoryKontraOnPik"].flag() else "none"
        wanted["betl_stops"] = "true" if config["autoFinish"].flag() else "false"
        wanted["supe_cap"] = "5" if config["supaCap5"].flag() else "none"
        over, head = config["mustOvertrump"].flag(), config["mustHeadSuit"].flag()
        if over and head:
            wanted["must_overtake"] = "if_beats_trick"
        elif over or head:
            name = "mustOvertrump" if over else "mustHeadSuit"
            nowhere[name] = "the duty to overtake in the trump suit or in the suit led alone; no parameter says so"
    return house_rules("serbian-klub", wanted, nowhere)


def _seen(game: Node) -> dict[str, str]:
    """Options that the hands of a game show, where its options are not known: a pik that was played without kontra,
    or was not, a betl that was played on after the declarer had a trick.  A hand that cannot be read shows nothing."""
    seen = {}
    for node in game["hands"].array():
        try:
            if node["kind"].value != "played":
                continue
            word, declarer = contract(node["contract"]), node["declarer"].integer(0, 2)
            winners = [trick["winner"].value for trick in node["tricksLog"].array()]
            came = any(follower.value is True for follower in node["following"].array())
            if word in ("S", "S-hand") and node["kontra"].value == 0 and came:
                seen["kontra_compulsory"] = "none" if winners else "pik_or_hand"
            if word.startswith("betl") and declarer in winners[:-1]:
                seen["betl_stops"] = "false"
        except SourceFault:
            continue
    return seen


def config_unknown(config: Node) -> list[Diagnostic]:
    """A warning for each option that is not known."""
    return config.unknown(_CONFIG_KEYS)


def _session(game: Node, source: Source, house: HouseRules) -> SourceSession:
    seed = game.get("seed")
    number = None if seed is None else seed.integer(0, 2**63)
    return SourceSession(
        seats=SEATS, event="pajcho/preferans game" + ("" if number is None else f", seed {number}"),
        site="pajcho/preferans",
        session="pajcho-" + (source.stem or "game" if number is None else str(number)),
        names=[name.text() for name in game["playerNames"].array(3)],
        variant=house.variant, rules=house.pairs, bule=game["startingBule"].integer(1, 10_000), law=house.law,
        by_law=True)


def _settlement(one: Converted, game: Node) -> None:
    result = game.get("finalScores")
    if result is not None:
        one.theirs["settlement"] = {SEATS[i]: amount.number() for i, amount in enumerate(result.array(3))}


# --- what stands on the paper --------------------------------------------------------------------------------
@dataclass(slots=True)
class Ledger:
    """The running totals; ``entered``: how many refe were entered in all."""

    bule: dict[int, Number]
    supe: dict[tuple[int, int], Number] = field(default_factory=dict)
    refe: dict[int, int] = field(default_factory=dict)
    entered: int = 0

    @classmethod
    def opening(cls, bule: Number) -> Ledger:
        """The paper before the first hand."""
        return cls(dict.fromkeys(range(3), bule), {}, dict.fromkeys(range(3), 0))

    def scores(self) -> Scores:
        """The totals by seat."""
        return bule_by_seat(SEATS, self.bule, self.supe, self.refe)

    def claim(self, one: Converted, score: _Score) -> None:
        """Notes what the engine says that the hand wrote, and adds it to the totals."""
        one.theirs["before"] = self.scores()
        one.theirs["refe_entered"] = self.entered
        one.theirs["score"] = bule_by_seat(SEATS, score.bule, score.supe, score.refe)
        for player in range(3):
            self.bule[player] += score.bule.get(player, 0)
            self.refe[player] += score.refe.get(player, 0)
        for pair, amount in score.supe.items():
            self.supe[pair] = self.supe.get(pair, 0) + amount
        self.entered += any(change > 0 for change in score.refe.values())
        one.theirs["sheet"] = self.scores()


@dataclass(slots=True)
class _Score:
    """What a hand wrote."""

    bule: dict[int, Number] = field(default_factory=dict)
    supe: dict[tuple[int, int], Number] = field(default_factory=dict)
    refe: dict[int, int] = field(default_factory=dict)


def _score(node: Node) -> _Score:
    if node["kind"].value == "refe":
        written = node["refeWritten"].flag()
        return _Score(refe=dict.fromkeys(range(3), int(written)))
    score = _Score(refe={node["declarer"].integer(0, 2): -1 if node["refeApplied"].flag() else 0})
    score.bule = {player: amount.number() for player, amount in enumerate(node["buleDelta"].array(3))}
    for by, row in enumerate(node["supeDelta"].array(3)):
        score.supe.update({(by, on): amount.number() for on, amount in enumerate(row.array(3))})
    return score


def _gap(one: Converted, game: Node, deal: SourceDeal, session: SourceSession, expected: int,
         ledger: Ledger | None) -> None:
    """Hands are missing before this one: a pik that nobody gave kontra is not recorded (note 1).

    What it did to the refe is in ``scoreHistory``.  The records after it are a session of their own, which begins
    with the sheet as it stands.
    """
    gone = range(expected, deal.number)
    numbers = f"hand {expected} is" if len(gone) == 1 else f"hands {expected} to {deal.number - 1} are"
    one.losses.append(Loss("hands", deal.number, f"{numbers} not in the record: a pik without kontra leaves only its "
                                                 "refe; the hands from here on are a session of their own"))
    session.session = f"{session.session.split(' ')[0]} from hand {deal.number}"
    if ledger is None:
        return
    for number in gone:
        entered = False
        for player, history in enumerate(game["scoreHistory"].array(3)):
            for entry in history.array():
                if entry["handNo"].value == number and entry["kind"].value == "refe":
                    ledger.refe[player] += 1
                    entered = True
        ledger.entered += entered
    deal.opening = ledger.scores()


# --- a hand ----------------------------------------------------------------------------------------------
def _deal(one: Converted, node: Node, number: int) -> SourceDeal:
    """The hand before its first call.  Raises SourceFault where it is not known which hand it is, or who dealt."""
    kind = node["kind"].word({"played": "played", "refe": "refe"})
    one.diagnostics += node.unknown(_PLAYED_KEYS if kind == "played" else _REFE_KEYS)
    deal = SourceDeal(node["handNo"].integer(number, 10**6), node["dealer"].integer(0, 2))
    with told(one):
        for player, hand in enumerate(node["initialHands"].array(3)):
            with told(one):
                deal.hands[player] = [card(entry) for entry in hand.array(10)]
    with told(one):
        _talon(deal, node)
    if kind == "refe":
        deal.contract = "all-pass"
    return deal


def _talon(deal: SourceDeal, node: Node) -> None:
    if node["talon"].array():
        deal.talon = [card(entry) for entry in node["talon"].array(2)]
    elif len(deal.hands) == 3:
        dealt = {entry for hand in deal.hands.values() for entry in hand}
        rest = sorted(set(range(32)) - dealt)  # the pack less the hands; their order says nothing here
        if len(rest) != 2:
            raise node["initialHands"].contradiction("a card stands in two places")
        deal.talon = rest


def _course(one: Converted, deal: SourceDeal, node: Node, session: SourceSession, plays_on: bool) -> None:
    """What was called and played, as far as it can be read."""
    one.theirs["winners"] = []
    if deal.contract == "all-pass":
        return
    with as_far_as_read(one, deal):
        kontras = _calls(deal, node["bidLog"])
        deal.declarer = node["declarer"].integer(0, 2)
        deal.contract = contract(node["contract"])
        deal.discard = "-" if deal.contract.endswith("-hand") else [card(each) for each in node["discard"].array(2)]
        _roles(one, deal, node, kontras)
        _tricks(deal, node)
    one.theirs["winners"] = [SEATS[trick.winner] for trick in deal.tricks if trick.winner is not None]
    if not deal.finished:
        return
    try:
        _result(one, deal, node, session, plays_on)
    except SourceFault as problem:
        tell(one, problem.finding)
        if deal.taken is None:
            break_off(one, deal)


def card(node: Node) -> Card:
    """A card such as ``{"suit": "herc", "rank": "10"}``."""
    return card_of(node["suit"].word(SERBIAN_SUITS), node["rank"].word(_RANKS))


def contract(node: Node) -> str:
    """The contract word of ``{"kind": "suit", "trump": "herc", "asGame": true}``."""
    kind = node["kind"].word(_KINDS)
    game = node["trump"].word(SERBIAN_SUITS) if kind == "suit" else kind
    return f"{game}-hand" if node["asGame"].flag() else game


def number_call(level: Node) -> str:
    """A bid of a number, 2 to 7."""
    return str(level.integer(2, 7))


def hand_call(level: Node) -> str:
    """A game in hand by the number of its game, 2 to 7."""
    return _IN_HAND[level.integer(2, 7)]


def _calls(deal: SourceDeal, log: Node) -> int:
    """The auction from the log of bids; says how many steps of kontra follow in it."""
    kontras = 0
    for call in log.array():
        kind = call["kind"].word(_CALLS)
        player = call["seat"].integer(0, 2)
        if kind in ("kontra", "invite"):
            kontras += kind == "kontra"
            continue
        word = number_call(call["level"]) if kind == "raise" else hand_call(call["level"]) if kind == "igra" else kind
        deal.calls.append((player, word))
    return kontras


def _roles(one: Converted, deal: SourceDeal, node: Node, kontras: int) -> None:
    """The defenders' roles from the final state of the defence: a kontra has made both followers."""
    declarer = deal.declarer
    following = [entry.flag() for entry in node["following"].array(3)]
    roles = {player: "come" if following[player] else "stay-out" for player in range(3) if player != declarer}
    caller = node.get("inviteCaller")
    if caller is not None:
        player = caller.integer(0, 2)
        if player == declarer:
            raise caller.contradiction("the declarer does not call")
        roles = {other: "call-partner" if other == player else "called" for other in roles}
    level = node["kontra"].integer(0, 4)
    if kontras != level:
        raise node["kontra"].contradiction(f"the log of bids has {kontras} steps of kontra")
    if level:
        giver = node["kontraBy"].integer(0, 2)
        if giver == declarer or roles.get(giver) == "stay-out":
            raise node["kontraBy"].contradiction("this player gives no kontra")
        deal.kontra = giver, level
        if caller is None and not (deal.contract or "").startswith("betl"):
            other = next(player for player in roles if player != giver)
            one.losses.append(Loss(f"hand {deal.number}: following", deal.number,
                                   f"whether player {other} came or was pulled in by the kontra is not recorded; "
                                   "come is written"))
    deal.roles = roles


def _tricks(deal: SourceDeal, node: Node) -> None:
    for trick in node["tricksLog"].array():
        plays = trick["cards"].array()
        if not 1 <= len(plays) <= 3:
            raise trick["cards"].unexpected("one to three cards")
        deal.tricks.append(SourceTrick([]))
        for play in plays:
            deal.tricks[-1].plays.append((play["seat"].integer(0, 2), card(play["card"])))
        deal.tricks[-1].winner = trick["winner"].integer(0, 2)


def _result(one: Converted, deal: SourceDeal, node: Node, session: SourceSession, plays_on: bool) -> None:
    """How many tricks each took, and those that were settled without play: forced or claimed, and counted all the
    same.  Raises SourceFault."""
    taken = dict.fromkeys(range(3), 0)
    for trick in deal.tricks:
        if trick.winner is not None:
            taken[trick.winner] += 1
    over = _over(deal, taken, plays_on)
    if deal.tricks and over:
        deal.taken = taken
    won = {player: count.integer(0, 10) for player, count in enumerate(node["tricksWon"].array(3))}
    one.theirs["tricks"] = {SEATS[player]: count for player, count in won.items()}
    if not deal.tricks and not _to_play(deal, session):
        one.losses.append(Loss(f"hand {deal.number}: tricksWon", deal.number,
                               "nothing was played; the ten tricks that the engine books for it are none"))
        return
    rest = {player: won[player] - taken[player] for player in range(3)}
    left = 10 - len(deal.tricks)
    if over:
        if any(rest.values()):
            one.losses.append(Loss(f"hand {deal.number}: tricksWon", deal.number,
                                   "the play was over; the tricks that the engine books beyond it are none"))
        deal.taken = taken
        return
    if any(count < 0 for count in rest.values()) or sum(rest.values()) != left:
        raise node["tricksWon"].contradiction(f"{left} tricks are left after those that are logged")
    deal.agreed = dict(rest)
    deal.taken = won
    if not deal.tricks:
        return
    one.losses.append(Loss(f"hand {deal.number}: tricksLog", deal.number,
                           f"the last {left} tricks were counted without play; they are written as an agreement"))


def _to_play(deal: SourceDeal, session: SourceSession) -> bool:
    """Is this game played: did somebody come, and was kontra given where it must be?"""
    if all(role == "stay-out" for role in deal.roles.values()):
        return False
    law = session.law
    return law is None or law.manner_of_roles(deal.contract or "", deal.roles, deal.kontra) == "played"


def _over(deal: SourceDeal, taken: dict[int, int], plays_on: bool) -> bool:
    """Do the rules end the play here: ten tricks, five of the followers', in betl one of the declarer's (unless it is
    played on)?"""
    declarer = deal.declarer
    if declarer is None or sum(taken.values()) >= 10:
        return True
    mine = taken[declarer]
    if (deal.contract or "").startswith("betl"):
        return mine > 0 and not plays_on
    return sum(taken.values()) - mine >= 5

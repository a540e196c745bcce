"""Step logs of gpreda/preferans (Serbian), with a JSON file beside them.

Two lines a step: the commands that were offered, then the one that was given.  ``NAME.rounds.json`` beside
``NAME.log`` has the hands, whose turn each step was, and the engine's scores; without it nobody knows who did what.
Positions 1 (forehand) to 3 (dealer) move on from round to round; seats stay with the players.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from preferans_pbn.cards import Card
from preferans_pbn.convert.deal import (
    SourceDeal,
    SourceSession,
    SourceTrick,
    order_of,
    play_is_over,
    roles_by_law,
)
from preferans_pbn.convert.decoding import decode, decode_beside
from preferans_pbn.convert.faults import SourceFault, fault, placed, shown
from preferans_pbn.convert.gpreda import SEATS, rules_of, third
from preferans_pbn.convert.json_source import Document, Node
from preferans_pbn.convert.judging import Place
from preferans_pbn.convert.model import Converted, Loss, Options, Source
from preferans_pbn.convert.partial import as_far_as_read, record_as_far, tell, told
from preferans_pbn.convert.spelling import rank_line_suit, rank_then_suit, suits
from preferans_pbn.diagnostics import Diagnostic
from preferans_pbn.record import Where
from preferans_pbn.rules.amounts import whole
from preferans_pbn.rules.interface import Auction

TITLE: Final = "gpreda step log"
_NEXT: Final = "Next Round"
_SUITS: Final = suits("Spades", "Diamonds", "Hearts", "Clubs")
_GAMES: Final = {**_SUITS, "Betl": "betl", "Sans": "sans"}
_BY_LEVEL: Final = {"2": "S", "3": "D", "4": "H", "5": "C"}
_DIRECT: Final = {"Betl": "hand-betl", "Sans": "hand-sans"}
_ANSWERS: Final = {"Follow": "come", "Pass": "stay-out", "Call": "call-partner", "Counter": "kontra",
                   "Double counter": "rekontra", "Start game": "fine"}
_IN_HAND: Final = re.compile(r"in_hand ([2-5])")


def sniff(head: bytes, name: str = "") -> float:
    """How sure it is that a file that begins like this is such a log."""
    text = head.decode("utf-8", "replace").lstrip("\ufeff")
    return 0.9 if re.match(r"Pass, 2, Hand, Betl, Sans\r?\n(?:Pass|2|Hand|Betl|Sans)\r?\n", text) else 0.0


def read(source: Source, options: Options) -> Iterator[Converted]:
    """The rounds of a log.  Raises SourceFault where the file as a whole or the one beside it cannot be read."""
    lines = decode(source.read(options.size_limit), options.encoding).split("\n")
    companion_name = f"{source.stem}.rounds.json"
    companion = _companion(source, options, companion_name)
    house = rules_of()
    try:
        session = _session(companion, source)
    except SourceFault as problem:
        problem.finding.path = companion_name
        raise
    session.variant, session.rules, session.law = house.variant, house.pairs, house.law
    findings: list[Diagnostic] = []
    losses = house.losses
    rounds = companion["rounds"].array()
    steps = list(_rounds(lines, findings))
    if not steps:
        raise fault("foreign-missing", 1, 1, missing="the first step", format=TITLE)
    for number, taken in enumerate(steps):
        one = Converted(None, findings, losses)
        findings, losses = [], []
        try:
            if number >= len(rounds):
                raise fault("foreign-missing", taken[0].line, 1, missing=f"round {number + 1} in {companion_name}",
                            format=TITLE)
            _Round(one, session, rounds[number], companion_name).convert(taken)
        except SourceFault as problem:
            one.record = None
            tell(one, problem.finding)
        yield one


# --- the files -------------------------------------------------------------------------------------------
class _Step(NamedTuple):
    """A command that was given, and the line on which it stands."""

    word: str
    line: int


def _companion(source: Source, options: Options, name: str) -> Node:
    data = source.beside(name) if source.stem else None
    if data is None:
        raise fault("foreign-missing", 1, 1, format=TITLE,
                    missing=f"{name} beside the log (the hands, and whose turn each step was)")
    try:
        return Document(decode_beside(data, options.encoding), TITLE).root
    except SourceFault as problem:
        problem.finding.path = name
        raise


def _session(companion: Node, source: Source) -> SourceSession:
    seed = companion.get("seed")
    number = None if seed is None else seed.integer(0, 2**63)
    names = [name.text() for name in companion["players"].array(3)]
    if len(set(names)) != 3:
        raise companion["players"].contradiction("two players have one name")
    companion["rounds"].array()
    return SourceSession(
        seats=SEATS, event="gpreda/preferans steps" + ("" if number is None else f", seed {number}"),
        site="gpreda/preferans", session="gpreda-steps-" + (source.stem or "game" if number is None else str(number)),
        names=names, by_law=True)


def _rounds(lines: list[str], findings: list[Diagnostic]) -> Iterator[list[_Step]]:
    """The commands of each round, the one for the next round last.  A command that was not among those offered is a
    finding, and so is an offer without a command."""
    steps: list[_Step] = []
    written = [(number, line.strip()) for number, line in enumerate(lines, 1) if line.strip()]
    for (_, offered), (line, word) in zip(written[::2], written[1::2], strict=False):
        if word not in offered.split(", "):
            findings.append(placed("unknown-in-source", line, 1, what=f'"{shown(word)}", which was not offered,'))
        steps.append(_Step(word, line))
        if word == _NEXT:
            yield steps
            steps = []
    if len(written) % 2:
        findings.append(placed("unknown-in-source", written[-1][0], 1, what="an offer without a command"))
    if steps:
        yield steps


# --- a round ---------------------------------------------------------------------------------------------
@dataclass(slots=True)
class _Round:
    """A round while its steps are taken."""

    one: Converted
    session: SourceSession
    node: Node
    companion_name: str
    deal: SourceDeal = field(default_factory=lambda: SourceDeal(1, 0))
    order: list[int] = field(default_factory=list)
    auction: Auction | None = None
    standing: str = ""
    indexes: list[int] = field(default_factory=list)
    places: dict[Where, Place] = field(default_factory=dict)

    def _note(self, step: _Step, owner: str, key: int | None = None) -> None:
        """This part of the record stands on the line of ``step``."""
        self.places[Where(owner, key)] = Place(step.line, 1, len(step.word) + 1)

    def convert(self, steps: list[_Step]) -> None:
        """Makes the record."""
        try:
            players = self._begin(steps)
        except SourceFault as problem:
            problem.finding.path = self.companion_name
            raise
        self.one.theirs["winners"] = []
        with as_far_as_read(self.one, self.deal):
            for step, player in zip(steps, players, strict=True):
                if player is not None:
                    self._take(step, player)
        if not self.one.partial:
            self._end(steps)
        if self.deal.tricks:
            with self._beside():
                self._count_tricks()
        self.places[Where("")] = Place(steps[0].line, 1, 2)
        self.one.record = record_as_far(self.one, self.session, self.deal, self.places)
        self.one.places = self.places
        with self._beside():
            self._scores()

    @contextmanager
    def _beside(self) -> Iterator[None]:
        """Something of the file beside the log: where it cannot be read, it stays unknown."""
        with told(self.one):
            try:
                yield
            except SourceFault as problem:
                problem.finding.path = self.companion_name
                raise

    def _begin(self, steps: list[_Step]) -> list[int | None]:
        """The deal from the companion; whose turn each step is."""
        node, names = self.node, self.session.names
        self.deal = deal = SourceDeal(node["round"].integer(1, 10**6), self._player(node["dealer"]))
        self.order = order_of(3, deal.dealer)
        positions = {node["position"][name].integer(1, 3): player for player, name in enumerate(names)}
        if [positions.get(position) for position in (1, 2, 3)] != self.order:
            raise node["position"].contradiction("the positions do not go round from the dealer")
        for player, name in enumerate(names):
            with self._beside():
                deal.hands[player] = [_card(card) for card in node["hands"][name].array(10)]
        with self._beside():
            deal.talon = [_card(card) for card in node["talon"].array(2)]
        law = self.session.law
        self.auction = None if law is None else law.auction(0)
        acting = node["acting_position_per_step"].array()
        if len(acting) != len(steps):
            raise node["acting_position_per_step"].contradiction(f"the round has {len(steps)} steps in the log")
        return [None if entry.value is None else positions[entry.integer(1, 3)] for entry in acting]

    def _player(self, node: Node) -> int:
        name = node.text()
        if name not in self.session.names:
            raise node.unexpected("one of " + ", ".join(self.session.names))
        return self.session.names.index(name)

    # --- steps --------------------------------------------------------------------------------------
    def _take(self, step: _Step, player: int) -> None:
        deal = self.deal
        if self.auction is not None and self.auction.turn >= 0:
            self._call(step, player)
        elif deal.contract == "all-pass":
            raise self._strange(step, "the next round, as all have passed")
        elif deal.contract is None:
            self._name(step, player)
        elif step.word in _ANSWERS and not deal.tricks:
            self._answer(step, player)
        else:
            self._play(step, player)

    def _call(self, step: _Step, player: int) -> None:
        assert self.auction is not None
        word = {"Pass": "pass", "Hand": "hand", **_DIRECT}.get(step.word)
        named = _IN_HAND.fullmatch(step.word)
        if named is not None:
            word = f"hand-{named[1]}"
        elif step.word.isdigit() and step.word in "234567":
            word, self.standing = ("hold" if step.word == self.standing else step.word), step.word
        if word is None:
            raise self._strange(step, "a call")
        if self.order[self.auction.turn] != player:
            raise fault("foreign-contradiction", step.line, 1,
                        what=f"round {self.deal.number}: it is the turn of {self._name_of(self.auction.turn)} to call")
        self.deal.calls.append((player, word))
        self._note(step, "Auction", len(self.deal.calls) - 1)
        self.auction.force(word)
        if word == "hand-sans":
            self._pass_the_rest()
        result = self.auction.result() if self.auction.turn < 0 else None
        if result is None:
            return
        if result.declarer is None:
            self.deal.contract = "all-pass"
            return
        self.deal.declarer = self.order[result.declarer]
        self.deal.bid = result.bid
        if result.hand:
            self.deal.discard = "-"
            game = result.bid.removeprefix("hand").removeprefix("-")
            if game:
                self.deal.contract = f"{_BY_LEVEL.get(game, game)}-hand"

    def _pass_the_rest(self) -> None:
        """Nothing beats sans in hand: the engine asks nobody any more, where a record has their passes."""
        assert self.auction is not None
        written = 0
        while self.auction.turn >= 0 and self.auction.legal() == ["pass"]:
            self.deal.calls.append((self.order[self.auction.turn], "pass"))
            self.auction.force("pass")
            written += 1
        if written:
            self.one.losses.append(Loss(f"round {self.deal.number}: Sans", self.deal.number,
                                        "nobody is asked after sans in hand; the passes that follow are written"))

    def _name_of(self, index: int) -> str:
        return self.session.names[self.order[index]]

    def _name(self, step: _Step, player: int) -> None:
        """The discard, two cards by their numbers in hand and talon, and the game."""
        deal = self.deal
        if player != deal.declarer:
            raise fault("foreign-contradiction", step.line, 1, what=f"round {deal.number}: the declarer names the game")
        if step.word.isdigit() and deal.discard is None:
            twelve = deal.hands.get(player, []) + deal.talon
            if not 1 <= int(step.word) <= 12 or int(step.word) in self.indexes:
                raise self._strange(step, "the number of a card in hand, 1 to 12")
            self.indexes.append(int(step.word))
            if len(self.indexes) == 2:
                deal.discard = [twelve[index - 1] for index in self.indexes] if len(twelve) == 12 else "?"
                self._note(step, "Discard")
            return
        named = _IN_HAND.fullmatch(step.word)
        game = _GAMES.get(step.word) if named is None else _BY_LEVEL[named[1]]
        if game is None or deal.discard is None:
            raise self._strange(step, "a game" if deal.discard is not None else "a card to discard")
        deal.contract = f"{game}-hand" if deal.discard == "-" else game
        self._note(step, "Contract")

    def _answer(self, step: _Step, player: int) -> None:
        deal = self.deal
        word = _ANSWERS[step.word]
        answered = [said for _, said in deal.defence if said in ("come", "stay-out")]
        if word in ("call-partner", "kontra") and len(answered) == 1 and not (deal.contract or "").startswith("betl"):
            deal.defence.append((player, "come"))  # who calls or gives kontra at once has come
        deal.defence.append((player, word))
        self._note(step, "Defence", len(deal.defence) - 1)

    def _play(self, step: _Step, player: int) -> None:
        deal = self.deal
        card = rank_then_suit(step.word)
        if card is None:
            raise self._strange(step, "a card")
        if not deal.tricks:
            self._close_defence()
        active = sum(role != "stay-out" for role in deal.roles.values()) + 1
        if not deal.tricks or len(deal.tricks[-1].plays) >= active:
            deal.tricks.append(SourceTrick([]))
        deal.tricks[-1].plays.append((player, card))
        self._note(step, "Play", sum(len(trick.plays) for trick in deal.tricks) - 1)

    def _close_defence(self) -> None:
        deal = self.deal
        while deal.defence and deal.defence[-1][1] == "fine":
            deal.defence.pop()  # implied at the end
        deal.roles = roles_by_law(self.session, deal) or {}

    def _strange(self, step: _Step, expected: str) -> SourceFault:
        return fault("foreign-value", step.line, 1, field=f"a step of round {self.deal.number}",
                     value=f'"{shown(step.word)}"', expected=expected, format=TITLE)

    # --- the end ------------------------------------------------------------------------------------
    def _end(self, steps: list[_Step]) -> None:
        deal = self.deal
        over = steps[-1].word == _NEXT
        if not deal.tricks:
            self._close_defence()
            came = any(role != "stay-out" for role in deal.roles.values())
            if over and came:
                self.one.losses.append(Loss(
                    f"round {deal.number}: Next Round", deal.number,
                    "the engine ends the deal unplayed, as if nobody had come; the record has no play"))
        if deal.contract != "all-pass" and (not over or (deal.tricks and not play_is_over(self.session, deal))):
            deal.finished = False
            self.one.diagnostics.append(placed("foreign-incomplete", steps[-1].line, 1, what=f"round {deal.number}"))

    def _count_tricks(self) -> None:
        """The tricks as the engine counts them."""
        won = self.node["tricks_won"]
        taken = {player: won[name].integer(0, 10) for player, name in enumerate(self.session.names)}
        self.one.theirs["tricks"] = {SEATS[player]: count for player, count in taken.items()}
        if self.deal.finished:
            self.deal.taken = taken

    def _scores(self) -> None:
        node, theirs = self.node, self.one.theirs
        if self.deal.contract == "all-pass" or node.get("scores_after") is None:
            theirs["result"] = dict.fromkeys(SEATS, 0)
            return
        names = self.session.names
        before, after = node["scores_before"], node["scores_after"]
        theirs["result"] = {SEATS[i]: whole(third(after[name].number()) - third(before[name].number()))
                            for i, name in enumerate(names)}


def _card(node: Node) -> Card:
    card = rank_line_suit(node.text())
    if card is None:
        raise node.unexpected("a card such as 10_hearts")
    return card

"""Logs of DmitryBal/pref: Russian text, one game of several deals, with JSON files beside it.

The log never prints the hands; ``NAME.deals.json`` beside ``NAME.log`` has them, and
``CONFIG.effective.json`` the settings of the engine.  Without the companion a deal is partial: the hands
and the names stay out, nothing is worked out from the play.  Without the settings the rules are not known: the
records name no variant, only what the engine always does, and nothing but what all games share is held against them.
Players 0 to n-1 sit clockwise; with four the dealer rests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from preferans_pbn.cards import CARD_NAMES, Card
from preferans_pbn.convert.common_law import contradictions
from preferans_pbn.convert.deal import (
    RESTING,
    SEATS_BY_PLAYERS,
    SourceDeal,
    SourceSession,
    SourceTrick,
    claim_scores,
    order_of,
    scores_by_seat,
)
from preferans_pbn.convert.decoding import decode, decode_beside
from preferans_pbn.convert.dmitrybal_settings import rules_of
from preferans_pbn.convert.faults import SourceFault, fault, placed, shown
from preferans_pbn.convert.house_rules import HouseRules
from preferans_pbn.convert.json_source import Document, Node
from preferans_pbn.convert.judging import Place, locate
from preferans_pbn.convert.model import Converted, Loss, Options, Source
from preferans_pbn.convert.partial import break_off, record_as_far, tell, told
from preferans_pbn.convert.spelling import rank_then_suit
from preferans_pbn.diagnostics import BY_NAME, Diagnostic
from preferans_pbn.notation.spellings import suit_of
from preferans_pbn.record import Where
from preferans_pbn.rules.outcome import Number

TITLE: Final = "DmitryBal log"
_LEVELS: Final = {"six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
_LATER: Final = "_without_prikup"
# Older encodings have no suit signs: there the suits are letters.
_CARD: Final = r"(?:10|[7-9JQKA])[♠♣♦♥птбчSCDH]"
_BID: Final = r"([a-z_]+)(?: ([♠♣♦♥птбчSCDH]|nt))?"


def sniff(head: bytes, name: str = "") -> float:
    """How sure it is that a file that begins like this is such a log."""
    text = head.decode("utf-8", "replace")
    if text.lstrip("\ufeff").startswith("игра началась:"):
        return 1.0
    return 0.8 if re.search(r"^--- раздача \d+, сдающий \d ---$", text, re.MULTILINE) else 0.0


def read(source: Source, options: Options) -> Iterator[Converted]:
    """The deals of a log.  Raises SourceFault where the file as a whole cannot be read."""
    text = decode(source.read(options.size_limit), options.encoding)
    lines = text.split("\n")
    opening = _first_line(lines)
    companion, findings, losses = _companion(source, options)
    players, kind = int(opening[1]), opening[2]
    settings, more = _settings(source, options, companion)
    findings += more
    house = rules_of(kind, players, settings)
    session = _session(source, players, house, companion, findings)
    losses += house.losses
    running = _Running(session, f"{source.stem}.deals.json")
    found = False
    for deal in _deals(lines, players, findings):
        one = Converted(None, findings + deal.findings, losses + deal.losses)
        findings, losses = [], []
        found = True
        try:
            _finish(one, deal, session, companion, running)
        except SourceFault as problem:
            one.record = None
            tell(one, problem.finding)
        if one.record is not None and options.claims:
            claim_scores(one.record, one.theirs)
        yield one
    if not found:
        raise fault("foreign-missing", 1, 1, missing="the first deal (--- раздача 1, сдающий … ---)", format=TITLE)


# --- the file and what stands beside it -----------------------------------------------------------------
def _first_line(lines: list[str]) -> re.Match[str]:
    found = re.fullmatch(r"игра началась: ([34]) игрока, вариант (\S+)", lines[0].rstrip())
    if found is None:
        raise fault("foreign-value", 1, 1, field="line 1", value=f'"{shown(lines[0])}"',
                    expected="игра началась: 3 игрока, вариант …", format=TITLE)
    return found


def _companion(source: Source, options: Options) -> tuple[Node | None, list[Diagnostic], list[Loss]]:
    """The file with the hands: its root, faults, losses."""
    name = f"{source.stem}.deals.json"
    data = source.beside(name) if source.stem else None
    if data is None:
        reason = f"{name} is not beside the log: the hands and the names are not known" if source.stem else (
            "the log has no name, so the file with the hands cannot be found beside it")
        return None, [], [Loss("hands", 0, reason, BY_NAME["companion-missing"].code)]
    try:
        return Document(decode_beside(data, options.encoding), TITLE).root, [], []
    except SourceFault as problem:
        problem.finding.path = name
        return None, [problem.finding], [Loss("hands", 0, f"{name} cannot be read: the hands are not known",
                                              BY_NAME["companion-missing"].code)]


def _settings(source: Source, options: Options, companion: Node | None) -> tuple[Node | None, list[Diagnostic]]:
    """The engine's settings, from the file that the companion's ``config`` names."""
    config = None if companion is None or not isinstance(companion.value, dict) else companion.get("config")
    if config is None or not isinstance(config.value, str):
        return None, []
    name = config.value.rsplit(".", 1)[0] + ".effective.json"
    data = source.beside(name)
    if data is None:
        return None, []
    try:
        return Document(decode_beside(data, options.encoding), TITLE).root, []
    except SourceFault as problem:
        problem.finding.path = name
        return None, [problem.finding]


def _session(source: Source, players: int, house: HouseRules, companion: Node | None,
             findings: list[Diagnostic]) -> SourceSession:
    stem = source.stem or "game"
    session = SourceSession(
        seats=SEATS_BY_PLAYERS[players], event=f"DmitryBal/pref game {stem}", site="DmitryBal/pref",
        session=f"dmitrybal-{stem}", variant=house.variant, rules=house.pairs, law=house.law)
    if companion is not None:
        try:
            session.names = [name.text() for name in companion["names"].array(players)]
            seed = companion.get("engine_rng_seed")
            if seed is not None:
                session.session = f"dmitrybal-{seed.integer(0, 2**63)}"
                session.event += f", seed {seed.value}"
        except SourceFault as problem:
            problem.finding.path = f"{source.stem}.deals.json"
            findings.append(problem.finding)
    return session


# --- the text --------------------------------------------------------------------------------------------
@dataclass(slots=True)
class _Deal:
    """A deal while its lines are read.  ``broken``: why only its totals are read from there on; ``strange``: it is not
    known who sits where."""

    facts: SourceDeal
    line: int
    players: int
    passed_out: bool = False
    all_pass: bool = False
    totals: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    whists: dict[tuple[int, int], int] = field(default_factory=dict)
    lead: Card | None = None
    ended: bool = False
    findings: list[Diagnostic] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)
    broken: SourceFault | None = None
    strange: bool = False
    places: dict[Where, Place] = field(default_factory=dict)

    def note(self, action: Callable[[_Deal, re.Match[str]], None], found: re.Match[str], number: int) -> None:
        """The line ``number`` was taken: the parts of the record that it says stand there."""
        line = Place(number, 1, len(found[0]) + 1)
        facts = self.facts
        if action in (_on_call, _on_pass, _on_hold):
            self.places[Where("Auction", len(facts.calls) - 1)] = line
        elif action is _on_answer:
            self.places[Where("Defence", len(facts.defence) - 1)] = line
        elif action is _on_trick:
            row = len(facts.tricks) - 1
            first = sum(len(trick.plays) for trick in facts.tricks[:-1])
            for step, card in enumerate(_PLAYED.finditer(found[0])):
                self.places[Where("Play", first + step)] = Place(number, card.start(1) + 1, card.end(1) + 1)
            self.places[Where("Play", ("row", str(row)))] = line
            self.places[Where("Play", ("winner", str(row)))] = Place(number, found.start(3) + 1, found.end(3) + 1)
        elif action in _OWNERS:
            for owner in _OWNERS[action]:
                self.places[Where(owner)] = line


def _deals(lines: list[str], players: int, findings: list[Diagnostic]) -> Iterator[_Deal]:
    deal: _Deal | None = None
    for number, line in enumerate(lines[1:], 2):
        start = _DEAL.fullmatch(line)
        if start is not None:
            if deal is not None:
                yield deal
            deal = _Deal(SourceDeal(int(start[1]), int(start[2])), number, players)
            deal.places[Where("")] = Place(number, 1, len(line) + 1)
            if deal.facts.dealer >= players:
                deal.broken = fault("foreign-value", number, 1, field="сдающий", value=start[2],
                                    expected=f"a player from 0 to {players - 1}", format=TITLE)
                deal.strange = True
        elif not line.strip():
            continue
        elif deal is None:
            findings.append(placed("unknown-in-source", number, 1, what=f'the line "{shown(line)}"'))
        elif deal.broken is None or _TOTAL.fullmatch(line):
            try:
                _take(deal, line, number)
            except SourceFault as problem:
                problem.finding.line = problem.finding.line or number
                problem.finding.col = problem.finding.col or 1
                deal.broken = deal.broken or problem
    if deal is not None:
        yield deal


def _take(deal: _Deal, line: str, number: int) -> None:
    for pattern, action in _LINES:
        found = pattern.fullmatch(line)
        if found is not None:
            for seat in _PLAYER_GROUPS.get(pattern, ()):
                if int(found[seat]) >= deal.players:
                    raise fault("foreign-value", number, found.start(seat) + 1, field="игрок", value=found[seat],
                                expected=f"a player from 0 to {deal.players - 1}", format=TITLE)
            action(deal, found)
            deal.note(action, found, number)
            return
    for pattern, expected in _BEGINNINGS:
        begun = pattern.match(line)
        if begun is not None:
            raise fault("foreign-value", number, _odd(begun.end(), line), field=begun[0].strip(" :"),
                        value=f'"{shown(line[begun.end():].strip())}"', expected=expected, format=TITLE)
    deal.findings.append(placed("unknown-in-source", number, 1, what=f'the line "{shown(line)}"'))


def _odd(start: int, line: str) -> int:
    """The column of the first word behind ``start`` that has no place beside cards, else of what stands there."""
    words = [(found.start(), found[0]) for found in re.compile(r"\S+").finditer(line, start)]
    if any(_BESIDE_CARDS.fullmatch(word) for _, word in words):
        start = next((at for at, word in words if not _BESIDE_CARDS.fullmatch(word)), start)
    return start + 1


def _bid_word(kind: str, strain: str | None) -> str:
    hand = kind.endswith(_LATER)
    kind = kind.removesuffix(_LATER)
    suffix = "-hand" if hand else ""
    if kind == "mizer":
        return f"misere{suffix}"
    if kind not in _LEVELS:
        raise fault("foreign-value", field="заявка", value=shown(kind), format=TITLE,
                    expected="six, seven, eight, mizer, nine, ten or one of them _without_prikup")
    letter = "" if strain is None else "NT" if strain == "nt" else suit_of(strain)
    return f"{_LEVELS[kind]}{letter}{suffix}"


def _cards(text: str) -> list[Card]:
    cards = [rank_then_suit(word) for word in text.split()]
    return [card for card in cards if card is not None]


def _on_call(deal: _Deal, found: re.Match[str]) -> None:
    deal.facts.calls.append((int(found[1]), _bid_word(found[2], found[3])))


def _on_pass(deal: _Deal, found: re.Match[str]) -> None:
    deal.facts.calls.append((int(found[1]), "pass"))


def _on_hold(deal: _Deal, found: re.Match[str]) -> None:
    deal.facts.calls.append((int(found[1]), "hold"))


def _on_won(deal: _Deal, found: re.Match[str]) -> None:
    facts = deal.facts
    facts.declarer = int(found[1])
    facts.bid = _bid_word(found[2], found[3])
    if facts.bid.startswith("misere"):
        facts.contract = "misere"
    if facts.bid.endswith("-hand"):
        facts.discard = "-"


def _on_all_pass(deal: _Deal, found: re.Match[str]) -> None:
    deal.facts.contract = "all-pass"


def _on_talon(deal: _Deal, found: re.Match[str]) -> None:
    deal.facts.talon = _cards(found[1])


def _on_discard(deal: _Deal, found: re.Match[str]) -> None:
    if int(found[1]) != deal.facts.declarer:
        raise fault("foreign-contradiction",
                    what=f"deal {deal.facts.number}: player {found[1]} discards but did not win the auction")
    deal.facts.discard = _cards(found[2])


def _on_contract(deal: _Deal, found: re.Match[str]) -> None:
    deal.facts.contract = _bid_word(found[1], found[2] or "nt").removesuffix("-hand")


def _on_answer(deal: _Deal, found: re.Match[str]) -> None:
    deal.facts.defence.append((int(found[1]), "whist" if found[2] == "вист" else "pass"))


def _on_compulsory(deal: _Deal, found: re.Match[str]) -> None:
    facts = deal.facts
    for player in order_of(deal.players, facts.dealer):
        if player != facts.declarer:
            facts.roles[player] = "whist"


def _on_talon_leads(deal: _Deal, found: re.Match[str]) -> None:
    deal.lead = rank_then_suit(found[2])
    if deal.lead is not None and len(deal.facts.talon) < 2:
        deal.facts.talon.append(deal.lead)


def _on_trick(deal: _Deal, found: re.Match[str]) -> None:
    facts = deal.facts
    if int(found[1]) != len(facts.tricks) + 1:
        raise fault("foreign-contradiction",
                    what=f"deal {facts.number}: trick {found[1]} follows trick {len(facts.tricks)}")
    plays = []
    for part in found[2].split():
        player, _, text = part.partition("=")
        card = rank_then_suit(text)
        if card is None or int(player) >= deal.players:
            raise fault("foreign-value", field="взятка", value=shown(part), format=TITLE, expected="player=card")
        plays.append((int(player), card))
    winner = RESTING if found[3] == "prikup" else int(found[3])
    best = rank_then_suit(found[4])
    owner = next((player for player, card in plays if card == best), RESTING)
    if owner != winner or (owner == RESTING and best != deal.lead):
        raise fault("foreign-contradiction",
                    what=f"deal {facts.number}: trick {found[1]} goes to {found[3]}, but {CARD_NAMES[best or 0]} "
                         "is not that player's card")
    facts.tricks.append(SourceTrick(plays, winner, deal.lead))
    deal.lead = None


def _on_total(deal: _Deal, found: re.Match[str]) -> None:
    for player, pool, dump, net in re.findall(r"P(\d): пулька (\d+) гора (\d+) висты ([+-]\d+)", found[0]):
        if int(player) < deal.players:
            deal.totals[int(player)] = int(pool), int(dump), int(net)
    if sorted(deal.totals) != list(range(deal.players)):
        raise fault("foreign-value", field="ИТОГ", value=shown(found[0]), format=TITLE,
                    expected=f"a total for each of the {deal.players} players")
    deal.ended = True


def _on_whists(deal: _Deal, found: re.Match[str]) -> None:
    _write(deal, int(found[1]), deal.facts.declarer, int(found[2]))


def _on_consolation(deal: _Deal, found: re.Match[str]) -> None:
    _write(deal, int(found[1]), int(found[2]), int(found[3]))


def _write(deal: _Deal, by: int, on: int | None, amount: int) -> None:
    if on is not None and amount:
        deal.whists[by, on] = deal.whists.get((by, on), 0) + amount


def _on_nothing(deal: _Deal, found: re.Match[str]) -> None:
    """A line that says again what another line says, or a note of the scorer that its totals hold."""


_DEAL: Final = re.compile(r"--- раздача (\d{1,6}), сдающий (\d) ---")
_LINES: Final[tuple[tuple[re.Pattern[str], Callable[[_Deal, re.Match[str]], None]], ...]] = tuple(
    (re.compile(pattern), action) for pattern, action in (
        (rf"взятка (\d+): ((?:\d={_CARD} ?)+) -> взял (\d|prikup) \(({_CARD})\)", _on_trick),
        (rf"взятка (\d+): прикуп ходит ({_CARD})", _on_talon_leads),
        (r"взятка \d+: ходит (?:\d|None)|взятку \d+ берёт прикуп", _on_nothing),
        (rf"игрок (\d) объявляет {_BID}", _on_call),
        (r"игрок (\d) пасует", _on_pass),
        (r"игрок (\d) говорит [«\"]здесь[»\"]", _on_hold),
        (rf"торговлю выигрывает (\d) с заявкой {_BID}", _on_won),
        (r"все спасовали [—-] распасы \(без козыря\)", _on_all_pass),
        (rf"прикуп открыт: ({_CARD} {_CARD})", _on_talon),
        (rf"снос (\d): ({_CARD} {_CARD})", _on_discard),
        (r"заказ: ([a-z_]+) (?:с козырем ([♠♣♦♥птбчSCDH])|без козыря)", _on_contract),
        (r"игрок (\d): (вист|пас)", _on_answer),
        (r"вист \(обязательный\) на обоих противников", _on_compulsory),
        (r"ИТОГ: (?:P\d: пулька \d{1,9} гора \d{1,9} висты [+-]\d{1,9}(?:, |$))+", _on_total),
        (r"  вистующий (\d)(?: \(в одного\))? пишет висты (\d{1,9})", _on_whists),
        (r"  консоляция: (?:сдающий )?(\d) пишет на (\d) (\d{1,9})", _on_consolation),
        (r"торговля: первый голос \d|(?:игрок|мизерист) \d берёт прикуп и сносит две карты", _on_nothing),
        (r"игрок \d заказывает игру(?: без прикупа)?|вист: решают \d и \d", _on_nothing),
        (r"  (?:контракт|игрок|подсад|игра сыграна|горка|вистующий|вистовой недобор|мизерист|мизер сыгран|"
         r"ремиз на мизере|оба противника спасуют|распасы|амнистия|наименьшее число взяток)\b.*", _on_nothing),
    ))
# Which groups of a line are players of the table (checked before the line is taken).
_NAMING: Final[dict[Callable[[_Deal, re.Match[str]], None], tuple[int, ...]]] = {
    _on_call: (1,), _on_pass: (1,), _on_hold: (1,), _on_won: (1,), _on_discard: (1,), _on_answer: (1,),
    _on_whists: (1,), _on_consolation: (1, 2),
}
_BESIDE_CARDS: Final = re.compile(rf"(?:\d=)?{_CARD}|\({_CARD}\)|\d:?|->|взял|prikup")
_TOTAL: Final = re.compile(r"ИТОГ: .*")
_BEGINNINGS: Final = tuple((re.compile(pattern), expected) for pattern, expected in (
    (r"взятка (?:\d+: (?=\S+\s*=)|\S+: (?=\d\s*=))",
     "player=card three times, then who took the trick and with which card"),
    (r"взятка \d+: прикуп ходит ", "a card"),
    (r"игрок \d объявляет ", "a bid"),
    (r"торговлю выигрывает ", "a player and his bid"),
    (r"прикуп открыт: ", "two cards"),
    (r"снос ", "a player and two cards"),
    (r"заказ: ", "a contract"),
    (r"игрок \d: ", "вист or пас"),
    (r"ИТОГ: ", "a total for each player"),
))
"""How a line begins that says something of the deal's course, and what it has then: one that has something else is no
strange line but a fault."""
_PLAYED: Final = re.compile(rf"\d=({_CARD})")
_OWNERS: Final[dict[Callable[[_Deal, re.Match[str]], None], tuple[str, ...]]] = {
    _on_won: ("Declarer", "Bid"), _on_all_pass: ("Contract",), _on_talon: ("Talon",), _on_discard: ("Discard",),
    _on_contract: ("Contract",), _on_total: ("ScoreTable", "SheetTable", "Tricks"),
}
_PLAYER_GROUPS: Final = {pattern: _NAMING[action] for pattern, action in _LINES if action in _NAMING}


# --- a deal read to its end ------------------------------------------------------------------------------
@dataclass(slots=True)
class _Running:
    """The totals after the deal before, None where they are not known; whists are None once it is not known who
    wrote on whom."""

    session: SourceSession
    companion_name: str
    totals: dict[int, tuple[int, int, int]] | None = None
    whists: dict[tuple[int, int], int] | None = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.totals = dict.fromkeys(range(self.session.players), (0, 0, 0))


def _finish(one: Converted, deal: _Deal, session: SourceSession, companion: Node | None, running: _Running) -> None:
    facts = deal.facts
    broken = deal.broken
    if broken is not None and deal.strange:
        running.totals = deal.totals if len(deal.totals) == deal.players else None
        running.whists = None
        raise broken
    facts.finished = deal.ended
    if broken is not None:
        tell(one, broken.finding)
        break_off(one, facts)
    elif not deal.ended:
        one.diagnostics.append(placed("foreign-incomplete", deal.line, 1, what=f"deal {facts.number}"))
    with _beside(one, running.companion_name):
        snapshot = _snapshot(one, companion, facts)
        if snapshot is not None:
            _add_hands(one, facts, snapshot, deal.players, running.companion_name)
    if facts.tricks and facts.finished:
        facts.taken = dict.fromkeys(range(deal.players), 0)
        for trick in facts.tricks:
            taker = facts.dealer if trick.winner == RESTING or trick.winner is None else trick.winner
            facts.taken[taker] += 1
        one.theirs["tricks"] = {session.seats[player]: count for player, count in facts.taken.items()}
    one.theirs["winners"] = [
        "" if t.winner is None or t.winner == RESTING else session.seats[t.winner] for t in facts.tricks]
    _scores(one, deal, session, running)
    one.record = record_as_far(one, session, facts, deal.places)
    one.places = deal.places
    if session.variant is None:
        one.diagnostics += [locate(found, deal.places) for found in contradictions(facts, session.seats)]


@contextmanager
def _beside(one: Converted, name: str) -> Iterator[None]:
    """Something of the file ``name`` beside the log: where it cannot be read, it stays unknown."""
    with told(one):
        try:
            yield
        except SourceFault as problem:
            problem.finding.path = name
            raise


def _snapshot(one: Converted, companion: Node | None, facts: SourceDeal) -> Node | None:
    """What the companion has on this deal."""
    if companion is None:
        return None
    for entry in companion["deals"].array():
        snapshot = entry["after_deal"]
        if snapshot["hand_number"].value == facts.number:
            if snapshot["dealer"].integer(0, 3) != facts.dealer:
                raise snapshot["dealer"].contradiction(f"in the log player {facts.dealer} deals")
            return snapshot
    one.losses.append(Loss("hands", facts.number, f"the companion has no deal {facts.number}: the hands are not known",
                           BY_NAME["companion-missing"].code))
    return None


def _add_hands(one: Converted, facts: SourceDeal, snapshot: Node, players: int, name: str) -> None:
    """Hands, talon and all-pass run from the companion called ``name``.  Raises SourceFault."""
    for player in order_of(players, facts.dealer):
        with _beside(one, name):
            hand = snapshot["hands"][str(player)]
            cards = [_companion_card(card) for card in hand.array(10)]
            twice = next((card for card in cards if cards.count(card) > 1), None)
            if twice is not None:
                raise hand.contradiction(f"{CARD_NAMES[twice]} stands twice in this hand")
            facts.hands[player] = cards
    talon = [_companion_card(card) for card in snapshot["prikup"].array(2)]
    if facts.talon and facts.talon != talon[: len(facts.talon)]:
        raise snapshot["prikup"].contradiction("the log has another talon")
    facts.talon = talon
    streak = snapshot.get("raspas_streak")
    facts.all_pass_run = None if streak is None else streak.integer(0, 10_000)


def _companion_card(node: Node) -> Card:
    card = rank_then_suit(node.text())
    if card is None:
        raise node.unexpected("a card such as 10♥")
    return card


def _scores(one: Converted, deal: _Deal, session: SourceSession, running: _Running) -> None:
    """What the engine wrote: the log has running totals with net whists, and notes who wrote on whom."""
    if not deal.ended:
        running.totals = running.whists = None
        return
    before, after = running.totals, deal.totals
    running.totals = after
    seats = session.seats
    one.theirs["net"] = {seats[player]: net for player, (_, _, net) in after.items()}
    if before is None:
        return
    known = all(
        sum(amount for (by, _), amount in deal.whists.items() if by == player)
        - sum(amount for (_, on), amount in deal.whists.items() if on == player)
        == after[player][2] - before[player][2]
        for player in after)
    whists: dict[tuple[int, int], Number] | None = dict(deal.whists) if known else None
    one.theirs["score"] = scores_by_seat(seats, {p: after[p][0] - before[p][0] for p in after},
                                         {p: after[p][1] - before[p][1] for p in after}, whists)
    if whists is None:
        for player, (_, _, net) in after.items():
            one.theirs["score"][seats[player]]["net"] = net - before[player][2]
    totals_before: dict[tuple[int, int], Number] | None = None if running.whists is None else dict(running.whists)
    one.theirs["before"] = scores_by_seat(seats, {p: before[p][0] for p in before},
                                          {p: before[p][1] for p in before}, totals_before)
    if running.whists is not None and whists is not None:
        for pair, amount in deal.whists.items():
            running.whists[pair] = running.whists.get(pair, 0) + amount
        running_now: dict[tuple[int, int], Number] | None = dict(running.whists)
    else:
        running.whists = running_now = None
    one.theirs["sheet"] = scores_by_seat(seats, {p: after[p][0] for p in after}, {p: after[p][1] for p in after},
                                         running_now)

"""Logs of gpreda/preferans (Serbian): ``games.log`` of its web server, and what its step logs share with it.

A block is one deal, a fresh game each: hands, talon, declarer, contract, followers, tricks, scores.  It has no
auction and no winners of tricks; a kontra shows only in the value of the game and in the giver's role, a game in hand
in the value and in the missing line ``Discarded``.  P1 is forehand, P2 sits to the right, P3 deals.

The engine keeps one number a player, centred to zero after each deal: ten for each of the declarer's bule and one for
each of the supe.  That is the final result of the club game less its mean, so it is compared with that.
"""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from preferans_pbn.cards import Card
from preferans_pbn.convert.deal import ANTICLOCKWISE, SourceDeal, SourceSession, SourceTrick
from preferans_pbn.convert.decoding import decode
from preferans_pbn.convert.faults import SourceFault, fault, placed, shown
from preferans_pbn.convert.house_rules import HouseRules, house_rules
from preferans_pbn.convert.judging import Place
from preferans_pbn.convert.model import Converted, Options, Source
from preferans_pbn.convert.partial import as_far_as_read, break_off, record_as_far, tell, told
from preferans_pbn.convert.spelling import rank_line_suit, suits
from preferans_pbn.diagnostics import Diagnostic
from preferans_pbn.record import Where
from preferans_pbn.rules.amounts import whole
from preferans_pbn.rules.outcome import Number

TITLE: Final = "gpreda log"
SEATS: Final = ANTICLOCKWISE
GAME_VALUES: Final = {"S": 2, "D": 3, "H": 4, "C": 5, "betl": 6, "sans": 7}
SUITS: Final = {**suits("spades", "diamonds", "hearts", "clubs"), "1": "C", "2": "D", "3": "H", "4": "S"}
"""Suit words, and the numbers that stand for them where a game in hand was called without a level."""

_CARD: Final = r"(?:10|[7-9JQKA])_(?:spades|diamonds|hearts|clubs)"
_START: Final = re.compile(r"=== Game (\S+) \| ([^|=]+) ===")
_STATE_LIMIT: Final = 4000

# What the engine does in every game: it writes no refe and deals anew, the chain ends with double counter (rekontra),
# a called hand gives no kontra, nothing is compulsory on pik, and there are no bule that a last game could exceed.
_ALWAYS: Final = {
    "all_pass_outcome": "redeal",
    "refe": "none",
    "kontra_max": "2",
    "kontra_compulsory": "none",
    "kontra_after_call": "false",
    "rekontra_on_hand_betl": "true",
    "last_deal_cut": "none",
}
_NOWHERE: Final = {
    "betl": "a failed betl costs the declarer ten times its value and brings the followers what he loses; no parameter "
            "says so",
    "No followers": "a game that nobody follows brings half; no parameter says so",
    "Scoring": "the engine keeps one number a player; it has no place in the tables of a record",
}


def rules_of() -> HouseRules:
    """The club game with the engine's ways."""
    return house_rules("serbian-klub", _ALWAYS, _NOWHERE)


def third(amount: Number | float | str) -> Number:
    """A score as the engine writes it, exact: its scores are thirds of a whole, written with a few places."""
    value = Fraction(str(amount))
    exact = Fraction(round(value * 3), 3)
    return whole(exact if abs(exact - value) < Fraction(1, 15) else value)


def kontra_level(contract: str, value: int) -> int | None:
    """The steps of kontra in a game value (0 to 4); None where no number of steps gives it."""
    game = contract.removesuffix("-hand")
    unit = 2 * (GAME_VALUES[game] + contract.endswith("-hand"))
    return next((level for level in range(5) if unit << level == value), None)


def sniff(head: bytes, name: str = "") -> float:
    """How sure it is that a file that begins like this is such a log."""
    text = head.decode("utf-8", "replace").lstrip("\ufeff \n\r")
    if _START.match(text):
        return 1.0
    return 0.8 if re.search(r"^=== Game \S+ \|", text, re.MULTILINE) else 0.0


def read(source: Source, options: Options) -> Iterator[Converted]:
    """The deals of a log.  Raises SourceFault where the file as a whole cannot be read."""
    lines = decode(source.read(options.size_limit), options.encoding).split("\n")
    house = rules_of()
    findings: list[Diagnostic] = []
    losses = house.losses
    found = False
    for number, block in enumerate(_blocks(lines, findings), 1):
        found = True
        one = Converted(None, findings + block.findings, losses)
        findings, losses = [], []
        try:
            _finish(one, block, number, house)
        except SourceFault as problem:
            problem.finding.line = problem.finding.line or block.line
            problem.finding.col = problem.finding.col or 1
            one.record = None
            tell(one, problem.finding)
        yield one
    if not found:
        raise fault("foreign-missing", 1, 1, missing="the first deal (=== Game … | … ===)", format=TITLE)


# --- the text --------------------------------------------------------------------------------------------
@dataclass(slots=True)
class _Block:
    """A deal while its lines are read.  ``scoring``: the engine's dict; ``lost``: the kinds of lines of which one could
    not be read, by what takes them."""

    name: str
    date: str
    line: int
    names: dict[int, str] = field(default_factory=dict)
    hands: dict[int, list[Card]] = field(default_factory=dict)
    talon: list[Card] = field(default_factory=list)
    declarer: int | None = None
    contract: str = ""
    whist: dict[int, str] = field(default_factory=dict)
    discard: list[Card] | None = None
    tricks: list[list[tuple[int, Card]]] = field(default_factory=list)
    taken: dict[int, int] | None = None
    scoring: Mapping[str, Any] | None = None
    scored_at: int = 0
    all_pass: bool = False
    nobody_follows: bool = False
    findings: list[Diagnostic] = field(default_factory=list)
    lost: set[Callable[[_Block, re.Match[str]], None]] = field(default_factory=set)
    places: dict[Where, Place] = field(default_factory=dict)

    def note(self, action: Callable[[_Block, re.Match[str]], None], found: re.Match[str], number: int) -> None:
        """The line ``number`` was taken: the parts of the record that it says stand there."""
        line = Place(number, 1, len(found[0]) + 1)
        if action is _on_hand:
            self.places[Where("Deal", SEATS[int(found[1]) - 1])] = line
        elif action is _on_trick:
            first = sum(len(plays) for plays in self.tricks[:-1])
            for step, card in enumerate(_PLAYED.finditer(found[0])):
                self.places[Where("Play", first + step)] = Place(number, card.start(1) + 1, card.end(1) + 1)
            self.places[Where("Play", ("row", str(len(self.tricks) - 1)))] = line
        else:
            for owner in _OWNERS.get(action, ()):
                self.places[Where(owner)] = line


def _blocks(lines: list[str], findings: list[Diagnostic]) -> Iterator[_Block]:
    block: _Block | None = None
    for number, line in enumerate(lines, 1):
        start = _START.fullmatch(line.strip())
        if start is not None:
            if block is not None:
                yield block
            block = _Block(start[1], start[2].strip(), number)
        elif not line.strip():
            continue
        elif block is None:
            findings.append(placed("unknown-in-source", number, 1, what=f'the line "{shown(line)}"'))
        else:
            _take(block, line, number)
    if block is not None:
        yield block


def _take(block: _Block, line: str, number: int) -> None:
    for pattern, action in _LINES:
        found = pattern.fullmatch(line)
        if found is not None:
            if action is _on_trick and action in block.lost:
                return  # a trick before it is not known
            try:
                action(block, found)
            except SourceFault as problem:
                problem.finding.line, problem.finding.col, problem.finding.end_col = number, 1, len(line) + 1
                block.findings.append(problem.finding)
                block.lost.add(action)
                return
            block.note(action, found, number)
            if action is _on_scoring:
                block.scored_at = number
            return
    for pattern, action, expected in _BEGINNINGS:
        begun = pattern.match(line)
        if begun is not None:
            rest = line[begun.end():]
            col = begun.end() + next(found.start() for found in _WORDS.finditer(rest + " ?") if _is_odd(found[0])) + 1
            block.findings.append(placed("foreign-value", number, min(col, len(line)), field=begun[0].strip(" :"),
                                         value=f'"{shown(rest.strip())}"', expected=expected, format=TITLE))
            block.lost.add(action)
            return
    block.findings.append(placed("unknown-in-source", number, 1, what=f'the line "{shown(line)}"'))


def _is_odd(word: str) -> bool:
    """Is this neither a card nor what stands between the cards of a trick?"""
    return re.fullmatch(rf"{_CARD}|P[123]|plays|\|", word) is None


def _cards(text: str) -> list[Card]:
    return [card for card in map(rank_line_suit, text.split()) if card is not None]


def _on_names(block: _Block, found: re.Match[str]) -> None:
    for player, name in re.findall(r"P([123]) ([^,]+)", found[1]):
        block.names[int(player) - 1] = shown(name.strip())


def _on_hand(block: _Block, found: re.Match[str]) -> None:
    cards = _cards(found[2])
    if len(cards) != 10:
        raise fault("foreign-value", field=f"hand of P{found[1]}", value=f"{len(cards)} cards", format=TITLE,
                    expected="ten cards")
    block.hands[int(found[1]) - 1] = cards


def _on_talon(block: _Block, found: re.Match[str]) -> None:
    block.talon = _cards(found[1])


def _on_all_pass(block: _Block, found: re.Match[str]) -> None:
    block.all_pass = True


def _on_contract(block: _Block, found: re.Match[str]) -> None:
    block.declarer = int(found[1]) - 1
    kind, suit = found[2], found[3]
    if (kind == "suit") != (suit in SUITS):
        raise fault("foreign-value", field="Contract", value=shown(f"{kind} {suit}"), format=TITLE,
                    expected="suit with a suit, betl or sans with none")
    block.contract = SUITS[suit] if kind == "suit" else kind


def _on_contract_dict(block: _Block, found: re.Match[str]) -> None:
    block.declarer = int(found[1]) - 1
    value = _dict(found[2], "Contract")
    kind, suit = value.get("type"), str(value.get("trump"))
    if kind not in ("suit", "betl", "sans") or (kind == "suit") != (suit in SUITS):
        raise fault("foreign-value", field="Contract", value=shown(found[2]), format=TITLE,
                    expected="suit with a suit, betl or sans with none")
    block.contract = SUITS[suit] if kind == "suit" else str(kind)
    block.nobody_follows = True


def _on_followers(block: _Block, found: re.Match[str]) -> None:
    if re.fullmatch(r"\{'[123]': '[a-z]+'(?:, '[123]': '[a-z]+')*\}", found[2]) is None:
        raise fault("foreign-value", field="Whist", value=shown(found[2]), format=TITLE,
                    expected="a word for each player who was asked")
    block.whist = {int(player) - 1: word for player, word in re.findall(r"'([123])': '([a-z]+)'", found[2])}


def _on_discard(block: _Block, found: re.Match[str]) -> None:
    block.discard = _cards(found[1])


def _on_trick(block: _Block, found: re.Match[str]) -> None:
    if int(found[1]) != len(block.tricks) + 1:
        raise fault("foreign-contradiction", what=f"trick {found[1]} stands where trick {len(block.tricks) + 1} is due")
    plays = re.findall(rf"P([123]) plays ({_CARD})", found[2])
    block.tricks.append([(int(player) - 1, card) for player, text in plays for card in _cards(text)])


def _on_taken(block: _Block, found: re.Match[str]) -> None:
    block.taken = {player: int(found[player + 1]) for player in range(3)}


def _on_scoring(block: _Block, found: re.Match[str]) -> None:
    block.scoring = _dict(found[1], "Scoring")


def _on_nothing(block: _Block, found: re.Match[str]) -> None:
    """A line that says nothing about the deal."""


_LINES: Final = tuple((re.compile(pattern), action) for pattern, action in (
    (r"Players: (P1 [^,]+, P2 [^,]+, P3 [^,]+)", _on_names),
    (r"Human: P\d", _on_nothing),
    (rf"P([123]) hand: ({_CARD}(?: {_CARD})*)", _on_hand),
    (rf"Talon: ({_CARD} {_CARD})", _on_talon),
    (r"Result: All pass \(redeal\)", _on_all_pass),
    (r"Declarer: P([123]) \| Contract: (suit|betl|sans) (\w+) level=\d+", _on_contract),
    (r"Declarer: P([123]) \| Contract: (\{.*\}) \| No followers", _on_contract_dict),
    (r"Followers: (\[[123, ]*\]) \| Whist: (\{.*\})", _on_followers),
    (rf"Discarded: ({_CARD} {_CARD})", _on_discard),
    (rf"  Trick (\d+): (P[123] plays {_CARD}(?: \| P[123] plays {_CARD})*)", _on_trick),
    (r"Tricks: P1=(\d{1,2}), P2=(\d{1,2}), P3=(\d{1,2})", _on_taken),
    (r"Scoring: (\{.*\})", _on_scoring),
))


_BEGINNINGS: Final = tuple((re.compile(pattern), action, expected) for pattern, action, expected in (
    (r"P[123] hand: ", _on_hand, "ten cards such as 10_hearts"),
    (r"Talon: ", _on_talon, "two cards"),
    (r"Result: ", _on_all_pass, "All pass (redeal)"),
    (r"Declarer: ", _on_contract, "a player and his contract"),
    (r"Followers: ", _on_followers, "the players who follow, and the words of all"),
    (r"Discarded: ", _on_discard, "two cards"),
    (r"\s*Trick (?:\d+: |\S+: (?=P\d plays))", _on_trick, "who plays which card, such as P1 plays 7_clubs"),
    (r"Tricks: ", _on_taken, "the tricks of each player"),
    (r"Scoring: ", _on_scoring, "a Python dict"),
))
"""How a line begins that says something of the deal, what takes it, and what it has then: one that has something else
is no strange line but a fault."""
_WORDS: Final = re.compile(r"\S+")
_PLAYED: Final = re.compile(rf"plays ({_CARD})")
_OWNERS: Final[dict[Callable[[_Block, re.Match[str]], None], tuple[str, ...]]] = {
    _on_talon: ("Talon",), _on_all_pass: ("Contract",), _on_contract: ("Contract", "Declarer"),
    _on_contract_dict: ("Contract", "Declarer"), _on_followers: ("Defenders",), _on_discard: ("Discard",),
    _on_taken: ("Tricks",), _on_scoring: ("Kontra",),
}


def _dict(text: str, field_name: str) -> Mapping[str, Any]:
    """A Python dict as the engine prints it, of plain values."""
    value: Any = None
    if len(text) <= _STATE_LIMIT:
        try:
            value = literal_eval(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            value = None
    if not isinstance(value, dict):
        raise fault("foreign-value", field=field_name, value=shown(text), format=TITLE, expected="a Python dict")
    return value


# --- a deal read to its end ------------------------------------------------------------------------------
def _finish(one: Converted, block: _Block, number: int, house: HouseRules) -> None:
    session = SourceSession(
        seats=SEATS, event=f"gpreda/preferans {shown(block.name)}", site="gpreda/preferans",
        session=f"gpreda-{shown(block.name)}", names=[block.names.get(i, "") for i in range(3)] if block.names else [],
        variant=house.variant, rules=house.pairs, law=house.law, by_law=True)
    deal = SourceDeal(1, 2, hands=dict(block.hands), talon=block.talon)
    if len(block.hands) != 3 and _on_hand not in block.lost:
        problem = fault("foreign-value", block.line, 1, field=f"deal {shown(block.name)}", format=TITLE,
                        value="without ten cards a hand", expected="three hands of ten cards")
        if not block.hands:
            raise problem
        tell(one, problem.finding)
    one.theirs["winners"] = []
    if block.all_pass:
        deal.contract = "all-pass"
        one.theirs["result"] = dict.fromkeys(SEATS, 0)
    elif (_on_contract in block.lost or _on_contract_dict in block.lost or _on_all_pass in block.lost) and (
            block.declarer is None or not block.contract):
        break_off(one, deal)
    elif block.declarer is None or not block.contract:
        one.diagnostics.append(placed("foreign-incomplete", block.line, 1, what=f"deal {shown(block.name)}"))
        deal.finished = False
    else:
        deal.contract, deal.discard = block.contract, block.discard
        with as_far_as_read(one, deal):
            _contract(one, deal, block)
    one.places = {Where(""): Place(block.line, 1, 2), **block.places}
    one.record = record_as_far(one, session, deal, one.places)
    one.record.date = _date(block.date)


def _date(text: str) -> str | None:
    """The day of the block as a Date tag."""
    found = re.match(r"(\d{4})-(\d\d)-(\d\d)\b", text)
    return None if found is None else ".".join(found.groups())


def _contract(one: Converted, deal: SourceDeal, block: _Block) -> None:
    declarer = block.declarer
    deal.declarer = declarer
    players = {} if block.scoring is None else block.scoring.get("players", {})
    roles = {player: str(entry.get("role", "")) for player, entry in _entries(players)}
    value = None if block.scoring is None else block.scoring.get("game_value")
    contract, level = _worth(block, value)
    deal.contract = contract
    # A log that breaks off before its value is known does not say whether the talon was taken.
    deal.discard = block.discard if block.discard is not None else "-" if contract.endswith("-hand") else None
    if _on_followers in block.lost:
        break_off(one, deal)  # who plays is not known
        return
    deal.roles = _roles(block, roles)
    giver = next((player for player, role in roles.items() if role == "counter"), None)
    if level:
        if giver is None or giver == declarer:
            raise fault("foreign-contradiction", block.scored_at, 1,
                        what=f"the game is worth {value}, but nobody has given kontra")
        deal.kontra = giver, level
    for plays in block.tricks:
        deal.tricks.append(SourceTrick(plays))
    if deal.tricks:
        deal.taken = block.taken
    if block.taken is not None:
        one.theirs["tricks"] = {SEATS[player]: count for player, count in block.taken.items()}
    if _on_trick in block.lost or _on_scoring in block.lost:
        break_off(one, deal)
    elif block.scoring is None:
        one.diagnostics.append(placed("foreign-incomplete", block.line, 1, what=f"deal {shown(block.name)}"))
        deal.finished = False
    if block.scoring is not None:
        with told(one):
            _score(one, block)


def _score(one: Converted, block: _Block) -> None:
    """What the deal brings each player.  Raises SourceFault."""
    entries = _entries({} if block.scoring is None else block.scoring.get("players", {}))
    result = {SEATS[player]: third(_number(entry.get("score"), block)) for player, entry in entries}
    if len(result) != 3:
        raise fault("foreign-value", block.scored_at, 1, field="Scoring", value="without a score for each player",
                    format=TITLE, expected="three scores")
    one.theirs["result"] = result


def _entries(players: Any) -> list[tuple[int, Mapping[str, Any]]]:
    """The players of a Scoring line."""
    if not isinstance(players, dict):
        return []
    return [(int(key) - 1, entry) for key, entry in players.items()
            if key in ("1", "2", "3") and isinstance(entry, dict)]


def _number(value: Any, block: _Block) -> Number | float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 10**9:
        raise fault("foreign-value", block.scored_at, 1, field="score", value=shown(value), format=TITLE,
                    expected="a number")
    return value


def _worth(block: _Block, value: Any) -> tuple[str, int]:
    """The contract word and the steps of kontra, from the value of the game: in hand is one more, and there the line
    Discarded is missing."""
    taken = block.discard is not None or _on_discard in block.lost
    if value is None:
        return block.contract, 0
    if isinstance(value, int) and not isinstance(value, bool):
        words = (block.contract,) if taken else (f"{block.contract}-hand", block.contract)
        counters = 3 if block.scoring is not None and "'role': 'counter'" in repr(block.scoring) else 1
        for word in words:
            level = kontra_level(word, value)
            if level is not None and level < counters and (counters == 1 or level):
                return word, level
    raise fault("foreign-contradiction", block.scored_at, 1,
                what=f"a game of {shown(value)} is no {block.contract} of any kind")


def _roles(block: _Block, roles: Mapping[int, str]) -> dict[int, str]:
    """Role words of the defenders."""
    defenders = [player for player in range(3) if player != block.declarer]
    if block.nobody_follows:
        return dict.fromkeys(defenders, "stay-out")
    known = {"follow": "come", "pass": "stay-out", "call": "call-partner", "called": "called", "counter": "come"}
    found = {}
    for player in defenders:
        word = {"caller": "call", "called": "called"}.get(roles.get(player, ""), block.whist.get(player, ""))
        if word not in known:
            line = block.places.get(Where("Defenders"), Place(block.line, 1, 2)).line
            raise fault("foreign-value", line, 1, field=f"Whist of P{player + 1}", value=shown(word) or "missing",
                        format=TITLE, expected="follow, pass, call or called")
        found[player] = known[word]
    if "counter" in roles.values() and "stay-out" in found.values():
        found = {player: "called" if role == "stay-out" else role for player, role in found.items()}
    return found

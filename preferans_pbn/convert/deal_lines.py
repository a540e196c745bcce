"""Deal lines of jpref: hands, talon and forehand of a deal, what is expected of it, and the log of its tricks.

The syntax is `grammar/deal_lines.lark`.  A log stands before its deal or behind it.  The lines name no variant, and
no declarer: who plays a card of the talon, or plays other cards than he was dealt, is the declarer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TextIO

from preferans_pbn.cards import CARD_NAMES, NO_TRUMP, RANKS, SUITS, Card, cards_of
from preferans_pbn.convert.deal import SourceDeal, SourceSession, SourceTrick, record_of
from preferans_pbn.convert.deal_lines_syntax import TITLE, DealLine, Log, Spot, read_line
from preferans_pbn.convert.faults import SourceFault, placed, shown
from preferans_pbn.convert.judging import Place, locate, placed_at
from preferans_pbn.convert.model import Converted, Loss, Options, Source
from preferans_pbn.convert.rereading import losses_of
from preferans_pbn.convert.text_lines import text_lines
from preferans_pbn.convert.whole_deal import SEATS, NotWritable, cards_against, refuse_other_games, refuse_parts
from preferans_pbn.diagnostics import BY_NAME, Diagnostic
from preferans_pbn.record import UNKNOWN_CARD, Comment, Record, Where
from preferans_pbn.rules.tricks import TrickLaw, Trickplay
from preferans_pbn.rulesets import Rulesets

EXPECTED: Final = "expected: "
"""What a comment begins with that holds the expectation of a line."""
_KEPT: Final = 200
"""So many lines of comment, and unknown ones, between two deals are kept: memory is that of a deal."""
_FITS: Final = 0.7
"""A log belongs to a deal where in so large a part of its tricks the cards come from three hands."""
_REFUSED: Final = BY_NAME["not-written"].code
_OTHERWISE: Final = "a deal line has no place for it"
_REASONS: Final = {
    "Contract": "a deal line names the contract together with the tricks that were made",
    "Declarer": "a deal line does not name the declarer, and the cards laid away are those of the talon, or the log is "
                "not complete",
    "Discard": "it is known only from a log of ten tricks that a card of the talon was played in",
    "Play": "a trick log holds the cards in order, and nothing else of the play",
    "Tricks": "they are the expectation of a deal line, or follow from a log of ten tricks",
    "comments": "the expectation of a line whose tricks are not all logged is read back as a comment; comments are "
                "kept before a deal and behind its talon",
}
_SIGNS: Final = "♠♣♦♥"
_TALON: Final = "Talon"


def sniff(head: bytes, name: str = "") -> float:
    """How sure it is that a file that begins like this holds deal lines."""
    lines = [line.strip() for line in head.decode("utf-8", "replace").splitlines()]
    if any(line.startswith("deal:") and any(sign in line for sign in _SIGNS) for line in lines):
        return 1.0
    return 0.0


def read(source: Source, options: Options) -> Iterator[Converted]:
    """The deals of a source, one at a time."""
    yield from _Stream(source, options).read()


def write(records: Iterable[Record], stream: TextIO, options: Options) -> Iterator[Loss]:
    """Writes a line a deal, and the log of its tricks behind it."""
    rulesets = Rulesets()
    for number, record in enumerate(records, 1):
        try:
            refuse_parts(record)
            refuse_other_games(record, rulesets)
            text = _text(record)
        except NotWritable as problem:
            yield Loss("record", number, f"not written: {problem}", _REFUSED)
            continue
        [again] = list(read(Source.of_bytes(text.encode()), Options()))
        if again.record is None or any(found.severity == "error" for found in again.diagnostics):
            yield Loss("record", number, "not written: it contradicts itself in a way that the format cannot hold",
                       _REFUSED)
            continue
        stream.write(text)
        yield from losses_of(record, again.record, number, _REASONS, _OTHERWISE)


# --- reading: which log belongs to which deal ------------------------------------------------------------------
class _Stream:
    """The lines of a source on their way to records: at most one deal and one log wait for each other."""

    def __init__(self, source: Source, options: Options) -> None:
        self._lines = text_lines(source, options)
        self._held: DealLine | None = None
        self._log: Log | None = None
        self._held_comments: list[str] = []
        self._comments: list[str] = []
        self._dropped = 0
        self._notes: list[Diagnostic] = []

    def read(self) -> Iterator[Converted]:
        """The deals; what stands behind the last of them is told with it."""
        last: Converted | None = None
        for one in self._deals():
            if last is not None:
                yield last
            last = one
        rest = last or Converted(None)
        rest.diagnostics += self._notes
        if last is None:
            rest.diagnostics.append(placed("empty-file", 1, 1))
        if self._comments and last is not None:
            rest.losses.append(Loss("comments", 0, "comments that no deal follows have no place in a record"))
        yield rest

    def _deals(self) -> Iterator[Converted]:
        for line in self._lines:
            text = line.text.strip()
            if line.fault is None and not text:
                continue
            if line.fault is not None:
                yield Converted(None, [line.fault])
            elif text.startswith("#"):
                self._comment(text[1:].strip())
            elif text.startswith(("deal:", "[")):
                try:
                    item = read_line(line.text, line.number)
                except SourceFault as problem:
                    yield from self._release()
                    yield Converted(None, [problem.finding])
                else:
                    yield from self._take_log(item) if isinstance(item, Log) else self._take_deal(item)
            else:
                place = Place(line.number, len(line.text) - len(line.text.lstrip()) + 1, len(line.text) + 1)
                if len(self._notes) < _KEPT:
                    self._notes.append(placed_at("unknown-in-source", place, what=f'the line "{shown(text)}"'))
                else:
                    self._dropped += 1
        yield from self._release()
        if self._log is not None:
            yield _lonely(self._log)

    def _comment(self, text: str) -> None:
        if len(self._comments) < _KEPT:
            self._comments.append(text)
        else:
            self._dropped += 1

    def _take_deal(self, deal: DealLine) -> Iterator[Converted]:
        yield from self._release()
        log, self._log = self._log, None
        comments, self._comments = self._comments, []
        if log is not None and not _fits(deal, log):
            yield _lonely(log)
            log = None
        if log is not None:
            yield self._noted(_converted(deal, log, comments))
        else:
            self._held, self._held_comments = deal, comments

    def _take_log(self, log: Log) -> Iterator[Converted]:
        if self._held is not None and _fits(self._held, log):
            held, self._held = self._held, None
            yield self._noted(_converted(held, log, self._held_comments))
            return
        yield from self._release()
        if self._log is not None:
            yield _lonely(self._log)
        self._log = log

    def _release(self) -> Iterator[Converted]:
        if self._held is not None:
            held, self._held = self._held, None
            yield self._noted(_converted(held, None, self._held_comments))

    def _noted(self, one: Converted) -> Converted:
        """``one`` with what was found on the lines before it."""
        one.diagnostics[:0] = self._notes
        self._notes = []
        if self._dropped:
            one.losses.append(Loss("comments", 0, f"{self._dropped} more lines before this deal that are no deals"))
            self._dropped = 0
        return one


def _lonely(log: Log) -> Converted:
    return Converted(None, [placed_at("foreign-contradiction", log.whole,
                                      what="this log of tricks belongs to no deal beside it")])


def _fits(deal: DealLine, log: Log) -> bool:
    owners = {spot.card: player for player, hand in enumerate(deal.hands) for spot in hand}
    good = 0
    for trick in log.tricks:
        held = [owners[spot.card] for spot in trick if spot.card in owners]
        good += len(held) == len(set(held))
    return good >= _FITS * len(log.tricks)


# --- reading: a deal --------------------------------------------------------------------------------------------
def _converted(line: DealLine, log: Log | None, comments: list[str]) -> Converted:
    one = Converted(None)
    one.theirs["winners"] = []
    places = {Where(""): line.whole, Where("Dealer"): line.elder_place}
    deal = SourceDeal(0, (line.elder + 2) % 3)
    unknown = _cards(one, line, deal, places)
    deal.contract = line.contract or None
    if line.contract_place is not None:
        places[Where("Contract")] = places[Where("Tricks")] = line.contract_place
    if log is not None:
        _tricks(deal, log, places)
    told = _made(deal, line) if log is not None else False
    if line.others is not None:
        text, place = line.others
        one.diagnostics.append(placed_at("unknown-in-source", place, what=f'"{shown(text)}"'))
    try:
        record = record_of(SourceSession(seats=SEATS, event="", site="", session=""), deal, one.losses)
    except SourceFault as problem:
        finding = problem.finding
        finding.line, finding.col, finding.end_col = (log or line).whole
        one.diagnostics.append(finding)
        return one
    record.event = record.site = record.session = record.board = None
    record.contract = deal.contract
    for player in unknown:
        if record.deal is not None:
            record.deal[SEATS[player]] = None
    if len(deal.talon) != 2:
        record.talon = None
    record.comments = _comments(line, log, comments, told, record.talon is not None)
    one.record, one.places = record, places
    one.diagnostics += [locate(found, places) for found in cards_against(deal)]
    one.diagnostics.sort(key=lambda found: (found.line, found.col))
    return one


def _cards(one: Converted, line: DealLine, deal: SourceDeal, places: dict[Where, Place]) -> list[int]:
    """Hands and talon; gives the players whose hand cannot be told."""
    seen: dict[Card, str] = {}

    def dealt(spots: list[Spot], owner: str) -> list[Card]:
        cards = []
        for spot in spots:
            before = seen.setdefault(spot.card, owner)
            if before is not owner or spot.card in cards:
                second = "the same again" if spot.card in cards else owner
                one.diagnostics.append(placed_at("card-twice", spot.place, card=CARD_NAMES[spot.card], first=before,
                                                 second=second))
            else:
                cards.append(spot.card)
        return cards

    unknown = []
    for player, hand in enumerate(line.hands):
        deal.hands[player] = dealt(hand, f"hand {player}")
        for spot in hand:
            places.setdefault(Where("Deal", (SEATS[player], CARD_NAMES[spot.card])), spot.place)
        if len(hand) != 10:
            place = Place(line.line, hand[0].place.col, hand[-1].place.end_col) if hand else line.whole
            one.diagnostics.append(placed_at("foreign-value", place, field=f"hand {player}", format=TITLE,
                                             value=f"{len(hand)} cards", expected="ten cards"))
        if len(deal.hands[player]) != 10:
            unknown.append(player)
    deal.talon = dealt(line.talon, "the talon")
    for number, spot in enumerate(line.talon):
        places[Where("Talon", number)] = spot.place
    if len(line.talon) != 2:
        place = line.talon[0].place if line.talon else line.elder_place
        one.diagnostics.append(placed_at("foreign-value", place, field="talon", format=TITLE,
                                         value=f"{len(line.talon)} cards", expected="two cards"))
    return unknown


def _tricks(deal: SourceDeal, log: Log, places: dict[Where, Place]) -> None:
    """The tricks, by who holds their cards; the declarer and his discard as far as the cards tell them."""
    owners = {card: player for player, hand in deal.hands.items() for card in hand}
    places[Where("Play")] = log.whole
    due = (deal.dealer + 1) % 3
    count = 0
    game = Trickplay(TrickLaw(_trump(deal.contract)), (0, 0, 0), (0, 1, 2), due)
    for trick in log.tricks:
        # Who leads is who took the trick before; where the contract is not known, who holds the first card.
        holder = owners.get(trick[0].card, due)
        leader = holder if deal.contract is None or not deal.tricks or owners.get(trick[0].card) != due else due
        plays = []
        for step, spot in enumerate(trick):
            plays.append(((leader + step) % 3, spot.card))
            places[Where("Play", count)] = spot.place
            count += 1
        deal.tricks.append(SourceTrick(plays))
        game.turn = game.leader = leader
        for _, card in plays:
            game.play(card, forced=True)
        due = game.winners[-1] if game.winners and len(trick) == 3 else due
        if len(trick) < 3:
            deal.finished = False
    if deal.contract != "all-pass":
        _declarer(deal)
    deal.finished = deal.finished and len(log.tricks) == 10


def _trump(contract: str | None) -> int:
    """The trump suit of a Russian contract word."""
    suit = SUITS.find((contract or "").lstrip("0123456789") or "?")
    return suit if suit >= 0 else NO_TRUMP


def _declarer(deal: SourceDeal) -> None:
    played: dict[int, set[Card]] = {player: set() for player in range(3)}
    for trick in deal.tricks:
        for player, card in trick.plays:
            played[player].add(card)
    talon = set(deal.talon)
    takers = [player for player in range(3) if played[player] & talon]
    if len(takers) == 1 and len(talon) == 2 and len(deal.hands[takers[0]]) == 10:
        declarer = deal.declarer = takers[0]
        rest = (set(deal.hands[declarer]) | talon) - played[declarer]
        if len(rest) == 2:
            deal.discard = sorted(rest)


def _made(deal: SourceDeal, line: DealLine) -> bool:
    """Takes the tricks from a complete log that agrees with the expectation; says whether that is so."""
    if len(deal.tricks) != 10 or any(len(trick.plays) != 3 for trick in deal.tricks) or not line.counts:
        return False
    game = Trickplay(TrickLaw(_trump(deal.contract)), (0, 0, 0), (0, 1, 2), deal.tricks[0].plays[0][0])
    for trick in deal.tricks:
        if game.turn != trick.plays[0][0]:
            return False
        for _, card in trick.plays:
            game.play(card, forced=True)
    counts = line.counts
    if deal.contract == "all-pass":
        agree = counts == game.taken
    else:
        agree = deal.declarer is not None and counts == [game.taken[deal.declarer]]
    if agree:
        deal.taken = dict(enumerate(game.taken))
    return agree and not line.expected.count(":")


def _comments(line: DealLine, log: Log | None, comments: list[str], told: bool, talon: bool) -> tuple[Comment, ...]:
    """The comments of the record; ``told``: the expectation stands in its tricks; ``talon``: it has that tag."""
    found = [Comment("", 0, ";", text) for text in comments]
    behind = _TALON if talon else "Deal"
    if line.expected and not told:
        found.append(Comment(behind, 0, "{", EXPECTED + line.expected))
    texts = [line.comment, "" if log is None else log.comment]
    return tuple(found + [Comment(behind, 0, ";", text) for text in texts if text])


# --- writing ----------------------------------------------------------------------------------------------------
def _text(record: Record) -> str:
    assert record.deal is not None and record.talon is not None and record.dealer is not None
    elder = (SEATS.index(record.dealer) + 1) % 3
    hands = "  ".join(_groups(sorted(cards_of(record.deal[seat] or 0))) for seat in SEATS)
    line = f"deal: {hands}  {' '.join(_groups([card]) for card in record.talon)}  {elder}"
    expected = _expectation(record)
    if expected:
        line += f" -> {expected}"
    plain = [comment for comment in record.comments if comment.style == ";"]
    lines = [f"# {comment.text}".rstrip() for comment in plain if comment.owner == ""]
    behind = [comment.text for comment in plain if comment.owner == _TALON]
    if behind:
        line += f" # {' '.join(behind)}"
    lines.append(line)
    if record.play is not None and record.play.tricks:
        lines.append("[" + ", ".join(_groups(_known(trick.cards)) for trick in record.play.tricks) + "]")
    return "\n".join(lines) + "\n\n"


def _known(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    if UNKNOWN_CARD in cards:
        raise NotWritable("a card of the play is not known")
    if len(cards) > 3:
        raise NotWritable("a trick has more than three cards")
    return cards


def _groups(cards: Iterable[Card]) -> str:
    """Cards with a suit sign where the suit changes."""
    parts: list[str] = []
    suit = -1
    for card in cards:
        if card >> 3 != suit:
            suit = card >> 3
            parts.append(_SIGNS[suit])
        parts[-1] += RANKS[card & 7].replace("T", "X")
    return " ".join(parts)


def _expectation(record: Record) -> str:
    """What stands behind the arrow, "" where the format has nothing to say."""
    for comment in record.comments:
        if comment.owner == _TALON and comment.text.startswith(EXPECTED):
            return comment.text.removeprefix(EXPECTED).strip()
    contract, tricks = record.contract, record.tricks
    if contract is None or tricks is None:
        return ""
    if contract == "all-pass":
        counts = [tricks.get(seat) for seat in SEATS]
        return "" if None in counts else ", ".join(map(str, counts))
    count = tricks.get(record.declarer or "")
    if count is None:
        return ""
    if contract == "misere":
        return f"Misère {count}"
    level, strain = contract[:-1], contract[-1:]
    if contract.endswith("NT"):
        level, strain = contract[:-2], "NT"
    if not level.isdigit():
        return ""
    sign = "-" if strain == "NT" else _SIGNS[SUITS.index(strain)]
    return f"{level.replace('10', 'X')}{sign} {count}"

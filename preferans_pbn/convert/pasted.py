"""Hands as people paste them in forums and print them: seats, suits and ranks in the words of several languages.

The lines are those of `preferans_pbn.convert.pasted_lines`.  Hands belong to one deal until a seat comes again or, for
hands without seats, until there are three; a talon, a discard, a contract and who deals, plays and leads belong to the
hands above or below them.  Prose is kept as comments.  What is not written stays unknown: a hand with small cards that
are not named is a pattern and no hand.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from preferans_pbn.cards import CARD_BY_NAME, CARD_NAMES, SUIT_NAMES, SUITS, mask_of
from preferans_pbn.convert.decoding import decode
from preferans_pbn.convert.faults import SourceFault, fault
from preferans_pbn.convert.judging import Place, fault_at, placed_at
from preferans_pbn.convert.model import Converted, Loss, Options, Source
from preferans_pbn.convert.pasted_lines import TITLE, Holding, Line, doubtful, doubtful_queens, is_russian, read_line
from preferans_pbn.diagnostics import BY_NAME, Diagnostic
from preferans_pbn.notation import spellings
from preferans_pbn.record import SEATS, Comment, Record

_SNIFFED: Final = 60
_LONGEST: Final = 400
_PROSE: Final = 100
"""So many lines of prose are kept beside a deal; more are none of a deal's remarks."""
_PLAIN_SEATS: Final = "SWE"
_UNSAID: Final = BY_NAME["not-representable"].code


def sniff(head: bytes, name: str = "") -> float:
    """How sure it is that a file that begins like this holds pasted hands."""
    text = head.decode("utf-8", "replace").lstrip("\ufeff")
    if text.lstrip()[:1] in ("{", "[", "<"):
        return 0.0
    cards = hands = 0
    prose = meant = False
    lines = text.splitlines()[:_SNIFFED]
    if any(line.lstrip().startswith("[Event ") for line in lines):
        return 0.0  # a record of the notation, behind a comment
    for number, line in enumerate(lines, 1):
        if len(line) > _LONGEST:
            continue
        found = read_line(line, number)
        if found.kind in ("hand", "talon", "discard") and len(found.holding.cards) >= 3 * len(found.holding.problems):
            cards += len(found.holding.cards)
            hands += 1
        prose |= found.kind == "prose" and any(letter.isalpha() for letter in found.text)
        meant |= bool(found.holding.cards or found.holding.problems)
    if cards >= 5:
        return 0.8 if cards >= 10 and hands >= 1 else 0.55
    # Where nothing but cards stands there, few are enough: what they lack can be told.
    return 0.5 if meant and not prose else 0.0


def read(source: Source, options: Options) -> Iterator[Converted]:
    """The deals of a text, in order.  Raises SourceFault where the bytes are no text."""
    # An accent that is a character of its own (as some systems paste it) belongs to its letter.
    text = unicodedata.normalize("NFC", decode(source.read(options.size_limit), options.encoding))
    deal = _Deal()
    found = False
    for number, line in enumerate(text.split("\n"), 1):
        try:
            if len(line) > 10 * _LONGEST:
                raise fault("line-too-long", number, 1, limit=10 * _LONGEST)
            item = read_line(line.replace("\t", " "), number)
        except SourceFault as problem:
            deal.problems.append(problem.finding)
            deal.begun = True
            continue
        if item.kind == "blank":
            deal.gap = True
            continue
        if item.kind == "fault":
            deal.problems += item.holding.problems
            deal.begun = True
            continue
        if deal.ends_before(item):
            found = True
            yield deal.converted(source)
            deal = _Deal()
        deal.take(item)
    if deal.begun or not found:
        yield deal.converted(source)


@dataclass(slots=True)
class _Hand:
    """A hand on its way: its seat's word (``""``: none), a name, and the lines that its cards stand on."""

    label: str
    place: Place
    name: str = ""
    holdings: list[Holding] = field(default_factory=list)

    @property
    def cards(self) -> list[tuple[str, Place]]:
        """Its cards with their places."""
        return [card for holding in self.holdings for card in holding.cards]

    def may_have(self, more: Holding) -> bool:
        """Can cards of another line belong to it?"""
        suits = {name[0] for name, _ in self.cards}
        return len(self.cards) + len(more.cards) <= 12 and suits.isdisjoint(name[0] for name, _ in more.cards)


class _Deal:
    """The lines of one deal on their way to a record."""

    def __init__(self) -> None:
        self.hands: list[_Hand] = []
        self.talon: Line | None = None
        self.discard: Line | None = None
        self.said: dict[str, Line] = {}
        self.prose: list[Line] = []
        self.problems: list[Diagnostic] = []
        self.begun = False
        self.gap = False

    # ---- which lines belong together ------------------------------------------------------------------
    def ends_before(self, item: Line) -> bool:
        """Does ``item`` belong to the next deal?"""
        if not self.hands:
            return False
        if item.kind == "hand":
            labels = [spellings.folded(hand.label) for hand in self.hands]
            if item.label:
                return spellings.folded(item.label) in labels or (self.gap and self._whole())
            last = self.hands[-1]
            goes_on = last.may_have(item.holding) and not self.gap and len(last.cards) < 10
            return not goes_on and (len(self.hands) >= 3 or (bool(last.label) and len(last.cards) >= 10))
        if item.kind in ("talon", "discard"):
            return getattr(self, item.kind) is not None
        if item.kind == "prose":
            return self.gap and self._whole()
        return item.kind in self.said

    def _whole(self) -> bool:
        return len(self.hands) >= 3 or (self.talon is not None and self.gap and len(self.hands) > 1)

    def take(self, item: Line) -> None:
        """``item`` belongs to this deal."""
        if item.kind == "hand":
            self._take_hand(item)
        elif item.kind == "talon":
            self.talon = item
        elif item.kind == "discard":
            self.discard = item
        elif item.kind == "prose":
            self.prose.append(item)
        else:
            self.said[item.kind] = item
        self.begun |= item.kind != "prose"
        self.gap = False

    def _take_hand(self, item: Line) -> None:
        last = self.hands[-1] if self.hands else None
        waits = last is not None and bool(last.label) and not last.cards
        if last is not None and not item.label and (waits or (
                not self.gap and len(last.cards) < 10 and last.may_have(item.holding))):
            last.holdings.append(item.holding)
        else:
            self.hands.append(_Hand(item.label, item.place, item.name, [item.holding]))

    # ---- the record -----------------------------------------------------------------------------------
    def converted(self, source: Source) -> Converted:
        """The record of these lines, with what is wrong in them."""
        self._doubts()
        one = Converted(None, [*self.problems, *(found for holding in self._holdings() for found in holding.problems)])
        if not self.hands:
            if not one.diagnostics:
                one.diagnostics.append(fault("foreign-syntax", 1, 1, format=TITLE, problem="there is no hand").finding)
            return one
        try:
            seats = self._seats(one)
            record = self._record(one, seats, source)
            if any((record.deal or record.position or {}).values()):
                one.record = record
        except SourceFault as problem:
            one.diagnostics.append(problem.finding)
        one.diagnostics.sort(key=lambda found: (found.line, found.col))
        return one

    def _holdings(self) -> list[Holding]:
        """The cards of all lines."""
        lines = [line.holding for line in (self.talon, self.discard) if line is not None]
        return [holding for hand in self.hands for holding in hand.holdings] + lines

    def _doubts(self) -> None:
        """Leave out the cards whose T is the ten in one alphabet and the ace in the other, and those whose D need not
        be the queen, and tell them."""
        groups = [hand.holdings for hand in self.hands]
        groups += [[line.holding] for line in (self.talon, self.discard) if line is not None]
        russian = is_russian(self._holdings())
        for holding, (name, place) in [found for group in groups for found in doubtful(group, russian)]:
            holding.cards.remove((name, place))
            suit = name[0]
            holding.problems.append(placed_at("two-readings", place, text=f"T of {SUIT_NAMES[SUITS.index(suit)]}",
                                              first=f"{suit}T", second=f"{suit}A (туз)"))
        for holding, (name, place), first, second in doubtful_queens(self._holdings()):
            holding.cards.remove((name, place))
            holding.problems.append(placed_at("two-readings", place, text="D", first=first, second=second))

    def _seats(self, one: Converted) -> list[str]:
        """The seat of each hand."""
        labels = [hand.label for hand in self.hands]
        if not any(labels):
            if len(labels) > 3:
                raise fault_at("foreign-contradiction", self.hands[3].place, what="there are more than three hands")
            one.losses.append(Loss("seats", 1, "who holds which hand is not said; the hands are written at "
                                               f"{', '.join(_PLAIN_SEATS[: len(labels)])} in the order of the lines",
                                   _UNSAID))
            return list(_PLAIN_SEATS[: len(labels)])
        if not all(labels):
            odd = next(hand for hand in self.hands if not hand.label)
            raise fault_at("foreign-value", odd.place, field="the line", value="a hand without a seat", format=TITLE,
                           expected="a seat before every hand, or before none")
        found = spellings.seats_of(labels)
        if found is None:
            raise fault_at("foreign-value", self.hands[0].place, field="seats", value=", ".join(labels), format=TITLE,
                           expected="seats of one language")
        return [found[label] for label in labels]

    def _record(self, one: Converted, seats: list[str], source: Source) -> Record:
        record = Record()
        by_seat = dict(zip(seats, self.hands, strict=True))
        if len(by_seat) < len(seats):
            raise fault_at("foreign-contradiction", self.hands[-1].place, what="two hands are at one seat")
        for seat, hand in by_seat.items():
            if hand.name:
                record.players[seat] = " ".join(hand.name.split())
        dealer, leader = self._seat_said("dealer", one), self._seat_said("leader", one)
        record.declarer = self._seat_said("declarer", one)
        record.contract = self._contract(one)
        record.dealer = dealer
        order = self._order(by_seat, dealer)
        masks: dict[str, int | None] = {}
        for seat in order:
            found = by_seat.get(seat)
            known = found is not None and not self._pattern(found, one)
            masks[seat] = mask_of(CARD_BY_NAME[name] for name, _ in found.cards) if found and known else None
        self._check(one, by_seat, masks)
        if self.talon is not None and (cards := self._two(self.talon, one)) is not None:
            record.talon = cards
        if self.discard is not None and (cards := self._two(self.discard, one)) is not None:
            record.discard = cards
        after = (record.discard is not None and record.talon is None) or all(
            0 < len(hand.cards) < 10 for hand in by_seat.values())
        if leader is not None and after and all(masks.values()):
            record.position, record.leader = masks, leader
        else:
            record.deal = masks
            if leader is not None:
                one.losses.append(Loss("leader", 1, "a record of a whole deal does not say who leads but by its play",
                                       _UNSAID))
        title, notes = self._prose()
        record.event = title or source.stem or "Pasted hand"
        record.comments = tuple(Comment("Event", 0, "{", note) for note in notes)
        return record

    def _order(self, by_seat: dict[str, _Hand], dealer: str | None) -> list[str]:
        """The three seats that get cards; from forehand where the dealer is known.  Seats run to the left."""
        named = [seat for seat in SEATS if seat in by_seat]
        for seat in (*_PLAIN_SEATS, "N"):
            if len(named) < 3 and seat not in named and seat != dealer:
                named = [one for one in SEATS if one in named or one == seat]
        if dealer is None or dealer not in SEATS:
            return named
        around = SEATS[SEATS.index(dealer) + 1 :] + SEATS[: SEATS.index(dealer) + 1]
        return [seat for seat in around if seat in named]

    def _pattern(self, hand: _Hand, one: Converted) -> bool:
        found = False
        for holding in hand.holdings:
            if holding.pattern is not None:
                found = True
                one.diagnostics.append(placed_at("hand-pattern", holding.pattern, text=holding.pattern_text,
                                                 hand=hand.label or "this hand"))
        return found

    def _check(self, one: Converted, by_seat: dict[str, _Hand], masks: dict[str, int | None]) -> None:
        """Cards that stand twice, and hands that are too long or too short."""
        holders: dict[str, str] = {}
        lines = [(seat, card) for seat, hand in by_seat.items() for card in hand.cards]
        lines += [("the talon", card) for card in (self.talon.holding.cards if self.talon else ())]
        for seat, (name, place) in lines:
            if name in holders:
                one.diagnostics.append(placed_at("card-twice", place, card=name, first=holders[name], second=(
                    f"{seat} again" if holders[name] == seat else seat)))
            holders.setdefault(name, seat)
        # A hand that something on its lines was left out of is told already.
        sizes = {seat: len(hand.cards) for seat, hand in by_seat.items() if masks.get(seat) is not None
                 and not any(holding.problems for holding in hand.holdings)}
        ending = len(sizes) == 3 and len(set(sizes.values())) == 1 and max(sizes.values()) < 10
        if not sizes or ending or set(sizes.values()) <= {10}:
            return
        nowhere = [name for name in CARD_NAMES if name not in holders]
        for seat, size in sizes.items():
            if size > 10:
                one.diagnostics.append(placed_at("too-many-cards", by_seat[seat].place, seat=seat, count=size,
                                                 expected=10))
            elif size < 10 and (len(sizes) < 3 or len(set(sizes.values())) > 1):
                missing = " ".join(nowhere) if len(nowhere) == 10 - size else "the others are"
                one.diagnostics.append(placed_at("card-missing", by_seat[seat].place, seat=seat, count=size,
                                                 expected=10, missing=missing))

    def _two(self, line: Line, one: Converted) -> tuple[int, ...] | None:
        """The two cards of a talon or a discard."""
        cards = tuple(CARD_BY_NAME[name] for name, _ in line.holding.cards)
        if line.holding.pattern is not None:
            one.diagnostics.append(placed_at("hand-pattern", line.holding.pattern, text=line.holding.pattern_text,
                                             hand=line.label))
            return None
        if line.holding.problems:
            return None
        if len(cards) != 2 or cards[0] == cards[1]:
            raise fault_at("foreign-value", line.place, field=line.label, value=f"{len(set(cards))} cards",
                           format=TITLE, expected="two cards")
        if line.kind == "discard":
            return tuple(sorted(cards, key=lambda card: (card >> 3, -(card & 7))))
        return cards

    def _seat_said(self, kind: str, one: Converted) -> str | None:
        line = self.said.get(kind)
        if line is None:
            return None
        word = line.text.strip(" .!")
        labels = [hand.label for hand in self.hands if hand.label]
        found = spellings.seat_of(word) or (spellings.seats_of([*labels, word]) or {}).get(word)
        if found is None:
            one.losses.append(Loss(line.label, 1, f"{word} is no seat that is known", _UNSAID))
        return found

    def _contract(self, one: Converted) -> str | None:
        line = self.said.get("contract")
        if line is None:
            return None
        found = spellings.contract_of(line.text.strip(" .!"))
        if found is None:
            one.losses.append(Loss(line.label, 1, f"{line.text} is no contract that is known", _UNSAID))
        return found

    def _prose(self) -> tuple[str, list[str]]:
        """A title, if the text begins with one, and the other lines."""
        first = min((hand.place.line for hand in self.hands), default=0)
        lines = self.prose[:_PROSE]
        title = ""
        if lines and lines[0].place.line < first and len(lines[0].text) <= 80:
            title = lines[0].text.strip("*_# ")
            lines = lines[1:]
        return title, [line.text.replace("{", "(").replace("}", ")") for line in lines if line.text]

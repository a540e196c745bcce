"""A deal as text: hands by seat, auction, exchange, defence, tricks, score; within 80 columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from preferans_pbn.cards import CARD_NAMES, RANKS, SUITS, Card, Hand
from preferans_pbn.record import SEATS, Calls, Mark, Play, Record, Seat, Table
from preferans_pbn.render.ink import Ink, Line, cells, clipped, folded, ink_width, padded, plain, visible
from preferans_pbn.render.sheet import cell_text
from preferans_pbn.render.turns import Row, Spoken, auction_turns, defence_turns, trick_rows
from preferans_pbn.render.words import ENGLISH, Spelling
from preferans_pbn.replaying import Replay
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import Ruleset, format_rules

WIDTH: Final = 80
MARGIN: Final = 13
"""Columns before the text of a section, where its name stands."""
_NAME: Final = 20
_COLUMN: Final = 14
_ROOM: Final = {"W": 28, "E": WIDTH - 54}
"""Columns for a hand beside the talon: up to it, and up to the end of the line."""
_LEVEL: Final = re.compile(r"(10|[6-9])(?:S|C|D|H|NT)?")
_TRICKS: Final = 10
_RED: Final = "DH"


@dataclass(slots=True)
class Shown:
    """What is shown of one deal.

    ``rules`` and ``replayed`` are None where the variant is not known or nothing could be replayed; then only
    what the record itself says is shown.  ``score`` and ``sheet`` are rows of cells by seat; ``columns``
    their headings.
    """

    record: Record
    number: int = 1
    rules: Ruleset | None = None
    replayed: Replay | None = None
    run: int = 0
    columns: Sequence[str] = ()
    score: Mapping[Seat, Sequence[str]] = field(default_factory=dict)
    sheet: Mapping[Seat, Sequence[str]] = field(default_factory=dict)
    settlement: Mapping[Seat, str] = field(default_factory=dict)


def deal_lines(shown: Shown, spelling: Spelling = ENGLISH) -> Iterator[Line]:
    """The deal, line by line."""
    yield from DealText(shown, spelling).lines()


class DealText:
    """The parts of a deal in words."""

    def __init__(self, shown: Shown, spelling: Spelling) -> None:
        self.shown = shown
        self.record = shown.record
        self.spelling = spelling
        self.language = spelling.language
        replayed = shown.replayed
        self.order: tuple[Seat, ...] = replayed.seats if replayed is not None else seat_order(shown.record)
        self.outcome: Outcome | None = replayed.outcome if replayed is not None else None

    def lines(self) -> Iterator[Line]:
        """All of it, line by line."""
        yield from self.head()
        for part in (self._hands(), self._auction(), self._contract(), self._tricks(), self._end()):
            lines = list(part)
            if lines:
                yield ""
                yield from lines

    # --- names ----------------------------------------------------------------------------------------
    def seat(self, seat: Seat) -> str:
        """The seat's letter in the language."""
        return self.language.seats.get(seat, seat)

    def name(self, seat: Seat) -> str:
        """The seat and, where it is known, its player."""
        player = self.record.players.get(seat)
        return clipped(f"{self.seat(seat)} {visible(player)}" if player else self.seat(seat), _NAME)

    def card(self, card: Card) -> Ink:
        """A card; red suits in red."""
        if card < 0:
            return Ink("-")
        name = CARD_NAMES[card]
        return Ink(self.spelling.card(name), "red" if name[0] in _RED else "")

    def cards(self, cards: Sequence[Card]) -> list[Ink | str]:
        """Cards with blanks between them."""
        parts: list[Ink | str] = []
        for card in cards:
            parts += [" ", self.card(card)] if parts else [self.card(card)]
        return parts

    def section(self, term: str, *parts: Ink | str) -> Line:
        """A line of a section with its name before it (``""`` = none)."""
        name = self.language.terms[term] if term else ""
        return (Ink(padded(name, MARGIN), "bold"), *parts)

    def facts(self) -> list[tuple[str, str]]:
        """Contract, discard, defence, tricks, result, ruling: each with its heading; ``""``: that of the one before."""
        found: list[tuple[str, str]] = []
        for line in (*self._contract(), *self._came_of_it()):
            heading, text = plain(line)[:MARGIN].strip(), plain(line)[MARGIN:].strip()
            found.append((heading, text))
        return found

    def auction_table(self) -> tuple[list[str], list[list[str]]]:
        """The bidders, and their calls in rows; nothing where there is no auction."""
        calls = self.record.auction
        if calls is None:
            return [], []
        bidders, spoken = self._bidding(calls)
        rows: list[list[str]] = []
        for one, place in spoken:
            if not rows or place < len(rows[-1]):
                rows.append([])
            rows[-1] += [""] * (place - len(rows[-1]))
            rows[-1].append(self._call(one, calls))
        return [self.name(seat) for seat in bidders], rows

    # --- head -----------------------------------------------------------------------------------------
    def head(self) -> Iterator[Line]:
        """Which deal it is, and by which rules it is played."""
        record, term = self.record, self.language.term
        first = term("board", board=visible(record.board)) if record.board else term("record", number=self.shown.number)
        rest = [visible(text) for text in (record.event, record.site, record.date) if text]
        if record.table:
            rest.append(term("table", table=visible(record.table)))
        line = clipped(f"{first}  {', '.join(rest)}" if rest else first, WIDTH)
        yield (Ink(line[: len(first)], "bold"), line[len(first):])
        rules = self.shown.rules
        if rules is not None:
            parts = [f"{rules.id}@{rules.revision}"]
            parts += [format_rules(rules.overrides)] if rules.overrides else []
        else:
            parts = [visible(record.variant or "")]
        if record.target is not None:
            parts.append(term("target", target=record.target))
        text = "  ".join(part for part in parts if part)
        yield from folded(text, WIDTH)

    # --- hands ----------------------------------------------------------------------------------------
    def _hands(self) -> Iterator[Line]:
        record = self.record
        hands = record.position if record.position is not None else record.deal
        if hands is None and record.dealer is None and not record.players:
            return
        hands = hands or {}
        seats = [seat for seat in SEATS if seat in hands or seat in record.players or seat in self.order]
        talon: list[Line] = []
        if record.talon is not None:
            talon = [(Ink(self.language.terms["talon"], "bold"),), tuple(self.cards(record.talon))]
        yield from self.around(hands, seats, talon)

    def around(self, hands: Mapping[Seat, Hand | None], seats: Sequence[Seat], talon: Sequence[Line]) -> Iterator[Line]:
        """Hands round the table and something in its middle."""
        blocks = {seat: self._block(seat, hands) for seat in seats}
        if "N" in blocks:
            yield from (_beside((28, line)) for line in blocks["N"])
            yield ""
        left, right = blocks.get("W", []), blocks.get("E", [])
        height = max(len(left), len(right), len(talon))
        top = max(0, (height - len(talon)) // 2)
        middle = [*([""] * top), *talon]
        for i in range(height):
            yield _beside((2, _at(left, i)), (31, _at(middle, i)), (54, _at(right, i)))
        if "S" in blocks:
            if height:
                yield ""
            yield from (_beside((28, line)) for line in blocks["S"])

    def duty(self, seat: Seat, hands: Mapping[Seat, Hand | None]) -> str:
        """What stands in parentheses behind a player: dealer, dummy; ``""`` for the others."""
        record, terms = self.record, self.language.terms
        if record.dummy == seat:
            return terms["dummy"]
        if record.dealer != seat:
            return ""
        return terms["dealer_rests" if hands and seat not in hands else "dealer"]

    def _block(self, seat: Seat, hands: Mapping[Seat, Hand | None]) -> list[Line]:
        duty = self.duty(seat, hands)
        note = f" ({duty})" if duty else ""
        room = _ROOM.get(seat, WIDTH)
        if seat not in hands and cells(self.name(seat) + note) > room:
            return [(Ink(clipped(self.name(seat), room), "bold"),), note.strip()]
        name: list[Ink | str] = [Ink(clipped(self.name(seat), max(4, room - cells(note))), "bold")]
        if note:
            name.append(note)
        if seat not in hands:
            return [tuple(name)]
        hand = hands[seat]
        if hand is None:
            return [tuple(name), self.language.terms["unknown"]]
        lines: list[Line] = [tuple(name)]
        for suit in range(4):
            ranks = hand >> (8 * suit) & 0xFF
            held = [self.spelling.rank(RANKS[rank]) for rank in range(7, -1, -1) if ranks >> rank & 1]
            style = "red" if SUITS[suit] in _RED else ""
            lines.append((Ink(self.spelling.suit_column(SUITS[suit]), style), " ", " ".join(held) or "-"))
        return lines

    # --- auction, contract, defence -----------------------------------------------------------------------
    def _auction(self) -> Iterator[Line]:
        calls = self.record.auction
        if calls is None:
            return
        bidders, _ = self._bidding(calls)
        heads, rows = self.auction_table()
        widest = max((cells(text) for row in rows for text in row), default=0)
        width = min(max(_COLUMN, widest + 2), (WIDTH - MARGIN) // len(bidders))
        yield self.section("auction", Ink("".join(
            padded(clipped(name, width - 1), width) for name in heads), "bold"))
        for row in rows:
            yield self._calls_row(row, width)
        yield from self._notes(calls.notes)

    def _bidding(self, calls: Calls) -> tuple[list[Seat], list[tuple[Spoken, int]]]:
        """The bidders from the first one on, and each call with its place among them."""
        spoken = auction_turns(calls, self.order, self.shown.rules, self.shown.run, self.record.dummy)
        bidders = [seat for seat in self.order[:3] if seat != self.record.dummy]
        if calls.first in bidders:
            at = bidders.index(calls.first)
            bidders = bidders[at:] + bidders[:at]
        placed: list[tuple[Spoken, int]] = []
        for one in spoken:
            after = placed[-1][1] + 1 if placed else 0
            placed.append((one, bidders.index(one.seat) if one.seat in bidders else after % len(bidders)))
        return bidders, placed

    def _calls_row(self, row: Sequence[str], width: int) -> Line:
        return self.section("", "".join(padded(clipped(text, width - 1), width) for text in row))

    def _call(self, one: Spoken, calls: Calls) -> str:
        return self.spelling.call(one.word) + _mark(calls.marks.get(one.number))

    def _notes(self, notes: Mapping[int, str]) -> Iterator[Line]:
        for number, text in sorted(notes.items()):
            for line in folded(visible(f"{number}: {text}"), WIDTH - MARGIN):
                yield self.section("", Ink(line, "dim"))

    def _contract(self) -> Iterator[Line]:
        record, term = self.record, self.language.term
        outcome = self.outcome
        contract = record.contract or (outcome.contract if outcome is not None else None)
        declarer = self._declarer()
        if contract is not None:
            text = self.spelling.contract(contract)
            if declarer:
                text = term("by", contract=text, seat=self.name(declarer))
            yield self.section("contract", text)
        elif declarer:
            yield self.section("contract", term("by", contract=term("unknown"), seat=self.name(declarer)))
        if record.bid is not None:
            yield self.section("", term("bid", bid=self.spelling.call(record.bid)))
        if isinstance(record.discard, tuple):
            yield self.section("discard", *self.cards(record.discard))
        elif record.discard is not None:
            known = record.discard == "-"
            yield self.section("discard", term("nothing_discarded" if known else "unknown"))
        yield from self._defence(contract, declarer)

    def _declarer(self) -> Seat:
        if self.record.declarer is not None:
            return self.record.declarer
        outcome = self.outcome
        return self.order[outcome.declarer] if outcome is not None and outcome.declarer is not None else ""

    def _defence(self, contract: str | None, declarer: Seat) -> Iterator[Line]:
        record = self.record
        calls = record.defence
        index = self.order.index(declarer) if declarer in self.order else None
        parts: list[str] = []
        if calls is not None:
            spoken = defence_turns(calls, self.order, self.shown.rules, contract, index)
            parts = [f"{self.seat(one.seat)} {self._call(one, calls)}".strip() for one in spoken]
        elif record.defenders:
            parts = [f"{self.seat(seat)} {self.spelling.call(role)}" for seat, role in record.defenders.items()]
        outcome = self.outcome
        opened = (outcome.open if outcome is not None else "") or record.open or ""
        if _is_misere(contract):
            if calls is None or "closed" not in calls.calls:
                parts += self._open_in_misere(declarer)
        elif opened and outcome is not None:
            seats = [self.seat(self.order[i]) for i in sorted(outcome.roles)
                     if opened == "pair" or outcome.roles[i] == "pass"]
            if seats and not (calls is not None and "open" in calls.calls):
                parts.append(self.language.term("open", seats=" ".join(seats)))
        if parts:
            lines = folded(", ".join(parts), WIDTH - MARGIN)
            for i, line in enumerate(lines):
                yield self.section("" if i else "defence", line)
        if calls is not None:
            yield from self._notes(calls.notes)

    def _open_in_misere(self, declarer: Seat) -> list[str]:
        """The defenders whose hands lie open in a misère, and from when on, as ``misere_open`` has it (S1-57);
        nothing where they stay closed, the rules do not say, or the declarer is not known."""
        rules = self.shown.rules
        when = rules.get("misere_open", "closed") if rules is not None else "closed"
        active = self.order[:3]
        if when == "closed" or declarer not in active:
            return []
        seats = " ".join(self.seat(seat) for seat in active if seat != declarer)
        return [self.language.term(f"open_{when}", seats=seats)]

    # --- tricks -------------------------------------------------------------------------------------------
    def _tricks(self) -> Iterator[Line]:
        record = self.record
        play = record.play
        if play is None:
            return
        rows = trick_rows(record, play, self.shown.replayed, self.shown.rules, self.order)
        seats = [seat for seat in self.order if any(seat in row.cards for row in rows)] or list(self.order[:3])
        with_talon = any(row.talon is not None for row in rows)
        counted = [seat for seat in self.order if seat in seats or any(row.winner == seat for row in rows)]
        heading = padded(self.language.terms["talon"], 9) if with_talon else ""
        heading += "".join(padded(clipped(self.name(seat), _COLUMN - 2), _COLUMN - 1) for seat in seats)
        heading += "".join(padded(self.seat(seat), 3, right=True) for seat in counted)
        yield self.section("play", Ink(heading, "bold"))
        taken = dict.fromkeys(counted, 0)
        for number, row in enumerate(rows, 1):
            if row.winner in taken:
                taken[row.winner] += 1
            tally = "".join(padded(str(taken[seat]), 3, right=True) for seat in counted) if row.winner else ""
            yield self._trick(number, row, seats, with_talon, play, tally)
        yield from self.play_end(play)
        yield from self._notes(play.notes)

    def _trick(self, number: int, row: Row, seats: Sequence[Seat], with_talon: bool, play: Play,
               tally: str) -> Line:
        parts: list[Ink | str] = [padded(str(number), MARGIN - 3, right=True), "   "]
        if with_talon:
            talon: list[Ink | str] = []
            if row.talon is not None:
                took = row.winner not in row.cards and bool(row.winner)
                talon = [">", self.card(row.talon), "*" if took else ""]
            parts += _filled(talon, 9)
        for seat in seats:
            piece: list[Ink | str] = []
            if seat in row.cards:
                card, place = row.cards[seat]
                won = seat == row.winner
                shown = self.card(card)
                leads = seat == row.leader and row.talon is None
                piece = [">" if leads else " ",
                         Ink(shown.text, f"bold {shown.style}".strip()) if won else shown,
                         "*" if won else "", _mark(play.marks.get(place))]
            parts += _filled(piece, _COLUMN - 1)
        parts.append(tally)
        return tuple(parts)

    @staticmethod
    def mark(mark: Mark | None) -> str:
        """What stands behind a call or a card."""
        return _mark(mark)

    def play_end(self, play: Play) -> Iterator[Line]:
        """How the play ended, where it was not played out."""
        claim = self.record.claim
        if play.end == "+":
            yield self.section("", self.language.terms["continued"])
        elif claim is not None:
            shares = ", ".join(f"{self.seat(s)} {'?' if n is None else n}" for s, n in claim.items())
            yield self.section("", self.language.term("agreed", shares=shares))
        elif play.end == "*":
            yield self.section("", self.language.terms["agreed_only"])

    # --- tricks taken, result, score ------------------------------------------------------------------------
    def _end(self) -> Iterator[Line]:
        yield from self._came_of_it()
        yield from self._scores()

    def _came_of_it(self) -> Iterator[Line]:
        record, outcome = self.record, self.outcome
        tricks: Mapping[Seat, int | None] = {}
        if outcome is not None and outcome.manner == "played":
            tricks = {self.order[i]: count for i, count in enumerate(outcome.tricks) if i < 3 or count}
        elif record.position is None:
            tricks = self._taken()
        claimed = record.tricks or {}
        if not tricks and claimed:
            replayed = self.shown.replayed
            faulty = replayed is not None and any(found.severity == "error" for found in replayed.diagnostics)
            note = "before" if record.position is not None else "claimed" if faulty else ""
            yield self.section("tricks", self._shares(claimed) + (f" ({self.language.terms[note]})" if note else ""))
        elif tricks:
            yield self.section("tricks", self._shares(tricks))
            if record.position is None and any(n not in (None, tricks.get(s, 0)) for s, n in claimed.items()):
                yield self.section("", Ink(f"{self.language.terms['claimed']}: {self._shares(claimed)}", "yellow"))
        if outcome is not None:
            result = result_text(outcome, self.spelling, self.shown.rules)
            if result:
                yield self.section("result", result)
        if record.ruling:
            for i, line in enumerate(folded(visible(record.ruling), WIDTH - MARGIN)):
                yield self.section("" if i else "ruling", line)

    def _shares(self, tricks: Mapping[Seat, int | None]) -> str:
        return ", ".join(f"{self.seat(s)} {'?' if n is None else n}" for s, n in tricks.items())

    def _taken(self) -> dict[Seat, int | None]:
        """Everybody's tricks as the cards lie, where all are there and a fault hides what came of the deal."""
        play = self.record.play
        if play is None or self.record.claim is not None:
            return {}
        rows = trick_rows(self.record, play, self.shown.replayed, self.shown.rules, self.order)
        winners = [row.winner for row in rows]
        if len(rows) < _TRICKS or not all(winners):
            return {}
        return {seat: winners.count(seat) for i, seat in enumerate(self.order) if i < 3 or seat in winners}

    def _scores(self) -> Iterator[Line]:
        shown = self.shown
        score, sheet, columns = shown.score, shown.sheet, shown.columns
        claimed = not score and self.record.score_table is not None
        if not score and self.record.score_table is not None:
            score, columns = _table_cells(self.record.score_table)
        if not score:
            return
        yield ""
        seats = [seat for seat in SEATS if seat in score]
        blocks = [("score", score)]
        if sheet:
            blocks.append(("sheet", sheet))
        if shown.settlement:
            blocks.append(("settlement", {seat: (text,) for seat, text in shown.settlement.items()}))
        drawn = [self._amounts(term, rows, columns, seats, claimed=claimed and term == "score")
                 for term, rows in blocks]
        beside: list[tuple[list[Ink | str], int]] = []
        for block in drawn:  # what does not fit beside the others stands below them
            if beside and MARGIN + sum(width + 3 for _, width in beside) + block[1] > WIDTH:
                yield from self._beside_names(seats, beside)
                yield ""
                beside = []
            beside.append(block)
        yield from self._beside_names(seats, beside)

    def _amounts(self, term: str, rows: Mapping[Seat, Sequence[str]], columns: Sequence[str], seats: Sequence[Seat], *,
                 claimed: bool) -> tuple[list[Ink | str], int]:
        """A block of amounts: its title, the names of its columns, a line a seat; and how wide it is."""
        names = [self.spelling.column(name) for name in (columns if term != "settlement" else ("Result",))]
        texts = [[cell_text(cell, self.language) for cell in rows.get(seat, ())] for seat in seats]
        widths = [max([cells(name), *(cells(row[i]) for row in texts if i < len(row))]) for i, name in enumerate(names)]
        total = sum(widths) + 2 * (len(widths) - 1)
        title = self.language.terms[term] + (f" ({self.language.terms['claimed']})" if claimed else "")
        lines: list[Ink | str] = [Ink(title, "bold")]
        lines += ["  ".join(padded(text, width, right=not _is_list(texts, i))
                            for i, (text, width) in enumerate(zip(row, widths, strict=False)))
                  for row in (names, *texts)]
        return lines, max(total, cells(title))

    def _beside_names(self, seats: Sequence[Seat], blocks: Sequence[tuple[list[Ink | str], int]]) -> Iterator[Line]:
        """Blocks beside each other, the players before them."""
        names = ["", "", *(clipped(self.name(seat), MARGIN - 1) for seat in seats)]
        for number, name in enumerate(names):
            parts: list[Ink | str] = [Ink(padded(name, MARGIN), "bold")]
            for lines, width in blocks:
                parts += _filled([lines[number]], width + 3)
            yield tuple(parts)


def result_text(outcome: Outcome, spelling: Spelling, rules: Ruleset | None = None) -> str:
    """What came of a deal in a few words; ``""`` where the tricks say it all.  ``rules`` say how many tricks make
    a game that does not name them."""
    term = spelling.language.term
    if outcome.manner != "played":
        return term(outcome.manner) if outcome.manner in spelling.language.terms else spelling.call(outcome.manner)
    declarer = outcome.declarer
    goal = _goal(outcome.contract, rules)
    if declarer is None or not outcome.tricks or goal is None:
        return ""
    taken = outcome.tricks[declarer]
    if not goal:
        return term("caught", count=taken) if taken else term("made_misere")
    over = taken - goal
    if over > 0:
        return term("over", count=over)
    if over < 0:
        # Where the rules end the play, the tricks taken do not say how far down it would have gone.
        return term("down", count=-over) if sum(outcome.tricks) == _TRICKS else term("lost")
    return term("made")


def game_made(outcome: Outcome, rules: Ruleset | None = None) -> bool | None:
    """Did the declarer make his contract, played or not?  None where nobody declares, or a number of tricks does not
    tell."""
    if outcome.declarer is None or outcome.manner in ("refe", "redeal", "thrown-in"):
        return None
    if outcome.manner != "played":
        return outcome.manner != "conceded"
    goal = _goal(outcome.contract, rules)
    if goal is None or not outcome.tricks:
        return None
    taken = outcome.tricks[outcome.declarer]
    return taken >= goal if goal else taken == 0


def _is_misere(contract: str | None) -> bool:
    """Is this a game in which the declarer may take no trick?"""
    return contract is not None and contract.removesuffix("-hand") in ("misere", "betl")


def _goal(contract: str, rules: Ruleset | None) -> int | None:
    """The tricks that make a contract, None where a number of tricks does not."""
    game = contract.removesuffix("-hand")
    level = _LEVEL.fullmatch(game)
    if level is not None:
        return int(level[1])
    if game == "misere":
        return 0
    if rules is None or (game == "durch" and rules.get("durch_goal") != "six_of_ten"):
        return None
    goal: int | None = rules.get("goal", {}).get(game)
    return goal


def _is_list(texts: Sequence[Sequence[str]], column: int) -> bool:
    """Are the cells of this column lists of amounts by seat?"""
    return any(" " in row[column] or row[column] == "-" for row in texts if column < len(row))


def _table_cells(table: Table) -> tuple[dict[Seat, Sequence[str]], Sequence[str]]:
    return {row[0]: row[1:] for row in table.rows}, table.columns[1:]


def seat_order(record: Record) -> tuple[Seat, ...]:
    """The seats that hold cards, as the record names them, where no rules say more."""
    hands = record.deal or record.position
    if hands:
        return tuple(hands)
    seats = record.players or record.tricks or dict.fromkeys("SWE")
    first = record.auction.first if record.auction is not None else ""
    order = [seat for seat in SEATS if seat in seats]
    at = order.index(first) if first in order else 0
    return tuple(order[at:] + order[:at])


def _mark(mark: Mark | None) -> str:
    if mark is None:
        return ""
    irregular = f"^{mark.irregularity}" if mark.irregularity else ""
    return irregular + "".join(mark.suffixes) + (f"[{mark.note}]" if mark.note else "")


def _at(lines: Sequence[Line], number: int) -> Line:
    return lines[number] if number < len(lines) else ""


def _filled(parts: list[Ink | str], room: int) -> list[Ink | str]:
    return [*parts, " " * max(0, room - ink_width(parts))]


def _beside(*pieces: tuple[int, Line]) -> Line:
    """Pieces of a line, each at its column."""
    parts: list[Ink | str] = []
    at = 0
    for column, line in pieces:
        parts.append(" " * max(0, column - at))
        parts += (line,) if isinstance(line, str) else line
        at = max(at, column) + ink_width(line)
    return tuple(parts)

"""The sheet of a session as text: the deals with what each wrote, the totals, the settlement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from preferans_pbn.record import SEATS, Seat
from preferans_pbn.render.ink import Ink, Line, cells, clipped, folded, padded, visible
from preferans_pbn.render.language import Language
from preferans_pbn.render.words import ENGLISH, Spelling

WIDTH: Final = 80
_NAME: Final = 18
_CONTRACT: Final = 16
_TRICKS: Final = 8


@dataclass(slots=True)
class DealLine:
    """A deal of a session as one line.

    ``contract`` as it is spelled, with its ``declarer`` if there is one; ``cells`` what it wrote by seat, None
    where that is not known (then ``problem`` says why).
    """

    number: str
    dealer: Seat
    contract: str
    declarer: Seat
    tricks: str
    columns: Sequence[str]
    cells: Mapping[Seat, Sequence[str]] | None
    problem: str = ""


@dataclass(slots=True)
class SheetTable:
    """The totals: rows of cells by seat under ``columns``; the settlement by seat as text, the sum of which
    is ``total``.  ``remarks`` are sentences for below."""

    columns: Sequence[str]
    rows: Mapping[Seat, Sequence[str]]
    players: Mapping[Seat, str] = field(default_factory=dict)
    settlement: Mapping[Seat, str] = field(default_factory=dict)
    total: str = ""
    remarks: Sequence[str] = ()


def cell_text(cell: str, language: Language) -> str:
    """A cell of a table for people: ``S:8,E:4`` becomes ``S 8, E 4``."""
    amounts = amounts_on(cell)
    if not amounts:
        return cell
    return ", ".join(f"{language.seats.get(seat, seat)} {amount}" for seat, amount in amounts.items())


def amounts_on(cell: str) -> dict[Seat, str]:
    """The amounts by seat in a cell such as ``S:8,E:4``; none where it is a plain number or ``-``."""
    if ":" not in cell:
        return {}
    return {part[0]: part[2:] for part in cell.split(",") if part[1:2] == ":"}


def deal_heading(spelling: Spelling) -> Line:
    """The heading above the deals."""
    terms = spelling.language.terms
    return (Ink(_deal_columns(terms["deal_column"], terms["dealer_column"], terms["contract"], terms["tricks"])
                + terms["written"], "bold"),)


def deal_line(deal: DealLine, spelling: Spelling = ENGLISH) -> Iterator[Line]:
    """A deal with what it wrote; more than one line where that is long."""
    seats = spelling.language.seats
    by = f" {seats.get(deal.declarer, deal.declarer)}" if deal.declarer else ""
    contract = clipped(deal.contract, _CONTRACT - cells(by)) + by
    left = _deal_columns(visible(deal.number), seats.get(deal.dealer, deal.dealer), contract, deal.tricks)
    text = deal.problem if deal.cells is None else written_text(deal.columns, deal.cells, spelling)
    room = WIDTH - cells(left)
    lines = wrapped(text, room)
    for i, line in enumerate(lines):
        yield (left if not i else " " * cells(left), Ink(line, "yellow") if deal.cells is None else line)


def wrapped(text: str, room: int) -> list[str]:
    """``text`` in lines of at most ``room`` cells; a no-break space does not end a line and is shown as a blank."""
    # Every kind of white space is a place to break, so these blanks hide meanwhile.
    lines = folded(text.replace("\u00a0", "\ufffc"), room)
    return [line.replace("\ufffc", " ") for line in lines] or [""]


def _deal_columns(number: str, dealer: str, contract: str, tricks: str) -> str:
    room = _CONTRACT + 1 + _TRICKS
    if cells(tricks) <= _TRICKS:
        middle = f"{padded(contract, _CONTRACT)} {padded(tricks, _TRICKS)}"
    else:  # everybody's tricks: the contract is a short word then, and leaves them room
        left = room - cells(tricks) - 1
        middle = f"{padded(clipped(contract, left - 1), left)}{tricks} "
    return f"{padded(clipped(number, 5), 5, right=True)}  {padded(clipped(dealer, 6), 6)}  {middle} "


def written_text(columns: Sequence[str], rows: Mapping[Seat, Sequence[str]], spelling: Spelling) -> str:
    """What a deal wrote, in words: ``S pool 4; E 8 on S``.  Blanks that do not end a line are no-break."""
    parts: list[str] = []
    for seat in SEATS:
        said = said_of(columns, rows.get(seat, ()), spelling)
        if said:
            parts.append(", ".join([f"{spelling.language.seats[seat]} {said[0]}", *said[1:]])
                         .replace(" ", "\u00a0").replace(",\u00a0", ", "))
    return "; ".join(parts) or "-"


def said_of(columns: Sequence[str], row: Sequence[str], spelling: Spelling) -> list[str]:
    """What one player wrote, in words: ``pool 4``, ``8 on S``."""
    language = spelling.language
    said: list[str] = []
    for column, cell in zip(columns, row, strict=False):
        amounts = amounts_on(cell)
        if amounts:
            said += [language.term("amount_on", amount=amount, seat=language.seats[on])
                     for on, amount in amounts.items()]
        elif cell not in ("0", "-"):
            said.append(f"{language.inside(spelling.column(column))} {cell}")
    return said


def sheet_lines(table: SheetTable, spelling: Spelling = ENGLISH) -> Iterator[Line]:
    """The totals as a table: a row a player; a column that holds amounts on other players becomes one column
    for each of them."""
    language = spelling.language
    seats = [seat for seat in SEATS if seat in table.rows]
    groups: list[tuple[str, list[str], list[list[str]]]] = []
    for i, column in enumerate(table.columns):
        texts = [table.rows[seat][i] for seat in seats]
        if any(amounts_on(text) or text == "-" for text in texts):
            split = [["·" if on == seat else amounts_on(text).get(on, "-") for on in seats]
                     for seat, text in zip(seats, texts, strict=True)]
            groups.append((language.term("on", column=spelling.column(column)),
                           [language.seats[on] for on in seats], split))
        else:
            groups.append((spelling.column(column), [""], [[text] for text in texts]))
    if table.settlement:
        groups.append((spelling.column("Result"), [""],
                       [[_signed(table.settlement.get(seat, "-"))] for seat in seats]))
    names = [f"{language.seats[seat]} {visible(table.players.get(seat, ''))}".rstrip() for seat in seats]
    lines: list[list[Ink | str]] = [[padded("", _NAME)], [padded("", _NAME)]]
    lines += [[Ink(padded(clipped(name, _NAME - 1), _NAME), "bold")] for name in names]
    for title, heads, rows in groups:
        width = max(4, *(cells(text) for row in (heads, *rows) for text in row))
        total = max(len(heads) * (width + 1) - 1, cells(title))
        lines[0].append(Ink("  " + padded(title, total, right=len(heads) == 1), "bold"))
        for line, row in zip(lines[1:], (heads, *rows), strict=True):
            text = " ".join(padded(part, width, right=True) for part in row)
            line.append("  " + padded(text, total, right=True))
    yield from (tuple(line) for line in lines if any(part.strip() for part in map(_text, line)))
    if table.settlement:
        width = sum(cells(_text(part)) for part in lines[0])
        label = language.terms["sum"]
        yield " " * max(0, width - cells(label) - 2 - max(4, cells(table.total))) + f"{label}  {table.total:>4}"
    for remark in table.remarks:
        yield from folded(remark[:1].upper() + remark[1:], WIDTH)


def _text(part: Ink | str) -> str:
    return part if isinstance(part, str) else part.text


def _signed(amount: str) -> str:
    return amount if amount.startswith("-") or amount == "0" else f"+{amount}"

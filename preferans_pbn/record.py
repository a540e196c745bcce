"""The record model: what was written down about one deal, whatever game family it belongs to.

A `Record` holds only what the text says; nothing is derived and nothing is checked here.  ``None``
means "the record does not say".  Seats are the letters ``S W N E``; cards are integers
(`preferans_pbn.cards`); calls, contracts and roles are the words of the notation.

Places inside a record are named by a `Where`: the tag or section and a key in it.  A place is turned
into line and column only when somebody asks (`preferans_pbn.notation.locate`), because most
records are never complained about.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from preferans_pbn.cards import Card, Hand

Seat: TypeAlias = str
SEATS: Final = "SWNE"
UNKNOWN_CARD: Final = -1

Key: TypeAlias = int | str | tuple[str, str] | None


class Where(NamedTuple):
    """A place in a record.

    ``owner`` is the name of a tag or section.  ``key`` says where in it:

    * ``None`` the value of the tag (its whole text), ``"@name"`` the tag's name, ``"@end"`` the end
      of a section;
    * an ``int`` the n-th token from 0: a call (Auction, Defence), a played card (Play; talon cards
      are not counted), a card (Talon, Discard), a ``key=value`` pair (Rules);
    * a seat letter: that seat's part (Deal, Position, Tricks, Claim, Defenders, Kontra, Refe), or
      that seat's row in a table;
    * ``(seat, card name)`` a card in that seat's hand (Deal, Position);
    * ``(seat, column)`` a table's cell; ``("@columns", "")`` its heading;
    * in Play ``("talon", n)`` the talon card that leads row n, ``("leader", n)`` and
      ``("winner", n)`` the seat marks of row n, ``("row", n)`` the row; n as a decimal string from 0.
    """

    owner: str
    key: Key = None


class Span(NamedTuple):
    """A stretch of the record's text: character offsets from the record's first character."""

    start: int
    end: int


@dataclass(slots=True)
class Mark:
    """What stands behind a call or a card: ``^R``, ``!?``, ``$3``, ``=2=``.

    ``irregularity`` is ``""`` or one of ``I L R S``; ``suffixes`` holds ``!``, ``?`` forms and ``$n``
    as written; ``note`` is the number of a note of the section, or 0.
    """

    irregularity: str = ""
    suffixes: tuple[str, ...] = ()
    note: int = 0


@dataclass(slots=True)
class Calls:
    """The Auction or the Defence: who speaks first and the calls in order (``"?"`` = not known).

    Players who have passed are skipped, so the seat of a call follows from the variant's rules.
    ``marks`` maps the number of a call (from 0) to its mark; ``notes`` the note numbers to texts.
    """

    first: Seat
    calls: tuple[str, ...] = ()
    marks: dict[int, Mark] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)


class Trick(NamedTuple):
    """One row of the play: the leader's card first.  Rows are never changed, so that equal ones may be shared.

    ``cards`` may hold `UNKNOWN_CARD`; ``talon`` is the talon card that leads (all-pass rounds);
    ``leader`` and ``winner`` are the seats written in the row, if any.
    """

    cards: tuple[Card, ...]
    talon: Card | None = None
    leader: Seat | None = None
    winner: Seat | None = None


@dataclass(slots=True)
class Play:
    """The play: ``first`` plays the first hand card.  ``end`` is ``""``, ``"*"`` (ended by agreement)
    or ``"+"`` (to be continued).  ``marks`` counts hand cards from 0 over the whole section."""

    first: Seat
    tricks: tuple[Trick, ...] = ()
    end: str = ""
    marks: dict[int, Mark] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)


@dataclass(slots=True)
class Table:
    """A table section: column names (the first is ``Seat``) and rows of cells as written."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(slots=True)
class Comment:
    """A comment and its place: before token ``index`` of ``owner`` (``""`` = before the first tag;
    for a tag without a section index 0 stands for "after this tag's line").

    ``style`` is ``"{"``, ``";"`` or ``"%"``; ``text`` has neither braces nor the leading sign.
    """

    owner: str
    index: int
    style: str
    text: str


@dataclass(slots=True)
class Extra:
    """An unknown tag or section, kept as it is after the known tag ``after`` (``""`` = first).

    ``body`` holds the section's lines as written, without line ends; empty for a plain tag.
    """

    name: str
    value: str
    after: str
    body: tuple[str, ...] = ()


@dataclass(slots=True)
class Source:
    """Where a record was read: its text (line ends normalised to ``\\n``), the number of its first
    line in the file (from 1) and the file's name as the user gave it (``-`` for standard input)."""

    text: str
    line: int = 1
    path: str = "-"


@dataclass(slots=True)
class Record:
    """One deal as written.  Field names are the tag names in snake_case."""

    # identification
    event: str | None = None
    site: str | None = None
    date: str | None = None
    table: str | None = None
    board: str | None = None
    session: str | None = None
    # rules
    variant: str | None = None
    base: str | None = None
    rules: tuple[tuple[str, str], ...] | None = None
    # players and stakes
    players: dict[Seat, str] = field(default_factory=dict)
    target: Fraction | None = None
    bule: Fraction | None = None
    kasa: Fraction | None = None
    # state before the deal
    all_pass_run: int | None = None
    refe: dict[Seat, int] | None = None
    kasa_left: Fraction | None = None
    opening_sheet_table: Table | None = None
    # the deal: hands as masks in the order written; None = hand unknown ("-")
    dealer: Seat | None = None
    dummy: Seat | None = None
    deal: dict[Seat, Hand | None] | None = None
    talon: tuple[Card, ...] | None = None
    position: dict[Seat, Hand | None] | None = None
    leader: Seat | None = None
    # auction, exchange, contract
    auction: Calls | None = None
    declarer: Seat | None = None
    bid: str | None = None
    discard: tuple[Card, ...] | str | None = None
    """Cards, ``"-"`` (nothing discarded: played from hand) or ``"?"`` (unknown)."""
    contract: str | None = None
    aces: Seat | None = None
    # defence
    defence: Calls | None = None
    defenders: dict[Seat, str] | None = None
    kontra: tuple[Seat, int] | None = None
    open: str | None = None
    # play
    play: Play | None = None
    claim: dict[Seat, int | None] | None = None
    """Remaining tricks by seat; None = unknown share (``?``)."""
    outcome: str | None = None
    tricks: dict[Seat, int | None] | None = None
    ruling: str | None = None
    adjust_table: Table | None = None
    score_table: Table | None = None
    sheet_table: Table | None = None
    settlement_table: Table | None = None
    # what the notation does not know, and what people wrote beside it
    extras: tuple[Extra, ...] = ()
    comments: tuple[Comment, ...] = ()
    damaged: frozenset[str] = field(default=frozenset(), compare=False)
    """Tags and sections that stand in the text but could not be read."""
    source: Source | None = field(default=None, compare=False, repr=False)


TAGS: Final[dict[str, str]] = {
    "Event": "event",
    "Site": "site",
    "Date": "date",
    "Table": "table",
    "Board": "board",
    "Session": "session",
    "Variant": "variant",
    "Base": "base",
    "Rules": "rules",
    "South": "players",
    "West": "players",
    "North": "players",
    "East": "players",
    "Target": "target",
    "Bule": "bule",
    "Kasa": "kasa",
    "AllPassRun": "all_pass_run",
    "Refe": "refe",
    "KasaLeft": "kasa_left",
    "OpeningSheetTable": "opening_sheet_table",
    "Dealer": "dealer",
    "Dummy": "dummy",
    "Deal": "deal",
    "Talon": "talon",
    "Position": "position",
    "Leader": "leader",
    "Auction": "auction",
    "Declarer": "declarer",
    "Bid": "bid",
    "Discard": "discard",
    "Contract": "contract",
    "Aces": "aces",
    "Defence": "defence",
    "Defenders": "defenders",
    "Kontra": "kontra",
    "Open": "open",
    "Play": "play",
    "Claim": "claim",
    "Outcome": "outcome",
    "Tricks": "tricks",
    "Ruling": "ruling",
    "AdjustTable": "adjust_table",
    "ScoreTable": "score_table",
    "SheetTable": "sheet_table",
    "SettlementTable": "settlement_table",
}
"""Every tag and section in export order, with the field of `Record` that it fills."""

PLAYER_TAGS: Final = {"South": "S", "West": "W", "North": "N", "East": "E"}
SECTIONS: Final = frozenset(
    {"OpeningSheetTable", "Auction", "Defence", "Play", "AdjustTable", "ScoreTable", "SheetTable", "SettlementTable"}
)
INHERITABLE: Final = frozenset(
    {"Event", "Site", "Date", "Table", "Session", "Variant", "Base", "Rules", "South", "West", "North", "East",
     "Target", "Bule", "Kasa"}
)
"""Tags that describe the session: ``#`` stands for the value in the record before."""

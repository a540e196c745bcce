"""A PPN deal as its fields, each with its place, whichever form it was written in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from preferans_pbn.cards import Card
from preferans_pbn.convert.judging import Place
from preferans_pbn.convert.spelling import card_of

TITLE: Final = "PPN deal"
SUIT_CODES: Final = (("S", "12345678"), ("D", "9ABCDEFG"), ("H", "HIJKLMNO"), ("C", "PQRSTUVW"))
CARDS: Final = {code: card_of(suit, rank) for suit, codes in SUIT_CODES
                for code, rank in zip(codes, "789TJQKA", strict=True)}
"""Card codes: 7 to ace of spades, diamonds, hearts, clubs."""
CODES: Final[dict[Card, str]] = {card: code for code, card in CARDS.items()}

GAMES: Final = {"2": "S", "3": "D", "4": "H", "5": "C", "6": "betl", "7": "sans", "8": "preferans"}
"""Contract numbers to the notation's words."""
KONTRA_LEVELS: Final = {"K": 1, "R": 2, "S": 3, "M": 4}
INVITATION: Final = "I"
REQUIRED_TAGS: Final = ("Bula", "Refe", *(f"{name}{n}" for name in ("Player", "Result") for n in "123"))
OWN_TAGS: Final = {"Event": "event", "Location": "site", "Date": "date", "Table": "table", "Session": "session",
                   "Variant": "variant", "Base": "base", "Rules": "rules"}
"""Optional tags that have a field in a record.  Variant, Base, Rules, Event, Table and Session are this program's own
additions; PPN lets a file have tags that others do not know."""


RESULT_TAGS: Final = ("Result1", "Result2", "Result3")
KNOWN_TAGS: Final = frozenset((*REQUIRED_TAGS, *OWN_TAGS))


class Field(NamedTuple):
    """A field and where it stands."""

    text: str
    place: Place

    def part(self, start: int, length: int = 1) -> Field:
        """The characters from ``start`` on."""
        return Field(self.text[start : start + length], self.place.part(start, length))


class Throw(NamedTuple):
    """A trick: the card codes in playing order and the mark of who took it (None: there is none)."""

    cards: Field
    winner: Field | None


@dataclass(slots=True)
class Score:
    """A player's part of the summary: ``kind`` M, F or 0; signed ``bule``; ``supe`` that he wrote."""

    field: Field
    kind: str = "0"
    tricks: int = 0
    bule: int = 0
    supe: int = 0


@dataclass(slots=True)
class PpnDeal:
    """A deal as written; None: the form has no such field, or the line has left it out.

    ``order``: the three players, first receiver first, dealer last; ``hands``, ``bids`` and ``scores`` are in that
    order.  ``came``: for each follower of the earlier edition whether he came.  ``earlier``: its edition.
    """

    whole: Field
    id: Field
    order: Field
    hands: list[Field]
    talon: Field
    bids: list[Field]
    cards: Field | None = None
    bid_field: Field | None = None
    main: Field | None = None
    discarded: Field | None = None
    contract: Field | None = None
    accepted: Field | None = None
    came: Field | None = None
    kontra: Field | None = None
    refa: Field | None = None
    value: Field | None = None
    starts: Field | None = None
    throws: list[Throw] = field(default_factory=list)
    throws_field: Field | None = None
    scores: list[Score] = field(default_factory=list)
    earlier: bool = False

    @property
    def all_passed(self) -> bool:
        """Does the deal end behind the bids?"""
        return self.contract is None


class Tag(NamedTuple):
    """A tag of a PPN file."""

    name: Field
    value: Field

"""How cards, calls, contracts and headings are written for people."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from preferans_pbn.cards import RANKS, SUITS
from preferans_pbn.render.ink import cells, padded
from preferans_pbn.render.language import GERMAN_SIGNS, Cards, Language
from preferans_pbn.render.languages import language

SUIT_SIGNS: Final = "♠♣♦♥"
_BID: Final = re.compile(r"(10|[6-9])(NT|[SCDH])?(-hand)?")
_CONCEDE: Final = re.compile(r"concede-([23])")


@dataclass(frozen=True, slots=True)
class Spelling:
    """In which language, with pips or letters for the suits, with the names of French or of ``german`` cards."""

    language: Language
    signs: bool = True
    german: bool = False

    @property
    def cards(self) -> Cards:
        """The words for the pack."""
        return self.language.german if self.german else self.language.french

    def suit(self, letter: str) -> str:
        """A suit of S C D H."""
        number = SUITS.index(letter)
        if not self.signs:
            return self.cards.letters[number]
        return GERMAN_SIGNS[number] if self.german else SUIT_SIGNS[number]

    def suit_column(self, letter: str) -> str:
        """A suit as the first word of a line, as wide as the widest of the four."""
        return padded(self.suit(letter), max(cells(self.suit(one)) for one in SUITS))

    def rank(self, letter: str) -> str:
        """A rank of 7 8 9 T J Q K A."""
        return self.cards.ranks[RANKS.index(letter)]

    def card(self, name: str) -> str:
        """A card by its name in the notation (``HT``)."""
        return self.suit(name[0]) + self.rank(name[1])

    def call(self, word: str) -> str:
        """A call, a contract, a role or an outcome by its word in the notation, short: ``7♥``, ``♥``."""
        bid = _BID.fullmatch(word)
        if bid is not None:
            strain = bid[2] or ""
            name = f" {self.language.no_trump}" if strain == "NT" else self.suit(strain) if strain else ""
            return f"{bid[1]}{name}{self.language.hand if bid[3] else ''}"
        known = self.language.words.get(word)
        if known is not None:
            return known
        if word in SUITS:
            return self.suit(word)
        concede = _CONCEDE.fullmatch(word)
        if concede is not None:
            return self.language.filled(self.language.words["concede"], count=int(concede[1]))
        if word.endswith("-hand"):
            return self.call(word.removesuffix("-hand")) + self.language.hand
        if word.startswith("hand-"):
            return f"{self.language.words['hand']} {self.call(word.removeprefix('hand-'))}"
        return word

    def contract(self, word: str) -> str:
        """A contract with its suit's name where it is nothing but a suit: ``♥ hearts``, else as `call`."""
        game = word.removesuffix("-hand")
        if game not in SUITS:
            return self.call(word)
        name = self.cards.suits[SUITS.index(game)]
        return (f"{self.suit(game)} {name}" if self.signs else name) + (self.language.hand if word != game else "")

    def column(self, name: str) -> str:
        """The heading of a table's column."""
        return self.language.terms.get(name, name)


ENGLISH: Final = Spelling(language("en"))

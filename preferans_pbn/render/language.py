"""What a language has to say: the form of the tables in `preferans_pbn.render.languages`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

GERMAN_SIGNS: Final = ("🍃", "🌰", "🔔", "♥")
"""Leaves, acorns, bells, hearts: the pips of German-suited cards in the order S C D H."""


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of one pack in one language, suits in the order S C D H.

    ``letters`` stand for the suits where pips cannot be shown; ``suits`` are their names; ``ranks`` the short names
    of 7 8 9 T J Q K A.
    """

    letters: tuple[str, str, str, str]
    suits: tuple[str, str, str, str]
    ranks: tuple[str, str, str, str, str, str, str, str]


@dataclass(frozen=True, slots=True)
class Language:
    """One language.

    ``name`` in the language itself; ``seats`` by letter; ``french`` and ``german`` the two packs; ``no_trump`` and
    ``hand`` (added to a game played without the talon); ``plural`` says which of a noun's forms stands behind a
    number; ``words`` calls, contracts, roles and outcomes by their notation; ``terms`` headings and phrases, with
    ``{…}`` to be filled.  ``{count:trick|tricks}`` is the form that goes with the number ``count``.
    ``capital_nouns``: a heading keeps its capital inside a sentence.  ``page``: what only the HTML page says.
    ``rules``: the sentences of the rules that bind a player, by the keys of `preferans_pbn.render.rule_words`; None in
    the language of `preferans_pbn.variants.sentences`, which says all rules.
    """

    code: str
    name: str
    seats: Mapping[str, str]
    french: Cards
    german: Cards
    no_trump: str
    hand: str
    plural: Callable[[int], int]
    words: Mapping[str, str]
    terms: Mapping[str, str]
    capital_nouns: bool = False
    page: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, str] | None = None

    def term(self, name: str, **parts: object) -> str:
        """A heading or phrase with its parts filled in."""
        return self.filled(self.terms[name], **parts)

    def inside(self, heading: str) -> str:
        """A heading as a word inside a sentence."""
        return heading if self.capital_nouns else heading.lower()

    def filled(self, text: str, **parts: object) -> str:
        """``text`` with its parts filled in, nouns in the form that goes with their number."""
        return text.format(**{key: _Count(part, self.plural) if type(part) is int else part
                              for key, part in parts.items()})


class _Count(int):
    """A number that knows the form of the noun behind it: ``f"{n:trick|tricks}"``."""

    _plural: Callable[[int], int]

    def __new__(cls, value: Any, plural: Callable[[int], int]) -> _Count:
        count = super().__new__(cls, value)
        count._plural = plural
        return count

    def __format__(self, spec: str) -> str:
        forms = spec.split("|")
        return forms[self._plural(int(self))] if len(forms) > 1 else format(int(self), spec)


def one_or_more(count: int) -> int:
    """Forms of English, German, Greek, Spanish: 1, else."""
    return int(count != 1)


def east_slavic(count: int) -> int:
    """Forms of Russian, Ukrainian, Serbian, Croatian: 1 21 31 …, 2 3 4 22 …, else."""
    tens, ones = count // 10 % 10, count % 10
    if tens == 1 or not 1 <= ones <= 4:
        return 2
    return int(ones > 1)


def west_slavic(count: int) -> int:
    """Forms of Slovak: 1, 2 to 4, else."""
    return 0 if count == 1 else 1 if 2 <= count <= 4 else 2

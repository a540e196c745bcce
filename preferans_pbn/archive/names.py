"""Names of people and what stands in their place."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final, NamedTuple

from preferans_pbn.archive.selecting import folded

_WORD: Final = re.compile(r"\w+")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
_GAP: Final = re.compile(r"[^\w\n]{1,3}")
NO_NAMES: Final = frozenset(("", "?", "-"))
SHORTEST: Final = 2
"""Shorter names are not looked for in texts: S is a seat there."""
SHORTEST_PART: Final = 3
"""Shorter parts of names are not looked for."""
_ENDING: Final = 3
"""So many letters longer may a word be that may be a name with another ending."""
DIGITS: Final = 8


class MappingError(ValueError):
    """A mapping of names cannot be used; the message says why."""


class Replaced(NamedTuple):
    """A text with other names in it, and words left in it that look like a name (with another ending)."""

    text: str
    doubtful: tuple[str, ...]


class Names:
    """Pseudonyms: the same for the same person, whatever the case, the blanks and the Unicode form of the name.

    They are ``Player 1`` and so on in the order in which the people are met; with ``salt``, ``Player`` and eight
    hexadecimal digits of HMAC-SHA256(salt, name), which are the same in every archive.  ``known`` are pseudonyms given
    before, by name.  Raises MappingError where two people would have the same, or one none.
    """

    def __init__(self, label: str = "Player", salt: str | None = None, known: Mapping[str, str] | None = None) -> None:
        if not label.strip() or _CONTROL.search(label):
            raise MappingError(f"{label!r} is no name")
        self._label = label
        self._salt = salt
        self._pseudonyms: dict[str, str] = {}
        self._spelled: dict[str, str] = {}
        self._taken: set[str] = set()
        self._next = 1
        self._sequences: dict[str, list[tuple[tuple[str, ...], str]]] | None = None
        self._parts: dict[str, str] = {}
        self._stems: dict[str, int] = {}
        for name, pseudonym in (known or {}).items():
            if folded(pseudonym) in NO_NAMES or _CONTROL.search(pseudonym):
                raise MappingError(f"{pseudonym!r} is no name")
            if pseudonym in self._taken:
                raise MappingError(f"two names become {pseudonym}")
            self._put(name, pseudonym)

    def add(self, name: str) -> None:
        """Somebody of this name is met."""
        key = folded(name)
        if key in NO_NAMES or key in self._pseudonyms:
            return
        if self._salt is not None:
            digest = hmac.new(self._salt.encode(), key.encode(), hashlib.sha256).hexdigest()
            length = DIGITS
            while f"{self._label} {digest[:length]}" in self._taken:
                length += 1
            self._put(name, f"{self._label} {digest[:length]}")
            return
        while f"{self._label} {self._next}" in self._taken:
            self._next += 1
        self._put(name, f"{self._label} {self._next}")

    def _put(self, name: str, pseudonym: str) -> None:
        key = folded(name)
        self._pseudonyms[key] = pseudonym
        self._spelled[key] = name
        self._taken.add(pseudonym)
        self._sequences = None

    def mapping(self) -> dict[str, str]:
        """Names, as they were first spelled, and their pseudonyms."""
        return {self._spelled[key]: pseudonym for key, pseudonym in self._pseudonyms.items()}

    def of(self, name: str) -> str:
        """The pseudonym of a name that was added; what names nobody (``?``) stays."""
        return self._pseudonyms.get(folded(name), name)

    def replace(self, text: str, *, parts: bool = False) -> Replaced:
        """``text`` with every whole name replaced; with ``parts`` also first and last names alone, and words are
        looked for that may be a name with another ending."""
        if self._sequences is None:
            self._index()
        assert self._sequences is not None
        words = list(_WORD.finditer(text))
        pieces: list[str] = []
        doubtful: list[str] = []
        at = number = 0
        while number < len(words):
            word = folded(words[number][0])
            count, pseudonym = self._longest(text, words, number, word)
            if not count and parts and word in self._parts:
                count, pseudonym = 1, self._parts[word]
            if not count:
                if parts and self._looks_like(word):
                    doubtful.append(words[number][0])
                number += 1
                continue
            pieces += (text[at:words[number].start()], pseudonym)
            at = words[number + count - 1].end()
            number += count
        return Replaced("".join((*pieces, text[at:])), tuple(doubtful))

    def _longest(self, text: str, words: list[re.Match[str]], number: int, word: str) -> tuple[int, str]:
        assert self._sequences is not None
        for sequence, pseudonym in self._sequences.get(word, ()):
            found = words[number:number + len(sequence)]
            if tuple(folded(match[0]) for match in found) == sequence and all(
                    _GAP.fullmatch(text, left.end(), right.start())
                    for left, right in pairwise(found)):
                return len(sequence), pseudonym
        return 0, ""

    def _looks_like(self, word: str) -> bool:
        return any(len(word) <= self._stems.get(word[:length], 0) + _ENDING and word[:length] in self._stems
                   for length in range(SHORTEST_PART, len(word) + 1))

    def _index(self) -> None:
        self._sequences, self._parts, self._stems = {}, {}, {}
        for key, pseudonym in self._pseudonyms.items():
            words = tuple(_WORD.findall(key))
            if not words or len(key) < SHORTEST:
                continue
            self._sequences.setdefault(words[0], []).append((words, pseudonym))
            for part in _parts(words):
                same = self._parts.get(part, pseudonym) == pseudonym
                # Who of two with this name is meant cannot be told.
                self._parts[part] = pseudonym if same else self._label
            for word in words:
                if len(word) >= SHORTEST_PART:
                    stem = word[:max(SHORTEST_PART, len(word) - 1)]
                    self._stems[stem] = max(len(word), self._stems.get(stem, 0))
        for sequences in self._sequences.values():
            sequences.sort(key=lambda entry: -len(entry[0]))


def _parts(words: tuple[str, ...]) -> Iterator[str]:
    if len(words) > 1:
        yield from (word for word in words if len(word) >= SHORTEST_PART and not word.isdecimal())

"""A Latin T among Russian ranks: the ten, as the notation writes it, or the ace (туз) in the other alphabet's letter.

A record whose cards are written ``♠КД``, ``В♥`` was written by somebody whose Т is the ace.  Where such a record has a
Latin T in a card that is not in the notation's own spelling, both can be meant, and nothing is put right.
"""

from __future__ import annotations

import re
from typing import Final

from preferans_pbn.notation.faults import Fault, Readings, short

_SIGNS: Final = "♠♤♣♧♦♢♥♡"
_RANKS: Final = "(?:10|[7-9AKQJTXТКДВХ])*?"
_RUSSIAN: Final = re.compile(
    rf"[{_SIGNS}]{_RANKS}[ТКДВ]|[ТКДВ][{_SIGNS}]|(?<![^\W_])[птбч]{_RANKS}[ТКДВ]|(?<![^\W_])[SCDH]{_RANKS}[ДВ]")


def doubted(found: list[Fault], written: str) -> list[Fault]:
    """``found`` with E108 in place of each fix that takes a T for the ten in a record, as it was ``written``, that has
    Russian ranks."""
    if all(one.readings is None for one in found) or _RUSSIAN.search(written) is None:
        return found
    return [one if one.readings is None else _both(one, one.readings) for one in found]


def speaks(word: str) -> bool:
    """Is ``word`` a card or hand by whose ranks a record is known to be written as Russians do?"""
    return _RUSSIAN.search(word) is not None


def _both(found: Fault, readings: Readings) -> Fault:
    arguments = {"text": found.arguments["text"], "first": short(readings.ten, 60), "second": short(readings.ace, 60)}
    return Fault("two-readings", readings.start, readings.end, found.where, arguments)

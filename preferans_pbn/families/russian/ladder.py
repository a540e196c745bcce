"""The ladder of bids of the Russian family and the words on it.

26 rungs: 6S 6C 6D 6H 6NT … 8NT, misère, 9S … 10NT (S1-50 to S1-54; all sources).  Bids without the
talon stand above the whole level they belong to (``without_talon_bids``, G-LL1R1K 3.7); bids that name
a level only stand in their level's place (``bid_style: level``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

STRAINS: Final = ("S", "C", "D", "H", "NT")
LEVELS: Final = (6, 7, 8, 9, 10)
CONTRACTS: Final = tuple(
    word for level in LEVELS for word in ((("misere",) if level == 9 else ()) + tuple(f"{level}{s}" for s in STRAINS))
)


class Rung(NamedTuple):
    """One bid.  ``rank`` orders bids; ``level`` is 6 to 10 (0 for misère); ``strain`` is an index into
    `STRAINS`, or -1 where the bid names none; ``hand``: without the talon."""

    word: str
    rank: int
    level: int
    strain: int
    hand: bool

    @property
    def misere(self) -> bool:
        """Is this a misère?"""
        return self.level == 0


def ladder(rules: Mapping[str, Any]) -> dict[str, Rung]:
    """The bids of a variant, lowest first."""
    strains = range(-1, 0) if rules["bid_style"] == "level" else range(len(STRAINS))
    without = rules["without_talon_bids"]
    misere = rules.get("misere_bid") != "none"
    rungs: list[tuple[str, int, int, bool]] = []
    for level in LEVELS:
        if level == 9 and misere:
            rungs.append(("misere", 0, -1, False))
        for hand in (False, True):
            if hand and (without == "none" or (without in ("nine", "misere_and_nine") and level != 9)):
                continue
            if hand and level == 9 and misere and without != "nine":
                rungs.append(("misere-hand", 0, -1, True))
            suffix = "-hand" if hand else ""
            for strain in strains:
                name = STRAINS[strain] if strain >= 0 else ""
                rungs.append((f"{level}{name}{suffix}", level, strain, hand))
    return {word: Rung(word, rank, level, strain, hand) for rank, (word, level, strain, hand) in enumerate(rungs)}


CONTRACT_RUNGS: Final = {
    word: Rung(word, rank, 0 if word == "misere" else int(word.rstrip("SCDHNT")),
               -1 if word == "misere" else STRAINS.index(word.lstrip("0123456789")), False)
    for rank, word in enumerate(CONTRACTS)
}
"""The 26 contracts by word, lowest first."""

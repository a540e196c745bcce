"""The closed lists of words of the notation: calls, contracts, roles, outcomes.

The grammar's terminals hold the same words (a test compares the two); the variant says which of them it
has.  The order of the lists carries no meaning except in `SUIT_BIDS`, which climbs.
"""

from __future__ import annotations

from typing import Final

UNKNOWN_CALL: Final = "?"

DENOMINATIONS: Final = ("S", "C", "D", "H", "NT")
SUIT_BIDS: Final = tuple(f"{level}{kind}" for level in range(6, 11) for kind in DENOMINATIONS)
"""``6S`` to ``10NT``: Russian and Greek bids and contracts."""

LEVEL_BIDS: Final = tuple(str(level) for level in range(1, 11))
"""``1`` to ``10``: Balkan, Slovak and Austrian numbers (1 to 8), and levels without a suit (6 to 10)."""

_WITHOUT_TALON: Final = tuple(f"{bid}-hand" for bid in (*SUIT_BIDS, *LEVEL_BIDS[5:], "misere"))
HAND_BIDS: Final = ("hand", "hand-2", "hand-3", "hand-4", "hand-5", "hand-betl", "hand-sans", "hand-durch",
                    "hand-preferans")
"""Balkan and Slovak games from hand ("igra", "z ruky")."""

BIDS: Final = frozenset((*SUIT_BIDS, *LEVEL_BIDS, "misere", *_WITHOUT_TALON, *HAND_BIDS, "stay"))
"""Words an auction can be won with (the values of the Bid tag)."""

AUCTION_CALLS: Final = frozenset((*BIDS, "pass", "hold", "blind-pass"))

RUSSIAN_DEFENCE: Final = frozenset(("whist", "pass", "half", "return", "own", "open", "closed"))
BALKAN_DEFENCE: Final = frozenset(
    ("come", "stay-out", "call-partner", "kontra", "rekontra", "subkontra", "mortkontra", "fine")
)
GREEK_DEFENCE: Final = frozenset(("play", "pass", "together", "alone"))
DEFENCE_CALLS: Final = RUSSIAN_DEFENCE | BALKAN_DEFENCE | GREEK_DEFENCE

SUIT_GAMES: Final = ("S", "D", "H", "C")
NAMED_GAMES: Final = ("betl", "sans", "durch", "preferans")
CONTRACTS: Final = frozenset(
    (*SUIT_BIDS, "misere", "all-pass", *SUIT_GAMES, *NAMED_GAMES,
     *(f"{game}-hand" for game in (*SUIT_GAMES, *NAMED_GAMES)),
     "concede-2", "concede-3", "solo", "thrown-in")
)

RUSSIAN_ROLES: Final = frozenset(("whist", "pass", "half", "own"))
BALKAN_ROLES: Final = frozenset(("come", "stay-out", "call-partner", "called"))
GREEK_ROLES: Final = frozenset(("play", "pass", "together", "helper"))
ROLES: Final = RUSSIAN_ROLES | BALKAN_ROLES | GREEK_ROLES

OUTCOMES: Final = frozenset(
    ("played", "passed-out", "half", "own", "conceded", "refe", "redeal", "thrown-in")
)
OPEN_VALUES: Final = frozenset(("pair", "passer"))
IRREGULARITIES: Final = frozenset("ILRS")
"""I insufficient, L led or called out of turn, R revoke, S other substitution."""

HEADER: Final = "PREFERANS-PBN 1.0"
"""The text of the ``%`` line at the top of a file."""

TABLE_TAGS: Final = ("OpeningSheetTable", "AdjustTable", "ScoreTable", "SheetTable", "SettlementTable")

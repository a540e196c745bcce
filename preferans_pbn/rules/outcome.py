"""What happened in a deal, as far as scoring needs to know it."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, TypeAlias

from preferans_pbn.cards import Card

Number: TypeAlias = int | Fraction

DUMMY: Final = 1
"""The dummy's index at a table of two: it sits between the forehand (0) and the dealer (2)."""


@dataclass(slots=True)
class Outcome:
    """The result of one deal.

    Players are indices into the playing order: 0 is forehand, then 1, 2; with four at the table the
    last index, 3, is the dealer, who rests.  With two people the dummy is index 1 (`DUMMY`).

    * ``players``: people at the table, 2 to 4.
    * ``contract``: a contract word of the notation (``6S`` … ``10NT``, ``misere``, ``all-pass``,
      ``concede-3``, ``H``, ``betl`` …); ``hand``: played without the talon.
    * ``declarer``: index, or None when all passed.  ``bid``: the word the auction was won with.
    * ``roles``: defence role word by index; ``open``: ``"pair"``, ``"passer"`` or ``""``.
    * ``manner``: ``played``, ``passed-out``, ``half``, ``own``, ``conceded``, ``refe``, ``redeal`` or
      ``thrown-in``.
    * ``tricks``: tricks by index (0 to 10), an entry for each seat of the table, the dummy's too; all zero
      where nothing was played.
    * ``all_pass_run``: consecutive all-pass rounds before this deal.
    * ``talon``: the talon as dealt; ``winners``: the winner of each trick, where the play tells it.
    * ``kontra``: giver and level 1 to 4; ``aces``: who announced four aces; ``culprit``: whose obvious
      error made the other fall.
    * ``bids``: the last number that each player bid or held (``""``: none), where the lead depends on it; empty
      where that is not known.
    * ``standing``: the family's running sheet before the deal in playing order, None where it is not known or where
      no score of the family depends on it.
    """

    players: int
    contract: str
    declarer: int | None = None
    bid: str | None = None
    hand: bool = False
    roles: dict[int, str] = field(default_factory=dict)
    open: str = ""
    manner: str = "played"
    tricks: tuple[int, ...] = ()
    all_pass_run: int = 0
    talon: tuple[Card, ...] = ()
    winners: tuple[int, ...] = ()
    kontra: tuple[int, int] | None = None
    aces: int | None = None
    culprit: int | None = None
    bids: tuple[str, ...] = ()
    standing: Any = None


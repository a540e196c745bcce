"""A second, independent rule set for Austrian Préférence: auction and play, which is what the sources give.

It was written from the rule sources alone, by somebody who had not read the engine, so that tests can
compare the two.  Plain, slow and obvious.  Players are indices into the playing order: 0 forehand, 1, and
2 the dealer.  Each module's docstring lists the readings that had to be taken where the sources are silent.
"""

from __future__ import annotations

from ..play import IllegalCard, trick_winner
from ..undefined import Undefined
from .auction import auction_result, auction_turn, legal_calls
from .defence import defence_complete, defence_result, defence_turn, legal_defence
from .exchange import legal_contracts, legal_discards
from .params import AUSTRIAN
from .play import first_leader, legal_cards, play_out
from .scoring import score, settle, sheet_add

__all__ = [
    "AUSTRIAN",
    "IllegalCard",
    "Undefined",
    "auction_result",
    "auction_turn",
    "defence_complete",
    "defence_result",
    "defence_turn",
    "first_leader",
    "legal_calls",
    "legal_cards",
    "legal_contracts",
    "legal_defence",
    "legal_discards",
    "play_out",
    "score",
    "settle",
    "sheet_add",
    "trick_winner",
]

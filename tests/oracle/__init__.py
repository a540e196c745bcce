"""A second, independent rule set for the Russian family of Preferans.

It was written from the rule sources alone, by somebody who had not read the engine, so that tests can
compare the two.  Plain, slow and obvious.  Players are indices into the playing order: 0 forehand, 1 and
2 the other active hands; with four at the table 3 is the resting dealer, with two 1 is the dummy.  Each module's
docstring lists the readings that had to be taken where the sources are silent.
"""

from __future__ import annotations

from .auction import auction_result, auction_turn, legal_calls
from .cards import full_pack
from .defence import defence_complete, defence_result, defence_turn, legal_defence
from .exchange import legal_contracts
from .params import SOCHI_CODEX, SOCHI_GUIDE
from .play import IllegalCard, legal_cards, play_out, trick_winner
from .scoring import next_run, score
from .sheet import settle, sheet_add

__all__ = [
    "SOCHI_CODEX",
    "SOCHI_GUIDE",
    "IllegalCard",
    "auction_result",
    "auction_turn",
    "defence_complete",
    "defence_result",
    "defence_turn",
    "full_pack",
    "legal_calls",
    "legal_cards",
    "legal_contracts",
    "legal_defence",
    "next_run",
    "play_out",
    "score",
    "settle",
    "sheet_add",
    "trick_winner",
]

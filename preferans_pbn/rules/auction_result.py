"""How an auction ended, as every family may say it."""

from __future__ import annotations

from typing import NamedTuple


class Ended(NamedTuple):
    """``declarer`` (None: all passed), the winning ``bid`` (``""`` when all passed), ``hand``: the talon stays
    down.  See `preferans_pbn.rules.interface.AuctionResult`."""

    declarer: int | None
    bid: str
    hand: bool = False

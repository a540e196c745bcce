"""The parameters of Austrian Préférence (rules 9, 13.3): PAGAT-AT, DEWIKI, KARTENSP, LESNOI."""

from __future__ import annotations

from typing import Any

AUSTRIAN: dict[str, Any] = {
    "suit_order": ["C", "S", "D", "H"],  # PAGAT-AT, DEWIKI: clubs 1, spades 2, diamonds 3, hearts 4
    "bid_steps": "next",  # LESNOI
    "hold": "first_hand_transferable",  # LESNOI: "here" of an elder hand
    "hold_min_bid": 2,  # over a 1 every elder hand has passed
    "hold_ends_auction": False,  # LESNOI: the younger hand raises after "here"
    "all_pass_outcome": "redeal",  # PAGAT-AT
    "contract_raise": "any",  # LESNOI, DEWIKI: the number limits the trump upward
    "goal": {"C": 6, "S": 6, "D": 6, "H": 6},  # PAGAT-AT, DEWIKI
    "whist_first": "left_of_declarer",  # DEWIKI
    "invite": True,  # DEWIKI: a lone defender may call the other in
    "first_lead": "declarer",  # KARTENSP
    "must_trump": True,  # DEWIKI
}

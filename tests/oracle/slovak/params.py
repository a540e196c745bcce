"""The parameters of the Slovak game.

"S0-..." are rows of the statement list of the Slovak text, "K-..." its corrections, "AMB" rows of the rules dossier;
"assumed" marks a value that the text does not give and that holds only with `fill_in`.
"""

from __future__ import annotations

from typing import Any

SLOVAK: dict[str, Any] = {
    "bid_steps": "jump",  # S0-61
    "hold": "first_hand",  # S0-89, S0-90
    "hold_min_bid": 2,  # S0-66: a later hand bids 2 at least
    "opener_must_bid": True,  # S0-64
    "announce_at_once": ["preferans"],  # S0-127
    "in_hand": "plus1",  # S0-95
    "in_hand_when": "any_call",  # S0-93, K-21
    "in_hand_direct_when": "any_call",  # S0-93
    "contract_raise": "any",  # S0-57, S0-75
    "concede": "free_at_one",  # S0-70, S0-71; not from 2 up (S0-73, K-18)
    "one_allows_leaves": True,  # K-17
    "goal": {"S": 6, "D": 6, "H": 6, "C": 6, "betl": 0, "durch": 6, "preferans": 10},  # S0-33, S0-118, S0-121, S0-125
    "durch_goal": "six_of_ten",  # S0-121; "six_consecutive" is the variant of S0-122
    "duty": {"S": 2, "D": 2, "H": 2, "C": 2, "durch": 2},  # S0-34
    "duty_two": "one_hand_two",  # S0-34, S0-35, K-20
    "first_lead": "forehand",  # assumed but for the related games, K-21
    "first_lead_no_trump": "declarers_right",  # S0-120
    "must_trump": True,  # S0-49, S0-50
    "game_value": {"S": 2, "D": 3, "H": 4, "C": 5, "betl": 6, "durch": 7, "preferans": 8},  # S0-108 to S0-124
    "bula_unit": "G",  # S0-43, S0-44, S0-115
    "supe_unit": "G",  # assumed
    "duty_fine": "G",  # assumed
    "refe": None,  # S0-100: no game in the Slovak understanding; a table that plays with refe gives a number
    "refe_block": "own_below_zero",  # S0-103
    "fill_in": False,  # what the text does not give is refused
    "last_deal_cut": "made_only",  # assumed
    "start_bule": 30,  # S0-42
    "result_sign": "high_wins",  # assumed
}

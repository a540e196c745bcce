"""The parameters of Greek prefa.  Sources: G-PANOS, PREFADOROS, PAGAT-GR, as told in rules 6; "WE", "K" as there."""

from __future__ import annotations

from typing import Any

GREEK: dict[str, Any] = {
    "players": 3,  # a fourth sits out (rules 6)
    "direction": "ccw",  # rules 1.5; an index in playing order does not show it
    "bid_ladder": "greek25",  # 6S to 10NT
    "bid_steps": "next",  # rules 6, auction 3
    "hold": "answer_echo",  # rules 6, auction 4
    "all_pass_outcome": "redeal",  # rules 6, auction 7; "play_no_trump" is a table option
    "contract_floor": "bid",
    "contract_raise": "any",  # rules 6: any contract not below the last bid
    "concede": "solo",  # rules 6
    "defence": "play_or_pass",
    "whist_first": "right_of_declarer",
    "first_lead": "forehand",  # right of the dealer
    "must_trump": True,
    "must_overtake": "none",
    # rules 6, Duties: first and second defender when both are in; the lone defender
    "duty": {
        "both": {6: (2, 2), 7: (2, 1), 8: (1, 1), 9: (1, 0), 10: (0, 0)},
        "lone": {6: 2, 7: 2, 8: 1, 9: 1, 10: 0},
    },
    # rules 6, Value per trick (C-17: a six of hearts is 5)
    "value": {
        6: {"S": 2, "C": 3, "D": 4, "H": 5, "NT": 6},
        7: {"S": 7, "C": 7, "D": 7, "H": 7, "NT": 8},
        8: {"S": 8, "C": 8, "D": 8, "H": 8, "NT": 9},
        9: {"S": 9, "C": 9, "D": 9, "H": 9, "NT": 10},
        10: {"S": 10, "C": 10, "D": 10, "H": 10, "NT": 10},
    },
    # rules 6: tricks of declarer, first, second in a solo
    "solo_tricks": {6: (4, 3, 3), 7: (5, 3, 2), 8: (6, 2, 2), 9: (7, 2, 1), 10: (8, 1, 1)},
    "solo_pays_partner": "double",  # rules 6, Payment: 16v + 4v, 18v + 2v
    "solo_pays_aces": "single",  # rules 6, Four aces: single even when doubled
    "ace_bonus": {6: 25, 7: 50, 8: 50, 9: 50, 10: 50},  # None where the table plays without
    "last_deal_cut": "to_remainder",  # rules 6, Last deals; "made_only" and "none" are table options
    "kasa": 1500,  # three times 500; 300 or 250 each by agreement
    "end_when": "kasa_empty",
    "settle_rounding": "last_balances",  # rules 6, End: the third is minus the sum of the others
}

"""Two complete parameter sets, the online house text S002 by the letter and the club rules, and the Croatian game.

"S2-..." are rows of the statement list, "K-..." its corrections, "AMB", "C" and "WE" rows of the rules
dossier; "decided" marks a value that the project's design fixes, "inherited" one that S002 does not state
and that is taken over from the club rules (K-23).
"""

from __future__ import annotations

from typing import Any

SERBIAN_KLUB: dict[str, Any] = {
    "players": 3,  # rules 8.1 (with four the dealer has no cards)
    "direction": "ccw",  # SRWIKI, G-PAJCHO 3: "to the right"; an index in playing order does not show it
    "bid_ladder": "balkan7",  # PREFKLUB, IKLUB: no preferans
    "bid_steps": "next",  # AMB-S2-02: PREFKLUB, PPN
    "hold": "first_hand_transferable",  # C-16
    "hold_min_bid": 3,  # rules 8.1: no "moje 2"
    "hold_before_raise": True,  # rules 8.1: no further raise until moje was said or given up (G-PAJCHO)
    "in_hand": "plus1",  # rules 8.1
    "in_hand_when": "first_call_only",  # rules 8.1
    "in_hand_direct_when": "first_call",  # statement list part 5
    "in_hand_second_min": [3, 4],  # G-GPREDA, G-PREFKO: second claimant, third claimant
    "in_hand_answer": "hand_only",  # rules 8.1: pass or also igra
    "in_hand_naming": "after_auction",  # rules 8.1: suits named afterwards in order
    "contract_floor": "bid",  # AMB-S2-13
    "contract_raise": "any",  # AMB-S2-13
    "min_trumps": "none",  # only by agreement
    "all_pass_outcome": "refe",  # WE-B23
    "defence": "follow_or_drop",  # rules 8.1
    "whist_first": "right_of_declarer",  # rules 8.1
    "invite": True,  # rules 8.1
    "invite_need": 4,  # rules 8.1
    "duty": 2,  # lone follower, and each of two
    "duty_two": "joint_only",  # decided; C-14
    "kontra_max": 4,  # rules 8.1; IKLUB 2
    "kontra_need": 5,  # rules 8.1
    "kontra_compulsory": "pik",  # rules 8.1
    "kontra_missing": "refe_else_made",  # C-13
    "kontra_credit": "giver",  # AMB-S2-05: PREFKLUB, G-GPREDA
    "kontra_after_call": True,  # sample deal (a) of the notation has it
    "rekontra_on_hand_betl": False,  # rules 8.1: no rekontra against igra-betl
    "first_lead": "forehand",  # AMB-S2-12
    "first_lead_no_trump": "declarers_left_defender",  # decided; K-28
    "sans_lead": "free",  # only by agreement
    "must_trump": True,  # rules 1.3
    "must_overtake": "none",  # rules 1.3
    "stop_at_five": True,  # decided; K-29
    "goal": {"suit": 6, "sans": 6, "betl": 0, "preferans": 10},  # rules 13.3, statement list part 5
    "game_value": {"S": 2, "D": 3, "H": 4, "C": 5, "betl": 6, "sans": 7, "preferans": 8},  # rules 8.1
    "bula_unit": "2G",  # rules 8.2
    "supe_unit": "2G",  # rules 8.2
    "duty_fine": "2G",  # rules 8.2
    "betl_fail_supe": "60_70",  # AMB-S2-06: PREFKLUB
    "supe_cap": 5,  # G-PREFKO, G-PAJCHO; the play stops there anyhow
    "refe": 2,  # by agreement, 2 or 3 (rules 8.2)
    "refe_block": "any_below_zero",  # rules 8.2
    "obvious_error": "none",  # only by agreement
    "start_bule": 60,  # by agreement, 60, 100 or 200 (rules 8.2)
    "last_deal_cut": "made_only",  # AMB-S2-09, an inference of the dossier: the last write-off is cut
    "fines_before_cut": True,  # not stated: what remains is counted with the falls of the same deal
    "double_fail_last": False,  # AMB-S2-09: a flag, IKLUB only
    "end_when": "sum_bule_0",  # rules 8.2
    "settle_formula": "serbian",
    "result_sign": "low_wins",  # C-15
}

SERBIAN: dict[str, Any] = {
    "players": 3,  # S2-01
    "direction": "ccw",  # not stated, inherited (AMB-S2-02)
    "bid_ladder": "balkan7",  # S2-21, S2-27
    "bid_steps": "next",  # not stated, inherited (AMB-S2-02)
    "hold": "first_hand_transferable",  # S2-34
    "hold_min_bid": 3,  # not stated, inherited
    "hold_before_raise": False,  # not stated
    "in_hand": "plus1",  # S2-42
    "in_hand_when": "first_call_only",  # S2-35
    "in_hand_direct_when": "any_call",  # decided; S2-39, K-26
    "in_hand_second_min": [3],  # S2-41: only igra 2 is barred
    "in_hand_answer": "hand_only",  # not stated, inherited
    "in_hand_naming": "after_auction",  # statement list part 5
    "contract_floor": "bid",  # S2-28
    "contract_raise": "any",  # S2-28
    "min_trumps": "none",  # S2-85 only by agreement
    "all_pass_outcome": "refe",  # S2-31
    "defence": "follow_or_drop",  # S2-46
    "whist_first": "right_of_declarer",  # not stated, inherited
    "invite": True,  # S2-47
    "invite_need": 4,  # S2-49
    "duty": 2,  # S2-07
    "duty_two": "each_two",  # decided; S2-07, K-27
    "kontra_max": 4,  # S2-53 to S2-56
    "kontra_need": 5,  # S2-51
    "kontra_compulsory": "pik",  # S2-58
    "kontra_missing": "refe_else_made",  # S2-59, S2-60
    "kontra_credit": "giver",  # not stated, inherited (AMB-S2-19)
    "kontra_after_call": True,  # not stated; sample deal (a) of the notation has it
    "rekontra_on_hand_betl": False,  # not stated, inherited
    "first_lead": "forehand",  # S2-67, AMB-S2-12
    "first_lead_no_trump": "forehand",  # decided; K-28
    "sans_lead": "free",  # S2-87 only by agreement
    "must_trump": True,  # S2-71
    "must_overtake": "none",  # S2-73
    "stop_at_five": False,  # decided; S2-76, K-29
    "goal": {"suit": 6, "sans": 6, "betl": 0, "preferans": 10},  # S2-06, S2-08
    "game_value": {"S": 2, "D": 3, "H": 4, "C": 5, "betl": 6, "sans": 7, "preferans": 8},  # S2-16 to S2-21
    "bula_unit": "2G",  # S2-77
    "supe_unit": "2G",  # S2-80
    "duty_fine": "2G",  # S2-78
    "betl_fail_supe": "60_70",  # decided: inherited (K-24)
    "supe_cap": None,  # S2-76: tricks 8 to 10 are still played and counted
    "refe": 2,  # decided: by the Rules tag; S002 names no number (S2-65)
    "refe_block": "any_below_zero",  # S2-66
    "obvious_error": "none",  # S2-90 only by agreement
    "start_bule": 60,  # decided: by its tag; S002 names no number
    "last_deal_cut": "made_only",  # overshoot not stated (S2-82), inherited
    "fines_before_cut": True,  # not stated, inherited
    "double_fail_last": False,  # not stated
    "end_when": "sum_bule_0",  # S2-82
    "settle_formula": "serbian",  # S002 states only the sign
    "result_sign": "low_wins",  # S2-83
}

CROATIAN: dict[str, Any] = {
    **dict.fromkeys(SERBIAN),  # what no source of the Croatian game says is None (rules 8.4, 14)
    "players": 3,  # rules 8.4: the dealer pauses with four
    "direction": "ccw",  # FREEST, PAGAT-HR
    "bid_ladder": "balkan7",  # PAGAT-HR: sanac 7 is the highest
    "bid_steps": "next",  # G-JANKO
    "hold": "first_hand_transferable",  # G-JANKO: "ja bi" of the first hand, or of the second when it has passed
    "contract_floor": "bid",
    "contract_raise": "any",  # FREEST
    "min_trumps": "none",  # only by agreement, in S002
    "all_pass_outcome": "refe",  # G-JANKO
    "defence": "follow_or_drop",
    "whist_first": "right_of_declarer",
    "duty": 2,  # FREEST: lone follower
    "duty_two": "joint_only",  # FREEST: two followers four together
    "first_lead": "forehand",  # as in the Serbian game, to which this one is very close (PAGAT-HR)
    "sans_lead": "free",  # only by agreement, in S002
    "must_trump": True,
    "must_overtake": "none",
    "goal": {"suit": 6, "sans": 6, "betl": 0},  # FREEST
    "fines_before_cut": True,
}

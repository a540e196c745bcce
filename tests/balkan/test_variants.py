"""The values that were decided for the Balkan variants (design of the variants, K-23 to K-30)."""

from __future__ import annotations

from typing import Any

import pytest

from preferans_pbn.variants import FrozenMap, UndefinedByVariant, load_variant

SUITS_SIX = FrozenMap({"S": 6, "D": 6, "H": 6, "C": 6, "betl": 0, "sans": 6})

DECIDED: dict[str, dict[str, Any]] = {
    "serbian": {
        "players": (3,), "direction": "ccw", "first_dealer": "random", "deal_pattern": "any", "cut": "none",
        "dealer_rotation": "always", "bid_ladder": "balkan7", "bid_steps": "next",
        "hold": "first_hand_transferable", "hold_min_bid": "3", "in_hand": "plus1",
        "in_hand_when": "first_call_only", "in_hand_second_min": (3,), "in_hand_direct_when": "any_call",
        "in_hand_naming": "after_auction", "all_pass_outcome": "refe", "contract_raise": "any", "min_trumps": "none",
        "goal": SUITS_SIX, "duty_two": "each_two", "invite": True, "invite_need": 4, "kontra_max": 4,
        "kontra_need": 5, "kontra_compulsory": "pik", "kontra_missing": "refe_else_made", "kontra_credit": "giver",
        "kontra_after_call": True, "first_lead": "forehand", "first_lead_no_trump": "forehand", "sans_lead": "free",
        "stop_at_five": False, "bula_unit": "2G", "supe_unit": "2G", "supe_cap": "none", "duty_fine": "2G",
        "betl_fail_supe": "60/70", "refe_block": "any_below_zero", "obvious_error": "none",
        "end_when": "sum_bule_0", "result_sign": "low_wins", "settle_formula": "serbian",
    },
    "serbian-klub": {
        "players": (3, 4), "deal_pattern": "5-T-5", "first_dealer": "lowest_card", "cut": "optional",
        "in_hand_second_min": (3, 4), "in_hand_direct_when": "first_call", "hold_before_raise": True,
        "duty_two": "joint_only", "first_lead_no_trump": "declarers_left_defender", "stop_at_five": True,
        "supe_cap": 5, "rekontra_on_hand_betl": False, "kontra_need": 5, "goal": SUITS_SIX,
    },
    "croatian": {
        "players": (3, 4), "bid_ladder": "balkan7", "bid_steps": "next", "hold": "first_hand_transferable",
        "all_pass_outcome": "refe", "goal": SUITS_SIX, "duty_two": "joint_only",
    },
}


@pytest.mark.parametrize(("variant", "name", "value"), [
    (variant, name, value) for variant, values in DECIDED.items() for name, value in values.items()])
def test_decided_values(variant: str, name: str, value: Any) -> None:
    assert load_variant(variant)[name] == value


@pytest.mark.parametrize("name", ["start_bule", "refe", "betl_fail_supe", "kontra_credit", "last_deal_cut", "direction",
                                  "bid_steps", "hold_min_bid", "whist_first"])
def test_what_the_seed_does_not_state_is_marked(name: str) -> None:
    """K-23, K-24."""
    assert load_variant("serbian").source(name).reading


def test_supports() -> None:
    assert load_variant("serbian").supports == load_variant("serbian-klub").supports == {
        "auction", "play", "score", "sheet", "settle"}
    croatian = load_variant("croatian")
    assert croatian.supports == {"auction", "play"}
    for name in ("kontra_max", "in_hand", "first_lead_no_trump", "bula_unit", "start_bule", "result_sign"):
        with pytest.raises(UndefinedByVariant):
            croatian[name]

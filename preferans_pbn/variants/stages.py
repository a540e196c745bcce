"""The parameters by the stage of the game that they rule, and which say nothing because of another's value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from preferans_pbn.variants.ruleset import Ruleset


class Stage(NamedTuple):
    """A part of the game with its parameters, in the order in which a reader meets them."""

    title: str
    parameters: tuple[str, ...]


STAGES: Final = (
    Stage("Table and deal", ("players", "direction", "suit_order", "deal_pattern", "first_dealer", "dealer_rotation",
                             "cut")),
    Stage("Auction", ("bid_ladder", "bid_style", "bid_steps", "opener_must_bid", "min_bid", "min_bid_cycle", "hold",
                      "hold_min_bid", "hold_before_raise", "hold_ends_auction", "hold_misere", "misere_bid",
                      "misere_beaten_by", "misere_binds", "overcall_of_misere_ends_auction", "without_talon_bids",
                      "blind_pass", "announce_at_once", "in_hand", "in_hand_when", "in_hand_answer",
                      "in_hand_second_min", "in_hand_naming", "in_hand_raise", "in_hand_direct_when")),
    Stage("When all pass", ("all_pass_outcome", "exit_by", "exit_by_misere", "exit_by_fail", "both_pass_resets",
                            "refe", "refe_limit", "refe_block")),
    Stage("Exchange and contract", ("talon_seen_by", "trump_named", "discard_counts", "discard_counts_in",
                                    "contract_floor", "contract_raise", "concede", "one_allows_leaves", "min_trumps",
                                    "goal", "durch_goal")),
    Stage("Defence", ("defence", "whist_first", "stalingrad", "ten", "half_whist", "half_whist_by", "whist_return",
                      "first_may_leave", "own_whist", "dealer_may_whist", "duty", "duty_two", "duty_counts",
                      "pair_test", "liable_89", "individual_quota", "invite", "invite_need", "kontra_max",
                      "kontra_need", "kontra_compulsory", "kontra_missing", "kontra_credit", "kontra_after_call",
                      "rekontra_on_hand_betl", "open_play", "open_when", "misere_open")),
    Stage("Play", ("first_lead", "first_lead_no_trump", "sans_lead", "must_trump", "must_overtake", "overtake_scope",
                   "stop_at_five", "betl_stops", "obvious_error")),
    Stage("Play of an all-pass round", ("all_pass_talon", "all_pass_void_leader", "all_pass_trick2",
                                        "all_pass_trick3", "dealer_in_all_pass", "talon_can_win")),
    Stage("Score of an all-pass round", ("all_pass_to", "all_pass_price", "all_pass_tricks", "all_pass_tie",
                                         "all_pass_amnesty", "all_pass_zero", "zero_when_pool_full")),
    Stage("Score of a contract", ("s", "win_writes", "gm", "gora_mode", "consolation", "consolation_dealer",
                                  "consolation_passer", "trick_whist", "wm", "failed_trick_whists", "lone_whist",
                                  "gentleman_when", "whist_rounding", "both_whist_share", "share_rounding",
                                  "passer_pays", "hm", "lone_fine_when", "short_penalty_split", "misere_gora",
                                  "misere_whists", "paid_talon", "game_value", "bula_unit", "supe_unit", "supe_cap",
                                  "betl_fail_supe", "duty_fine", "follower_fine_when", "trick_value",
                                  "solo_pays_partner", "solo_pays_aces", "ace_bonus", "fill_in")),
    Stage("Sheet", ("target", "start_bule", "kasa", "end_when", "help", "help_whists", "surplus_when_all_full",
                    "last_deal_cut", "double_fail_last")),
    Stage("Settlement", ("settle_formula", "k", "gora_whists", "divisor", "settle_rounding", "payout", "settle_unit",
                         "result_sign")),
)
"""Every parameter of the registry stands in exactly one stage (a test compares)."""

_Condition = Callable[[Any], bool]


def _is(*values: Any) -> _Condition:
    return lambda value: value in values


_NO_ALL_PASS_PLAY: Final = ("all_pass_outcome", _is("refe", "redeal", "nothing"))
_NO_HAND_GAMES: Final = ("in_hand", _is("none"))
_NO_KONTRA: Final = ("kontra_max", _is(0))
_DEAD_TALON: Final = ("all_pass_talon", _is("dead"))
_GREEDY: Final = ("lone_whist", _is("greedy"))

_MOOT: Final[Mapping[str, tuple[tuple[str, _Condition], ...]]] = {
    "hold_min_bid": (("hold", _is("none")),),
    "hold_before_raise": (("hold", _is("none")),),
    "hold_ends_auction": (("hold", _is("none")),),
    "hold_misere": (("hold", _is("none")), ("misere_bid", _is("none"))),
    "min_bid_cycle": (("min_bid", lambda value: len(value) == 1),),
    "misere_beaten_by": (("misere_bid", _is("none")),),
    "misere_binds": (("misere_bid", _is("none")),),
    "overcall_of_misere_ends_auction": (("misere_bid", _is("none")),),
    "in_hand_when": (_NO_HAND_GAMES,),
    "in_hand_answer": (_NO_HAND_GAMES,),
    "in_hand_second_min": (_NO_HAND_GAMES,),
    "in_hand_naming": (_NO_HAND_GAMES,),
    "in_hand_raise": (_NO_HAND_GAMES, ("contract_raise", _is("none"))),
    "in_hand_direct_when": (_NO_HAND_GAMES,),
    "refe_limit": (("refe", _is("none")),),
    "refe_block": (("refe", _is("none")),),
    "discard_counts_in": (("discard_counts", _is(0)),),
    "half_whist_by": (("half_whist", _is(())),),
    "first_may_leave": (("half_whist", _is(())),),
    "kontra_need": (_NO_KONTRA,),
    "kontra_compulsory": (_NO_KONTRA,),
    "kontra_missing": (_NO_KONTRA, ("kontra_compulsory", _is("none"))),
    "kontra_credit": (_NO_KONTRA,),
    "kontra_after_call": (_NO_KONTRA,),
    "rekontra_on_hand_betl": (_NO_KONTRA,),
    "invite_need": (("invite", _is(False)),),
    "open_when": (("open_play", _is("closed")),),
    "betl_stops": (("stop_at_five", _is(False)),),
    "overtake_scope": (("must_overtake", _is("none")),),
    "all_pass_talon": (_NO_ALL_PASS_PLAY,),
    "all_pass_void_leader": (_NO_ALL_PASS_PLAY, _DEAD_TALON),
    "all_pass_trick2": (_NO_ALL_PASS_PLAY, _DEAD_TALON),
    "all_pass_trick3": (_NO_ALL_PASS_PLAY, _DEAD_TALON),
    "dealer_in_all_pass": (_NO_ALL_PASS_PLAY, ("players", lambda value: 4 not in value)),
    "talon_can_win": (_NO_ALL_PASS_PLAY, _DEAD_TALON, ("dealer_in_all_pass", _is("none")),
                      ("players", lambda value: 4 not in value)),
    "all_pass_to": (_NO_ALL_PASS_PLAY,),
    "all_pass_price": (_NO_ALL_PASS_PLAY,),
    "all_pass_tricks": (_NO_ALL_PASS_PLAY, ("all_pass_to", _is("gora"))),
    "all_pass_tie": (_NO_ALL_PASS_PLAY, ("all_pass_to", _is("gora"))),
    "all_pass_amnesty": (_NO_ALL_PASS_PLAY, ("all_pass_to", _is("whists5"))),
    "all_pass_zero": (_NO_ALL_PASS_PLAY,),
    "zero_when_pool_full": (_NO_ALL_PASS_PLAY, ("all_pass_zero", _is("gora_1_price", "gora_2_prices", "none"))),
    "consolation_dealer": (("consolation", _is("none")), ("players", lambda value: 4 not in value)),
    "consolation_passer": (("consolation", _is("none")),),
    "dealer_may_whist": (("players", lambda value: 4 not in value),),
    "gentleman_when": (_GREEDY,),
    "whist_rounding": (_GREEDY,),
    "share_rounding": (("both_whist_share", _is("own")),),
    "help_whists": (("help", _is("none")),),
}
"""Conditions on other parameters, any of which leaves a parameter nothing to say."""


def moot(rules: Ruleset, name: str) -> bool:
    """Has ``name`` nothing to say in these rules, because of another rule's value?"""
    return any(other in rules and condition(rules[other]) for other, condition in _MOOT.get(name, ()))

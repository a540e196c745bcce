"""The regional variants of the Russian family: the values that were decided, and what is left undefined."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from preferans_pbn.variants import SUPPORTS, FrozenMap, UndefinedByVariant, load_variant, variant_aliases

HALF = Fraction(1, 2)

DECIDED: dict[str, dict[str, Any]] = {
    "leningrad-guide": {
        "wm": 2, "gm": 2, "hm": 2, "k": 20, "all_pass_price": (2,), "misere_gora": 20,
        "share_rounding": "before_multiplier", "all_pass_zero": "pool1", "trick_whist": "one", "passer_pays": "s",
        "both_whist_share": "half_up", "failed_trick_whists": "none", "players": (3,), "target": 10,
        "end_when": "two_full", "must_overtake": "if_beats_trick", "open_play": "passer_open", "hold": "none",
    },
    "leningrad-sport": {
        "wm": 2, "gm": 2, "hm": 1, "k": 20, "misere_gora": 20, "lone_whist": "gentleman", "gentleman_when": "failed",
        "liable_89": "both", "ten": "whisted", "concede": "none", "all_pass_price": (2, 4, 6),
        "all_pass_amnesty": False, "all_pass_zero": "gora_2_prices", "min_bid": (6, 7),
        "exit_by": "whisted_made_game", "exit_by_misere": False, "exit_by_fail": False, "both_pass_resets": False,
        "first_may_leave": True, "open_when": "after_first_card", "help": "none", "dealer_in_all_pass": "plays_talon",
        "talon_can_win": True, "dealer_may_whist": True, "consolation_dealer": True, "players": (3, 4),
        "half_whist": (6, 7), "whist_return": (6, 7), "all_pass_talon": "leads", "pair_test": True,
        "paid_talon": "none", "without_talon_bids": "none", "hold": "two_left_senior", "open_play": "choice",
    },
    "rostov-guide": {
        "hm": HALF, "gora_mode": "whists5_per_point", "all_pass_to": "gora", "all_pass_price": (1,), "wm": 1, "gm": 1,
        "k": 10, "all_pass_zero": "pool1", "target": 10, "end_when": "two_full", "players": (3,),
    },
    "rostov-codex": {
        "hm": HALF, "all_pass_to": "whists5", "all_pass_price": (5,), "all_pass_tie": "both_full",
        "all_pass_zero": "pool1", "all_pass_talon": "dead", "dealer_in_all_pass": "none", "gora_mode": "gora",
        "consolation": "s_x_u", "lone_whist": "greedy", "win_writes": "pool", "half_whist": (6, 7), "target": 20,
        "help": "largest", "end_when": "all_full", "min_bid": (6,), "liable_89": "last", "players": (3, 4),
    },
    "gusarik-guide": {
        "players": (4,), "consolation_dealer": True, "divisor": "n", "end_when": "two_full",
        "dealer_in_all_pass": "none", "paid_talon": "none", "trick_whist": "one", "target": 10,
        "all_pass_talon": "dead",
    },
    "gusarik-4": {
        "players": (4,), "consolation_dealer": True, "dealer_in_all_pass": "plays_talon", "talon_can_win": True,
        "target": 20, "all_pass_price": (1,), "dealer_may_whist": False, "divisor": "n",
    },
    "gusarik-2": {
        "players": (2,), "dealer_rotation": "alternate", "hold": "first_hand", "all_pass_outcome": "redeal",
        "half_whist": (), "whist_return": (), "open_play": "both_open", "target": 10, "help": "none", "divisor": "n",
        "end_when": "all_full", "ten": "whisted", "lone_whist": "greedy", "misere_bid": "first_call_only", "k": 10,
        "wm": 1, "gm": 1, "hm": 1, "trick_whist": "s",
    },
    "stalingrad": {"stalingrad": True, "half_whist": (6, 7), "ten": "whisted", "min_bid": (6,), "target": 20},
    "kazakhstan": {
        "s": FrozenMap({6: 8, 7: 16, 8: 24, 9: 32, 10: 40, "misere": 40}), "misere_gora": 40, "target": 120,
        "individual_quota": FrozenMap({6: 2, 7: 1, 8: 1, 9: 1}), "consolation_dealer": True,
        "consolation_passer": False, "lone_whist": "greedy", "hm": 1, "wm": 1, "k": 10,
    },
    "classic": {
        "misere_beaten_by": "9_hand", "without_talon_bids": "nine", "dealer_rotation": "stay_on_all_pass",
        "win_writes": "gora_first", "players": (3, 4),
    },
    "skachki": {
        "target": 22, "all_pass_price": (2, 4, 6), "exit_by": "whisted_made_game", "exit_by_misere": False,
        "exit_by_fail": False, "all_pass_to": "gora", "both_pass_resets": False,
    },
}
EXTENDS = {
    "leningrad-guide": "sochi-guide@1", "rostov-guide": "sochi-guide@1", "gusarik-guide": "sochi-guide@1",
    "leningrad-sport": "sochi-codex@1", "rostov-codex": "sochi-codex@1", "gusarik-4": "sochi-codex@1",
    "gusarik-2": "sochi-codex@1", "stalingrad": "sochi-codex@1", "kazakhstan": "sochi-codex@1",
    "classic": "", "skachki": "",
}
UNDEFINED = {
    "classic": ["hold", "misere_bid", "misere_binds", "blind_pass", "concede", "ten", "half_whist", "open_play",
                "all_pass_talon", "all_pass_price", "wm", "k", "target"],
    "skachki": ["hold", "misere_bid", "concede", "ten", "half_whist", "open_play", "all_pass_talon", "all_pass_zero",
                "wm", "gm", "k", "help"],
}


@pytest.mark.parametrize(("variant", "name", "value"),
                         [(variant, name, value) for variant, values in DECIDED.items()
                          for name, value in values.items()])
def test_decided_values(variant: str, name: str, value: Any) -> None:
    found = load_variant(variant)[name]
    assert found == value
    assert isinstance(found, bool) == isinstance(value, bool)


@pytest.mark.parametrize(("variant", "base"), EXTENDS.items())
def test_what_a_variant_builds_on(variant: str, base: str) -> None:
    assert load_variant(variant).extends == base


@pytest.mark.parametrize(("alias", "variant"), [("leningrad", "leningrad-sport"), ("rostov", "rostov-codex")])
def test_bare_names(alias: str, variant: str) -> None:
    assert variant_aliases()[alias] == variant
    assert load_variant(alias).id == variant


@pytest.mark.parametrize("variant", EXTENDS)
def test_what_each_supports(variant: str) -> None:
    partly = variant in UNDEFINED
    assert load_variant(variant).supports == ({"auction", "play"} if partly else set(SUPPORTS))


@pytest.mark.parametrize(("variant", "name"),
                         [(variant, name) for variant, names in UNDEFINED.items() for name in names])
def test_what_no_source_gives_is_refused(variant: str, name: str) -> None:
    with pytest.raises(UndefinedByVariant, match=f"{variant} does not define {name}"):
        load_variant(variant)[name]


@pytest.mark.parametrize(("variant", "name", "words"), [
    ("leningrad-guide", "hm", "By the word all dump scores are doubled"),
    ("leningrad-guide", "share_rounding", "4 and 4, not 3 and 3"),
    ("rostov-guide", "gora_mode", "whists5_per_undertrick"),
    ("leningrad-sport", "open_when", "among the defenders' answers"),
    ("leningrad-sport", "gentleman_when", "share the whists of a made contract too"),
    ("rostov-codex", "win_writes", "gora_first"),
    ("kazakhstan", "all_pass_price", "Not stated for this form"),
    ("gusarik-2", "direction", "forehand, dummy, dealer"),
])
def test_readings_are_written_down(variant: str, name: str, words: str) -> None:
    assert words in load_variant(variant).source(name).reading

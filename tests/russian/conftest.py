"""Rules for scoring tests: a full table of scoring parameters, written out here so that no variant file can
change what a test means."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from preferans_pbn.families.russian.scoring import ScoringLaw

SOCHI_CODEX: dict[str, Any] = {
    "s": {6: 2, 7: 4, 8: 6, 9: 8, 10: 10, "misere": 10},
    "goal": {6: 6, 7: 7, 8: 8, 9: 9, 10: 10, "misere": 0},
    "wm": 1, "gm": 1, "hm": 1,
    "consolation": "s_x_u", "consolation_dealer": True, "consolation_passer": True,
    "failed_trick_whists": "as_made", "lone_whist": "greedy", "gentleman_when": "failed",
    "passer_pays": "none", "trick_whist": "s", "both_whist_share": "own",
    "share_rounding": "before_multiplier", "whist_rounding": "none",
    "duty": {6: 4, 7: 2, 8: 1, 9: 1, 10: 1}, "duty_counts": "both", "lone_fine_when": "made",
    "pair_test": True, "liable_89": "last",
    "ten": "whisted", "short_penalty_split": "own", "individual_quota": {},
    "discard_counts": 0, "discard_counts_in": "contracts",
    "misere_gora": 10, "misere_whists": "none", "paid_talon": "none",
    "all_pass_price": (1,), "all_pass_to": "gora", "all_pass_tricks": "all", "all_pass_tie": "both_full",
    "all_pass_amnesty": False,
    "all_pass_zero": "pool_price", "dealer_in_all_pass": "plays_talon", "gora_mode": "gora",
    "exit_by": "any_played", "exit_by_misere": True, "exit_by_fail": True, "both_pass_resets": True,
    "target": 20, "end_when": "all_full", "help": "largest", "help_whists": 10,
    "surplus_when_all_full": "own_gora", "win_writes": "pool", "zero_when_pool_full": "pool",
    "k": 10, "gora_whists": 10, "divisor": "n",
}
"""Sochi by the Codex and the standard sources."""

SOCHI_GUIDE: dict[str, Any] = SOCHI_CODEX | {
    "failed_trick_whists": "none", "passer_pays": "s", "trick_whist": "one", "both_whist_share": "half_up",
    "pair_test": False, "liable_89": "both", "all_pass_zero": "pool1", "dealer_in_all_pass": "none",
    "target": 10, "end_when": "two_full", "help": "none",
}
"""Sochi by the letter of S001 and S003."""

CHANGES: dict[str, dict[str, Any]] = {
    "sochi": {},
    "guide": SOCHI_GUIDE,
    "rostov-guide": SOCHI_GUIDE | {"hm": Fraction(1, 2), "gora_mode": "whists5_per_point"},
    "leningrad-guide": SOCHI_GUIDE | {"wm": 2, "gm": 2, "hm": 2, "k": 20, "all_pass_price": (2,),
                                      "misere_gora": 20},
    "leningrad": {"wm": 2, "gm": 2, "k": 20, "misere_gora": 20, "liable_89": "both",
                  "lone_whist": "gentleman", "all_pass_price": (2, 4, 6), "all_pass_zero": "gora_2_prices",
                  "help": "none", "end_when": "none", "target": "none",
                  "exit_by": "whisted_made_game", "exit_by_misere": False, "exit_by_fail": False,
                  "both_pass_resets": False},
    "rostov": {"hm": Fraction(1, 2), "all_pass_to": "whists5", "all_pass_price": (5,),
               "all_pass_zero": "pool1", "dealer_in_all_pass": "none"},
}
"""What each table changes in SOCHI_CODEX."""

MakeLaw = Callable[..., ScoringLaw]


@pytest.fixture(scope="session")
def make_law() -> MakeLaw:
    """A law by the name of its table, with parameters changed: ``make_law("leningrad", ten="checked")``."""
    def make(table: str = "sochi", **changes: Any) -> ScoringLaw:
        unknown = changes.keys() - SOCHI_CODEX.keys()
        assert not unknown, f"no scoring parameter {unknown}"
        return ScoringLaw.of(SOCHI_CODEX | CHANGES[table] | changes)

    return make

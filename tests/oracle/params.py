"""Two complete parameter sets: the standard Sochi of the 1996 Codex, and the guide text taken by the letter.

Keys of sources as everywhere: "S1-..." a row of the guide, "K-..." a correction, "AMB", "C", "D" and "WE"
rows of the rules dossier; "decided" marks a value that the project's design fixes.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

SOCHI_CODEX: dict[str, Any] = {
    "players": 3,
    "bid_style": "suit",  # G-LL1R1K App. A.1
    "bid_steps": "jump",  # G-LL1R1K 3.3, WE-A08
    "hold": "two_left_senior",  # decided; G-LL1R1K 3.6
    "hold_min_bid": "6S",  # no lower limit named in the standard sources
    "hold_ends_auction": False,  # G-LL1R1K 3.6: the junior must raise or pass
    "misere_bid": "first_call_only",  # G-LL1R1K 3.7
    "misere_beaten_by": "9",  # G-LL1R1K 3.7
    "without_talon_bids": "none",  # D7
    "overcall_of_misere_ends_auction": False,  # a habit of one program only
    "min_bid": [6],  # decided
    "min_bid_cycle": False,
    "contract_raise": "any",  # G-LL1R1K 4.3
    "concede": "none",  # registry, column sochi
    "stalingrad": False,  # registry, column sochi
    "half_whist": [6, 7],  # decided; Codex preset of G-CODEXENG
    "half_whist_by": "second",  # PARLETT: the second, after the first has passed
    "whist_return": [6, 7],  # decided
    "first_may_leave": False,  # registry, column sochi
    "own_whist": [],  # decided
    "dealer_may_whist": False,  # Leningrad only (G-FSPR)
    "ten": "whisted",  # decided; CODEX 3.8.2
    "open_play": "choice",  # PARLETT, G-LL1R1K 5.2
    "open_when": "before_lead",  # PARLETT
    "misere_open": "before_lead",  # C-21
    "must_trump": True,  # rules 1.3
    "must_overtake": "none",  # rules 1.3
    "overtake_scope": "everywhere",  # no effect without the duty
    "all_pass_talon": "leads",  # decided; LESNOI mark 7
    "all_pass_void_leader": "talon_suit",  # decided
    "all_pass_trick3": "forehand",  # decided; C-12
    "talon_can_win": True,  # G-JURA, G-FSPR, DRUZYA: only with four
    "dealer_in_all_pass": "plays_talon",  # registry; has effect only with four
    "s": {6: 2, 7: 4, 8: 6, 9: 8, 10: 10, "misere": 10},
    "wm": 1,
    "gm": 1,
    "hm": Fraction(1),  # responsible whist: LESNOI mark 1
    "consolation": "s_x_u",  # LESNOI mark 2
    "consolation_dealer": True,  # CODEX 3.8.1.2; only with four
    "lone_whist": "greedy",  # decided; LESNOI mark 3
    "gentleman_when": "failed",  # C-05; no effect when greedy
    "passer_pays": "none",  # D10
    "trick_whist": "s",  # D11
    "both_whist_share": "own",  # D8
    "share_rounding": "before_multiplier",  # no effect with own
    "failed_trick_whists": "as_made",  # D12
    "duty": {6: 4, 7: 2, 8: 1, 9: 1, 10: 1},  # CODEX 3.8.2
    "duty_counts": "both",  # the team's duty: CODEX 3.8.2
    "pair_test": True,  # decided; C-04
    "liable_89": "last",  # decided; PARLETT, C-02
    "short_penalty_split": "own",  # PARLETT's three examples
    "discard_counts": 0,  # D2
    "discard_counts_in": "contracts",
    "misere_gora": 10,  # WE-02
    "misere_whists": "none",  # WE-01
    "paid_talon": "none",  # registry, column sochi
    "all_pass_price": [1],  # decided
    "all_pass_to": "gora",  # LESNOI mark 4
    "all_pass_tie": "both_full",  # no effect with gora
    "all_pass_amnesty": False,  # C-08: raw tricks
    "all_pass_zero": "pool_price",  # LESNOI mark 6, C-07
    "exit_by": "any_played",  # registry, column sochi
    "exit_by_misere": True,
    "exit_by_fail": True,
    "both_pass_resets": True,  # G-LL1R1K: any played deal; C-22
    "target": 20,  # decided
    "end_when": "all_full",  # decided
    "help": "largest",  # decided; C-11
    "help_whists": 10,  # G-LL1R1K 9.8
    "surplus_when_all_full": "own_gora",  # G-JPREF, G-ESHAV, G-ROSTIK
    "zero_when_pool_full": "pool",  # not used here
    "win_writes": "pool",
    "k": 10,
    "gora_whists": 10,
    "divisor": "n",  # C-06
}

SOCHI_GUIDE: dict[str, Any] = {
    "players": 3,  # S1-02
    "bid_style": "suit",  # S1-50
    "bid_steps": "jump",  # S1-58: each bid higher, a jump is not forbidden
    "hold": "none",  # S1-58
    "hold_min_bid": "6S",  # no effect
    "hold_ends_auction": False,  # no effect
    "misere_bid": "any_time",  # S1-54
    "misere_beaten_by": "9",  # S1-54
    "without_talon_bids": "none",  # D7
    "overcall_of_misere_ends_auction": False,  # nothing of the kind in the guide
    "min_bid": [6],  # S1-52
    "min_bid_cycle": False,
    "contract_raise": "any",  # K-04: neither given nor forbidden
    "concede": "none",  # not mentioned
    "stalingrad": False,  # S1-05: whisting is optional
    "half_whist": [],  # S1-74
    "half_whist_by": "second",  # no effect
    "whist_return": [],  # S1-82, S1-83
    "first_may_leave": False,  # S1-74
    "own_whist": [],  # S1-82
    "dealer_may_whist": False,
    "ten": "whisted",  # decided
    "open_play": "passer_open",  # S1-79
    "open_when": "before_lead",  # S1-79
    "misere_open": "before_lead",  # S1-57
    "must_trump": True,  # S1-87
    "must_overtake": "if_beats_trick",  # decided; S1-89, S1-90
    "overtake_scope": "everywhere",  # decided; K-02
    "all_pass_talon": "dead",  # S1-63
    "all_pass_void_leader": "talon_suit",  # no effect with a dead talon
    "all_pass_trick3": "winner",  # no effect with a dead talon: S1-85
    "talon_can_win": False,  # S1-63
    "dealer_in_all_pass": "none",  # S1-133
    "s": {6: 2, 7: 4, 8: 6, 9: 8, 10: 10, "misere": 10},  # S1-98 to S1-103
    "wm": 1,
    "gm": 1,  # S1-107, S1-125
    "hm": Fraction(1),  # decided: the full price, imported (AMB-S1-10)
    "consolation": "s_x_u",  # S1-108
    "consolation_dealer": False,  # three players
    "lone_whist": "greedy",  # K-16, S1-78
    "gentleman_when": "failed",  # no effect
    "passer_pays": "s",  # S1-105; only in the mixed case, S1-77, AMB-S1-07
    "trick_whist": "one",  # S1-106, wording of S003
    "both_whist_share": "half_up",  # S1-81
    "share_rounding": "before_multiplier",  # K-10
    "failed_trick_whists": "none",  # S1-108, K-05
    "duty": {6: 4, 7: 2, 8: 1, 9: 1, 10: 1},  # imported: AMB-S1-10
    "duty_counts": "both",  # S1-78: he plays both hands
    "pair_test": False,  # decided; S1-36, K-03
    "liable_89": "both",  # decided: each his own share
    "short_penalty_split": "own",  # S1-36
    "discard_counts": 0,  # decided against the word of S1-71: K-01
    "discard_counts_in": "contracts",
    "misere_gora": 10,  # S1-111
    "misere_whists": "none",  # S1-110, S1-111
    "paid_talon": "none",
    "all_pass_price": [1],  # S1-65
    "all_pass_to": "gora",  # S1-113
    "all_pass_tie": "both_full",  # no effect with gora
    "all_pass_amnesty": False,  # S1-65
    "all_pass_zero": "pool1",  # S1-112
    "exit_by": "any_played",  # registry, column sochi-seed
    "exit_by_misere": True,
    "exit_by_fail": True,
    "both_pass_resets": True,  # nothing said; the run has no effect here
    "target": 10,  # S1-116
    "end_when": "two_full",  # S1-117
    "help": "none",  # D22
    "help_whists": 10,  # no effect
    "surplus_when_all_full": "lost",  # no effect without help
    "zero_when_pool_full": "pool",  # not used here
    "win_writes": "pool",  # S1-15
    "k": 10,  # S1-119
    "gora_whists": 10,  # not stated
    "divisor": "n",
}

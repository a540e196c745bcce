"""The corrections to the rules that were drawn from the seeds (K-01 to K-30): the variant files have what they say."""

from __future__ import annotations

import pytest

from preferans_pbn.variants import load_variant, variant_names
from tests.seed.drive import (
    Check,
    all_passed,
    bule,
    counts,
    each,
    leads,
    names,
    plays_out,
    pool_sheet,
    reads,
    settles,
    sourced,
    under,
    value,
    writes,
)

SOCHI, ROSTOV, LENINGRAD, GUSARIK = GUIDES = ("sochi-guide", "rostov-guide", "leningrad-guide", "gusarik-guide")
RUSSIAN = [name for name in variant_names() if load_variant(name).family == "russian"]


def guides(*checks: Check) -> Check:
    """The checks under all four guides."""
    return each(*(under(name, *checks) for name in GUIDES))


def no_source(statement: str) -> Check:
    """No parameter of any variant rests on this statement."""

    def run(_: str) -> None:
        for name in variant_names():
            rules = load_variant(name)
            assert all(statement not in rules.source(parameter).keys for parameter in rules.values), name

    return run


def allowed(parameter: str, *values: str) -> Check:
    """The registry has these values of the parameter."""

    def run(variant: str) -> None:
        for text in values:
            assert load_variant(variant).with_overrides({parameter: text})[parameter] == text

    return run


def not_from_the_text(variant: str, *parameters: str) -> Check:
    """These values are marked: they have a reading, and no statement of the text is said to give them."""

    def run(_: str) -> None:
        rules = load_variant(variant)
        for parameter in parameters:
            source = rules.source(parameter)
            assert source.reading, parameter
            assert not any(key.startswith("S2-") for key in source.keys), parameter

    return run


CORRECTIONS: dict[str, Check] = {
    "K-01": guides(value("discard_counts", 0), reads("discard_counts", "two cards laid away", "undertricks")),
    "K-02": guides(value("must_overtake", "if_beats_trick"), value("overtake_scope", "everywhere"),
                   reads("must_overtake", "within_suit")),
    "K-03": guides(value("pair_test", False), reads("pair_test", "own share"), reads("duty", "imported"),
                   value("duty", {"6": 4, "7": 2, "8": 1, "9": 1, "10": 1})),
    "K-04": each(*(under(name, value("contract_floor", "bid")) for name in RUSSIAN),
                 guides(value("trump_named", "before_talon"), value("contract_raise", "any"),
                        reads("contract_raise", "tricks bid", "contracted"))),
    "K-05": guides(value("failed_trick_whists", "none"), sourced("failed_trick_whists", "S1-17", "S1-108"),
                   reads("failed_trick_whists", "summary", "special rule")),
    "K-06": no_source("S1-124"),
    "K-07": under(ROSTOV, value("hm", "1/2"), reads("hm", "shortfall")),
    "K-08": under(ROSTOV, value("all_pass_to", "gora"), all_passed("6 4 0", "6 4 0", "0 0 1")),
    "K-09": under(ROSTOV, allowed("gora_mode", "whists5_per_point", "whists5_per_undertrick"),
                  value("gora_mode", "whists5_per_point"), reads("gora_mode", "whists5_per_undertrick")),
    "K-10": under(LENINGRAD, value("hm", 2), value("wm", 2), value("gm", 2), value("k", 20),
                  value("trick_whist", "one"), value("share_rounding", "before_multiplier"),
                  writes("8 d7 2w 1w", "G12 W12,12"), writes("7 d7 2w 1w", "P4 W4,4")),
    "K-11": guides(value("deal_pattern", "2-T-2-2-2-2"), reads("deal_pattern", "glossary", "chapter on the deal"),
                   writes("misere d3 4- 3-", "G30", rostov="W150,150", leningrad="G60"),
                   writes("6 d8 2w 0p", "P2 W2,0 D0,2 g4,0", rostov="P2 W2,0 D10,2 X0,10",
                          leningrad="P2 W4,0 D0,4 g8,0")),
    "K-13": under(GUSARIK, value("players", [4]), value("consolation_dealer", True),
                  value("dealer_in_all_pass", "none"), value("paid_talon", "none"), value("all_pass_talon", "dead"),
                  value("end_when", "two_full"), settles(pool_sheet("0 0 0 0", "4 0 0 0"), -30, 10, 10, 10)),
    "K-16": guides(value("lone_whist", "greedy"), value("failed_trick_whists", "none")),
    "K-17": under("slovak", value("one_allows_leaves", True), reads("one_allows_leaves", "guards against 3"),
                  names("1 pass pass", can="S")),
    "K-18": under("slovak", value("concede", "free_at_one"), reads("concede", "S0-92", "S0-73")),
    "K-19": under("slovak", value("game_value", {"S": 2, "D": 3, "H": 4, "C": 5,
                                                 "betl": 6, "durch": 7, "preferans": 8}),
                  reads("game_value", "S0-85"), names("3 pass pass", can="D", cannot="S")),
    "K-20": each(under("serbian", allowed("duty_two", "each_two", "joint_only")),
                 under("slovak", value("duty_two", "one_hand_two"), reads("duty_fine", "not how much"),
                       counts("H 7 2 1", [-4, 0, 0], fill_in="true"))),
    "K-21": under("slovak", reads("first_lead", "Only the lead to durch is stated"), value("in_hand_when", "any_call"),
                  value("hold", "first_hand"), value("dealer_rotation", "always"),
                  reads("dealer_rotation", "clockwise"), reads("refe", "20 or 30", "100")),
    "K-22": under("slovak", value("bid_ladder", "balkan8"), names("7 pass pass", can="durch preferans", cannot="betl")),
    "K-23": under("serbian", value("players", [3]), value("first_dealer", "random"), value("deal_pattern", "any"),
                  value("bid_ladder", "balkan7"), value("in_hand_second_min", [3]),
                  not_from_the_text("serbian", "direction", "bid_steps", "hold_min_bid", "whist_first", "kontra_credit",
                                    "start_bule", "last_deal_cut"),
                  reads("refe", "no number")),
    "K-24": under("serbian", not_from_the_text("serbian", "betl_fail_supe"), reads("betl_fail_supe", "S2-80", "K-24")),
    "K-25": under("serbian", counts("C 6 2 2", [-20, 0, 0], entered=[-1, 0, 0], sheet=bule(refe=(2, 2, 1))),
                  counts("C 5 3 2", [20, 0, 0], entered=[-1, 0, 0], sheet=bule(refe=(2, 2, 1)))),
    "K-26": under("serbian", value("in_hand_direct_when", "any_call"), value("in_hand_when", "first_call_only")),
    "K-27": each(under("serbian", value("duty_two", "each_two"), counts("C 6 3 1", [-10, 0, 10])),
                 under("serbian-klub", value("duty_two", "joint_only"), counts("C 6 3 1", [-10, 0, 0]))),
    "K-28": each(under("serbian", value("first_lead_no_trump", "forehand"), leads("sans", 0, 1)),
                 # Anticlockwise the player before the declarer sits on his left.
                 under("serbian-klub", value("first_lead_no_trump", "declarers_left_defender"), leads("sans", 0, 1),
                       leads("sans", 1, 2), leads("sans", 2, 0))),
    "K-29": each(under("serbian", value("stop_at_five", False), plays_out("H", 10, 1), plays_out("betl", 10, 0)),
                 under("serbian-klub", value("stop_at_five", True), plays_out("H", 5, 1), plays_out("betl", 1, 0))),
    "K-30": under("serbian", value("kontra_missing", "refe_else_made"), reads("kontra_missing", "AMB-S2-14"),
                  reads("refe", "counts all", "AMB-S2-15"), reads("min_trumps", "ten cards", "AMB-S2-16"),
                  reads("kontra_credit", "AMB-S2-19"),
                  # Kontra and refe together: the factors multiply (AMB-S2-17).
                  counts("C 6 2 2", [-40, 40, 0], kontra=(1, 1), sheet=bule(refe=(1, 0, 0))),
                  # Both stay out: the declarer passes (AMB-S2-18).
                  counts("C 0 0 0 stay-out stay-out", [-10, 0, 0], sides={}, manner="passed-out")),
}
NAMES_NO_VALUE = {
    "K-12": "how a paper sheet is written",
    "K-14": "which source lets defenders plan together",
    "K-15": "who is served first: not stated",
}


@pytest.mark.parametrize("correction", CORRECTIONS)
def test_correction(correction: str) -> None:
    CORRECTIONS[correction]("")


def test_all_are_there() -> None:
    assert sorted({*CORRECTIONS, *NAMES_NO_VALUE}) == [f"K-{number:02}" for number in range(1, 31)]
    assert CORRECTIONS.keys().isdisjoint(NAMES_NO_VALUE)

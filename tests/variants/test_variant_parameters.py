"""The registry of parameters and the text form of values."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from preferans_pbn.variants import (
    FAMILIES,
    OPS,
    PARAMETERS,
    FrozenMap,
    Parameter,
    RulesError,
    format_rules,
    format_value,
    load_variant,
    of_family,
    parameter,
    parse_rules,
    parse_value,
    source_texts,
)
from preferans_pbn.variants.parameters import check_value
from preferans_pbn.variants.values import Choice, Flag, Integer, ListOf, MapOf, Rational, ValueType, to_json

RUSSIAN = [
    "players", "direction", "suit_order", "deal_pattern", "first_dealer", "dealer_rotation", "bid_ladder",
    "bid_style", "bid_steps", "hold", "hold_min_bid", "hold_ends_auction", "hold_misere", "opener_must_bid",
    "misere_bid", "misere_binds",
    "misere_beaten_by", "without_talon_bids", "blind_pass", "overcall_of_misere_ends_auction", "in_hand", "min_bid",
    "min_bid_cycle", "exit_by", "exit_by_misere", "exit_by_fail", "both_pass_resets", "all_pass_outcome",
    "talon_seen_by", "trump_named", "discard_counts", "discard_counts_in", "contract_floor", "contract_raise",
    "concede", "whist_first", "defence", "duty", "duty_two", "duty_counts", "pair_test", "liable_89", "ten",
    "half_whist", "half_whist_by", "whist_return", "first_may_leave", "own_whist", "dealer_may_whist",
    "short_penalty_split", "stalingrad", "open_play", "open_when", "misere_open", "first_lead",
    "must_trump", "must_overtake", "overtake_scope", "stop_at_five", "all_pass_talon",
    "all_pass_void_leader", "all_pass_trick2", "all_pass_trick3", "talon_can_win", "dealer_in_all_pass",
    "all_pass_price",
    "all_pass_amnesty", "all_pass_zero", "all_pass_to", "all_pass_tricks", "all_pass_tie", "zero_when_pool_full", "s",
    "wm", "gm", "hm", "lone_fine_when", "consolation", "consolation_dealer", "consolation_passer",
    "failed_trick_whists", "lone_whist", "gentleman_when",
    "passer_pays", "trick_whist", "both_whist_share", "share_rounding", "whist_rounding", "misere_gora",
    "misere_whists", "paid_talon", "individual_quota", "target", "end_when", "help", "help_whists",
    "surplus_when_all_full", "win_writes", "k", "gora_whists", "divisor", "gora_mode", "settle_unit",
    "payout", "settle_formula", "result_sign", "cut", "goal",
]

OTHERS = [
    "first_lead_no_trump",
    "in_hand_when", "in_hand_second_min", "in_hand_answer", "in_hand_naming", "in_hand_raise", "in_hand_direct_when",
    "invite",
    "invite_need", "kontra_max", "kontra_need", "kontra_compulsory", "kontra_credit", "kontra_missing",
    "kontra_after_call", "rekontra_on_hand_betl", "refe", "refe_limit", "refe_block", "bula_unit", "start_bule",
    "betl_fail_supe", "supe_unit", "supe_cap", "duty_fine", "double_fail_last", "game_value", "durch_goal",
    "announce_at_once", "one_allows_leaves", "min_trumps", "sans_lead", "obvious_error", "kasa", "ace_bonus",
    "last_deal_cut", "betl_stops", "follower_fine_when",
]


def test_the_registry_has_every_named_parameter() -> None:
    assert sorted(RUSSIAN) == sorted(entry.name for entry in of_family("russian"))
    assert [name for name in OTHERS if name not in PARAMETERS] == []


@pytest.mark.parametrize("entry", PARAMETERS.values(), ids=lambda entry: entry.name)
def test_an_entry_is_complete(entry: Parameter) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", entry.name)
    assert entry.meaning.endswith(".")
    assert entry.families
    assert set(entry.families) <= set(FAMILIES)
    assert set(entry.observable) <= set(OPS)
    assert set(entry.defaults) <= set(entry.families)
    assert entry.source
    for key in entry.source:
        assert known_source(key), key
    for spelling, canonical in entry.spellings.items():
        assert parse_value(entry, spelling) == parse_value(entry, canonical)


def known_source(key: str) -> bool:
    head = key.partition(" ")[0]
    return head in source_texts() or bool(re.fullmatch(r"S[012]-[0-9]{2,3}", head))


@pytest.mark.parametrize("name", ["cut", "deal_pattern", "first_dealer", "talon_seen_by", "open_when"])
def test_what_no_operation_can_see_is_marked(name: str) -> None:
    assert PARAMETERS[name].observable == ()


@pytest.mark.parametrize(("name", "text", "value"), [
    ("hold", "two_left_senior", "two_left_senior"),
    ("pair_test", "true", True),
    ("pair_test", "false", False),
    ("min_bid", "6,7", (6, 7)),
    ("half_whist", "none", ()),
    ("own_whist", "false", ()),
    ("suit_order", "S,C,D,H,NT", ("S", "C", "D", "H", "NT")),
    ("hm", "1/2", Fraction(1, 2)),
    ("hm", "2", 2),
    ("duty", "6:4,7:2", FrozenMap({6: 4, 7: 2})),
    ("individual_quota", "none", FrozenMap({})),
    ("misere_beaten_by", "9", "9"),
    ("concede", "3", "3"),
    ("discard_counts", "2", 2),
    ("target", "none", "none"),
    ("divisor", "n-1", "n-1"),
    ("trick_whist", "1", "one"),
    ("passer_pays", "S", "s"),
    ("consolation", "SxU", "s_x_u"),
    ("invite", "yes", True),
    ("betl_fail_supe", "60/70", "60/70"),
])
def test_text_to_value(name: str, text: str, value: Any) -> None:
    found = parse_value(name, text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(("name", "given", "text"), [
    ("min_bid", [6, 7], "6,7"),
    ("duty", {"7": 2, 6: 4}, "6:4,7:2"),
    ("hm", Fraction(2, 4), "1/2"),
    ("hm", Fraction(4, 2), "2"),
    ("misere_beaten_by", 9, "9"),
    ("trick_whist", 1, "one"),
    ("own_whist", False, "none"),
    ("stalingrad", True, "true"),
])
def test_python_values_take_their_one_form(name: str, given: Any, text: str) -> None:
    assert format_value(check_value(PARAMETERS[name], given)) == text


@pytest.mark.parametrize(("name", "given"), [
    ("hold", "two_left"), ("hold", None), ("hold", True), ("pair_test", "yes"), ("pair_test", 1),
    ("min_bid", "none"), ("min_bid", []), ("min_bid", "5"), ("min_bid", "6,,7"), ("min_bid", "6;7"),
    ("half_whist", "6,6"), ("discard_counts", "3"), ("discard_counts", True), ("discard_counts", 1.0),
    ("hm", "0.5"), ("hm", 0.5), ("hm", "1/0"), ("hm", "-1"), ("hm", "1/"), ("hm", "٢"),
    ("duty", "6"), ("duty", "6:4,6:4"), ("duty", "11:1"), ("duty", {True: 1}), ("duty", [6, 4]),
    ("s", "6:2"), ("s", "none"), ("target", "0"), ("target", "1000000000000"), ("target", "010"),
    ("suit_order", "S,S"), ("suit_order", ""), ("players", "5"),
])
def test_what_is_no_value(name: str, given: Any) -> None:
    with pytest.raises(RulesError) as caught:
        check_value(PARAMETERS[name], given)
    problem = caught.value
    assert (problem.kind, problem.parameter) == ("bad-parameter-value", name)
    assert problem.expected.startswith("expected ")


def test_suggestions() -> None:
    with pytest.raises(RulesError) as caught:
        parse_value("ten", "chekced")
    assert caught.value.suggestion == "checked"
    assert str(caught.value) == "ten cannot be chekced: expected one of whisted, checked; did you mean checked?"
    for wrong, right in [("tenn", "ten"), ("pairTest", "pair_test"), ("must-overtake", "must_overtake"),
                         ("Hold", "hold"), ("allPassPrice", "all_pass_price")]:
        with pytest.raises(RulesError) as caught:
            parameter(wrong)
        assert (caught.value.kind, caught.value.suggestion) == ("unknown-parameter", right)
    with pytest.raises(RulesError) as caught:
        parameter("zzzzzz")
    assert caught.value.suggestion == ""


def values_of(value_type: ValueType) -> st.SearchStrategy[Any]:
    """Any value of the type, built from what the type allows and not by its own parser."""
    if isinstance(value_type, Choice):
        return st.sampled_from(value_type.allowed)
    if isinstance(value_type, Flag):
        return st.booleans()
    if isinstance(value_type, Integer):
        numbers = st.integers(value_type.low, value_type.high)
        return numbers | st.sampled_from(value_type.others) if value_type.others else numbers
    if isinstance(value_type, Rational):
        return st.fractions(value_type.low, value_type.high, max_denominator=1000)
    if isinstance(value_type, ListOf):
        return st.lists(values_of(value_type.item), min_size=0 if value_type.empty else 1, max_size=6,
                        unique=value_type.distinct).map(tuple)
    assert isinstance(value_type, MapOf)
    each = {key: values_of(value_type.item) for key in value_type.keys}
    return (st.fixed_dictionaries(each) if value_type.whole else
            st.fixed_dictionaries({}, optional=each)).map(FrozenMap)


@pytest.mark.parametrize("entry", PARAMETERS.values(), ids=lambda entry: entry.name)
@given(data=st.data())
def test_every_value_comes_back_from_its_text(entry: Parameter, data: st.DataObject) -> None:
    value = data.draw(values_of(entry.type))
    text = format_value(value)
    assert not re.search(r"[\s=\"]", text)
    assert text
    back = parse_value(entry, text)
    assert back == value
    canonical = format_value(back)
    assert canonical == format_value(check_value(entry, value))
    assert parse_value(entry, canonical) == value
    assert check_value(entry, to_json(back)) == value
    assert parse_rules(format_rules({entry.name: back})) == {entry.name: canonical}


@given(st.text(max_size=30))
def test_any_text_is_a_value_or_refused(text: str) -> None:
    for entry in PARAMETERS.values():
        try:
            value = parse_value(entry, text)
        except RulesError:
            continue
        assert parse_value(entry, format_value(value)) == value


@given(st.text(max_size=60))
def test_any_text_is_rules_or_refused(text: str) -> None:
    try:
        pairs = parse_rules(text)
    except RulesError:
        return
    assert set(pairs) <= set(PARAMETERS)


def test_rules_text() -> None:
    assert parse_rules(" ten=checked  min_bid=6,7 ") == {"ten": "checked", "min_bid": "6,7"}
    assert format_rules({"ten": "checked", "hm": Fraction(1, 2), "half_whist": (), "pair_test": False,
                         "duty": FrozenMap({6: 4, 7: 2})}) == (
        "duty=6:4,7:2 half_whist=none hm=1/2 pair_test=false ten=checked")
    for text, reason in [("ten", "expected key=value"), ("ten=", "expected key=value"), ("=x", "expected key=value"),
                         ("ten=checked ten=whisted", "ten is given twice")]:
        with pytest.raises(RulesError) as caught:
            parse_rules(text)
        assert (caught.value.kind, caught.value.expected) == ("syntax", reason)
    with pytest.raises(RulesError) as caught:
        parse_rules("tens=checked")
    assert (caught.value.kind, caught.value.hint) == ("unknown-parameter", "; did you mean ten?")


def test_a_frozen_map_cannot_be_changed() -> None:
    frozen = FrozenMap({6: 4})
    with pytest.raises(TypeError):
        frozen[6] = 5  # type: ignore[index]
    assert frozen == {6: 4}
    assert hash(frozen) == hash(FrozenMap({6: 4}))


@pytest.mark.parametrize(("name", "value", "text"), [
    ("bid_ladder", "greek25", "bid_ladder cannot be greek25: the russian family has only russian26"),
    ("stop_at_five", "true", "stop_at_five cannot be true: the russian family has only false"),
    ("hold", "next_active", "hold cannot be next_active: the russian family has only none, two_left_senior, "
                            "eldest_anytime, first_hand"),
    ("whist_first", "right_of_declarer", "whist_first cannot be right_of_declarer: the russian family has only "
                                         "left_of_declarer"),
    ("concede", "solo", "concede cannot be solo: the russian family has only none, 2, 3"),
    ("end_when", "kasa_empty", "end_when cannot be kasa_empty: the russian family has only all_full, two_full, "
                               "sum_pools, any_full, none"),
])
def test_values_of_another_family_are_refused(name: str, value: str, text: str) -> None:
    with pytest.raises(RulesError) as caught:
        load_variant("sochi-codex").with_overrides({name: value})
    assert str(caught.value) == text


def test_defaults_are_among_the_values_of_their_family() -> None:
    for entry in PARAMETERS.values():
        for family, values in entry.within.items():
            assert family in entry.families
            assert entry.defaults.get(family, values[0]) in values

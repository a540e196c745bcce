"""Auctions, defences and scores that went through without a fault are remembered; nothing else is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from preferans_pbn.generate import generate
from preferans_pbn.record import Calls, Record
from preferans_pbn.replaying import replay
from preferans_pbn.variants import load_variant


def deals(variant: str) -> list[Record]:
    return list(generate(load_variant(variant), 31, 120))


@pytest.mark.parametrize("variant", ["sochi-codex", "leningrad-sport", "serbian", "greek"])
def test_a_second_replay_says_the_same(variant: str) -> None:
    fresh = load_variant(variant).with_overrides({})
    for record in deals(variant):
        first = replay(record, fresh)
        again = replay(record, fresh)
        assert (again.diagnostics, again.outcome, again.score) == (first.diagnostics, first.outcome, first.score)


def test_a_fault_is_found_every_time_and_after_a_good_deal() -> None:
    rules = load_variant("sochi-codex")
    record = next(one for one in deals("sochi-codex") if one.auction and one.auction.calls[0] == "6S")
    assert record.auction is not None
    assert replay(record, rules).diagnostics == []
    low = replace(record, auction=Calls(record.auction.first, ("6S", "6S", *record.auction.calls[1:])))
    for _ in range(2):
        assert [found.code for found in replay(low, rules).diagnostics] == ["E404"]
    assert replay(record, rules).diagnostics == []


def test_rule_sets_do_not_share_what_they_remember() -> None:
    record = next(one for one in deals("sochi-codex") if one.contract == "7S" and one.defence is not None)
    plain = load_variant("sochi-codex")
    dear = plain.with_overrides({"s": "6:3,7:5,8:6,9:8,10:10,misere:10"})
    values = [replay(record, rules).score for rules in (plain, dear, plain, dear)]
    assert values[0] == values[2]
    assert values[1] == values[3]
    assert values[0] != values[1]


def test_roles_of_one_deal_are_not_those_of_the_next() -> None:
    rules = load_variant("sochi-codex").with_overrides({"target": "30"})  # nothing is remembered under these yet
    record = next(one for one in deals("sochi-codex") if one.defence is not None)
    first = replay(record, rules).outcome
    assert first is not None
    roles = dict(first.roles)
    assert roles
    first.roles.clear()
    again = replay(record, rules).outcome
    assert again is not None
    assert again.roles == roles

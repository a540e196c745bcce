"""What is remembered of calls never hides a fault, whatever was replayed before."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from preferans_pbn.generate import generate
from preferans_pbn.record import Record
from preferans_pbn.replaying import replay
from preferans_pbn.replaying.agreements import Agreement, key_of
from preferans_pbn.replaying.course import Course
from preferans_pbn.variants import Ruleset, UndefinedByVariant, load_variant

OF_THE_DEAL = ("auction", "declarer", "bid", "discard", "contract", "aces", "defence", "defenders", "kontra", "open",
               "outcome", "dealer", "talon", "play", "dummy", "leader")
VARIANTS = ["sochi-codex", "leningrad-sport", "gusarik-guide", "serbian", "slovak", "greek", "austrian"]


def unused(variant: str) -> Ruleset:
    """The rules of ``variant`` with nothing remembered."""
    return replace(load_variant(variant), cache={})


def told(record: Record, rules: Ruleset, run: int | None) -> Any:
    """Everything that a replay says."""
    try:
        result = replay(record, rules, all_pass_run=run)
    except UndefinedByVariant as undefined:
        return undefined.parameter
    outcome = result.outcome
    return [(one.code, one.where, one.message) for one in result.diagnostics], outcome, result.score, result.doubtful


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_was_replayed_before_changes_nothing(variant: str) -> None:
    """Records with a tag taken out or taken from another record, each after and before the records as they were."""
    deals = list(generate(load_variant(variant), 11, 40))
    warm = unused(variant)
    for deal in deals:
        told(deal, warm, 0)
    for number, deal in enumerate(deals):
        other = deals[number - 1]
        for name in OF_THE_DEAL:
            for value in (None, getattr(other, name)):
                changes: dict[str, Any] = {name: value}
                changed = replace(deal, **changes)
                for run in (0, None):
                    assert told(changed, warm, run) == told(changed, unused(variant), run), (variant, name, value, run)


def test_every_field_of_an_agreement_is_one_of_a_course() -> None:
    assert set(Agreement._fields) < set(Course.__slots__)


def test_what_has_a_say_of_its_own_is_not_looked_up() -> None:
    """A tag that the calls are compared with, and a mark."""
    deal = next(one for one in generate(load_variant("sochi-codex"), 1, 20) if one.defence is not None)
    rules = unused("sochi-codex")

    def key(record: Record) -> Any:
        result = replay(record, rules)
        return key_of(Course(record, rules, rules.cache["law"], result.seating, 0))

    assert key(deal) is not None
    others: dict[str, Any] = {"bid": "6S", "outcome": "played", "kontra": ("S", 1), "defenders": {"S": "whist"},
                              "open": "pair", "position": {"S": 1, "W": 2, "E": 4}, "contract": None}
    for name, value in others.items():
        assert name in {one.name for one in fields(Record)}
        assert key(replace(deal, **{name: value})) is None, name

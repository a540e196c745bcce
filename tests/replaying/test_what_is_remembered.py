"""What a variant remembers of auctions, defences and scores never hides a fault, whatever was replayed before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from preferans_pbn.generate import generate
from preferans_pbn.record import Record
from preferans_pbn.replaying import replay
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

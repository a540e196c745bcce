"""Was a contract made?  One question to every family's law."""

from __future__ import annotations

import pytest

from preferans_pbn.families import law_of
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import UndefinedByVariant, load_variant


@pytest.mark.parametrize("variant, contract, tricks, manner, made", [
    ("sochi-codex", "6S", 6, "played", True), ("sochi-codex", "6S", 5, "played", False),
    ("sochi-codex", "10NT", 9, "played", False), ("sochi-codex", "misere", 0, "played", True),
    ("sochi-codex", "misere", 1, "played", False), ("sochi-codex", "8H", 0, "passed-out", True),
    ("sochi-codex", "6C", 0, "half", True), ("sochi-codex", "concede-3", 0, "conceded", False),
    ("serbian", "H", 6, "played", True), ("serbian", "C-hand", 5, "played", False),
    ("serbian", "betl", 0, "played", True),
    ("serbian", "betl", 1, "played", False), ("serbian", "sans", 6, "played", True),
    ("serbian", "D", 0, "passed-out", True), ("greek", "7D", 7, "played", True), ("greek", "7D", 6, "played", False),
    ("greek", "6C", 0, "passed-out", True), ("greek", "solo", 0, "played", False),
    ("slovak", "S", 6, "played", True), ("slovak", "betl", 0, "played", True), ("slovak", "betl", 2, "played", False),
    ("slovak", "durch", 6, "played", True), ("slovak", "durch", 5, "played", False),
    ("slovak", "preferans", 9, "played", False), ("slovak", "preferans", 10, "played", True),
])
def test_made(variant: str, contract: str, tricks: int, manner: str, made: bool) -> None:
    others = (10 - tricks, 0) if manner == "played" else (0, 0)
    outcome = Outcome(3, contract, 0, bid="6S", manner=manner, tricks=(tricks, *others), roles={1: "whist", 2: "pass"})
    assert law_of(load_variant(variant)).made(outcome) is made


def test_the_discard_counts_where_the_rules_say_so() -> None:
    outcome = Outcome(3, "8S", 0, tricks=(6, 4, 0), roles={1: "whist", 2: "pass"})
    rules = load_variant("sochi-guide")
    assert not law_of(rules).made(outcome)
    assert law_of(rules.with_overrides({"discard_counts": "2"})).made(outcome)


def test_where_the_sources_do_not_say() -> None:
    with pytest.raises(UndefinedByVariant):
        law_of(load_variant("austrian")).made(Outcome(3, "6S", 0, tricks=(6, 4, 0)))

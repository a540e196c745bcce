"""Findings under rules that are only assumed: a record that names no variant is accused of nothing that another variant
may allow (N-9.1)."""

from __future__ import annotations

from typing import Final

from preferans_pbn.diagnostics import BY_NAME, Diagnostic, diagnostic

SHARED: Final = frozenset(BY_NAME[name].code for name in (
    "card-twice", "card-missing", "too-many-cards", "talon-size", "position-size", "discard-not-held", "card-not-held",
    "revoke", "card-played-twice", "wrong-winner", "wrong-tricks", "tricks-sum", "wrong-claim", "session-broken",
    "bad-value", "bad-table"))
"""What is wrong by every variant: thirty-two cards, ten in a hand, ten tricks; the suit led is followed; the highest
trump, or else the highest card of the suit led, takes the trick.  And what is wrong with the writing."""


def as_assumed(finding: Diagnostic, variant: str) -> Diagnostic:
    """``finding`` of a replay by ``variant``, which is only assumed; as a warning (W811) where others may allow it."""
    if finding.severity != "error" or finding.code in SHARED:
        return finding
    told = diagnostic("wrong-if-assumed", finding.where, rule=finding.rule, variant=variant, code=finding.code,
                      finding=finding.message)
    told.line, told.col, told.end_col = finding.line, finding.col, finding.end_col
    return told

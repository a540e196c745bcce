"""The words of protocol 1: what stands in messages, in cases and in verdicts."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

PROTOCOL: Final = 1

OPS: Final = (
    "trick-winner", "legal-cards", "legal-calls", "legal-discard", "legal-contracts", "legal-defence", "play",
    "score", "sheet", "settle", "parse", "format", "replay", "convert", "perft",
)
LEVELS: Final = ("L0", "L1", "L2", "L3", "L4", "L5", "L6", "L7")
LEVEL_NAMES: Final = {
    "L0": "cards and tokens", "L1": "reading", "L2": "canonical writing", "L3": "auction, exchange, defence",
    "L4": "play", "L5": "score", "L6": "sheet and settlement", "L7": "conversion",
}
ERROR_CODES: Final = (
    "illegal-call", "illegal-card", "illegal-discard", "illegal-contract", "illegal-defence", "malformed",
    "undefined-by-variant",
)
"""The closed list of a subject's errors."""

TEXT_OPS: Final = frozenset({"parse", "format", "replay"})
"""Operations on the text of records."""

Verdict: TypeAlias = Literal[
    "pass", "fail", "wrong-error", "wrong-span", "unsupported", "malformed", "timeout", "crashed"]
VERDICTS: Final[tuple[Verdict, ...]] = (
    "pass", "fail", "wrong-error", "wrong-span", "unsupported", "malformed", "timeout", "crashed")
NO_FAILURE: Final = frozenset({"pass", "unsupported"})
"""Verdicts that are no failure."""

OWN: Final = "own"
"""The variant name that asks a subject for its own house rules."""

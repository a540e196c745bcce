"""The lenient reading of a record: spellings that can mean one thing only, put into the notation's own.

Reading is strict (clause N-3.2): another spelling is an error, and what it means is its *fix*.  Here the safe fixes of
a record's text are made, one round after the other, until there is none left.  Each is kept as the finding that asked
for it, so that nothing is mended in silence; what has no safe fix stays as it is and stays an error.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from preferans_pbn.diagnostics import Diagnostic
from preferans_pbn.record import Source

ROUNDS: Final = 400
"""A record has fewer words than this that can be misspelt; the rest of one that has more stays as it is."""
_BUDGET: Final = 1 << 22
"""Characters that all rounds together may read, so that a huge record does not take for ever."""


@dataclass(slots=True)
class Mended:
    """``text`` with its safe fixes made; ``findings``: what was mended, each with its ``fix`` and its place in the text
    as it was."""

    text: str
    findings: list[Diagnostic] = field(default_factory=list)


def mend(source: Source) -> Mended:
    """Makes the safe fixes of the one record in ``source.text``."""
    from preferans_pbn.notation.doubts import doubted
    from preferans_pbn.notation.lark_reader import locate_faults, read_record

    text = source.text
    edits: list[tuple[int, int, int]] = []
    findings: list[Diagnostic] = []
    seen = {text}
    budget = _BUDGET
    for _ in range(ROUNDS):
        budget -= len(text)
        reading = read_record(Source(text, source.line, source.path), thorough=True)
        found = sorted((one for one in doubted(reading.faults, source.text) if one.fix is not None and one.fix.safe),
                       key=lambda one: (one.start, one.end))
        changed = text
        made = []
        start = len(text) + 1
        for one in reversed(found):
            assert one.fix is not None
            if one.end > start or text[one.start : one.end] == one.fix.replacement:
                continue
            start = one.start
            changed = changed[:start] + one.fix.replacement + changed[one.end :]
            made.append(one)
        if not made or changed in seen or budget < 0:
            break
        seen.add(changed)
        spots = [(one.start, one.end, len(one.fix.replacement)) for one in made if one.fix is not None]
        for one in made:
            one.start, one.end = _before(edits, one.start), _before(edits, one.end)
        findings += locate_faults(made, source)
        edits += spots
        text = changed
    findings.sort(key=lambda one: (one.line, one.col))
    return Mended(text, findings)


def _before(edits: list[tuple[int, int, int]], at: int) -> int:
    """Where offset ``at`` stood before ``edits`` (start, end, length of what stands there now), made in this order."""
    for start, end, size in reversed(edits):
        if at >= start + size:
            at += end - start - size
        elif at > start:
            at = start
    return at

"""The lenient reading of a record: spellings that can mean one thing only, put into the notation's own.

Reading is strict (clause N-3.2): another spelling is an error, and what it means is its *fix*.  Here the safe fixes of
a record's text are made, one round after the other, until there is none left.  Each is kept as the finding that asked
for it, so that nothing is mended in silence; what has no safe fix stays as it is and stays an error.

Where a T can be two ranks (`preferans_pbn.notation.doubts`) the cards that say so stay as well: without them the next
reading would take it for the ten.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from preferans_pbn.diagnostics import Diagnostic
from preferans_pbn.record import Source

if TYPE_CHECKING:
    from preferans_pbn.notation.faults import Fault

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
    mended, doubtful = _mend(source, careful=False)
    return _mend(source, careful=True)[0] if doubtful else mended


_EDGE: Final = ' \t\n"'


def _word(text: str, one: Fault) -> str:
    """The whole word or hand that a fault is in."""
    start, end = one.start, one.end
    while start > 0 and text[start - 1] not in _EDGE:
        start -= 1
    while end < len(text) and text[end] not in _EDGE:
        end += 1
    return text[start:end]


def _mend(source: Source, *, careful: bool) -> tuple[Mended, bool]:
    """`mend`, and whether something can be read in two ways; ``careful``: with what that rests on left alone."""
    from preferans_pbn.notation.doubts import doubted, speaks
    from preferans_pbn.notation.lark_reader import locate_faults, read_record

    text = source.text
    edits: list[tuple[int, int, int]] = []
    findings: list[Diagnostic] = []
    seen = {text}
    budget = _BUDGET
    doubtful = False
    for _ in range(ROUNDS):
        budget -= len(text)
        reading = read_record(Source(text, source.line, source.path), thorough=True)
        told = doubted(reading.faults, source.text)
        doubtful = any(one.name == "two-readings" for one in told)
        found = sorted((one for one in told if one.fix is not None and one.fix.safe
                        and not (careful and speaks(_word(text, one)))), key=lambda one: (one.start, one.end))
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
    return Mended(text, findings), doubtful


def _before(edits: list[tuple[int, int, int]], at: int) -> int:
    """Where offset ``at`` stood before ``edits`` (start, end, length of what stands there now), made in this order."""
    for start, end, size in reversed(edits):
        if at >= start + size:
            at += end - start - size
        elif at > start:
            at = start
    return at

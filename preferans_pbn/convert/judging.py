"""Imported records under the rules: what the replay finds wrong, at its place in the source file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from preferans_pbn.convert.faults import SourceFault
from preferans_pbn.convert.model import Converted
from preferans_pbn.diagnostics import Diagnostic, diagnostic
from preferans_pbn.record import Record, Where
from preferans_pbn.rulesets import Rulesets
from preferans_pbn.session import Sessions
from preferans_pbn.variants import UndefinedByVariant


class Place(NamedTuple):
    """A stretch of a line of the source: ``line`` and ``col`` from 1, ``end_col`` exclusive."""

    line: int
    col: int
    end_col: int

    def part(self, start: int, length: int = 1) -> Place:
        """The ``length`` characters that begin ``start`` characters behind its beginning."""
        return Place(self.line, self.col + start, self.col + start + length)


Places = Mapping[Where, Place]
"""Where in the source the parts of a record stand; ``Where("")`` is the record as a whole."""


class Judge:
    """Replays the records of one source in order, in their sessions."""

    def __init__(self) -> None:
        self._rulesets = Rulesets()
        self._sessions = Sessions()

    def judge(self, record: Record, places: Places) -> list[Diagnostic]:
        """What is wrong with ``record``.  A record that names no variant is not judged: by which rules it was
        played is not known."""
        if record.variant is None:
            self._sessions.lose()
            return []
        rules, findings = self._rulesets.of(record)
        found = [replace(one) for one in findings]
        if rules is None:
            self._sessions.lose()
        else:
            try:
                found += self._sessions.replay(record, rules).diagnostics
            except UndefinedByVariant as undefined:
                self._sessions.lose()
                found.append(diagnostic("undefined-by-variant", Where("Variant"), rule="supports",
                                        variant=undefined.variant, what=undefined.parameter))
        located = [locate(one, places) for one in found]
        return sorted(located, key=lambda one: (one.line, one.col))

    def count_from(self, board: int) -> None:
        """The record judged last was this board, whatever it is called: whether deals are missing before the next one
        is known by it."""
        if self._sessions.state is not None:
            self._sessions.state.board = board

    def begin(self) -> None:
        """Another game begins, of which nothing is known."""
        self._sessions = Sessions()

    def lose(self) -> None:
        """A record could not be read: what it did to its session is not known."""
        self._sessions.lose()


def locate(finding: Diagnostic, places: Places) -> Diagnostic:
    """``finding`` at its place in the source: that of its part of the record, else of what this stands in."""
    where = finding.where or Where("")
    key = where.key
    steps = [where]
    if isinstance(key, tuple):
        steps.append(Where(where.owner, key[0]))
    steps += [Where(where.owner), Where("")]
    place = next((places[step] for step in steps if step in places), None)
    if place is not None:
        finding.line, finding.col, finding.end_col = place
    return finding


def placed_at(name: str, place: Place, **arguments: Any) -> Diagnostic:
    """A finding of the registry at a place of the source."""
    finding = diagnostic(name, **arguments)
    finding.line, finding.col, finding.end_col = place
    return finding


def fault_at(name: str, place: Place, **arguments: Any) -> SourceFault:
    """The same, to be raised."""
    return SourceFault(placed_at(name, place, **arguments))


def judged(deals: Iterable[Converted], name: str) -> Iterator[Converted]:
    """The ``deals`` of the source ``name`` with what the replay finds wrong in those whose reader says where their
    parts stand (`Converted.places`); a reader that judges its own deals does not."""
    judge = Judge()
    for number, one in enumerate(deals, 1):
        if one.record is None:
            judge.lose()
        elif one.places is not None:
            known = {(found.code, found.line, found.col) for found in one.diagnostics}
            for finding in judge.judge(one.record, one.places):
                if (finding.code, finding.line, finding.col) not in known:
                    finding.path, finding.record = name, number
                    one.diagnostics.append(finding)
        yield one

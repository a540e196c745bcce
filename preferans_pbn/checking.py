"""Checking a stream of records: read, find the rules, replay in session, say where each fault stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from preferans_pbn.diagnostics import Diagnostic, diagnostic
from preferans_pbn.record import Record, Source, Where
from preferans_pbn.replaying import Replay
from preferans_pbn.rulesets import Rulesets
from preferans_pbn.session import Sessions
from preferans_pbn.variants import Ruleset, UndefinedByVariant

if TYPE_CHECKING:
    from preferans_pbn.notation import ReadRecord


@dataclass(slots=True)
class Checked:
    """One record of a stream, checked.

    ``record`` is None where the text could not be read as a record, ``rules`` where the variant is not
    known, ``replay`` where there was nothing to replay.  ``diagnostics`` are located and in the order of
    the file.  ``number`` counts records from 1; 0 stands for what concerns the file itself.
    """

    number: int
    record: Record | None
    rules: Ruleset | None
    replay: Replay | None
    diagnostics: list[Diagnostic]
    source: Source | None

    @property
    def ok(self) -> bool:
        """No error was found (warnings may stand)."""
        return all(found.severity != "error" for found in self.diagnostics)


class Checker:
    """Checks records one after the other; its state runs through the sessions of one stream."""

    def __init__(self, rulesets: Rulesets | None = None) -> None:
        self.rulesets = rulesets or Rulesets()
        self.sessions = Sessions()

    def check(self, read: ReadRecord) -> Checked:
        """Check one record as it came from `preferans_pbn.notation.iter_records`."""
        record = read.record
        found = list(read.diagnostics)
        if record is None:
            if read.number:
                self.sessions.lose()
            return Checked(read.number, None, None, None, found, read.source)
        rules, findings = self.rulesets.of(record)
        result: Replay | None = None
        placed: list[Diagnostic] = [replace(finding) for finding in findings]
        if rules is None:
            self.sessions.lose()
        else:
            try:
                result = self.sessions.replay(record, rules)
                placed += result.diagnostics
            except UndefinedByVariant as undefined:
                self.sessions.lose()
                placed.append(diagnostic("undefined-by-variant", Where("Variant"), rule="supports",
                                         variant=undefined.variant, what=undefined.parameter))
        if placed:
            place(record, read.source, placed, read.number)
            found += placed
            found.sort(key=lambda one: (one.line, one.col))
        return Checked(read.number, record, rules, result, found, read.source)


def place(record: Record, source: Source | None, findings: Iterable[Diagnostic], number: int) -> None:
    """Turn the places of ``findings`` into file, line and column; ``number`` counts records from 1."""
    from preferans_pbn.notation.places import place as locate_finding

    for finding in findings:
        finding.record = number
        if source is None:
            continue
        finding.path = source.path
        if finding.where is not None:
            locate_finding(record, finding)


def check_stream(reads: Iterable[ReadRecord], rulesets: Rulesets | None = None) -> Iterator[Checked]:
    """Check every record of a stream in order."""
    checker = Checker(rulesets)
    for read in reads:
        yield checker.check(read)

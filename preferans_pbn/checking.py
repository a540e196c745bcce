"""Checking a stream of records: read, find the rules, replay in session, say where each fault stands."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from preferans_pbn.diagnostics import BY_NAME, Diagnostic, diagnostic
from preferans_pbn.record import Record, Source, Where
from preferans_pbn.replaying import Replay
from preferans_pbn.replaying.assumed import as_assumed
from preferans_pbn.rulesets import Rulesets
from preferans_pbn.session import Sessions
from preferans_pbn.variants import Ruleset, UndefinedByVariant

if TYPE_CHECKING:
    from preferans_pbn.notation import ReadRecord

ASSUMED: Final = BY_NAME["assumed-variant"].code
DEBUG: Final = "PREFERANS_PBN_DEBUG"
"""The environment variable that asks for tracebacks."""


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


class Files:
    """Watches a stream that may be put together from several files."""

    def __init__(self) -> None:
        self._path: str | None = None

    def another(self, record: Record) -> bool:
        """Does another file begin with ``record``, the next one of the stream?  A record that was read from none
        (`Record.source`) goes on from the one before it."""
        if record.source is None or record.source.path == self._path:
            return False
        before, self._path = self._path, record.source.path
        return before is not None


class Checker:
    """Checks records one after the other; its state runs through the sessions of one stream.

    No session runs on from one file into the next: where a record comes from another file than the one before it,
    nothing is known of what was before.
    """

    def __init__(self, rulesets: Rulesets | None = None) -> None:
        self.rulesets = rulesets or Rulesets()
        self.sessions = Sessions()
        self._files = Files()

    def enter(self, record: Record) -> None:
        """``record`` is the next one of the stream: sessions begin afresh where another file begins with it.

        `check` does this too; whoever wants to know the state before a record does it first."""
        if self._files.another(record):
            self.sessions = Sessions()

    def check(self, read: ReadRecord) -> Checked:
        """Check one record as it came from `preferans_pbn.notation.iter_records`."""
        record = read.record
        found = list(read.diagnostics)
        if record is None:
            if read.number:
                self.sessions.lose()
            return Checked(read.number, None, None, None, found, read.source)
        self.enter(record)
        rules, findings = self.rulesets.of(record)
        result: Replay | None = None
        placed: list[Diagnostic] = [replace(finding) for finding in findings] if findings else []
        if rules is None:
            self.sessions.lose()
        else:
            try:
                result = self.sessions.replay(record, rules)
                placed += result.diagnostics
                if findings and any(finding.code == ASSUMED for finding in findings):
                    placed = [as_assumed(finding, rules.id) for finding in placed]
            except UndefinedByVariant as undefined:
                self.sessions.lose()
                placed.append(diagnostic("undefined-by-variant", Where("Variant"), rule="supports",
                                         variant=undefined.variant, what=undefined.parameter))
        if placed:
            place(record, read.source, placed, read.number)
            found += placed
            found.sort(key=lambda one: (one.line, one.col))
        return Checked(read.number, record, rules, result, found, read.source)


def failed(read: ReadRecord, reason: str) -> ReadRecord:
    """What stands for a record over which this program failed: E013, beside what concerns its file."""
    finding = diagnostic("record-not-checked", reason=reason)
    finding.path = "" if read.source is None else read.source.path
    finding.record = read.number
    finding.line, finding.col, finding.end_col = (0, 0, 0) if read.source is None else (read.source.line, 1, 2)
    about_file = [found for found in read.diagnostics if not found.record]
    for found in about_file:
        found.path = finding.path
    return type(read)(None, [*about_file, finding], read.number, read.source)


def check_safely(checker: Checker, read: ReadRecord) -> Checked:
    """`Checker.check`; where this program fails over the record, it has E013 and its neighbours are none the worse.

    Whoever asks for tracebacks has the exception instead.
    """
    try:
        return checker.check(read)
    except Exception as problem:
        if os.environ.get(DEBUG):
            raise
        return checker.check(failed(read, failure_of(problem)))


def failure_of(problem: Exception) -> str:
    """What went wrong in the program, in one line."""
    return " ".join(f"{type(problem).__name__}: {problem}".split())[:300]


def place(record: Record, source: Source | None, findings: Iterable[Diagnostic], number: int) -> None:
    """Turn the places of ``findings`` into file, line and column; ``number`` counts records from 1."""
    from preferans_pbn.notation.places import place as locate_finding

    for finding in findings:
        finding.record = number
        if source is None:
            continue
        finding.path = source.path
        if finding.where is not None and source.text:
            locate_finding(record, finding)


def check_stream(reads: Iterable[ReadRecord], rulesets: Rulesets | None = None) -> Iterator[Checked]:
    """Check every record of a stream in order."""
    checker = Checker(rulesets)
    for read in reads:
        yield checker.check(read)

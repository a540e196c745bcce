"""Checking chunks: what ``check`` does with many records at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from preferans_pbn.bulk.continuity import Continuity, Course, Standing, Tracer
from preferans_pbn.bulk.cutting import Chunk, Piece
from preferans_pbn.bulk.reading import Watch, read_piece
from preferans_pbn.checking import Checked, Checker
from preferans_pbn.diagnostics import BY_NAME, Diagnostic
from preferans_pbn.record import Record, Source
from preferans_pbn.rulesets import Rulesets

if TYPE_CHECKING:
    from preferans_pbn.notation import Limits, ReadRecord

ONCE: Final = BY_NAME["crlf"].code
"""What is said of a file once, at the first line that shows it."""
ALL_OF_IT: Final = frozenset(BY_NAME[name].code for name in ("binary-file", "utf-16"))
"""What is said of a file of which nothing else is read."""
_OTHER_ENCODING: Final = frozenset(BY_NAME[name].code for name in ("invalid-utf8", "utf-16"))

Tags: TypeAlias = "tuple[str | None, str | None, tuple[tuple[str, str], ...] | None, frozenset[str], str | None]"


@dataclass(slots=True)
class Said:
    """What a report may need of one record: its number, of its tags those that name its rules and its board (None: it
    could not be read), what was found, its text where something was, and what was put right in reading it.

    ``unread``: everything that reading found, where that may be because the input is something else than notation.
    """

    number: int
    tags: Tags | None
    findings: list[Diagnostic]
    source: Source | None
    mended: list[Diagnostic]
    unread: list[Diagnostic] | None


@dataclass(slots=True)
class PieceChecked:
    """What was found in one piece.  ``records``: how many there are; ``once``: it shows what is said of a file once;
    ``nothing_else``: the file is none that can be read, whatever follows."""

    records: int = 0
    said: list[Said] = field(default_factory=list)
    once: bool = False
    nothing_else: bool = False
    course: Course = field(default_factory=Course)


class Sink(Protocol):
    """Where the findings go, in the order of the inputs."""

    def begin(self, name: str) -> None:
        """Another input."""

    def add(self, checked: Checked, findings: list[Diagnostic], read: ReadRecord) -> None:
        """A record (number 0: the input itself) and those of its findings that are wanted.  Of what was ``read`` there
        is what was put right, and what was found where that may be because the input is no notation."""

    def pass_over(self, records: int) -> None:
        """So many records of which nothing is to be said."""


@dataclass(frozen=True, slots=True)
class CheckWork:
    """How records are checked: by which rules, and which ``codes`` are wanted.  ``every``: each record is told of,
    also one without findings."""

    rulesets: Rulesets
    limits: Limits
    codes: frozenset[str]
    lenient: bool = False
    every: bool = False

    def __call__(self, chunk: Chunk, start: Standing | None, watch: Watch) -> list[PieceChecked]:
        """The findings of each piece of ``chunk``; ``start`` is where the sessions of the first stand."""
        return [self._piece(piece, None if i else start, watch) for i, piece in enumerate(chunk.pieces)]

    def _piece(self, piece: Piece, start: Standing | None, watch: Watch) -> PieceChecked:
        checker = Checker(self.rulesets)
        if start is not None:
            checker.sessions = start.sessions()
        tracer = Tracer(checker.sessions)
        result = PieceChecked()
        for read in read_piece(piece, self.limits, watch, lenient=self.lenient):
            checked = checker.check(read)
            tracer.follow(checker.sessions, checked.record, replayed=checked.replay is not None)
            self._say(read, checked, result)
        result.course = tracer.end(checker.sessions)
        return result

    def _say(self, read: ReadRecord, checked: Checked, result: PieceChecked) -> None:
        if checked.number:
            result.records = checked.number
        findings = checked.diagnostics
        if findings:
            codes = {found.code for found in findings}
            result.once |= ONCE in codes
            result.nothing_else |= not ALL_OF_IT.isdisjoint(codes)
            findings = [found for found in findings if found.code in self.codes]
        unread = read.diagnostics if is_strange(read) else None
        if findings or read.mended or self.every or unread is not None:
            record = checked.record
            source = checked.source if findings or unread is not None else None
            result.said.append(Said(checked.number, None if record is None else _tags_of(record), findings, source,
                                    read.mended, unread))


def is_strange(read: ReadRecord) -> bool:
    """May it be that the input is something else than notation in UTF-8?"""
    wrong = [found for found in read.diagnostics if found.severity == "error"]
    return bool(wrong) and (read.number <= 1 or any(found.code in _OTHER_ENCODING for found in wrong))


def _tags_of(record: Record) -> Tags:
    return record.variant, record.base, record.rules, record.damaged & {"Variant", "Rules"}, record.board


class CheckMerger:
    """Hands the findings of the chunks on as those of whole inputs."""

    def __init__(self, sink: Sink, rulesets: Rulesets) -> None:
        self._sink = sink
        self._rulesets = rulesets
        self._continuity = Continuity()
        self._records = 0
        self._lines = 0
        self._once = False
        self._nothing_else = False

    def agrees(self, chunk: Chunk, result: list[PieceChecked]) -> bool:
        """Would the first piece have had the same findings in the state that is known now?"""
        return chunk.pieces[0].first or self._nothing_else or self._continuity.agrees(result[0].course)

    def start(self, chunk: Chunk) -> Standing:
        """Where the sessions of the chunk's first piece stand."""
        return Standing() if chunk.pieces[0].first else self._continuity.standing()

    def take(self, chunk: Chunk, result: list[PieceChecked]) -> None:
        """The findings of the next chunk."""
        for piece, found in zip(chunk.pieces, result, strict=True):
            if piece.first:
                self._sink.begin(piece.name)
                self._continuity = Continuity()
                self._records = self._lines = 0
                self._once = self._nothing_else = False
            if not self._nothing_else:
                self._take(found)
            self._lines += piece.lines

    def _take(self, piece: PieceChecked) -> None:
        from preferans_pbn.notation import ReadRecord

        told = 0
        for said in piece.said:
            if self._once:
                said.findings = [found for found in said.findings if found.code != ONCE]
            if said.number:
                told += 1
            checked = self._checked(said)
            read = ReadRecord(None, said.unread or [], checked.number, said.source or Source(""), False, said.mended)
            self._sink.add(checked, said.findings, read)
        self._sink.pass_over(piece.records - told)
        self._records += piece.records
        self._once |= piece.once
        self._nothing_else |= piece.nothing_else
        self._continuity.take(piece.course)

    def _checked(self, said: Said) -> Checked:
        """What a report is told of the record."""
        before, lines = self._records, self._lines
        # What reading found is among the findings, unless it is not wanted.
        for found in {id(one): one for one in (*said.findings, *said.mended, *(said.unread or ()))}.values():
            if found.record:
                found.record += before
            if found.line:
                found.line += lines
        if said.source is not None:
            said.source.line += lines
        record = None
        rules = None
        if said.tags is not None:
            variant, base, given, damaged, board = said.tags
            record = Record(variant=variant, base=base, rules=given, board=board, damaged=damaged)
            rules = self._rulesets.of(record)[0]
        number = said.number + before if said.number else 0
        return Checked(number, record, rules, None, said.findings, said.source)

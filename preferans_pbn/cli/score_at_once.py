"""``score`` with several processes: each writes the sessions of its chunk, and what they wrote follows in order.

A session is closed by the record that begins the next one, which may be another chunk's; so each stretch of an input
also says how its last session would be closed there.
"""

from __future__ import annotations

import io
import pickle
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, TextIO, TypeAlias

from preferans_pbn.bulk.checking_work import ALL_OF_IT, is_strange
from preferans_pbn.bulk.continuity import Continuity, Course, Standing, Tracer
from preferans_pbn.bulk.cutting import Chunk, Piece, chunks_of
from preferans_pbn.bulk.reading import Watch, read_piece
from preferans_pbn.cli.foreign import Hint
from preferans_pbn.cli.options import Spellings
from preferans_pbn.cli.progress import Bar
from preferans_pbn.cli.reports.json_report import ArrayWriter, dumped
from preferans_pbn.cli.score import JsonOutput, Output, Scoring, TextOutput
from preferans_pbn.inputs import Input, find_inputs
from preferans_pbn.rulesets import Rulesets
from preferans_pbn.session import Sessions

if TYPE_CHECKING:
    from preferans_pbn.notation import Limits, ReadRecord

Where: TypeAlias = Literal["output", "errors", "entry", "strange"]
Written: TypeAlias = "tuple[Where, Any]"
"""Text for standard output or standard error, an entry of the array, or a record that may be no notation."""


@dataclass(frozen=True, slots=True)
class Screen:
    """Where text will be written: whether that is a terminal, and what letters it has."""

    terminal: bool
    encoding: str

    @classmethod
    def of(cls, stream: TextIO) -> Screen:
        """The screen that ``stream`` is."""
        return cls(stream.isatty(), stream.encoding or "utf-8")


class _Kept(io.TextIOWrapper):
    """A stream that keeps what is written, with everything else in order."""

    def __init__(self, written: list[Written], where: Where, screen: Screen) -> None:
        super().__init__(io.BytesIO(), encoding=screen.encoding)
        self._written = written
        self._where: Final[Where] = where
        self._terminal = screen.terminal

    def isatty(self) -> bool:
        return self._terminal

    def write(self, text: str, /) -> int:
        self._written.append((self._where, text))
        return len(text)


class _Entries:
    """An array that keeps its entries as text."""

    def __init__(self, written: list[Written]) -> None:
        self._written = written

    def add(self, entry: Any) -> None:
        self._written.append(("entry", dumped(entry)))

    def finish(self) -> None:
        """There is no end here."""


@dataclass(slots=True)
class Start:
    """How things stand before a chunk: its sessions, the session that is being written (`pickle`; ``b""``: none), how
    many records of the input stand before, and whether any session was written."""

    standing: Standing
    session: bytes
    records: int
    written: bool


@dataclass(slots=True)
class StretchScored:
    """What was written of one stretch of an input.

    ``closing``: what would be written if its last session ended with it; ``session``: that session (`pickle`).
    ``before``: from how many records before it its numbers count; ``resumed``: a session was gone on with; ``sessions``
    began and ``records`` were read, so many of them ``lost``.
    """

    written: list[Written] = field(default_factory=list)
    closing: list[Written] = field(default_factory=list)
    session: bytes = b""
    course: Course = field(default_factory=Course)
    before: int = 0
    resumed: bool = False
    records: int = 0
    lost: int = 0
    sessions: int = 0
    code: int = 0
    nothing_else: bool = False


@dataclass(frozen=True, slots=True)
class ScoreWork:
    """How sessions are scored and written."""

    rulesets: Rulesets
    limits: Limits
    spellings: Spellings
    form: str
    screen: Screen
    errors: Screen

    def __call__(self, chunk: Chunk, start: Start | None, watch: Watch) -> list[StretchScored]:
        """The sessions of each stretch of ``chunk``."""
        result: list[StretchScored] = []
        written = start is None or start.written
        for i, piece in enumerate(chunk.pieces):
            result.append(self._stretch(piece, None if i else start, watch, written=written))
            written |= result[-1].sessions > 0
        return result

    def _stretch(self, piece: Piece, start: Start | None, watch: Watch, *, written: bool) -> StretchScored:
        result = StretchScored(before=piece.records if start is None else start.records)
        output = self._output(result.written, written=written)
        errors = _Kept(result.written, "errors", self.errors)
        scoring = Scoring(piece.name, self.rulesets, output, _nothing, errors)
        if start is not None and start.session:
            result.resumed = True
            self._resume(start, scoring, output)
        tracer = Tracer(scoring.checker.sessions)
        for read in read_piece(piece, self.limits, watch):
            if read.number:
                result.records = read.number
                read.number += result.before
            result.nothing_else |= not read.number and any(found.code in ALL_OF_IT for found in read.diagnostics)
            session = scoring.session
            checked = scoring.take(read)
            result.sessions += scoring.session is not session
            result.lost += read.number > 0 and scoring.lost
            tracer.follow(scoring.checker.sessions, checked.record, replayed=checked.replay is not None)
            if is_strange(read):
                result.written.append(("strange", _light(read)))
        result.code = scoring.code
        result.course = tracer.end(scoring.checker.sessions)
        if not piece.last and not result.nothing_else:
            result.session = pickle.dumps((scoring.checker.sessions.state, scoring.session, output.held()),
                                          pickle.HIGHEST_PROTOCOL)
            self._redirect(output, result.closing)
        scoring.end()
        return result

    def _resume(self, start: Start, scoring: Scoring, output: TextOutput | JsonOutput) -> None:
        """Go on where the chunks before stopped."""
        state, scoring.session, held = pickle.loads(start.session)
        scoring.checker.sessions = Sessions.standing_at(state, start.standing.over)
        if scoring.session is not None:
            output.resume(scoring.session, held)

    def _output(self, kept: list[Written], *, written: bool) -> TextOutput | JsonOutput:
        """An output whose text and entries are ``kept``; ``written``: sessions stand before it."""
        if self.form == "json":
            return JsonOutput(_Entries(kept))
        return TextOutput(self.spellings, _Kept(kept, "output", self.screen), sessions=int(written))

    def _redirect(self, output: TextOutput | JsonOutput, written: list[Written]) -> None:
        """Have ``output`` write there from now on."""
        if isinstance(output, JsonOutput):
            output.array = _Entries(written)
        else:
            output.stream = _Kept(written, "output", self.screen)


def _nothing() -> None:
    """There is no bar here."""


def _light(read: ReadRecord) -> ReadRecord:
    """``read`` without its record."""
    from preferans_pbn.notation import ReadRecord

    return ReadRecord(None, read.diagnostics, read.number, read.source)


class ScoreMerger:
    """Writes what the chunks give, in order."""

    def __init__(self, output: Output, inputs: deque[Input], bar: Bar) -> None:
        self.code = 0
        self._entries = output.array if isinstance(output, JsonOutput) else None
        self._inputs = inputs
        self._bar = bar
        self._continuity = Continuity(losses_count=True)
        self._records = 0
        self._sessions = 0
        self._session = b""
        self._closing: list[Written] = []
        self._nothing_else = False
        self._hint: Hint | None = None

    def agrees(self, chunk: Chunk, result: list[StretchScored]) -> bool:
        """Would the chunk have been written the same in the state that is known now?"""
        if not self._sessions and any(one.sessions for one in result):
            return False
        if chunk.pieces[0].first or self._nothing_else:
            return True
        return result[0].before == self._records and self._continuity.agrees(result[0].course)

    def start(self, chunk: Chunk) -> Start:
        """How things stand before the chunk."""
        if chunk.pieces[0].first:
            return Start(Standing(), b"", 0, self._sessions > 0)
        return Start(self._continuity.standing(), self._session, self._records, self._sessions > 0)

    def take(self, chunk: Chunk, result: list[StretchScored]) -> None:
        """What was written of the next chunk."""
        for piece, one in zip(chunk.pieces, result, strict=True):
            if piece.first:
                self._continuity = Continuity(losses_count=True)
                self._records = 0
                self._session, self._closing = b"", []
                self._nothing_else = False
                self._hint = Hint(self._inputs.popleft())
            if self._nothing_else:
                continue
            if not one.resumed and (one.sessions or piece.last):
                # Another session begins, so the one before has ended.
                self._write(self._closing)
            self._write(one.written)
            if one.resumed or one.sessions:
                self._closing, self._session = one.closing, one.session
            self._records += one.records
            self._sessions += one.sessions
            self._nothing_else = one.nothing_else
            self._continuity.take(one.course)
            self.code = max(self.code, one.code)
            self._bar.count(one.records, one.lost)

    def _write(self, written: Iterable[Written]) -> None:
        for where, what in written:
            self._bar.clear()
            if isinstance(self._entries, ArrayWriter) and where == "entry":
                self._entries.add_dumped(what)
            elif where == "output":
                sys.stdout.write(what)
            elif where == "errors":
                sys.stdout.flush()
                sys.stderr.write(what)
            elif self._hint is not None:
                self._hint.note(what)


def score_at_once(paths: Iterable[str], work: ScoreWork, output: Output, bar: Bar, jobs: int) -> int:
    """Score the sessions in ``paths`` with several processes; the answer is the exit code."""
    from preferans_pbn.bulk.pool import results

    inputs: deque[Input] = deque()

    def announced() -> Iterator[Input]:
        for source in find_inputs(paths):
            inputs.append(source)
            yield source

    merger = ScoreMerger(output, inputs, bar)
    with results(chunks_of(announced()), work, merger, jobs, bar.chunk_done) as found:
        for chunk, result in found:
            merger.take(chunk, result)
    return merger.code

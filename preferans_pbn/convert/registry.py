"""The registry of formats: each is one module, loaded when it is first used.

A format module has ``sniff(head, name) -> float`` (0 = surely not, 1 = surely; ``head`` the first
bytes, ``name`` the file's name) and ``read(source, options) -> Iterator[Converted]``; where it can be
written, ``write(records, stream, options) -> Iterator[Loss]`` too.  A new format is a new module and one
line in `FORMATS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import BinaryIO, Final, TextIO, cast

from preferans_pbn.convert.faults import SourceFault, placed
from preferans_pbn.convert.model import Converted, Loss, Options, Source, SourceTooLarge
from preferans_pbn.record import Record

_VARIES: Final = re.compile(r"(?:10|[7-9TJQKA])?[♠♣♦♥]|\d+")
_KINDS: Final = 1000
"""So many kinds of what a source has and its format has not are told of."""

Writer = Callable[[Iterable[Record], TextIO, Options], Iterator[Loss]]
FilesWriter = Callable[[Iterable[Record], Callable[[str], BinaryIO], Options], Iterator[Loss]]


class UnknownFormat(ValueError):
    """No format has the ``name`` that was asked for; ``suggestion`` is the nearest one, or ``""``."""

    def __init__(self, name: str, suggestion: str) -> None:
        self.name = name
        self.suggestion = suggestion
        hint = f"; did you mean {suggestion}?" if suggestion else ""
        super().__init__(f"no format is called {name}{hint}")


@dataclass(frozen=True, slots=True)
class Format:
    """A file format.

    ``name`` is what ``--from`` and ``--to`` call it; ``title`` a line for people; ``suffixes`` of its
    files, lower case; ``writes``: it can be written; ``reads``: it can be read.
    ``files``: it is not one file but several, of these names.  ``aliases``: other names of it.  ``sessions``: it holds
    whole records, one behind the other, so that sessions run on through what is read back.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    module: str
    writes: bool = False
    reads: bool = True
    files: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    sessions: bool = False

    def sniff(self, head: bytes, name: str = "") -> float:
        """How sure it is that a source with these first bytes and this name has this format: 0 to 1."""
        if not self.reads:
            return 0.0
        confidence: float = import_module(self.module).sniff(head, name)
        return confidence

    def read(self, source: Source, options: Options | None = None) -> Iterator[Converted]:
        """The deals of ``source``, one at a time.

        Whatever the source holds, nothing is raised: faults are diagnostics, each with the source's name.
        Raises ValueError where the format cannot be read.
        """
        if not self.reads:
            raise ValueError(f"{self.name} can be written but not read")
        return self._read(source, options)

    def _read(self, source: Source, options: Options | None) -> Iterator[Converted]:
        try:
            kinds: set[str] = set()
            for number, one in enumerate(import_module(self.module).read(source, options or Options()), 1):
                _lose_unknown(one, number, kinds)
                yield _named(one, source.name, number)
        except SourceFault as problem:
            yield _named(Converted(None, [problem.finding]), source.name, 0)
        except SourceTooLarge as problem:
            yield _named(Converted(None, [placed("source-too-large", limit=problem.limit)]), source.name, 0)
        except OSError as problem:
            reason = problem.strerror or str(problem)
            yield _named(Converted(None, [placed("unreadable-file", reason=reason)]), source.name, 0)

    def write(self, records: Iterable[Record], stream: TextIO, options: Options | None = None) -> Iterator[Loss]:
        """Writes ``records`` to ``stream`` and says, record by record, what was lost.

        The iterator must be run to its end for everything to be written.  Raises ValueError where the
        format cannot be written.
        """
        if not self.writes:
            raise ValueError(f"{self.name} can be read but not written")
        if self.files:
            raise ValueError(f"{self.name} is not one file but several: {', '.join(self.files)}")
        writer = cast("Writer", import_module(self.module).write)
        return writer(records, stream, options or Options())

    def write_files(self, records: Iterable[Record], opened: Callable[[str], BinaryIO],
                    options: Options | None = None) -> Iterator[Loss]:
        """As `write`, where the format is several `files`: ``opened(name)`` gives the stream of each.

        Raises ValueError where it is one file, MissingPackage where it needs what is not installed.
        """
        if not (self.writes and self.files):
            raise ValueError(f"{self.name} is not written as several files")
        writer = cast("FilesWriter", import_module(self.module).write_files)
        return writer(records, opened, options or Options())


_TABLES: Final = ("deals", "calls", "plays", "scores")

FORMATS: Final = (
    Format("ppbn", "Preferans-PBN records", (".ppbn",), "preferans_pbn.convert.ppbn", writes=True,
           sessions=True),
    Format("json", "Preferans-PBN records as JSON (one object, a list) or NDJSON (one record a line)",
           (".json", ".ndjson", ".jsonl"), "preferans_pbn.convert.json_record", writes=True,
           aliases=("ndjson", "jsonl"), sessions=True),
    Format("html", "One page to step through the deals in a browser", (".html", ".htm"), "preferans_pbn.convert.html",
           writes=True, reads=False),
    Format("text", "Plain text within 80 columns, to be pasted", (".txt",), "preferans_pbn.convert.text",
           writes=True, reads=False),
    Format("markdown", "Deals as Markdown tables", (".md",), "preferans_pbn.convert.markdown", writes=True,
           reads=False),
    Format("svg", "Deals as a picture, one diagram below the other", (".svg",), "preferans_pbn.convert.svg",
           writes=True, reads=False),
    Format("csv", "Four tables as CSV: deals, calls, plays, scores", (".csv",),
           "preferans_pbn.convert.tables.csv_files", writes=True, reads=False, files=_TABLES),
    Format("parquet", "The same tables as Parquet, for DuckDB and pandas", (".parquet",),
           "preferans_pbn.convert.tables.parquet_files", writes=True, reads=False, files=_TABLES),
    Format("ppn", "PPN, Portable Preferans Notation of Prefko (Serbian)", (".ppn",), "preferans_pbn.convert.ppn",
           writes=True),
    Format("ppn-json", "PPN deals as JSON, one a line", (".json", ".ndjson", ".jsonl"),
           "preferans_pbn.convert.ppn_json_twin", writes=True),
    Format("deal-lines", "Deal lines (jpref): hands, talon, forehand, expected tricks, trick logs", (),
           "preferans_pbn.convert.deal_lines", writes=True),
    Format("begin-end", "begin–end records (protocols of gambler.ru as a scraper keeps them)", (),
           "preferans_pbn.convert.begin_end", writes=True),
    Format("dmitrybal", "DmitryBal/pref: Russian text log with a JSON companion", (".log",),
           "preferans_pbn.convert.dmitrybal"),
    Format("suntehnik", "suntehnik/preferance: game as JSON", (".json",), "preferans_pbn.convert.suntehnik"),
    Format("backslasher", "BackSlasher/preferance-game: game as JSON", (".json",),
           "preferans_pbn.convert.backslasher"),
    Format("jura", "Jura/preferans (Leningrad): game as JSON", (".json",), "preferans_pbn.convert.jura"),
    Format("pajcho", "pajcho/preferans (Serbian): GameHistoryRecord as JSON", (".json",),
           "preferans_pbn.convert.pajcho"),
    Format("pajcho-actions", "pajcho/preferans (Serbian): action log as JSON", (".json",),
           "preferans_pbn.convert.pajcho_actions"),
    Format("gpreda", "gpreda/preferans (Serbian): log of the web server", (".log",), "preferans_pbn.convert.gpreda"),
    Format("gpreda-steps", "gpreda/preferans (Serbian): step log with a JSON companion", (".log",),
           "preferans_pbn.convert.gpreda_steps"),
    Format("prefhub", "PrefHub: test scenarios as JSON", (".json",), "preferans_pbn.convert.prefhub"),
    Format("preferanser", "Preferanser: etudes as JSON", (".json",), "preferans_pbn.convert.preferanser"),
    Format("play-state", "Play-state snapshots, version 1, as JSON", (".json",), "preferans_pbn.convert.play_state"),
    Format("preferans-pro", "preferans.pro: deals as JSON", (".json",), "preferans_pbn.convert.preferans_pro"),
    Format("pasted", "Hands as pasted in forums or printed, in several languages", (".txt",),
           "preferans_pbn.convert.pasted"),
)
"""Every format, those of this project first."""


def format_names() -> tuple[str, ...]:
    """The names of all formats."""
    return tuple(entry.name for entry in FORMATS)


def readable_names() -> str:
    """The names of the formats that can be read, as a list in a sentence."""
    return ", ".join(entry.name for entry in FORMATS if entry.reads)


def find_format(name: str) -> Format:
    """The format called ``name``, or with this alias.  Raises UnknownFormat."""
    for entry in FORMATS:
        if name == entry.name or name in entry.aliases:
            return entry
    from difflib import get_close_matches

    known = [*format_names(), *(alias for entry in FORMATS for alias in entry.aliases)]
    raise UnknownFormat(name, (get_close_matches(name.lower(), known, 1) or [""])[0])


def detect_format(head: bytes, name: str = "") -> Format | None:
    """The format that a source most likely has; None where none is more likely than not."""
    best = max(FORMATS, key=lambda entry: entry.sniff(head, name))
    return best if best.sniff(head, name) >= 0.5 else None


def read_source(source: Source, format_name: str = "", options: Options | None = None) -> Iterator[Converted]:
    """The deals of ``source`` in the format called ``format_name``, or in the one that it is found to have, with what
    the replay of the records contradicts.

    Raises UnknownFormat for a name that is not registered; a source that fits no format gives one
    `Converted` with a diagnostic.
    """
    return _read_source(source, find_format(format_name) if format_name else None, options or Options())


def _read_source(source: Source, form: Format | None, options: Options) -> Iterator[Converted]:
    from preferans_pbn.convert.judging import judged
    from preferans_pbn.convert.opening import opened

    try:
        source, found, _, options = opened(source, form, options)
    except SourceFault as problem:
        yield _named(Converted(None, [problem.finding]), source.name, 0)
    except OSError as problem:
        yield _named(Converted(None, [placed("unreadable-file", reason=problem.strerror or str(problem))]),
                     source.name, 0)
    else:
        if found is None:
            yield _named(Converted(None, [placed("format-not-recognised", known=readable_names())]), source.name, 0)
        else:
            yield from judged(found.read(source, options), source.name)


def _lose_unknown(one: Converted, number: int, kinds: set[str]) -> None:
    """What of the source is not understood is a loss too, each kind once: ``kinds`` are those already told of.  Of one
    kind is what differs in numbers and cards alone."""
    for finding in one.diagnostics:
        if finding.name != "unknown-in-source":
            continue
        kind = _VARIES.sub("#", finding.message)
        if kind in kinds or len(kinds) >= _KINDS:
            continue
        kinds.add(kind)
        place = f"line {finding.line}" if finding.line else "source"
        one.losses.append(Loss(place, number, finding.message, finding.code))


def _named(one: Converted, path: str, number: int) -> Converted:
    """``one`` with the source's name and the deal's number in its diagnostics."""
    for finding in one.diagnostics:
        finding.path = finding.path or path
        finding.record = finding.record or number
    return one

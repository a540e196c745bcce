"""Records as JSON: one object, a list of them, or NDJSON (one object a line).

The form of a record is that of `preferans_pbn.notation.to_json`.  NDJSON is read line by line, so that one
broken line does not hide the others and the size of the file does not matter.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final, TextIO

from preferans_pbn.convert.decoding import decode
from preferans_pbn.convert.faults import SourceFault, placed
from preferans_pbn.convert.json_source import Document, Node, Step
from preferans_pbn.convert.model import Converted, Loss, Options, Source
from preferans_pbn.notation import JsonFormError, from_json, to_json
from preferans_pbn.record import TAGS, Record

TITLE: Final = "record as JSON"
LINE_LIMIT: Final = 4 * 1024 * 1024
_NAMES: Final = tuple(f'"{name}"'.encode() for name in ("event", "variant", "deal", "auction", "contract", "board"))


def sniff(head: bytes, name: str = "") -> float:
    """How sure it is that a file that begins like this holds records as JSON."""
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not start.startswith((b"{", b"[{", b"[ {", b"[\n")):
        return 0.0
    found = sum(field in start for field in _NAMES)
    if name.lower().endswith((".ndjson", ".jsonl")):
        return 0.6
    return 0.6 if found >= 2 else 0.0


def read(source: Source, options: Options) -> Iterator[Converted]:
    """The records of the source.  Raises SourceFault where a file that is no NDJSON cannot be read."""
    head = source.head().removeprefix(b"\xef\xbb\xbf").lstrip()
    first = head.split(b"\n", 1)[0].rstrip()
    by_name = source.name.lower().endswith((".ndjson", ".jsonl"))
    if by_name or (first.startswith(b"{") and (first.endswith(b"}") or b"\n" not in head)):
        yield from _lines(source.open(), options)
        return
    document = Document(decode(source.read(options.size_limit), options.encoding), TITLE)
    nodes = document.root.array() if isinstance(document.root.value, list) else [document.root]
    for node in nodes:
        yield _converted(node)


def write(records: Iterable[Record], stream: TextIO, options: Options) -> Iterator[Loss]:
    """Writes NDJSON.  Nothing of a record is lost but where it stood in its file."""
    for number, record in enumerate(records, 1):
        if record.damaged:
            yield Loss(", ".join(sorted(record.damaged)), number, "could not be read and is named only")
        stream.write(json.dumps(to_json(record), ensure_ascii=False, separators=(",", ":")) + "\n")


def _lines(stream: BinaryIO, options: Options) -> Iterator[Converted]:
    number = 0
    found = False
    while line := stream.readline(LINE_LIMIT + 1):
        number += 1
        if len(line) > LINE_LIMIT:
            while not line.endswith(b"\n") and (line := stream.readline(LINE_LIMIT)):
                pass
            found = True
            yield Converted(None, [placed("line-too-long", number, 1, limit=LINE_LIMIT)])
            continue
        if not line.strip(b"\xef\xbb\xbf \t\r\n"):
            continue
        found = True
        try:
            document = Document(decode(line, options.encoding).rstrip("\n"), TITLE)
        except SourceFault as problem:
            problem.finding.line = number
            yield Converted(None, [problem.finding])
        else:
            one = _converted(document.root)
            for finding in one.diagnostics:
                finding.line = number
            yield one
    if not found:
        yield Converted(None, [placed("empty-file", 1, 1)])


def _converted(node: Node) -> Converted:
    try:
        return Converted(from_json(_plain(node)))
    except SourceFault as problem:
        return Converted(None, [problem.finding])
    except JsonFormError as problem:
        path = (*node.path, *_path(problem.pointer))
        line, col = node.document.place(path)
        where = problem.pointer or "the record"
        return Converted(None, [placed("foreign-syntax", line, col, format=TITLE,
                                       problem=f"{where}: {problem.problem}")])


def _plain(node: Node) -> dict[str, object]:
    """The members of a record; numbers with a point are no amounts of the notation."""
    members = node.object()
    if not any(name in members for name in TAGS.values()):
        raise node.unexpected("a record with fields such as event, deal, contract")
    return members


def _path(pointer: str) -> tuple[Step, ...]:
    """The steps of a JSON pointer."""
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    return tuple(int(step) if step.isdigit() else step for step in steps)

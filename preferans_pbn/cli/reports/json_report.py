"""Findings as JSON: one array, or one object a line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from preferans_pbn.checking import Checked
    from preferans_pbn.diagnostics import Diagnostic


def finding_json(found: Diagnostic) -> dict[str, Any]:
    """A finding as data.  ``line``, ``column`` and ``end_column`` (exclusive) count from 1, or are null where
    the finding has no place; ``record`` counts from 1, 0 = the file itself."""
    fix = found.fix
    return {
        "path": found.path,
        "line": found.line or None,
        "column": found.col or None,
        "end_column": found.end_col or None,
        "record": found.record,
        "severity": found.severity,
        "code": found.code,
        "name": found.name,
        "message": found.message,
        "rule": found.rule or None,
        "arguments": {key: value if isinstance(value, int) else str(value)
                      for key, value in found.arguments.items()},
        "fix": None if fix is None else {"replacement": fix.replacement, "safe": fix.safe, "title": fix.title},
    }


class ArrayWriter:
    """Writes a JSON array piece by piece, one entry a line."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._count = 0

    def add(self, entry: Any) -> None:
        """The next entry."""
        self.add_dumped(dumped(entry))

    def add_dumped(self, text: str) -> None:
        """The next entry, as text already."""
        self.stream.write("[\n" if not self._count else ",\n")
        self.stream.write(text)
        self._count += 1

    def finish(self) -> None:
        """The end of the array."""
        self.stream.write("\n]\n" if self._count else "[]\n")


def dumped(entry: Any, indent: int | None = None) -> str:
    """``entry`` as JSON text."""
    return json.dumps(entry, ensure_ascii=False, indent=indent)


class JsonReport:
    """An array of findings."""

    def __init__(self, stream: TextIO) -> None:
        self._array = ArrayWriter(stream)

    def begin(self, path: str) -> None:
        """Nothing: every finding names its input."""

    def add(self, checked: Checked, findings: list[Diagnostic]) -> None:
        for found in findings:
            self._array.add(finding_json(found))

    def finish(self) -> None:
        self._array.finish()


class NdjsonReport:
    """One finding a line."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def begin(self, path: str) -> None:
        """Nothing: every finding names its input."""

    def add(self, checked: Checked, findings: list[Diagnostic]) -> None:
        for found in findings:
            self._stream.write(dumped(finding_json(found)) + "\n")

    def finish(self) -> None:
        """Nothing more."""

"""JUnit XML: a suite an input, a test case a record; an error of a record is its failure."""

from __future__ import annotations

import tempfile
from typing import IO, TYPE_CHECKING, TextIO
from xml.sax.saxutils import escape, quoteattr

if TYPE_CHECKING:
    from preferans_pbn.checking import Checked
    from preferans_pbn.diagnostics import Diagnostic

_IN_MEMORY = 1 << 20


class JUnitReport:
    """A suite's counts stand before its cases, so the cases wait in a temporary file once they are many."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._path: str | None = None
        self._cases: IO[str] | None = None
        self._tests = self._failures = self._errors = 0
        stream.write('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="preferans-pbn check">\n')

    def begin(self, path: str) -> None:
        self._end_suite()
        self._path = path
        self._cases = tempfile.SpooledTemporaryFile(  # noqa: SIM115 (closed by _end_suite)
            _IN_MEMORY, "w+", encoding="utf-8", newline="\n")
        self._tests = self._failures = self._errors = 0

    def add(self, checked: Checked, findings: list[Diagnostic]) -> None:
        if not checked.number and not findings:
            return
        assert self._cases is not None
        assert self._path is not None
        record = checked.record
        name = "the file" if not checked.number else f"record {checked.number}"
        if record is not None and record.board:
            name += f" (board {record.board})"
        self._tests += 1
        errors = [found for found in findings if found.severity == "error"]
        warnings = [found for found in findings if found.severity == "warning"]
        kind = "failure" if checked.number else "error"
        if errors and checked.number:
            self._failures += 1
        elif errors:
            self._errors += 1
        write = self._cases.write
        write(f"    <testcase classname={_attribute(self._path)} name={_attribute(name)}")
        if not findings:
            write("/>\n")
            return
        write(">\n")
        if errors:
            text = "\n".join(map(_line, errors))
            write(f"      <{kind} type={_attribute(errors[0].code)} message={_attribute(errors[0].message)}>"
                  f"{escape(_allowed(text))}</{kind}>\n")
        if warnings:
            write(f"      <system-out>{escape(_allowed(chr(10).join(map(_line, warnings))))}</system-out>\n")
        write("    </testcase>\n")

    def finish(self) -> None:
        self._end_suite()
        self._stream.write("</testsuites>\n")

    def _end_suite(self) -> None:
        if self._cases is None or self._path is None:
            return
        self._stream.write(f"  <testsuite name={_attribute(self._path)} tests=\"{self._tests}\" "
                           f"failures=\"{self._failures}\" errors=\"{self._errors}\" skipped=\"0\">\n")
        self._cases.seek(0)
        while block := self._cases.read(1 << 16):
            self._stream.write(block)
        self._cases.close()
        self._cases = None
        self._stream.write("  </testsuite>\n")


def _line(found: Diagnostic) -> str:
    return f"{found.path}:{found.line}:{found.col}: {found.code} {found.message}"


def _attribute(text: str) -> str:
    return quoteattr(_allowed(text))


def _allowed(text: str) -> str:
    """``text`` without the characters that XML 1.0 cannot hold."""
    return "".join(
        char if char in "\t\n" or " " <= char <= "\ud7ff" or "\ue000" <= char <= "\ufffd" or char >= "\U00010000"
        else "\ufffd" for char in text)

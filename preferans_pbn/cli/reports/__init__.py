"""How findings are reported: one module a kind of output, all with the same three methods."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, TextIO

if TYPE_CHECKING:
    from preferans_pbn.checking import Checked
    from preferans_pbn.diagnostics import Diagnostic

FORMATS: Final = {
    "text": ("text", "TextReport"),
    "concise": ("text", "ConciseReport"),
    "json": ("json_report", "JsonReport"),
    "ndjson": ("json_report", "NdjsonReport"),
    "junit": ("junit", "JUnitReport"),
    "sarif": ("sarif", "SarifReport"),
    "github": ("github", "GitHubReport"),
}


class Report(Protocol):
    """A report that is written while the records come.  Memory does not grow with the number of records."""

    def __init__(self, stream: TextIO) -> None: ...

    def begin(self, path: str) -> None:
        """The records of another input follow."""

    def add(self, checked: Checked, findings: list[Diagnostic]) -> None:
        """One record (number 0: the input itself) and those of its findings that are to be reported."""

    def finish(self) -> None:
        """There is nothing more."""


def report_of(name: str, stream: TextIO) -> Report:
    """A report of the kind ``name`` (a key of `FORMATS`)."""
    module, kind = FORMATS[name]
    made: Report = getattr(import_module(f"preferans_pbn.cli.reports.{module}"), kind)(stream)
    return made

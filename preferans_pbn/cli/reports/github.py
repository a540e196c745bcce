"""Workflow commands: findings become annotations on the lines of a change."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from preferans_pbn.checking import Checked
    from preferans_pbn.diagnostics import Diagnostic


class GitHubReport:
    """One workflow command a finding."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def begin(self, path: str) -> None:
        """Nothing: every finding names its input."""

    def add(self, checked: Checked, findings: list[Diagnostic]) -> None:
        for found in findings:
            properties = {"file": found.path}
            if found.line:
                properties.update(line=str(found.line), endLine=str(found.line), col=str(found.col),
                                  endColumn=str(max(found.end_col - 1, found.col)))
            properties["title"] = f"{found.code} {found.name}"
            listed = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
            self._stream.write(f"::{found.severity} {listed}::{_data(found.message)}\n")

    def finish(self) -> None:
        """Nothing more."""


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")

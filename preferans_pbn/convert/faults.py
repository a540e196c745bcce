"""Faults of a source as diagnostics, raised where they are found and caught where a deal ends."""

from __future__ import annotations

from typing import Any

from preferans_pbn.diagnostics import Diagnostic, diagnostic


class SourceFault(Exception):
    """Something in the source is not as it must be; ``finding`` says what and where."""

    def __init__(self, finding: Diagnostic) -> None:
        self.finding = finding
        super().__init__(finding.message)


def fault(name: str, line: int = 0, col: int = 0, **arguments: Any) -> SourceFault:
    """The fault called ``name`` in the registry at a place of the source (0 = the place is not known)."""
    return SourceFault(placed(name, line, col, **arguments))


def placed(name: str, line: int = 0, col: int = 0, **arguments: Any) -> Diagnostic:
    """A finding at a place of the source."""
    finding = diagnostic(name, **arguments)
    finding.line, finding.col, finding.end_col = line, col, col + 1 if col else 0
    return finding


def shown(value: object, limit: int = 60) -> str:
    """A value of the source in a message: on one line, cut where it is long."""
    text = value if isinstance(value, str) else repr(value)
    text = "".join(c if c.isprintable() else "�" for c in text[: limit + 1])
    return text if len(text) <= limit else f"{text[: limit - 1]}…"

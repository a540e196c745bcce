"""Findings for people: where, what, the line with a caret under the fault, the rule and the remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from preferans_pbn.render.excerpt import ROOM, caret
from preferans_pbn.render.ink import Ink, Line, folded_ink, paint, visible

if TYPE_CHECKING:
    from preferans_pbn.checking import Checked
    from preferans_pbn.diagnostics import Diagnostic
    from preferans_pbn.record import Source
    from preferans_pbn.variants import Ruleset


def headline(found: Diagnostic) -> Line:
    """``path:line:col: CODE message``; line and column are left out where the finding has none."""
    place = visible(found.path)
    if found.line:
        place += f":{found.line}:{found.col}"
    style = "bold red" if found.severity == "error" else "bold yellow"
    return (Ink(f"{place}:", "bold"), " ", Ink(found.code, style), " ", visible(found.message))


def excerpt(found: Diagnostic, source: Source | None, room: int = ROOM) -> list[Line]:
    """The source line of ``found`` with a caret, cut to ``room`` columns, or nothing where its text is not at hand."""
    if source is None or not found.line:
        return []
    number = found.line - source.line
    lines = source.text.split("\n")
    if not 0 <= number < len(lines) or not source.text:
        return []
    text, marker = caret(lines[number], found.col, found.end_col, room)
    label = str(found.line)
    style = "bold red" if found.severity == "error" else "bold yellow"
    return [
        (Ink(f"{label:>5} | ", "dim"), text),
        (Ink(f"{'':>5} | ", "dim"), Ink(marker, style)),
    ]


def advice(found: Diagnostic, rules: Ruleset | None) -> list[Line]:
    """Which rule of the variant the finding rests on, and how it can be mended."""
    lines: list[Line] = []
    if found.rule and rules is not None and found.rule in rules:
        from preferans_pbn.variants import format_value

        source = rules.source(found.rule)
        keys = f"; {', '.join(source.keys)}" if source.keys else ""
        origin = f"{rules.id}@{rules.revision}" if source.origin != "override" else "set by Rules"
        lines.append((Ink("      = ", "dim"),
                      f"rule {found.rule}={format_value(rules[found.rule])} ({origin}{keys})"))
    fix = found.fix
    if fix is not None:
        kind = "fix" if fix.safe else "unsafe fix"
        title = f"{visible(fix.title)}: " if fix.title else ""
        lines.append((Ink("      = ", "dim"), f"{kind}: {title}{visible(fix.replacement)}"))
    return lines


def full_text(found: Diagnostic, source: Source | None, rules: Ruleset | None) -> list[Line]:
    """Everything that is said about one finding."""
    return [headline(found), *excerpt(found, source), *advice(found, rules)]


def narrow_text(found: Diagnostic, source: Source | None, rules: Ruleset | None, width: int) -> list[Line]:
    """Everything that is said about one finding, in lines of at most ``width`` columns."""
    margin = max(8, len(str(found.line)) + 3)
    lines = [line for long in (headline(found), *advice(found, rules)) for line in folded_ink(long, width, margin)]
    head = len(folded_ink(headline(found), width, margin))
    return [*lines[:head], *excerpt(found, source, width - margin), *lines[head:]]


def mended_line(found: Diagnostic) -> Line:
    """What was put right: ``path:line:col: CODE message; read as …``."""
    # The whole hand, where only a part of it is replaced.
    meant = visible(str(found.arguments.get("whole", found.fix.replacement))) if found.fix is not None else ""
    return (*headline(found), "; ", Ink(f"read as {meant}" if meant else "left out", "green"))


class TextReport:
    """The report for people."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def begin(self, path: str) -> None:
        """Nothing: every finding names its input."""

    def add(self, checked: Checked, findings: list[Diagnostic]) -> None:
        for found in findings:
            paint(full_text(found, checked.source, checked.rules), self.stream)

    def finish(self) -> None:
        """Nothing more."""


class ConciseReport(TextReport):
    """One line a finding, as editors read them."""

    def add(self, checked: Checked, findings: list[Diagnostic]) -> None:
        paint(map(headline, findings), self.stream)

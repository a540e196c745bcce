"""``perft --table``: a program against tables of counts."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from preferans_pbn.cli.options import command_words
from preferans_pbn.cli.reports.json_report import dumped
from preferans_pbn.outputs import utf8_stdout

if TYPE_CHECKING:
    from preferans_pbn.conformance.perft_tables import Comparison, Difference, Entry
    from preferans_pbn.variants import Ruleset

_FOLLOWED: Final = 3
"""So many entries with differences are followed down to the place where the programs differ."""


@dataclass(slots=True)
class _Answer:
    """What is told of a table: so many ``units`` agree, and what does not."""

    agreed: int
    units: str
    lines: list[str] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)
    differences: list[dict[str, Any]] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.lines and self.agreed > 0

    def json(self) -> dict[str, Any]:
        return {"agreed": self.agreed, "differences": self.differences, "left_out": self.left_out}

    def text(self, table: str) -> str:
        told = f"{table}: {self.agreed} {self.units} agree"
        if self.lines:
            told += f", {len(self.lines)} differ"
        if self.left_out:
            told += f"; {len(self.left_out)} positions are outside what the program declares"
        return told


def position_of(tables: Sequence[str], ident: str) -> tuple[Ruleset, dict[str, Any]]:
    """The rules and the position of an entry."""
    from preferans_pbn.conformance.reference import ruleset_of

    for table in tables:
        for entry in _entries(table, ident):
            return ruleset_of(entry.variant, entry.overrides), dict(entry.input)
    raise _missing(ident)


def compare(tables: Sequence[str], ident: str | None, subject: str | None, format_: str) -> int:
    """Compare and tell; the exit code: 0 all agreed, 1 a count differs."""
    from preferans_pbn.conformance.edit_tables import EDITS

    words = None if subject is None else command_words(subject)
    answers: dict[str, _Answer] = {}
    for table in tables:
        if Path(table).stem != EDITS:
            entries = _entries(table, ident)
            if entries:
                answers[table] = _positions(table, entries, words)
        elif words is not None:
            raise click.UsageError("Edits are counted by this program alone: --subject is for the other tables.")
        else:
            answer = _edits(table, ident)
            if answer is not None:
                answers[table] = answer
    if not answers:
        raise _missing(ident)
    if format_ == "json":
        with utf8_stdout() as stream:
            stream.write(dumped({table: answer.json() for table, answer in answers.items()}, 2) + "\n")
    else:
        for table, answer in answers.items():
            for line in (*answer.lines, *answer.hints, answer.text(table)):
                click.echo(line)
    return 0 if all(answer.ok for answer in answers.values()) else 1


def _missing(ident: str | None) -> click.UsageError:
    return click.BadParameter(f"no table has {ident}.", param_hint="'--entry'")


def _entries(table: str, only: str | None) -> list[Entry]:
    from preferans_pbn.conformance.perft_tables import TableError, load_table, table_path

    try:
        return [entry for entry in load_table(table_path(table)) if only in (None, entry.id)]
    except TableError as problem:
        raise click.ClickException(str(problem)) from None


def _positions(table: str, entries: list[Entry], words: list[str] | None) -> _Answer:
    from preferans_pbn.conformance.perft_tables import compare_reference, compare_subject
    from preferans_pbn.conformance.subject import SubjectError

    try:
        found = compare_reference(entries) if words is None else compare_subject(entries, words)
        hints = _hints(table, found, words)
    except SubjectError as problem:
        raise click.ClickException(str(problem)) from None
    return _Answer(
        found.agreed, "counts", [one.line for one in found.differences], hints, found.left_out,
        [{"entry": one.entry.id, "depth": one.depth, "expected": one.expected, "got": one.got}
         for one in found.differences])


def _hints(table: str, found: Comparison, words: list[str] | None) -> list[str]:
    """How to divide the first entries with differences, and where another program parts from this one."""
    from preferans_pbn.conformance.perft_tables import followed_down

    first: dict[str, Difference] = {}
    for one in found.differences:
        first.setdefault(one.entry.id, one)
    hints = []
    for one in [*first.values()][:_FOLLOWED]:
        depth = "" if one.depth is None else f" --depth {one.depth}"
        hints.append(f"to divide: preferans-pbn perft --table {shlex.quote(table)} --entry {one.entry.id}{depth} "
                     "--divide")
        if words is not None and isinstance(one.got, int):
            hints.append(f"  the program parts from this one {followed_down(one, words)}")
    return hints


def _edits(table: str, ident: str | None) -> _Answer | None:
    from preferans_pbn.conformance.edit_tables import EDITS, edit_differences, edits_path, load_edits
    from preferans_pbn.conformance.perft_tables import TableError

    try:
        seeds = [seed for seed in load_edits(edits_path() if table == EDITS else Path(table))
                 if ident in (None, seed.id)]
    except TableError as problem:
        raise click.ClickException(str(problem)) from None
    if not seeds:
        return None
    answer = _Answer(0, "records")
    for seed in seeds:
        lines = list(edit_differences(seed))
        answer.agreed += not lines
        answer.lines += lines
        answer.differences += [{"entry": seed.id, "difference": line} for line in lines]
    return answer

"""``perft --table``: a program against tables of counts."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import click

from preferans_pbn.cli.reports.json_report import dumped
from preferans_pbn.outputs import utf8_stdout

if TYPE_CHECKING:
    from preferans_pbn.conformance.perft_tables import Comparison, Difference, Entry
    from preferans_pbn.variants import Ruleset

_FOLLOWED: Final = 3
"""So many entries with differences are followed down to the place where the programs differ."""


def _entries(table: str, only: str | None) -> list[Entry]:
    from preferans_pbn.conformance.perft_tables import TableError, load_table, table_path

    try:
        return [entry for entry in load_table(table_path(table)) if only in (None, entry.id)]
    except TableError as problem:
        raise click.ClickException(str(problem)) from None


def position_of(tables: Sequence[str], ident: str) -> tuple[Ruleset, dict[str, Any]]:
    """The rules and the position of an entry."""
    from preferans_pbn.conformance.reference import ruleset_of

    for table in tables:
        for entry in _entries(table, ident):
            return ruleset_of(entry.variant, entry.overrides), dict(entry.input)
    raise click.BadParameter(f"no table has {ident}.", param_hint="'--entry'")


def compare(tables: Sequence[str], ident: str | None, subject: str | None, format_: str) -> int:
    """Compare and tell; the exit code: 0 all agreed, 1 a count differs."""
    from preferans_pbn.conformance.perft_tables import compare_reference, compare_subject
    from preferans_pbn.conformance.subject import SubjectError

    words = _words(subject)
    found: dict[str, Comparison] = {}
    for table in tables:
        entries = _entries(table, ident)
        if not entries:
            continue
        try:
            found[table] = compare_reference(entries) if words is None else compare_subject(entries, words)
        except SubjectError as problem:
            raise click.ClickException(str(problem)) from None
    if not found:
        raise click.BadParameter(f"no table has {ident}.", param_hint="'--entry'")
    if format_ == "json":
        with utf8_stdout() as stream:
            stream.write(dumped({table: _as_json(one) for table, one in found.items()}, 2) + "\n")
    else:
        for table, one in found.items():
            _tell(table, one, words)
    return 0 if all(one.ok for one in found.values()) else 1


def _words(subject: str | None) -> list[str] | None:
    if subject is None:
        return None
    try:
        words = shlex.split(subject)
    except ValueError as problem:
        raise click.BadParameter(f"{problem}", param_hint="'--subject'") from None
    if not words:
        raise click.BadParameter("it names no program.", param_hint="'--subject'")
    return words


def _as_json(found: Comparison) -> dict[str, Any]:
    return {
        "agreed": found.agreed,
        "differences": [{"entry": one.entry.id, "depth": one.depth, "expected": one.expected, "got": one.got}
                        for one in found.differences],
        "left_out": found.left_out,
    }


def _tell(table: str, found: Comparison, words: list[str] | None) -> None:
    for one in found.differences:
        click.echo(one.line)
    first: dict[str, Difference] = {}
    for one in found.differences:
        first.setdefault(one.entry.id, one)
    for one in [*first.values()][:_FOLLOWED]:
        depth = "" if one.depth is None else f" --depth {one.depth}"
        click.echo(f"to divide: preferans-pbn perft --table {shlex.quote(table)} --entry {one.entry.id}{depth} "
                   "--divide")
        if words is not None and isinstance(one.got, int):
            from preferans_pbn.conformance.perft_tables import followed_down

            click.echo(f"  they part {followed_down(one, words)}")
    told = f"{table}: {found.agreed} counts agree"
    if found.differences:
        told += f", {len(found.differences)} differ"
    if found.left_out:
        told += f"; {len(found.left_out)} positions are outside what the program declares"
    click.echo(told)

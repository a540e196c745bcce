"""``perft --edits``: what comes of every edit of one token of a record."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from preferans_pbn.cli.reports.json_report import dumped
from preferans_pbn.outputs import utf8_stdout

if TYPE_CHECKING:
    from preferans_pbn.conformance.edits import Edit, EditCounts


def show_edits(path: Path, code: str | None, format_: str) -> int:
    """Count the edits of each record of ``path`` and tell; the exit code: 1 where a record has an error itself."""
    from preferans_pbn.conformance.edits import EditCounts, codes_of, edits_of

    answers: list[dict[str, Any]] = []
    sound = True
    for text, line in _records(path):
        own = [one for one in codes_of(text) if one.startswith("E")]
        sound = sound and not own
        counts = EditCounts()
        shown = [edit for edit in edits_of(text) if counts.add(edit, codes_of(edit.text)) == code]
        if format_ == "json":
            answers.append({"line": line, "errors": own, **_as_json(counts),
                            **({"shown": [_shown(text, edit, line) for edit in shown]} if code else {})})
            continue
        click.echo(f"record at line {line}: {counts.edits} edits, {counts.accepted} accepted"
                   + (f"; it has errors itself: {' '.join(own)}" if own else ""))
        for edit in shown:
            one = _shown(text, edit, line)
            click.echo(f"  {one['line']}:{one['col']} {one['kind']} {one['action']}: {one['before']}"
                       + (f" -> {one['after']}" if one["after"] else ""))
        if code is None:
            _tell(counts)
    if format_ == "json":
        with utf8_stdout() as stream:
            stream.write(dumped({"records": answers}, 2) + "\n")
    return 0 if sound else 1


def _records(path: Path) -> Iterator[tuple[str, int]]:
    from preferans_pbn.notation import iter_records

    try:
        stream = sys.stdin.buffer if str(path) == "-" else path.open("rb")
    except OSError as problem:
        raise click.ClickException(f"{path}: {problem.strerror}") from None
    with stream:
        found = [(read.source.text, read.source.line) for read in iter_records(stream)
                 if read.source is not None and read.number]
    if not found:
        raise click.ClickException(f"{path}: there is no record")
    yield from found


def _as_json(counts: EditCounts) -> dict[str, Any]:
    return {
        "edits": counts.edits, "accepted": counts.accepted, "first": dict(sorted(counts.first.items())),
        "codes": dict(sorted(counts.codes.items())),
        "kinds": {kind: {"edits": edits, "accepted": accepted}
                  for kind, (edits, accepted) in sorted(counts.kinds.items())},
    }


def _shown(text: str, edit: Edit, line: int) -> dict[str, Any]:
    """Where an edit stands and the first line that it changes, before and after."""
    token = edit.token
    before, after = text.split("\n"), edit.text.split("\n")
    number = text.count("\n", 0, token.start)
    changed = after[number] if number < len(after) else ""
    return {"line": line + number, "col": token.start - text.rfind("\n", 0, token.start), "kind": token.kind,
            "action": edit.action, "before": before[number], "after": changed}


def _tell(counts: EditCounts) -> None:
    from preferans_pbn.diagnostics import REGISTRY

    click.echo(f"{'code':>6}{'first':>7}{'in all':>8}")
    for code in sorted(counts.codes, key=lambda code: (-counts.first[code], code)):
        click.echo(f"{code:>6}{counts.first[code] or '-':>7}{counts.codes[code]:>8}  {REGISTRY[code].name}")

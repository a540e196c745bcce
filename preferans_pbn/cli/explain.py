"""``preferans-pbn explain``: what a diagnostic code means, with a failing and a fixed record."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterator
from typing import Any, Final

import click

from preferans_pbn.cli.options import did_you_mean
from preferans_pbn.cli.reports.json_report import ArrayWriter, dumped
from preferans_pbn.cli.reports.text import full_text
from preferans_pbn.data_files import data_path
from preferans_pbn.diagnostic_codes import Entry
from preferans_pbn.diagnostics import BY_NAME, REGISTRY
from preferans_pbn.outputs import utf8_stdout
from preferans_pbn.render.ink import Ink, Line, paint, visible

_WIDTH: Final = 80
_EMPHASIS: Final = re.compile(r"\*\*?(?=\S)|(?<=\S)\*\*?")
_PHASES: Final = (
    ("E0", "encoding"), ("E1", "lexical"), ("E2", "syntax"), ("E3", "deal"), ("E45", "exchange and contract"),
    ("E4", "auction"), ("E5", "defence and play"), ("E6", "tricks, score, sheet, settlement"),
    ("W7", "conversion loss"), ("W8", "style"),
)


@click.command("explain")
@click.argument("codes", metavar="[CODE|NAME]...", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Explain every code.")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help="How the explanation is written.")
def command(codes: tuple[str, ...], every: bool, format_: str) -> None:
    """Explain diagnostic codes (E512) or names (revoke): what they mean, the clause or rule behind them, and
    a record that fails beside one that does not."""
    if every == bool(codes):
        raise click.UsageError("Name a code, or give --all.")
    entries = list(REGISTRY.values()) if every else [_entry(code) for code in codes]
    if format_ == "json":
        with utf8_stdout() as stream:
            if every or len(entries) > 1:
                array = ArrayWriter(stream)
                for entry in entries:
                    array.add(_as_json(entry))
                array.finish()
            else:
                stream.write(dumped(_as_json(entries[0]), 2) + "\n")
        return
    for number, entry in enumerate(entries):
        lines = list(_as_text(entry))
        paint(["", "", *lines] if number else lines, sys.stdout)


def _entry(word: str) -> Entry:
    entry = REGISTRY.get(word.upper()) or BY_NAME.get(word.lower())
    if entry is None:
        known = REGISTRY if word[:1] in "EWew" and word[1:].isdigit() else BY_NAME
        hint = did_you_mean(word, known) or " `preferans-pbn explain --all` lists them."
        raise click.UsageError(f"No diagnostic is called {word!r}.{hint}")
    return entry


def example(entry: Entry, kind: str) -> bytes | None:
    """The file that shows the fault (``kind`` ``bad``) or shows it mended (``fixed``); None: there is none."""
    try:
        return data_path(f"fixtures/{kind}/{entry.code}-{entry.name}.ppbn").read_bytes()
    except FileNotFoundError:
        return None


def clause_text(clause: str) -> str:
    """What a clause of the specification says, as plain text; ``""`` where the specification has none of that
    number."""
    specification = data_path("grammar/README.md").read_text(encoding="utf-8")
    found = re.search(rf"^\*\*{re.escape(clause)}\*\* (.+?)(?=\n\n|\n\*\*N-|\Z)", specification,
                      re.MULTILINE | re.DOTALL)
    return " ".join(_EMPHASIS.sub("", found[1]).split()) if found else ""


def _rests_on(entry: Entry) -> str:
    """The clause of the specification, or the variants' parameter with its meaning."""
    if entry.clause.startswith("N-"):
        return f"clause {entry.clause} of the notation"
    if entry.clause == "program":
        return "nothing in the record: it is this program's fault"
    if entry.clause == "convert":
        return "the converter"
    from preferans_pbn.variants import PARAMETERS

    parameter = PARAMETERS.get(entry.clause)
    if parameter is None:
        return f"the variant's {entry.clause}"
    return f"the variant's rule {entry.clause}: {parameter.meaning[:1].lower()}{parameter.meaning[1:]}"


def _phase(code: str) -> str:
    return next((name for prefix, name in _PHASES if code.startswith(prefix)), "")


def _as_text(entry: Entry) -> Iterator[Line]:
    error = entry.code[0] == "E"
    style = "bold red" if error else "bold yellow"
    kind = "error" if error else "warning"
    yield (Ink(entry.code, style), " ", Ink(entry.name, "bold"), f"  ({kind}: {_phase(entry.code)})")
    yield ""
    yield from textwrap.wrap(entry.explanation, _WIDTH)
    yield ""
    yield from textwrap.wrap(f"Message:   {entry.message}", _WIDTH, subsequent_indent=" " * 11)
    yield from textwrap.wrap(f"Rests on:  {_rests_on(entry)}", _WIDTH, subsequent_indent=" " * 11)
    clause = clause_text(entry.clause)
    if clause:
        yield from textwrap.wrap(clause, _WIDTH, initial_indent=" " * 11, subsequent_indent=" " * 11)
    bad = example(entry, "bad")
    fixed = example(entry, "fixed")
    if bad is None:
        yield ""
        yield "There is no example of it."
        return
    yield from _shown("This fails:", bad)
    yield ""
    yield (Ink("What check says:", "bold"),)
    yield from _findings(entry, bad)
    if fixed is not None:
        yield from _shown("This is in order:", fixed)


def _shown(title: str, data: bytes) -> Iterator[Line]:
    yield ""
    yield (Ink(title, "bold"),)
    text = data.decode("utf-8", "backslashreplace")
    for line in text.splitlines():
        yield f"    {visible(line)}".rstrip()


def _findings(entry: Entry, data: bytes) -> Iterator[Line]:
    from preferans_pbn.checking import check_stream
    from preferans_pbn.notation import iter_text

    for checked in check_stream(iter_text(data, path=f"{entry.code}-{entry.name}.ppbn")):
        for found in checked.diagnostics:
            for line in full_text(found, checked.source, checked.rules):
                yield ("    ", line) if isinstance(line, str) else ("    ", *line)


def _as_json(entry: Entry) -> dict[str, Any]:
    data: dict[str, Any] = {
        "code": entry.code,
        "name": entry.name,
        "severity": "error" if entry.code[0] == "E" else "warning",
        "phase": _phase(entry.code),
        "message": entry.message,
        "clause": entry.clause,
        "rests_on": _rests_on(entry),
        "clause_text": clause_text(entry.clause) or None,
        "explanation": entry.explanation,
    }
    for kind in ("bad", "fixed"):
        found = example(entry, kind)
        data[kind] = None if found is None else found.decode("utf-8", "backslashreplace")
    return data

"""Files that are given to a command for records of the notation, and are something else: what to do with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import click

from preferans_pbn.inputs import STDIN, Input, read_input

if TYPE_CHECKING:
    from preferans_pbn.notation import Limits, ReadRecord

_HEAD: Final = 8192
_NOTHING: Final = frozenset(("empty-file", "unreadable-file", "binary-file"))
"""Faults of files that are no text at all."""


def read_records(source: Input, limits: Limits | None = None, *, lenient: bool = False) -> Iterator[ReadRecord]:
    """The records of ``source`` as `preferans_pbn.inputs.read_input` gives them; where it is no notation, standard
    error says behind the first record what it looks like and how it is converted."""
    hint = Hint(source)
    for read in read_input(source, limits, lenient=lenient):
        yield read
        hint.note(read)


class Hint:
    """Says on standard error, once, that ``source`` has to be converted first."""

    def __init__(self, source: Input) -> None:
        self._source = source
        self._told = False

    def note(self, read: ReadRecord) -> None:
        """``read`` is the next record of the source, and was reported."""
        if self._told or all(found.severity != "error" for found in read.diagnostics):
            return
        name = self._source.name
        if any(found.name == "invalid-utf8" for found in read.diagnostics):
            self._told = True
            click.echo(f"{name}: if this is another encoding, preferans-pbn convert --encoding auto reads it",
                       err=True)
        elif read.number <= 1:
            form = self._form(read)
            if form:
                self._told = True
                click.echo(f"{name}: this looks like {form}; preferans-pbn convert reads it", err=True)

    def _form(self, read: ReadRecord) -> str:
        """What the source looks like, in words; ``""`` where it looks like the notation, or like nothing known."""
        if not any(found.severity == "error" and found.code < "E300" and found.name not in _NOTHING
                   for found in read.diagnostics):
            return ""
        from preferans_pbn.convert import detect_format

        head = read.source.text[:_HEAD].encode("utf-8", "surrogateescape")
        if self._source.name != STDIN:
            try:
                with self._source.opened() as stream:
                    head = stream.read(_HEAD)
            except OSError:
                return ""
        form = detect_format(head, self._source.name)
        return "" if form is None or form.name == "ppbn" else f"{form.name} ({form.title})"

"""What a shell completes: words for options and arguments that take variants, formats, codes, files …

click makes the scripts for bash, zsh and fish and asks the program for each word.  Only then are the parameters given
types that know their words, so other runs load nothing for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import click
from click.shell_completion import CompletionItem

from preferans_pbn.cli.options import Kind


def equip(command: click.Command) -> None:
    """Give the parameters of a command, and of the commands below it, types that complete."""
    for parameter in command.params:
        names = parameter.opts if isinstance(parameter, click.Option) else [str(parameter.name).upper()]
        kind = next((_KINDS[name] for name in names if name in _KINDS), None)
        if str(command.name) == "split" and "--by" in names:
            kind = _Words(_groups)
        if kind is not None and not isinstance(parameter.type, click.Choice):
            parameter.type = kind
    if isinstance(command, click.Group):
        for one in command.commands.values():
            equip(one)


class _Words(Kind):
    """A value that is completed from a list of words with what they mean; case does not count."""

    name = "text"

    def __init__(self, words: Callable[[], Iterable[tuple[str, str]]]) -> None:
        self._words = words

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The words that begin so; of a list with commas, its last."""
        before, comma, last = incomplete.rpartition(",")
        found = [CompletionItem(before + comma + word, help=text) for word, text in self._words()
                 if word.casefold().startswith(last.casefold())]
        # A house variant is a file, and so may be other values that are not in the list.
        return found or [CompletionItem(incomplete, type="file")]


def _variants() -> Iterable[tuple[str, str]]:
    from preferans_pbn.variants import load_variant, variant_aliases, variant_names

    for name in variant_names():
        yield name, load_variant(name).title
    for alias, name in variant_aliases().items():
        yield alias, name


def _formats(reading: bool) -> Iterable[tuple[str, str]]:
    from preferans_pbn.convert import FORMATS

    return ((entry.name, entry.title) for entry in FORMATS if (entry.reads if reading else entry.writes))


def _codes() -> Iterable[tuple[str, str]]:
    from preferans_pbn.diagnostics import REGISTRY

    for code, entry in REGISTRY.items():
        yield code, entry.name
    for code, entry in REGISTRY.items():
        yield entry.name, code


def _groups() -> Iterable[tuple[str, str]]:
    return [(word, "") for word in ("session", "event", "date", "variant", "player", "count=")]


def _parameters() -> Iterable[tuple[str, str]]:
    from preferans_pbn.variants import PARAMETERS

    return ((f"{name}=", "") for name in sorted(PARAMETERS))


def _contracts() -> Iterable[tuple[str, str]]:
    from preferans_pbn.notation.words import CONTRACTS

    return ((word, "") for word in sorted(CONTRACTS))


def _outcomes() -> Iterable[tuple[str, str]]:
    from preferans_pbn.notation.words import OUTCOMES

    return ((word, "") for word in sorted(OUTCOMES))


_VARIANT: Final = _Words(_variants)
_CODE: Final = _Words(_codes)
_FILE: Final = click.Path()
_KINDS: Final[dict[str, Kind]] = {
    **dict.fromkeys(("--variant", "--override-variant", "--default-variant", "--own", "--base", "VARIANT", "LEFT",
                     "RIGHT", "A", "B", "NAME"), _VARIANT),
    **dict.fromkeys(("--select", "--ignore", "--code", "CODE", "CODES"), _CODE),
    **dict.fromkeys(("PATHS", "PATH", "SOURCE", "TARGET", "--output", "--report", "--append", "--mapping", "--skip",
                     "--edits"), _FILE),
    "--directory": click.Path(file_okay=False),
    "--from": _Words(lambda: _formats(True)),
    "--to": _Words(lambda: _formats(False)),
    "--rules": _Words(_parameters),
    "--contract": _Words(_contracts),
    "--outcome": _Words(_outcomes),
}

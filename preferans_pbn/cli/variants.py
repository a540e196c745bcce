"""``preferans-pbn variants``: which variants there are, their rules with sources, their differences."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, Final

import click

from preferans_pbn.cli.options import ruleset_of
from preferans_pbn.cli.reports.json_report import dumped
from preferans_pbn.outputs import utf8_stdout
from preferans_pbn.render.ink import Ink, Line, cells, paint
from preferans_pbn.variants import (
    PARAMETERS,
    SUPPORTS,
    Ruleset,
    format_value,
    load_variant,
    variant_aliases,
    variant_names,
)
from preferans_pbn.variants.values import to_json

_WIDTH: Final = 80

_format_option = click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text",
                              show_default=True, help="How the answer is written.")
_rules_option = click.option("--rules", metavar="KEY=VALUE", multiple=True, help="Set a rule; may be repeated.")


@click.group("variants", invoke_without_command=True, subcommand_metavar="[COMMAND] [ARGS]...")
@_format_option
@click.pass_context
def command(ctx: click.Context, format_: str) -> None:
    """List the variants; show one with the source of every rule; compare two."""
    if ctx.invoked_subcommand is None:
        _list(format_)
    elif format_ == "json":
        raise click.UsageError(f"--format belongs behind {ctx.invoked_subcommand}.")


@command.command("list")
@_format_option
def list_command(format_: str) -> None:
    """List the variants: id, other names, title, what the sources define."""
    _list(format_)


@command.command("show")
@click.argument("variant")
@_rules_option
@_format_option
def show_command(variant: str, rules: tuple[str, ...], format_: str) -> None:
    """Show every rule of VARIANT with its value, its source and how an unclear source was read.

    VARIANT is an id, an alias, either with a revision (sochi@1), or the path of a house file (.yaml).
    """
    ruleset = ruleset_of(variant, rules, "'VARIANT'")
    if format_ == "json":
        _write_json(_ruleset_json(ruleset))
    else:
        paint(_rules_lines(ruleset), sys.stdout)


@command.command("diff")
@click.argument("left", metavar="A")
@click.argument("right", metavar="B")
@_format_option
def diff_command(left: str, right: str, format_: str) -> None:
    """Show the rules on which the variants A and B differ, with the sources of both."""
    one, other = ruleset_of(left, hint="'A'"), ruleset_of(right, hint="'B'")
    if format_ == "json":
        _write_json({
            "left": f"{one.id}@{one.revision}",
            "right": f"{other.id}@{other.revision}",
            "differences": [
                {"name": d.name, "meaning": PARAMETERS[d.name].meaning,
                 "left": None if d.left is None else to_json(d.left),
                 "right": None if d.right is None else to_json(d.right)}
                for d in one.differences(other)
            ],
        })
    else:
        paint(_diff_lines(one, other), sys.stdout)


def _write_json(data: Any) -> None:
    with utf8_stdout() as stream:
        stream.write(dumped(data, 2) + "\n")


# ---- list --------------------------------------------------------------------------------------------


def _list(format_: str) -> None:
    aliases = variant_aliases()
    entries = []
    for name in variant_names():
        rules = load_variant(name)
        entries.append((rules, [alias for alias, ident in aliases.items() if ident == name]))
    if format_ == "json":
        _write_json([
            {"id": rules.id, "revision": rules.revision, "aliases": names, "title": rules.title,
             "family": rules.family, "extends": rules.extends or None, "supports": _supports(rules)}
            for rules, names in entries
        ])
        return
    rows = [("variant", "aliases", "family", "supports", "title")]
    rows += [(f"{rules.id}@{rules.revision}", ", ".join(names) or "-", rules.family, " ".join(_supports(rules)),
              rules.title) for rules, names in entries]
    widths = [max(cells(row[i]) for row in rows) for i in range(3)]
    lines: list[Line] = []
    for number, row in enumerate(rows):
        left = "  ".join(f"{text:<{width}}" for text, width in zip(row, widths, strict=False))
        line = f"{left}  {row[3]}"
        lines.append((Ink(line, "bold"),) if not number else line)
        if number:
            lines += [(Ink(f"    {part}", "dim"),) for part in textwrap.wrap(row[4], _WIDTH - 4)]
    paint(lines, sys.stdout)


def _supports(rules: Ruleset) -> list[str]:
    return [part for part in SUPPORTS if part in rules.supports]


# ---- show --------------------------------------------------------------------------------------------


def _ruleset_json(rules: Ruleset) -> dict[str, Any]:
    return {
        "id": rules.id,
        "revision": rules.revision,
        "title": rules.title,
        "description": rules.description,
        "family": rules.family,
        "extends": rules.extends or None,
        "supports": _supports(rules),
        "parameters": {
            name: {"value": to_json(value), "meaning": PARAMETERS[name].meaning, "sources": list(source.keys),
                   "reading": source.reading or None, "origin": source.origin}
            for name, value in rules.values.items()
            for source in (rules.source(name),)
        },
        "undefined": list(rules.undefined()),
    }


def _rules_lines(rules: Ruleset) -> Iterator[Line]:
    yield (Ink(f"{rules.id}@{rules.revision}", "bold"), f"  {rules.title}")
    extends = f", extends {rules.extends}" if rules.extends else ""
    yield f"{rules.family} family{extends}; supports {' '.join(_supports(rules))}"
    if rules.description:
        yield ""
        yield from textwrap.wrap(rules.description, _WIDTH)
    for name in rules.values:
        yield ""
        yield (Ink(f"{name} = {format_value(rules[name])}", "bold"),)
        yield from _indented(PARAMETERS[name].meaning)
        source = rules.source(name)
        keys = ", ".join(source.keys) or "-"
        yield from _indented(f"source: {keys} ({source.origin})", "dim")
        if source.reading:
            yield from _indented(f"reading: {source.reading}", "dim")
    undefined = rules.undefined()
    if undefined:
        yield ""
        yield (Ink("Not defined by this variant:", "bold"),)
        yield from _indented(", ".join(undefined))


def _indented(text: str, style: str = "") -> Iterator[Line]:
    for line in textwrap.wrap(text, _WIDTH - 4, break_on_hyphens=False):
        yield (Ink(f"    {line}", style),)


# ---- diff --------------------------------------------------------------------------------------------


def _diff_lines(one: Ruleset, other: Ruleset) -> Iterator[Line]:
    names = [f"{rules.id}@{rules.revision}" for rules in (one, other)]
    differences: Sequence[Any] = one.differences(other)
    if not differences:
        yield f"{names[0]} and {names[1]} have the same rules."
        return
    width = max(map(len, names))
    for number, difference in enumerate(differences):
        if number:
            yield ""
        yield (Ink(difference.name, "bold"),)
        yield from _indented(PARAMETERS[difference.name].meaning, "dim")
        for name, rules, value in zip(names, (one, other), (difference.left, difference.right), strict=True):
            if value is None:
                yield f"    {name:<{width}}  not defined"
                continue
            keys = ", ".join(rules.source(difference.name).keys)
            yield from textwrap.wrap(
                f"{name:<{width}}  {format_value(value)}" + (f"  ({keys})" if keys else ""), _WIDTH,
                initial_indent="    ", subsequent_indent=" " * (width + 6), break_on_hyphens=False)

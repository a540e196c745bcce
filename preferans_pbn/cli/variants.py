"""``preferans-pbn variants``: which variants there are, their rules with sources, their differences."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from typing import Any, Final

import click

from preferans_pbn.cli.options import ruleset_of
from preferans_pbn.cli.reports.json_report import dumped
from preferans_pbn.outputs import utf8_stdout
from preferans_pbn.render.ink import Ink, Line, cells, paint
from preferans_pbn.variants import (
    PARAMETERS,
    SUPPORTS,
    Difference,
    Ruleset,
    load_variant,
    variant_aliases,
    variant_names,
)
from preferans_pbn.variants.account import Rule, chapters, question, rule_of, sources
from preferans_pbn.variants.stages import STAGES
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
    """Show the rules of VARIANT as sentences, stage by stage, each with its parameter, its source and how an
    unclear source was read; then what the variant leaves open.

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
    """Show the rules on which the variants A and B differ, as sentences, with the sources of both.

    Both are named as for show.
    """
    one, other = ruleset_of(left, hint="'A'"), ruleset_of(right, hint="'B'")
    if format_ == "json":
        _write_json({
            "left": f"{one.id}@{one.revision}",
            "right": f"{other.id}@{other.revision}",
            "differences": [
                {"name": d.name, "stage": stage, "meaning": PARAMETERS[d.name].meaning,
                 "left": None if d.left is None else to_json(d.left),
                 "right": None if d.right is None else to_json(d.right),
                 "left_sentence": None if d.left is None else rule_of(one, d.name).sentence,
                 "right_sentence": None if d.right is None else rule_of(other, d.name).sentence}
                for stage, differences in _by_stage(one, other) for d in differences
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
        "cards": rules.cards,
        "supports": _supports(rules),
        "parameters": {
            rule.name: {"value": to_json(rules[rule.name]), "stage": chapter.title, "sentence": rule.sentence,
                        "meaning": PARAMETERS[rule.name].meaning, "sources": list(rule.keys),
                        "reading": rule.reading or None, "origin": rule.origin, "moot": rule.moot}
            for chapter in chapters(rules) for rule in chapter.rules
        },
        "undefined": list(rules.undefined()),
    }


def _rules_lines(rules: Ruleset) -> Iterator[Line]:
    own = f"{rules.id}@{rules.revision}"
    title = f"  {rules.title}"
    one_line = cells(own + title) <= _WIDTH
    yield (Ink(own, "bold"), title if one_line else "")
    if not one_line:
        yield from _wrapped(rules.title, 2)
    extends = f", extends {rules.extends}" if rules.extends else ""
    yield f"{rules.family} family{extends}; supports {' '.join(_supports(rules)) or 'nothing'}"
    if rules.description:
        yield ""
        yield from textwrap.wrap(rules.description, _WIDTH)
    for chapter in chapters(rules):
        yield ""
        yield (Ink(chapter.title, "bold underline"),)
        for rule in (one for one in chapter.rules if not one.moot):
            yield from _rule_lines(rule, own)
        idle = [f"{rule.name}={rule.value}" for rule in chapter.rules if rule.moot]
        if idle:
            yield from _wrapped(f"Without effect here: {', '.join(idle)}.", 2, "dim")
        if chapter.undefined:
            yield from _wrapped(f"Not defined by this variant: {', '.join(chapter.undefined)}.", 2, "yellow")
    yield from _open_lines(rules)
    yield ""
    yield (Ink("Sources", "bold underline"),)
    for key, text in sources(rules).items():
        yield from _wrapped(f"{key}: {text}", 2, "dim", 6)


def _rule_lines(rule: Rule, own: str) -> Iterator[Line]:
    yield from _wrapped(rule.sentence, 2)
    origin = {own: "", "default": "; so in the whole family", "override": "set here"}.get(
        rule.origin, f"; from {rule.origin}")
    yield from _wrapped(f"{rule.name}={rule.value}  ({', '.join(rule.keys)}{origin})".replace("(; ", "(")
                        .replace("  ()", ""), 6, "dim", 10)
    if rule.reading:
        yield from _wrapped(f"Reading: {rule.reading}", 6, "dim", 10)


def _open_lines(rules: Ruleset) -> Iterator[Line]:
    """What the sources leave open: what is not defined, and what had to be decided."""
    missing = [name for chapter in chapters(rules) for name in chapter.undefined]
    decided = [rule for chapter in chapters(rules) for rule in chapter.rules if rule.decided_here and not rule.moot]
    if not missing and not decided:
        return
    yield ""
    yield (Ink("Open questions", "bold underline"),)
    for name in missing:
        yield from _wrapped(f"{name}: not defined, and refused. {question(name)}", 2, hang=6)
    for rule in decided:
        yield from _wrapped(f"{rule.name}: no source says; {rule.value} was decided. {rule.reading}", 2, hang=6)


def _wrapped(text: str, indent: int, style: str = "", hang: int = 0) -> Iterator[Line]:
    for line in textwrap.wrap(text, _WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (hang or indent),
                              break_on_hyphens=False):
        yield (Ink(line, style),)


# ---- diff --------------------------------------------------------------------------------------------


def _by_stage(one: Ruleset, other: Ruleset) -> Iterator[tuple[str, list[Difference]]]:
    """The differences of two variants, stage by stage."""
    found = {difference.name: difference for difference in one.differences(other)}
    for stage in STAGES:
        here = [found[name] for name in stage.parameters if name in found]
        if here:
            yield stage.title, here


def _diff_lines(one: Ruleset, other: Ruleset) -> Iterator[Line]:
    names = [f"{rules.id}@{rules.revision}" for rules in (one, other)]
    stages = list(_by_stage(one, other))
    if not stages:
        yield f"{names[0]} and {names[1]} have the same rules."
        return
    if one.family != other.family:
        yield from textwrap.wrap(f"{names[0]} is of the {one.family} family, {names[1]} of the {other.family}: what "
                                 "only one of the two has is left undefined by the other.", _WIDTH)
        yield ""
    width = max(map(len, names))
    for number, (title, differences) in enumerate(stages):
        if number:
            yield ""
        yield (Ink(title, "bold underline"),)
        for difference in differences:
            yield (Ink(f"  {difference.name}", "bold"),)
            for name, rules, value in zip(names, (one, other), (difference.left, difference.right), strict=True):
                yield from _side(f"{name:<{width}}", rules, difference.name, value is not None)


def _side(label: str, rules: Ruleset, name: str, defined: bool) -> Iterator[Line]:
    """What one of two variants says."""
    text = "not defined"
    if defined:
        rule = rule_of(rules, name)
        keys = f"; {', '.join(rule.keys)}" if rule.keys else ""
        text = f"{rule.sentence} ({rule.value}{keys}{'; without effect there' if rule.moot else ''})"
    yield from _wrapped(f"{label}  {text}", 4, hang=len(label) + 6)

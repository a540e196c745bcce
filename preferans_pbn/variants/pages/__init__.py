"""A page of rules for each shipped variant, made from its YAML file.

The pages ``ID.md`` beside this module are committed; a test makes them anew and compares.  To write them:
``python -m preferans_pbn.variants.pages``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from preferans_pbn.variants.account import Rule, chapters, question, sources
from preferans_pbn.variants.loader import load_variant, variant_aliases, variant_names
from preferans_pbn.variants.parameters import SUPPORTS
from preferans_pbn.variants.ruleset import Ruleset

FOLDER: Final = Path(__file__).resolve().parent
_SPECIAL: Final = re.compile(r"([\\`*_<>\[\]|#])")


def page(name: str) -> str:
    """The page of the shipped variant ``name`` as Markdown.  Raises UnknownVariant."""
    return "\n".join(_lines(load_variant(name))) + "\n"


def write_pages() -> list[Path]:
    """Write every page and remove those of variants that are gone; the pages that changed."""
    changed = []
    names = variant_names()
    for path in FOLDER.glob("*.md"):
        if path.stem not in names:
            path.unlink()
            changed.append(path)
    for name in names:
        path = FOLDER / f"{name}.md"
        text = page(name)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            changed.append(path)
    return changed


def _lines(rules: Ruleset) -> Iterator[str]:
    own = f"{rules.id}@{rules.revision}"
    yield f"# {_text(rules.title)}"
    yield ""
    yield (f"Variant `{rules.id}`, revision {rules.revision}, of the {rules.family} family. This page is made from "
           f"[`{rules.id}.yaml`](../{rules.id}.yaml).")
    yield ""
    yield from _facts(rules)
    if rules.description:
        yield ""
        yield _text(rules.description)
    account = list(chapters(rules))
    for chapter in account:
        yield ""
        yield f"## {chapter.title}"
        yield ""
        for rule in chapter.rules:
            if not rule.moot:
                yield from _rule(rule, own, bool(rules.extends))
        idle = [f"`{rule.name}={rule.value}`" for rule in chapter.rules if rule.moot]
        if idle:
            yield f"* Without effect here: {', '.join(idle)}."
        if chapter.undefined:
            yield f"* Not defined: {', '.join(f'`{name}`' for name in chapter.undefined)}."
    yield from _open([name for chapter in account for name in chapter.undefined],
                     [rule for chapter in account for rule in chapter.rules if rule.decided_here and not rule.moot])
    yield ""
    yield "## Sources"
    yield ""
    yield "| key | source |"
    yield "|---|---|"
    for key, text in sources(rules).items():
        yield f"| {key} | {_text(text)} |"


def _facts(rules: Ruleset) -> Iterator[str]:
    names = [alias for alias, ident in variant_aliases().items() if ident == rules.id]
    if names:
        yield f"* Also called {', '.join(f'`{name}`' for name in names)}."
    if rules.extends:
        yield f"* It extends {_link(rules.extends)}; what it states itself stands in bold."
    defined = [part for part in SUPPORTS if part in rules.supports]
    missing = [part for part in SUPPORTS if part not in rules.supports]
    yield (f"* Defined: {', '.join(defined)}." if defined else "* Nothing of it is defined.") + (
        f" Not defined, and refused: {', '.join(missing)}." if missing else "")
    if rules.cards == "german":
        yield ("* Played with German-suited cards: leaves are written S, acorns C, bells D, hearts H; the Over is Q, "
               "the Under J.")


def _rule(rule: Rule, own: str, emphasised: bool) -> Iterator[str]:
    """A rule; ``emphasised``: those that the variant states itself stand out."""
    where = [", ".join(rule.keys)] if rule.keys else []
    if rule.origin == "default":
        where.append("so in the whole family")
    elif rule.origin != own:
        where.append(f"from {_link(rule.origin)}")
    said = _text(rule.sentence)
    said = f"**{said}**" if emphasised and rule.origin == own else said
    yield f"* {said}<br>`{rule.name}={rule.value}` ({'; '.join(where)})" + ("<br>" if rule.reading else "")
    if rule.reading:
        yield f"  *Reading:* {_text(rule.reading)}"


def _open(undefined: list[str], decided: list[Rule]) -> Iterator[str]:
    if not undefined and not decided:
        return
    yield ""
    yield "## Open questions"
    if undefined:
        yield ""
        yield "What the sources do not give, and what is therefore refused and not guessed:"
        yield ""
        for name in undefined:
            yield f"* `{name}`: {_text(question(name))}"
    if decided:
        yield ""
        yield "What no source says, and had to be decided:"
        yield ""
        for rule in decided:
            yield f"* `{rule.name}={rule.value}`: {_text(rule.reading)}"


def _link(variant: str) -> str:
    """A link to the page of ``id@revision``."""
    return f"[{variant}]({variant.partition('@')[0]}.md)"


def _text(text: str) -> str:
    """Plain text as Markdown."""
    return _SPECIAL.sub(r"\\\1", text)

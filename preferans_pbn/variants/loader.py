"""Finds variants by name and loads them into a `Ruleset`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from preferans_pbn.variants.errors import UnknownVariant, nearest
from preferans_pbn.variants.parameters import CARDS, of_family
from preferans_pbn.variants.ruleset import ParameterSource, Ruleset, check_override, supported
from preferans_pbn.variants.values import Value

FOLDER: Final = Path(__file__).resolve().parent
REVISIONS: Final = FOLDER / "revisions"
SOURCES_FILE: Final = FOLDER / "sources.yaml"

_NAME: Final = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*)(?:@([1-9][0-9]{0,5}))?")
_ALIASES: Final = re.compile(r"^aliases: \[([a-z0-9, -]*)\]\s*$", re.MULTILINE)


@lru_cache(maxsize=1)
def variant_names() -> tuple[str, ...]:
    """The ids of the shipped variants, sorted."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.yaml") if path != SOURCES_FILE))


@lru_cache(maxsize=1)
def variant_aliases() -> Mapping[str, str]:
    """The other names of shipped variants, each with the id that it stands for."""
    found: dict[str, str] = {}
    for ident in variant_names():
        # Only the aliases' line is looked at: reading every file as YAML would slow down each start.
        match = _ALIASES.search((FOLDER / f"{ident}.yaml").read_text(encoding="utf-8"))
        if match:
            found.update((alias.strip(), ident) for alias in match[1].split(",") if alias.strip())
    return MappingProxyType(dict(sorted(found.items())))


def load_variant(name: str, *, files: bool = True) -> Ruleset:
    """The rules of the variant ``name``: an id (``sochi-codex``), an alias (``sochi``), either with a
    revision (``sochi-codex@1``), or the path of a house file that ends in ``.yaml`` or ``.yml``.

    ``files=False`` refuses paths: for names that come out of a record.  Raises UnknownVariant with the
    nearest name, and VariantFileError with the line for a house file that cannot be used.
    """
    if name.endswith((".yaml", ".yml")):
        if not files:
            raise UnknownVariant(name)
        from preferans_pbn.variants.house import load_house_file

        return load_house_file(name)
    return _load_shipped(name)


@lru_cache(maxsize=256)
def _load_shipped(name: str) -> Ruleset:
    match = _NAME.fullmatch(name)
    word = match[1] if match else name
    ident = word if word in variant_names() else variant_aliases().get(word, "")
    if match is None or not ident:
        raise UnknownVariant(name, nearest(word.partition("@")[0], (*variant_names(), *variant_aliases())))
    rules = _load_revision(ident, int(match[2]) if match[2] else 0)
    return rules if word == ident else rules.named(word)


@lru_cache(maxsize=256)
def _load_revision(ident: str, revision: int) -> Ruleset:
    """The shipped variant ``ident`` in ``revision``; 0 = the current one."""
    current = _read(FOLDER / f"{ident}.yaml")
    if revision in (0, current["revision"]):
        if revision:
            return _load_revision(ident, 0)
        return _shipped(current)
    path = REVISIONS / f"{ident}@{revision}.yaml"
    if not path.is_file():
        known = sorted({current["revision"], *_old_revisions(ident)})
        numbers = " and ".join(map(str, known))
        raise UnknownVariant(f"{ident}@{revision}", f"{ident}@{current['revision']}",
                             f"{ident} has no revision {revision}, only {numbers}")
    return _shipped(_read(path))


def _old_revisions(ident: str) -> list[int]:
    return [int(path.stem.rpartition("@")[2]) for path in REVISIONS.glob(f"{ident}@*.yaml")]


def _read(path: Path) -> dict[str, Any]:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    document: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), Loader=loader)
    return document


def _shipped(document: dict[str, Any]) -> Ruleset:
    base = _load_shipped(document["extends"]) if "extends" in document else None
    return build(document, base, f"{document['id']}@{document['revision']}")


def build(document: Mapping[str, Any], base: Ruleset | None, shipped: str = "") -> Ruleset:
    """The Ruleset of a variant file's content, on top of ``base``.  ``shipped``: the name with revision that a
    shipped file has; a house file has that of its base.

    Raises RulesError for an unknown parameter, a value that is not allowed, or a parameter that the family
    does not have.
    """
    family: str = document["family"] if base is None else base.family
    origin = f"{document['id']}@{document['revision']}"
    values: dict[str, Value] = {}
    sources: dict[str, ParameterSource] = {}
    given: Mapping[str, Any] = document.get("parameters") or {}
    stated = {name: entry_of(family, name, content, origin) for name, content in given.items()}
    for entry in of_family(family):
        name = entry.name
        if name in stated:
            values[name], sources[name] = stated[name]
        elif base is not None and name in base.values:
            values[name], sources[name] = base.values[name], base.sources[name]
        elif family in entry.defaults:
            values[name] = entry.defaults[family]
            sources[name] = ParameterSource(entry.source, "", "default")
    return Ruleset(
        id=document["id"], revision=document["revision"], title=document["title"],
        description=" ".join(str(document.get("description") or "").split()),
        family=family,
        supports=supported(
            frozenset(document["supports"]) if "supports" in document or base is None else base.supports, values),
        values=MappingProxyType(values), sources=MappingProxyType(sources),
        extends=f"{base.id}@{base.revision}" if base else "",
        cards=document.get("cards") or (base.cards if base is not None else CARDS[0]),
        shipped=shipped or (base.shipped if base is not None else ""))


def entry_of(family: str, name: str, content: Any, origin: str) -> tuple[Value, ParameterSource]:
    """A parameter of a variant file: its value and its source.  ``content`` is the value alone or a map of
    ``value``, ``source`` and ``reading``.  Raises RulesError."""
    if isinstance(content, Mapping) and "value" in content:
        value = check_override(family, name, content["value"])
        return value, ParameterSource(tuple(content.get("source") or ()),
                                      " ".join(str(content.get("reading") or "").split()), origin)
    return check_override(family, name, content), ParameterSource((), "", origin)


@lru_cache(maxsize=1)
def source_texts() -> Mapping[str, str]:
    """What each source key stands for.  A key of a variant file is one of these, perhaps followed by a blank
    and a clause of that source; ``S0-``, ``S1-`` and ``S2-`` keys carry the number of the statement."""
    return MappingProxyType({str(key): str(text) for key, text in _read(SOURCES_FILE).items()})

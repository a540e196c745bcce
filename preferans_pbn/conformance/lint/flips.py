"""Does every value of every parameter decide the answer of some case?

A case flips on a parameter where its answer by its own rules differs from the one with another value.  Then the value
that the case has is shown to matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from preferans_pbn.conformance.cases import Case
from preferans_pbn.conformance.compare import plain
from preferans_pbn.conformance.findings import Finding
from preferans_pbn.conformance.lint import Corpus, missing
from preferans_pbn.conformance.ops import answer
from preferans_pbn.conformance.reference import ruleset_of
from preferans_pbn.families import law_of
from preferans_pbn.variants import (
    PARAMETERS,
    SUPPORTS,
    Parameter,
    RulesError,
    Ruleset,
    UndefinedByVariant,
    format_value,
    load_variant,
    variant_names,
)
from preferans_pbn.variants.values import Choice, Flag

_SEE_ALL: Final = frozenset({"replay", "perft"})
"""Operations that observe whatever the others do."""


def values_of(entry: Parameter, family: str, met: Mapping[tuple[str, str], set[str]]) -> list[str]:
    """The values of a parameter in a family, as text: all where they are a closed list, else those that are met in
    variants and cases."""
    within = entry.within.get(family)
    if within is not None:
        return [format_value(value) for value in within]
    if isinstance(entry.type, Choice):
        return list(entry.type.allowed)
    if isinstance(entry.type, Flag):
        return ["false", "true"]
    return sorted(met.get((family, entry.name), ()))


@lru_cache(maxsize=4096)
def usable(family: str, name: str, value: str) -> bool:
    """Has the law of a family a meaning for this value, in any of its variants?"""
    for variant in variant_names():
        rules = load_variant(variant)
        if rules.family == family:
            try:
                law_of(rules.with_overrides({name: value})).auction(0)
            except UndefinedByVariant:
                return True  # what is missing is something else
            except (ValueError, KeyError):
                continue
            return True
    return False


def met_values(rulesets: list[Ruleset]) -> dict[tuple[str, str], set[str]]:
    """Every value that stands in ``rulesets``, by family and name."""
    met: dict[tuple[str, str], set[str]] = {}
    for rules in rulesets:
        for name, value in rules.values.items():
            met.setdefault((rules.family, name), set()).add(format_value(value))
    return met


def check_flips(corpus: Corpus) -> Iterator[Finding]:
    """Every value that no case flips on is named."""
    rulesets = [load_variant(name) for name in variant_names()]
    used = [ruleset_of(case.variant, case.overrides) for case in corpus.cases]
    met = met_values([*rulesets, *used])
    open_ = {(name, value) for rules in rulesets for name in rules.values if _observed(PARAMETERS[name], rules)
             for value in _compared(PARAMETERS[name], rules.family, met)}
    for case, rules in zip(corpus.cases, used, strict=True):
        open_ -= flips(case, rules, open_, met)
    for name, value in sorted(open_, key=lambda pair: (list(PARAMETERS).index(pair[0]), pair[1])):
        yield missing("flip", f"no case is decided by {name}={value} ({', '.join(PARAMETERS[name].observable)})")


def _observed(entry: Parameter, rules: Ruleset) -> bool:
    """Does some operation that these rules answer observe the parameter?"""
    parts = rules.supports if "fill_in" not in rules else frozenset(SUPPORTS)
    return any(op not in SUPPORTS or op in parts for op in entry.observable)


def _compared(entry: Parameter, family: str, met: Mapping[tuple[str, str], set[str]]) -> list[str]:
    """The values of a parameter that have another one beside them in a family; one that stands alone cannot differ."""
    values = [value for value in values_of(entry, family, met) if usable(family, entry.name, value)]
    return values if len(values) > 1 else []


def flips(case: Case, rules: Ruleset, wanted: set[tuple[str, str]],
          met: Mapping[tuple[str, str], set[str]]) -> set[tuple[str, str]]:
    """Those of ``wanted`` that are values of ``rules`` and decide the answer to ``case``."""
    found: set[tuple[str, str]] = set()
    if case.op in ("parse", "format", "convert"):
        return found
    right = None
    for name, value in rules.values.items():
        pair = name, format_value(value)
        if pair not in wanted:
            continue
        entry = PARAMETERS[name]
        if case.op not in entry.observable and case.op not in _SEE_ALL:
            continue
        if right is None:
            right = _said(case, rules)
        for other in values_of(entry, rules.family, met):
            if other == pair[1]:
                continue
            try:
                changed = rules.with_overrides({name: other})
            except RulesError:
                continue
            if _said(case, changed) != right:
                found.add(pair)
                break
    return found


def _said(case: Case, rules: Ruleset) -> object:
    said = answer(case.op, rules, case.input)
    if "error" in said:
        return said["error"]["code"], plain(said["error"].get("at"))
    return plain(said)

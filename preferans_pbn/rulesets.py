"""Which rules a record is played by: its Variant, Base and Rules tags and the user's options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from preferans_pbn.diagnostics import Diagnostic, diagnostic
from preferans_pbn.record import Record, Where
from preferans_pbn.variants import RulesError, Ruleset, UnknownVariant, load_variant

DEFAULT_VARIANT: Final = "sochi-codex"
_KEPT: Final = 4096
"""So many ways of naming rules are kept in mind."""
_NAMING: Final = ("Variant", "Rules")
"""Tags without which it is not known what the record is played by, where they stand there and cannot be read."""


class Rulesets:
    """Finds the ruleset of each record; equal tags give the same object, compiled once.

    ``variant`` applies to records that name none, ``override`` to all; ``rules`` are parameters that
    overrule those of every record (name to value as text).  A house file that ``variant`` or ``override`` names
    is known by its id too, so that records may name it.  Raises UnknownVariant or RulesError at once
    if these options themselves are wrong.
    """

    def __init__(self, variant: str | None = None, override: str | None = None,
                 rules: Mapping[str, str] | None = None) -> None:
        self._rules = dict(rules or {})
        self._named = variant
        self._default = load_variant(override or variant or DEFAULT_VARIANT)
        house = self._default if self._default.house else None
        self._houses = {} if house is None else {house.id: house, f"{house.id}@{house.revision}": house}
        if self._rules:
            self._default = self._default.with_overrides(self._rules)
        self._override = override is not None
        self._found: dict[tuple[object, ...], tuple[Ruleset | None, tuple[Diagnostic, ...]]] = {}

    @property
    def overriding(self) -> bool:
        """Do these rules hold for every record, whatever it names?"""
        return self._override

    def of(self, record: Record) -> tuple[Ruleset | None, tuple[Diagnostic, ...]]:
        """The ruleset of ``record`` and what is wrong with how it is named; None: it cannot be told.

        The diagnostics are shared between records: copy before changing them.
        """
        if record.damaged and not self._override and not record.damaged.isdisjoint(_NAMING):
            return None, ()
        key = (record.variant, record.base, record.rules)
        found = self._found.get(key)
        if found is None:
            if len(self._found) >= _KEPT:
                self._found.clear()
            found = self._found[key] = self._find(record)
        return found

    def _find(self, record: Record) -> tuple[Ruleset | None, tuple[Diagnostic, ...]]:
        findings: list[Diagnostic] = []
        ruleset: Ruleset | None = self._default
        if not self._override:
            if record.variant is not None:
                ruleset = self._named_by(record, findings)
            elif record.base is not None:
                ruleset = self._load(record.base, "Base", findings)
            elif self._named is None:
                findings.append(diagnostic("assumed-variant", Where("Contract"), variant=DEFAULT_VARIANT))
            if ruleset is not None and record.rules:
                ruleset = self._with_rules(ruleset, record.rules, findings)
            if ruleset is not None and ruleset is not self._default and self._rules:
                ruleset = self._with_options(ruleset, findings)
        return ruleset, tuple(findings)

    def _named_by(self, record: Record, findings: list[Diagnostic]) -> Ruleset | None:
        if record.base is not None:
            try:
                return self._houses.get(record.variant or "") or load_variant(record.variant or "", files=False)
            except UnknownVariant:
                return self._load(record.base, "Base", findings)
        return self._load(record.variant or "", "Variant", findings)

    def _load(self, name: str, tag: str, findings: list[Diagnostic]) -> Ruleset | None:
        try:
            # A record names shipped variants, and the house file that the user named; a path in somebody's record
            # is never followed.
            return self._houses.get(name) or load_variant(name, files=False)
        except UnknownVariant as unknown:
            findings.append(diagnostic("unknown-variant", Where(tag), variant=name,
                                       suggestion=unknown.hint))
            return None

    def _with_options(self, ruleset: Ruleset, findings: list[Diagnostic]) -> Ruleset | None:
        """The user's own parameters on a record's ruleset: a record of another family may not have them."""
        for name, value in self._rules.items():
            try:
                ruleset = ruleset.with_overrides({name: value})
            except RulesError as error:
                findings.append(rules_finding(error, name, value, Where("Variant")))
                return None
        return ruleset

    def _with_rules(self, ruleset: Ruleset, pairs: tuple[tuple[str, str], ...],
                    findings: list[Diagnostic]) -> Ruleset | None:
        good: dict[str, str] = {}
        wrong = False
        for i, (name, value) in enumerate(pairs):
            try:
                ruleset.with_overrides({name: value})
            except RulesError as error:
                findings.append(rules_finding(error, name, value, Where("Rules", i)))
                wrong = True
            else:
                good[name] = value
        return None if wrong else ruleset.with_overrides(good)


def rules_finding(error: RulesError, name: str, value: str, where: Where | None) -> Diagnostic:
    """The diagnostic for a parameter that does not exist or cannot have its value."""
    if error.kind == "unknown-parameter":
        return diagnostic("unknown-parameter", where, parameter=name, suggestion=error.hint)
    return diagnostic("bad-parameter-value", where, parameter=name, value=value,
                      expected=error.expected + error.hint)

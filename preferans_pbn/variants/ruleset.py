"""A variant's rules as data: every parameter resolved, with where each value comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from preferans_pbn.variants.errors import RulesError, UndefinedByVariant, nearest
from preferans_pbn.variants.parameters import (
    CARDS,
    PARAMETERS,
    SUPPORTS,
    check_value,
    format_value,
    of_family,
    parameter,
)
from preferans_pbn.variants.values import Json, Value, to_json

_KEPT_OVERRIDES = 256


class ParameterSource(NamedTuple):
    """Where a value comes from.

    ``keys``: source keys; ``reading``: how an unclear or silent source was read, or ``""``; ``origin``: the
    variant file (``sochi-codex@1``), ``default`` (the family's) or ``override``.
    """

    keys: tuple[str, ...]
    reading: str
    origin: str


class Difference(NamedTuple):
    """A parameter on which two rulesets differ; None = that one does not define it."""

    name: str
    left: Value | None
    right: Value | None


_NOTHING: Mapping[str, Any] = MappingProxyType({})
_OVERRIDDEN = ParameterSource((), "", "override")


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """The rules of one variant, perhaps with overrides.  Immutable, hashable and picklable.

    * ``id`` and ``revision`` (from 1) name the variant file; ``alias`` is the other name it was asked for by,
      or ``""``; ``extends`` the variant it builds on, or ``""``.
    * ``family``: ``russian``, ``balkan``, ``slovak``, ``greek`` or ``austrian``.
    * ``supports``: what of ``auction play score sheet settle`` the sources define.
    * ``values``: every parameter of the family that has a value.  ``rules["hold"]`` looks one up.
    * ``overrides``: the parameters that differ from the variant file.
    * ``cards``: the pack whose names and pips people see, ``french`` or ``german``; no rule.
    * ``shipped``: the shipped variant, with its revision, that these rules are or that a house file builds on
      (``sochi-codex@1``); ``""`` for a house file on its own.
    * ``cache``: for objects compiled from the rules; kept with the ruleset, no part of its value.
    """

    id: str
    revision: int
    title: str
    description: str
    family: str
    supports: frozenset[str]
    values: Mapping[str, Value]
    sources: Mapping[str, ParameterSource]
    extends: str = ""
    alias: str = ""
    overrides: Mapping[str, Value] = field(default_factory=lambda: _NOTHING)
    base: Ruleset | None = None
    cards: str = CARDS[0]
    shipped: str = ""
    cache: dict[str, Any] = field(default_factory=dict)
    _derived: dict[tuple[tuple[str, str], ...], Ruleset] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        """The value of a parameter.

        Raises UndefinedByVariant (a KeyError) where the variant has no value for it, RulesError where no
        parameter has that name.
        """
        try:
            return self.values[name]
        except KeyError:
            parameter(name)
            raise UndefinedByVariant(self.id, name) from None

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a parameter, or ``default`` where the variant does not define it."""
        return self.values.get(name, default)

    def __contains__(self, name: object) -> bool:
        return name in self.values

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Ruleset):
            return NotImplemented
        return self._identity() == other._identity() and dict(self.values) == dict(other.values)

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[Any, ...]:
        return (self.id, self.revision, self.family, self.supports, frozenset(self.overrides.items()))

    def __repr__(self) -> str:
        rules = f" {format_rules(self.overrides)}" if self.overrides else ""
        return f"<Ruleset {self.id}@{self.revision}{rules}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self.id, self.revision, self.title, self.description, self.family, self.supports,
                          dict(self.values), dict(self.sources), self.extends, self.alias,
                          dict(self.overrides), self.base, self.cards, self.shipped)

    @property
    def house(self) -> bool:
        """Do the rules come from a house file, so that their name means nothing to others?"""
        return self.shipped != f"{self.id}@{self.revision}"

    def source(self, name: str) -> ParameterSource:
        """Where the value of ``name`` comes from.  Raises as ``rules[name]`` does."""
        self[name]
        return self.sources[name]

    def named(self, alias: str) -> Ruleset:
        """The same ruleset, remembering that it was asked for as ``alias``; it shares the cache."""
        return self if alias == self.alias else replace(self, alias=alias)

    def with_overrides(self, overrides: Mapping[str, Any]) -> Ruleset:
        """These rules with other values for some parameters.

        ``overrides`` maps parameter names to values, as text of the Rules tag or as Python values.  The
        result for the same texts is the same object, so that what its ``cache`` holds is kept.  Raises
        RulesError for an unknown parameter, one that the family does not have, or a value that is not
        allowed.
        """
        if not overrides:
            return self
        key = tuple(sorted((name, value) for name, value in overrides.items() if isinstance(value, str)))
        known = self._derived.get(key) if len(key) == len(overrides) else None
        if known is not None:
            return known.named(self.alias)
        base = self if self.base is None else self.base
        changed: dict[str, Value] = {name: check_override(self.family, name, value)
                                     for name, value in overrides.items()}
        values = dict(self.values)
        values.update(changed)
        differing = {name: values[name] for name in sorted({*self.overrides, *changed})
                     if base.values.get(name) != values[name]}
        if not differing:
            result = base.named(self.alias)
        else:
            sources = {**base.sources, **dict.fromkeys(differing, _OVERRIDDEN)}
            ordered = {name: values[name] for name in PARAMETERS if name in values}
            result = Ruleset(base.id, base.revision, base.title, base.description, base.family,
                             supported(base.supports, ordered), MappingProxyType(ordered),
                             MappingProxyType(sources), base.extends, self.alias, MappingProxyType(differing), base,
                             base.cards, base.shipped)
        if len(key) == len(overrides):
            if len(self._derived) >= _KEPT_OVERRIDES:
                self._derived.clear()
            self._derived[key] = result
        return result

    def differences(self, other: Ruleset) -> tuple[Difference, ...]:
        """The parameters on which ``other`` differs, in registry order."""
        return tuple(Difference(name, self.values.get(name), other.values.get(name)) for name in PARAMETERS
                     if self.values.get(name) != other.values.get(name))

    def undefined(self) -> tuple[str, ...]:
        """Parameters of the family that the variant gives no value, in registry order."""
        return tuple(entry.name for entry in of_family(self.family) if entry.name not in self.values)

    def to_json(self) -> dict[str, Json]:
        """Every parameter that has a value, as JSON: fractions ``"p/q"``, maps with text keys."""
        return {name: to_json(value) for name, value in self.values.items()}


def supported(stated: frozenset[str], values: Mapping[str, Value]) -> frozenset[str]:
    """What a variant supports: what its file says, and everything once what its sources leave out is filled in."""
    return frozenset(SUPPORTS) if values.get("fill_in") is True else stated


def _rebuild(ident: str, revision: int, title: str, description: str, family: str, supports: frozenset[str],
             values: dict[str, Value], sources: dict[str, ParameterSource], extends: str, alias: str,
             overrides: dict[str, Value], base: Ruleset | None, cards: str, shipped: str) -> Ruleset:
    return Ruleset(ident, revision, title, description, family, supports, MappingProxyType(values),
                   MappingProxyType(sources), extends, alias, MappingProxyType(overrides), base, cards, shipped)


def check_override(family: str, name: str, value: Any) -> Value:
    """``value`` checked for the parameter ``name`` in ``family``.  Raises RulesError."""
    entry = parameter(name)
    if family not in entry.families:
        raise RulesError("bad-parameter-value", name, value if isinstance(value, str) else str(value),
                         f"the {family} family does not have this parameter")
    found = check_value(entry, value)
    allowed = entry.within.get(family)
    if allowed is not None and found not in allowed:
        raise RulesError("bad-parameter-value", name, format_value(found),
                         f"the {family} family has only {', '.join(map(format_value, allowed))}")
    return found


def parse_rules(text: str) -> dict[str, str]:
    """The pairs of a rules text: ``ten=checked min_bid=6,7``, in the order written.

    Values stay text; `Ruleset.with_overrides` checks them.  Raises RulesError (syntax) for a part without
    ``=`` and for a parameter given twice, (unknown-parameter) for a name that the registry does not have.
    """
    pairs: dict[str, str] = {}
    for part in text.split():
        name, equals, value = part.partition("=")
        if not (name and equals and value):
            hint = nearest(name, PARAMETERS) if name else ""
            raise RulesError("syntax", part, expected="expected key=value",
                             suggestion=f"{hint}=…" if hint and not value else "")
        parameter(name)
        if name in pairs:
            raise RulesError("syntax", part, expected=f"{name} is given twice")
        pairs[name] = value
    return pairs


def format_rules(overrides: Mapping[str, Value]) -> str:
    """The rules text of ``overrides``, sorted by name; `parse_rules` reads it back."""
    return " ".join(f"{name}={format_value(overrides[name])}" for name in sorted(overrides))

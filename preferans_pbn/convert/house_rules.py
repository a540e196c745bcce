"""An engine's settings as parameters of a variant: what a Rules tag can say, and what it cannot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from preferans_pbn.convert.model import Loss
from preferans_pbn.diagnostics import BY_NAME
from preferans_pbn.families import law_of
from preferans_pbn.rules.interface import Law
from preferans_pbn.variants import RulesError, Ruleset, UndefinedByVariant, UnknownVariant, format_value, load_variant

_CODE = BY_NAME["rule-not-expressible"].code


@dataclass(slots=True)
class HouseRules:
    """A variant with an engine's own rules.

    ``variant`` is its full id, or None where it is not known; ``pairs`` what the Rules tag holds (sorted;
    only what differs from the variant; None: nothing); ``losses`` what no parameter says; ``law`` for
    replaying, None where the variant is not known.
    """

    variant: str | None = None
    pairs: tuple[tuple[str, str], ...] | None = None
    losses: list[Loss] = field(default_factory=list)
    law: Law | None = None
    ruleset: Ruleset | None = None


def house_rules(variant: str, wanted: Mapping[str, str], inexpressible: Mapping[str, str]) -> HouseRules:
    """``variant`` with the rules ``wanted`` (parameter to value, in the text of the Rules tag).

    ``inexpressible``: settings of the engine that no parameter says, with a sentence each; they become
    losses, and so does a wanted value that the registry of parameters does not have.
    """
    losses = [Loss(name, 0, reason, _CODE) for name, reason in inexpressible.items()]
    try:
        base = load_variant(variant)
    except UnknownVariant:
        losses.append(Loss("variant", 0, f"there is no variant {variant}; the record names none", _CODE))
        return HouseRules(losses=losses)
    good: dict[str, str] = {}
    for name, value in wanted.items():
        try:
            base.with_overrides({name: value})
        except RulesError as problem:
            losses.append(Loss(f"{name}={value}", 0, str(problem), _CODE))
        else:
            good[name] = value
    ruleset = base.with_overrides(good)
    pairs = tuple(sorted((name, format_value(value)) for name, value in ruleset.overrides.items()))
    try:
        law: Law | None = law_of(ruleset)
    except UndefinedByVariant:
        law = None
    return HouseRules(base.id, pairs or None, losses, law, ruleset)

"""How a record names its rules so that anybody can read it: a shipped variant, or a house variant by its Base and
its Rules (N-9.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from preferans_pbn.variants.errors import VariantError
from preferans_pbn.variants.loader import load_variant, variant_names
from preferans_pbn.variants.parameters import format_value
from preferans_pbn.variants.ruleset import Ruleset
from preferans_pbn.variants.values import Value


class NotPortable(VariantError):
    """No shipped variant with Rules says the same as a house variant: it leaves open what they all define."""


class Tags(NamedTuple):
    """The tags Variant, Base and Rules; None: left out."""

    variant: str
    base: str | None
    rules: tuple[tuple[str, str], ...] | None


def tags_of(rules: Ruleset) -> Tags:
    """The tags that name ``rules``.  A house variant keeps its name and says on what it is based, with the revision,
    and every parameter on which it differs.

    Raises NotPortable where a house variant leaves a parameter undefined that its base, or without one every variant
    of its family, defines: Rules can set a parameter but not take it away.
    """
    if not rules.house:
        return Tags(rules.id, None, _pairs(rules.overrides))
    base = load_variant(rules.shipped) if rules.shipped else _nearest(rules)
    differing = base.differences(rules)
    missing = [difference.name for difference in differing if difference.right is None]
    if missing:
        raise NotPortable(f"{rules.id} cannot be written as {base.id} with Rules: it does not define "
                          f"{', '.join(missing)}")
    values = {difference.name: difference.right for difference in differing if difference.right is not None}
    return Tags(rules.id, f"{base.id}@{base.revision}", _pairs(values))


def _nearest(rules: Ruleset) -> Ruleset:
    """The shipped variant of the same family that differs least and defines nothing that ``rules`` leave open."""
    family = [found for found in map(load_variant, variant_names()) if found.family == rules.family]
    fitting = [found for found in family if found.values.keys() <= rules.values.keys()]
    return min(fitting or family, key=lambda found: len(found.differences(rules)))


def _pairs(values: Mapping[str, Value]) -> tuple[tuple[str, str], ...] | None:
    return tuple((name, format_value(value)) for name, value in sorted(values.items())) or None

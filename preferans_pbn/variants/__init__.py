"""Variants: rules as explicit parameters, each with its source.

`load_variant` gives the `Ruleset` of a shipped variant or a house file; `PARAMETERS` is the registry of all
parameters; `parse_rules` and `format_rules` read and write the Rules tag.
"""

from preferans_pbn.variants.errors import (
    RulesError,
    UndefinedByVariant,
    UnknownVariant,
    VariantError,
    VariantFileError,
)
from preferans_pbn.variants.loader import load_variant, source_texts, variant_aliases, variant_names
from preferans_pbn.variants.parameters import (
    CARDS,
    FAMILIES,
    OPS,
    PARAMETERS,
    SUPPORTS,
    Parameter,
    format_value,
    of_family,
    parameter,
    parse_value,
)
from preferans_pbn.variants.ruleset import Difference, ParameterSource, Ruleset, format_rules, parse_rules
from preferans_pbn.variants.values import FrozenMap, Value

__all__ = [
    "CARDS",
    "FAMILIES",
    "OPS",
    "PARAMETERS",
    "SUPPORTS",
    "Difference",
    "FrozenMap",
    "Parameter",
    "ParameterSource",
    "RulesError",
    "Ruleset",
    "UndefinedByVariant",
    "UnknownVariant",
    "Value",
    "VariantError",
    "VariantFileError",
    "format_rules",
    "format_value",
    "load_variant",
    "of_family",
    "parameter",
    "parse_rules",
    "parse_value",
    "source_texts",
    "variant_aliases",
    "variant_names",
]

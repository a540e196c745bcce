"""This program as a subject: it finds the rules of a request and answers it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from preferans_pbn import __version__
from preferans_pbn.conformance.ops import answer, supported
from preferans_pbn.conformance.protocol import OWN, PROTOCOL
from preferans_pbn.variants import RulesError, Ruleset, UnknownVariant, load_variant, variant_names


class Reference:
    """Answers requests.  ``own``: the rules of the variant name ``own``, which is refused where there are none."""

    def __init__(self, own: Ruleset | None = None) -> None:
        self.own = own

    def hello(self) -> dict[str, Any]:
        """What is answered to ``start``."""
        return {"protocol": PROTOCOL, "name": "preferans-pbn", "language": "Python", "version": __version__,
                "ops": list(supported()), "variants": [*variant_names(), *([OWN] if self.own else [])]}

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """What is answered to ``run``, without ``seq``."""
        try:
            rules = self.rules_of(request.get("rules") or {})
        except UnknownVariant as unknown:
            return {"unsupported": str(unknown)}
        except RulesError as wrong:
            return {"error": {"code": "malformed", "message": str(wrong)}}
        data = request.get("input")
        if not isinstance(data, Mapping):
            return {"error": {"code": "malformed", "message": "there is no input"}}
        return answer(str(request.get("op")), rules, data)

    def rules_of(self, rules: Mapping[str, Any]) -> Ruleset:
        """The ruleset of a request's ``variant`` and ``set``.  Raises UnknownVariant or RulesError."""
        name = str(rules.get("variant", ""))
        if name == OWN:
            if self.own is None:
                raise UnknownVariant(OWN, message="this program has no house rules of its own")
            return self.own
        return ruleset_of(name, rules.get("set") or {})


def ruleset_of(variant: str, overrides: Mapping[str, Any]) -> Ruleset:
    """The shipped variant with other values, as JSON has them, for some parameters; the same texts give the same
    object.  Raises UnknownVariant or RulesError."""
    rules = load_variant(variant, files=False)
    return rules.with_overrides({name: rule_text(value) for name, value in overrides.items()})


def rule_text(value: Any) -> Any:
    """A parameter's value in JSON as the text of the Rules tag, which the ruleset's cache goes by."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ",".join(str(rule_text(item)) for item in value) or "none"
    if isinstance(value, Mapping):
        return ",".join(f"{key}:{rule_text(item)}" for key, item in value.items()) or "none"
    return str(value)

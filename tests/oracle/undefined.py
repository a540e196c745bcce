"""What a variant leaves open is refused by these rule sets, not guessed."""

from __future__ import annotations

from typing import Any

from .cards import Params


class Undefined(LookupError):
    """The sources of the variant do not say this; ``rule`` is the parameter, or what else is left open."""

    def __init__(self, rule: str) -> None:
        super().__init__(f"{rule} is not defined")
        self.rule = rule


def value_of(p: Params, name: str) -> Any:
    """The value of a parameter.  Raises Undefined where the variant gives none (None)."""
    if p.get(name) is None:
        raise Undefined(name)
    return p[name]

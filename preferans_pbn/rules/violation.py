"""Why an action is not allowed: the name of a diagnostic and the parts of its message."""

from __future__ import annotations

from typing import Any, NamedTuple


class Violation(NamedTuple):
    """``name`` is a kebab-case diagnostic name; ``arguments`` fill its message, except the parts that
    only the caller knows (seat names, trick numbers)."""

    name: str
    arguments: dict[str, Any]


class IllegalAction(ValueError):
    """An action was applied that the rules do not allow here.  ``violation`` says which rule."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(f"{violation.name}: {violation.arguments}")
        self.violation = violation

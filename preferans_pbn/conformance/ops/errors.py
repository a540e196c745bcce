"""Errors of operations, from the closed list of the protocol."""

from __future__ import annotations

from typing import Any

from preferans_pbn.diagnostics import BY_NAME
from preferans_pbn.rules.violation import Violation


class Unsupported(Exception):
    """This program does not answer that; the text says why."""


class OpError(Exception):
    """An error of the closed list.  ``at``: the call's number from 0, or ``[trick, card]`` in `play`."""

    def __init__(self, code: str, message: str, at: int | list[int] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.at = at

    def json(self) -> dict[str, Any]:
        """The error as it stands in a message."""
        place = {} if self.at is None else {"at": self.at}
        return {"code": self.code, **place, "message": str(self)}


def malformed(message: str) -> OpError:
    """The input is no input of this operation."""
    return OpError("malformed", message)


def refusal(violation: Violation, code: str, seat: str, at: int | list[int] | None = None) -> OpError:
    """The error ``code`` for what ``seat`` may not do; ``undefined-by-variant`` where the rules are silent."""
    entry = BY_NAME[violation.name]
    try:
        message = entry.message.format(**{"seat": seat, **violation.arguments})
    except (KeyError, IndexError):
        message = entry.name
    return OpError("undefined-by-variant" if violation.name == "undefined-by-variant" else code, message, at)

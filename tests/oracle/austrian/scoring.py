"""Score, sheet and settlement: how the pot pays could not be verified, so all are refused."""

from __future__ import annotations

from typing import Any, NoReturn

from ..cards import Params
from ..undefined import Undefined


def score(p: Params, deal: dict[str, Any]) -> NoReturn:
    """Raises Undefined, always."""
    raise Undefined("score")


def sheet_add(p: Params, sheet: dict[str, Any], score: dict[str, Any]) -> NoReturn:
    """Raises Undefined, always."""
    raise Undefined("sheet")


def settle(p: Params, sheet: dict[str, Any]) -> NoReturn:
    """Raises Undefined, always."""
    raise Undefined("settle")

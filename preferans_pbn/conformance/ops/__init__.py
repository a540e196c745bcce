"""The operations of the protocol, answered by this program: each is a function of rules and input.

`answer` finds the function; a module is loaded when one of its operations is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final, TypeAlias

from preferans_pbn.conformance.ops.errors import OpError, Unsupported
from preferans_pbn.variants import Ruleset, UndefinedByVariant

Operation: TypeAlias = Callable[[Ruleset, Mapping[str, Any]], dict[str, Any]]

_HOMES: Final = {
    "trick-winner": ("tricks", "trick_winner"),
    "legal-cards": ("tricks", "legal_cards"),
    "play": ("tricks", "play"),
    "legal-calls": ("auction", "legal_calls"),
    "legal-contracts": ("auction", "legal_contracts"),
    "legal-discard": ("exchange", "legal_discard"),
    "legal-defence": ("defence", "legal_defence"),
    "score": ("score", "score"),
    "sheet": ("sheet", "sheet"),
    "settle": ("sheet", "settle"),
    "parse": ("text", "parse"),
    "format": ("text", "format_"),
    "replay": ("text", "replay"),
    "convert": ("conversion", "convert"),
    "perft": ("perft", "perft"),
}

_loaded: dict[str, Operation] = {}


def operation(op: str) -> Operation:
    """The function of ``op``.  Raises Unsupported."""
    found = _loaded.get(op)
    if found is None:
        home = _HOMES.get(op)
        if home is None:
            raise Unsupported(f"the operation {op} is not answered by this program")
        found = _loaded[op] = getattr(import_module(f"{__name__}.{home[0]}"), home[1])
    return found


def supported() -> tuple[str, ...]:
    """The operations that this program answers."""
    return tuple(_HOMES)


def answer(op: str, rules: Ruleset, data: Mapping[str, Any]) -> dict[str, Any]:
    """The answer of this program: ``{"output": …}``, ``{"error": …}`` or ``{"unsupported": …}``.

    Input that is no input of ``op`` is the error ``malformed``.
    """
    try:
        return {"output": operation(op)(rules, data)}
    except OpError as error:
        return {"error": error.json()}
    except UndefinedByVariant as undefined:
        return {"error": {"code": "undefined-by-variant", "message": str(undefined)}}
    except Unsupported as unsupported:
        return {"unsupported": str(unsupported)}
    except (KeyError, TypeError, ValueError, IndexError) as problem:
        what = f"{problem.args[0]!r} is missing" if isinstance(problem, KeyError) else str(problem)
        return {"error": {"code": "malformed", "message": what}}

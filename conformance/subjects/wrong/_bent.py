"""What the wrong subjects have in common: this project's own answers, with one thing bent."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from preferans_pbn.conformance.ops import answer as answer_op
from preferans_pbn.conformance.reference import Reference
from preferans_pbn.conformance.serve import serve
from preferans_pbn.variants import RulesError

Request = Mapping[str, Any]
Answer = Callable[[Request], dict[str, Any]]

REFERENCE = Reference()


def with_rules(**values: str) -> Answer:
    """Plays by these values whatever it is told, in the families that know them."""

    def answer(request: Request) -> dict[str, Any]:
        rules = told = REFERENCE.rules_of(request["rules"])
        for name, value in values.items():
            try:
                rules = rules.with_overrides({name: value})
            except RulesError:
                continue
        said = answer_op(request["op"], rules, request["input"])
        if _refused(said):  # a record of another family, which has no such rule
            right = answer_op(request["op"], told, request["input"])
            return said if _refused(right) == _refused(said) else right
        return said

    return answer


def _refused(said: dict[str, Any]) -> int:
    """How many values of rules the records of a ``replay`` do not take."""
    found = said.get("output", {}).get("diagnostics", ())
    return sum(one["code"] in ("E211", "E212") for one in found)


def on(op: str, fault: Answer) -> Answer:
    """Right, except in ``op``."""
    return lambda request: fault(request) if request["op"] == op else REFERENCE.answer(request)


def main(answer: Answer) -> None:
    """Be a subject that answers so."""
    serve({**REFERENCE.hello(), "name": f"wrong: {Path(sys.argv[0]).stem}"}, answer)

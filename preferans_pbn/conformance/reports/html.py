"""The HTML matrix: implementations by levels, with every failing case behind its cell.

One page without scripts or anything from elsewhere; it reads on a phone as on a wide screen, light or dark.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from preferans_pbn.conformance.protocol import LEVEL_NAMES, LEVELS
from preferans_pbn.conformance.reports.data import (
    asked,
    cell_text,
    is_failure,
    name_of,
    summary,
    totals,
    variants_of,
)

_TEMPLATE: Final = "matrix.html"
_WIDTH: Final = 84


def html_report(data: Mapping[str, Any]) -> str:
    """The matrix of one run."""
    return html_matrix([data])


def html_matrix(runs: Sequence[Mapping[str, Any]]) -> str:
    """The matrix of several runs (JSON reports), in the order given."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True,
                              undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    levels = [level for level in LEVELS if any(level in run["levels"] for run in runs)]
    names = LEVEL_NAMES
    return environment.get_template(_TEMPLATE).render(
        levels=[(level, names[level]) for level in levels], runs=[_run(n, run, levels) for n, run in enumerate(runs)])


def _run(number: int, run: Mapping[str, Any], levels: Sequence[str]) -> dict[str, Any]:
    failures = [result for result in run["results"] if is_failure(result)]
    subject = run.get("subject") or {}
    return {
        "key": f"r{number}", "name": name_of(run), "language": subject.get("language", ""),
        "homepage": _address(subject.get("homepage", "")), "summary": summary(run), "ok": run["ok"],
        "corpus": run["corpus"]["version"], "started": run.get("started", ""), "problems": run.get("problems", []),
        "cells": [_cell(run, level, "") for level in (*levels, "")],
        "variants": [(variant, [_cell(run, level, variant) for level in (*levels, "")])
                     for variant in variants_of(run)],
        "failures": [(level, [_failure(one) for one in failures if one["level"] == level]) for level in levels
                     if any(one["level"] == level for one in failures)],
    }


def _address(address: Any) -> str:
    """An address that a browser may follow; anything else could be a script."""
    return address if isinstance(address, str) and address.startswith(("https://", "http://")) else ""


def _cell(run: Mapping[str, Any], level: str, variant: str) -> dict[str, Any]:
    cell = totals(run, level, variant)
    total, passed = asked(cell), cell.get("pass", 0)
    wrong = total - passed - cell.get("skipped", 0)
    kind = "none" if not total else "good" if passed == total else "bad"
    if kind == "bad" and (not wrong or passed / total >= 0.9):
        kind = "fair"
    return {"text": cell_text(cell) or "·", "kind": kind, "wrong": wrong, "level": level}


def _failure(result: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **{name: result[name] for name in ("id", "title", "variant", "op", "verdict")},
        "rules": ", ".join(f"{name}={json.dumps(value)}" for name, value in (result.get("set") or {}).items()),
        "why": [line for line in (result.get("reason"), *result.get("difference", ())) if line],
        "source": ", ".join(result.get("source", ())),
        "text": (result.get("input") or {}).get("text", ""),
        "parts": [(name, readable(result.get(key)))
                  for name, key in (("input", "input"), ("expected", "expect"), ("got", "got"))],
    }


def readable(value: Any, indent: str = "") -> str:
    """JSON as a person reads it: what fits in a line stays in it; read again it is ``value``."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= _WIDTH or not value or not isinstance(value, (dict, list)):
        return line
    inner = indent + "  "
    if isinstance(value, dict):
        rows = [f"{json.dumps(key, ensure_ascii=False)}: {readable(item, inner)}" for key, item in value.items()]
        return "{\n" + ",\n".join(inner + row for row in rows) + f"\n{indent}}}"
    return "[\n" + ",\n".join(inner + readable(item, inner) for item in value) + f"\n{indent}]"

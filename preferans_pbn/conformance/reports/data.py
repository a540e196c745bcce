"""A run as JSON: what the schema ``report`` describes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from preferans_pbn.conformance.protocol import LEVELS, NO_FAILURE, PROTOCOL, VERDICTS
from preferans_pbn.conformance.runner import Result, Run
from preferans_pbn.conformance.schema import BASE
from preferans_pbn.conformance.version import corpus_version

SKIPPED: Final = "skipped"
KINDS: Final = (*VERDICTS, SKIPPED)
"""What counts are made of: the verdicts, and failures that a skip file expects."""


def run_data(run: Run) -> dict[str, Any]:
    """The whole run.  Input, expected and got stand with every case that did not pass."""
    results = [_result(result) for result in run.results]
    return {
        "schema": f"{BASE}report", "protocol": PROTOCOL,
        "corpus": {"version": corpus_version(), "cases": len(run.results)},
        "subject": run.subject, "command": run.command, "started": run.started.isoformat(timespec="seconds"),
        "seconds": round(run.seconds, 3), "ok": run.ok, "counts": counts(results), "levels": by_level(results),
        "problems": run.problems, "results": results,
    }


def _result(result: Result) -> dict[str, Any]:
    case = result.case
    data: dict[str, Any] = {"id": case.id, "title": case.title, "level": case.level, "variant": case.variant,
                            "op": case.op, "verdict": result.verdict, "tags": list(case.tags)}
    if result.seconds is not None:
        data["seconds"] = round(result.seconds, 4)
    if result.verdict == "pass":
        return data
    data |= {"reason": result.reason, "difference": result.difference, "skipped": result.skipped}
    if result.verdict != "unsupported":
        data |= {"set": dict(case.overrides), "input": dict(case.input), "expect": dict(case.expect),
                 "got": result.got, "source": list(case.source)}
    return data


def kind_of(result: Mapping[str, Any]) -> str:
    """The verdict of a result, or ``skipped`` where its failure is expected."""
    verdict: str = result["verdict"]
    return SKIPPED if verdict not in NO_FAILURE and result.get("skipped") else verdict


def is_failure(result: Mapping[str, Any]) -> bool:
    """Does a result count as a failure?"""
    return kind_of(result) not in (*NO_FAILURE, SKIPPED)


def counts(results: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """How often each verdict was given."""
    found = Counter(map(kind_of, results))
    return {kind: found[kind] for kind in KINDS if found[kind]}


def by_level(results: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, dict[str, int]]]:
    """Counts by level and variant."""
    groups: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for result in results:
        groups.setdefault((result["level"], result["variant"]), []).append(result)
    table: dict[str, dict[str, dict[str, int]]] = {}
    for level, variant in sorted(groups):
        table.setdefault(level, {})[variant] = counts(groups[level, variant])
    return table


def levels_of(data: Mapping[str, Any]) -> list[str]:
    """The levels that a run has cases of."""
    return [level for level in LEVELS if level in data["levels"]]


def variants_of(data: Mapping[str, Any]) -> list[str]:
    """The variants that a run has cases of."""
    return sorted({variant for row in data["levels"].values() for variant in row})


def totals(data: Mapping[str, Any], level: str = "", variant: str = "") -> dict[str, int]:
    """Counts of a level, of a variant, of both, or of all."""
    found: Counter[str] = Counter()
    for name, row in data["levels"].items():
        for other, cell in row.items():
            if level in ("", name) and variant in ("", other):
                found.update(cell)
    return {kind: found[kind] for kind in KINDS if found[kind]}


def asked(cell: Mapping[str, int]) -> int:
    """How many cases of a cell were asked: all but the unsupported."""
    return sum(count for kind, count in cell.items() if kind != "unsupported")


def cell_text(cell: Mapping[str, int]) -> str:
    """``12/14``, ``-`` where nothing was asked, ``""`` where there are no cases."""
    if not cell:
        return ""
    return f"{cell.get('pass', 0)}/{asked(cell)}" if asked(cell) else "-"


def name_of(data: Mapping[str, Any]) -> str:
    """What the subject calls itself, with its version."""
    subject = data.get("subject") or {}
    return " ".join(filter(None, (subject.get("name", data.get("command", "?")), subject.get("version", ""))))


def summary(data: Mapping[str, Any]) -> str:
    """One sentence: ``57 of 60 cases passed; 2 failed, 1 timeout (4 unsupported)``."""
    number = data["counts"]
    total = asked(number)
    rest = ", ".join(f"{number[kind]} {'failed' if kind == 'fail' else kind}" for kind in KINDS
                     if number.get(kind) and kind not in ("pass", "unsupported"))
    text = f"{number.get('pass', 0)} of {total} cases passed"
    if rest:
        text += f"; {rest}"
    return text + (f" ({number['unsupported']} unsupported)" if number.get("unsupported") else "")

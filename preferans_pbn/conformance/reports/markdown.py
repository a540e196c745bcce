"""Markdown: a table of variants and levels, and the failing cases."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from preferans_pbn.conformance.reports.data import (
    cell_text,
    is_failure,
    levels_of,
    name_of,
    summary,
    totals,
    variants_of,
)

_SHOWN: Final = 100


def markdown_report(data: Mapping[str, Any]) -> str:
    """A run as Markdown; of the failing cases the first hundred are shown."""
    levels = levels_of(data)
    lines = [f"# Conformance of {_text(name_of(data))}", "",
             f"{'✅' if data['ok'] else '❌'} {summary(data)}; corpus {data['corpus']['version']}, "
             f"{data['started']}.", "",
             f"| variant | {' | '.join(levels)} | all |", f"|---|{'---:|' * (len(levels) + 1)}"]
    for variant in (*variants_of(data), ""):
        cells = [cell_text(totals(data, level, variant)) for level in (*levels, "")]
        lines.append(f"| {variant or '**all**'} | {' | '.join(cells)} |")
    lines += [f"\n⚠️ {_text(problem)}" for problem in data["problems"]]
    failures = [result for result in data["results"] if is_failure(result)]
    if failures:
        lines += ["", "## What failed", ""]
    for result in failures[:_SHOWN]:
        lines += _failure(result)
    if len(failures) > _SHOWN:
        lines.append(f"… and {len(failures) - _SHOWN} more.")
    return "\n".join(lines) + "\n"


def _failure(result: Mapping[str, Any]) -> list[str]:
    why = [result.get("reason") or "", *result.get("difference", ())]
    return [f"### {result['id']}: {_text(result['title'])}", "",
            f"`{result['verdict']}` · {result['level']} · {result['variant']} · `{result['op']}` · "
            f"{_text(', '.join(result.get('source', ())))}", "",
            *(f"- {_text(line)}" for line in why if line), "",
            "```json", *(f'"{name}": {_json(result.get(name))}' for name in ("input", "expect", "got")), "```", ""]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False).replace("```", "`\\u0060\\u0060")


def _text(text: str) -> str:
    """``text`` where nothing means anything to Markdown."""
    return re.sub(r"([\\`*_{}\[\]<>#|])", r"\\\1", " ".join(text.split()))

"""Reports for programs: JSON, one JSON object a line, and the badge of shields.io."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from preferans_pbn.conformance.reports.data import asked, name_of


def json_report(data: Mapping[str, Any]) -> str:
    """The whole run, as the schema ``report`` describes it."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def ndjson_report(data: Mapping[str, Any]) -> str:
    """The run without its results on the first line, then one result a line."""
    lines = [{name: value for name, value in data.items() if name != "results"}, *data["results"]]
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)


def badge(data: Mapping[str, Any]) -> str:
    """A badge in the form of a shields.io endpoint: passed of asked."""
    number = data["counts"]
    passed, total = number.get("pass", 0), asked(number)
    share = passed / total if total else 0.0
    color = "brightgreen" if data["ok"] and total else "yellow" if share >= 0.9 else "orange" if share >= 0.5 else "red"
    return json.dumps({"schemaVersion": 1, "label": f"preferans conformance: {name_of(data)}"[:80],
                       "message": f"{passed}/{total}", "color": color}, ensure_ascii=False) + "\n"

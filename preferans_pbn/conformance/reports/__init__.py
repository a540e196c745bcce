"""What a run is shown as: one module a format, each with a function of `data` (the run as JSON) to text.

`data.run_data` turns a run into the data that every format is made from, and that the JSON format is; so a report
can also be made later from a JSON report (`preferans-pbn conform report`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final

FORMATS: Final = {
    "json": ("machine", "json_report"),
    "ndjson": ("machine", "ndjson_report"),
    "badge": ("machine", "badge"),
    "junit": ("junit", "junit_report"),
    "markdown": ("markdown", "markdown_report"),
    "html": ("html", "html_report"),
}
"""Format: module and function.  The terminal's table is `terminal.show`."""


def written(name: str, data: Mapping[str, Any]) -> str:
    """The report ``name`` (a key of `FORMATS`) of one run."""
    module, function = FORMATS[name]
    made: Callable[[Mapping[str, Any]], str] = getattr(import_module(f"{__name__}.{module}"), function)
    return made(data)

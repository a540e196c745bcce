"""The terminal: a table of variants and levels, and the first failing cases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from preferans_pbn.conformance.reports.data import (
    asked,
    cell_text,
    is_failure,
    levels_of,
    name_of,
    summary,
    totals,
    variants_of,
)
from preferans_pbn.render.ink import visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


def show(data: Mapping[str, Any], console: Console, *, failures: int = 20) -> None:
    """Write a run to ``console``; of the failing cases the first ``failures``."""
    from rich.table import Table
    from rich.text import Text

    wrong = [result for result in data["results"] if is_failure(result)]
    for result in wrong[:failures]:
        console.print(Text.assemble((result["id"], "bold"), " ", (result["verdict"], "red"), f" {result['variant']} "
                                    f"{result['op']}: {visible(result['title'])}"))
        for line in (result.get("reason"), *result.get("difference", ())):
            if line:
                console.print(Text(f"    {visible(line)}"))
    if len(wrong) > failures:
        console.print(Text(f"… and {len(wrong) - failures} more (--show, or a report)"))
    levels = levels_of(data)
    table = Table(title=Text(visible(name_of(data))), title_justify="left", caption="passed, or passed/asked",
                  caption_justify="left")
    table.add_column("variant")
    for level in (*levels, "all"):
        table.add_column(level, justify="right")
    for variant in (*variants_of(data), ""):
        if not variant:
            table.add_section()
        table.add_row(variant or "all", *(_cell(totals(data, level, variant)) for level in (*levels, "")))
    console.print(table)
    for problem in data["problems"]:
        console.print(Text(visible(problem), style="red"))
    console.print(Text(f"{summary(data)} in {data['seconds']:.1f} s", style="green" if data["ok"] else "red"))


def _cell(cell: Mapping[str, int]) -> Text:
    from rich.text import Text

    passed = cell.get("pass", 0)
    style = "dim" if not asked(cell) else "green" if passed == asked(cell) else (
        "yellow" if passed + cell.get("skipped", 0) == asked(cell) else "red")
    # Where all passed one number says it, and a narrow terminal has room for eight columns.
    return Text(str(passed) if passed and passed == asked(cell) else cell_text(cell), style=style)

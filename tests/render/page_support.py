"""What the tests of the HTML page share: records of the fixtures with their steps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from preferans_pbn.diagnostics import Diagnostic
from preferans_pbn.notation import iter_records
from preferans_pbn.record import Record
from preferans_pbn.render.deal import Shown
from preferans_pbn.render.describing import Describer
from preferans_pbn.render.page.steps import Step, Steps, steps_of

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


def records(path: str) -> list[Record]:
    """The records of a fixture that could be read."""
    return [one.record for one in iter_records(FIXTURES / path) if one.record is not None]


def described(path: str) -> Iterator[tuple[Shown, list[Diagnostic], Steps]]:
    """Each record of a fixture as a page shows it."""
    describer = Describer()
    for record in records(path):
        shown, findings = describer.describe(record)
        yield shown, findings, steps_of(shown, findings)


def told(path: str, number: int = 1) -> Steps:
    """The steps of one record of a fixture."""
    return list(described(path))[number - 1][2]


def did(steps: Steps, *kinds: str) -> list[Step]:
    """The steps of some kinds."""
    return [step for step in steps.steps if step.do in kinds]

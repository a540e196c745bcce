"""No line of a deal is wider than 80 columns, whatever the variant, the language and the names."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from preferans_pbn.convert import Options, find_format
from preferans_pbn.diagnostics import Diagnostic
from preferans_pbn.notation import iter_records
from preferans_pbn.record import Record
from preferans_pbn.render.deal import Shown, deal_lines
from preferans_pbn.render.describing import Describer
from preferans_pbn.render.ink import cells, plain
from preferans_pbn.render.languages import CODES, language
from preferans_pbn.render.step_frames import DealSteps
from preferans_pbn.render.words import Spelling

FIXTURES = Path(__file__).parents[2] / "fixtures"
NAMES = {"S": "Olha", "W": "Константин Константинопольский-Старший", "N": "Ελευθερία Παπαδοπούλου του Γεωργίου",
         "E": "王小明王小明王小明王小明"}
"""Short and long, and of letters that take two columns."""
FILES = sorted(path for folder in ("good", "session", "regional", "serbian", "slovak", "greek", "converted", "bad")
               for path in (FIXTURES / folder).glob("*.ppbn"))


def described(path: Path) -> Iterator[tuple[Shown, list[Diagnostic]]]:
    describer = Describer()
    with path.open("rb") as stream:
        for one in iter_records(stream, path=path.name):
            if one.record is not None:
                one.record.players = {seat: NAMES[seat] for seat in one.record.players}
                yield describer.describe(one.record)


@pytest.mark.parametrize("code", CODES)
def test_show_and_its_steps_keep_within_80_columns(code: str) -> None:
    seen: set[str] = set()
    for number, path in enumerate(FILES):
        for shown, findings in described(path):
            if shown.rules is not None:
                seen.add(shown.rules.id)
            for german in (False, True):
                spelling = Spelling(language(code), german=german)
                lines = list(deal_lines(shown, spelling))
                if number % 9 == CODES.index(code):  # each file's steps in one of the languages
                    steps = DealSteps(shown, findings, spelling)
                    for at in range(steps.count):
                        lines += steps.frame(at, rules=True)
                for line in (plain(one).rstrip() for one in lines):
                    assert cells(line) <= 80, (path.name, line)
    assert len(seen) >= 17


@pytest.mark.parametrize("code", ["en", "el"])
def test_the_text_format_is_what_show_writes(code: str) -> None:
    def records() -> Iterator[Record]:
        with (FIXTURES / "session" / "evening-four.ppbn").open("rb") as stream:
            yield from (one.record for one in iter_records(stream) if one.record is not None)

    stream = io.StringIO()
    losses = list(find_format("text").write(records(), stream, Options(lang=code)))
    lines = stream.getvalue().splitlines()
    assert {loss.field for loss in losses} == {"Session"}
    assert max(map(cells, lines)) <= 80
    assert not any(line != line.rstrip() or "\x1b" in line or "\t" in line for line in lines)
    describer = Describer()
    shown = [describer.describe(record)[0] for record in records()]
    first = [plain(line).rstrip() for line in deal_lines(shown[1], Spelling(language(code)))]
    start = next(i for i, line in enumerate(lines) if line == first[0])
    assert lines[start: start + len(first)] == first

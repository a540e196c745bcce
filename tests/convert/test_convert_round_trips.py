"""From the notation to a foreign format and back: what differs is what was reported as lost, and nothing else."""

from __future__ import annotations

import io
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from preferans_pbn.convert import Options, Source, find_format, read_source
from preferans_pbn.convert.rereading import changed_fields
from preferans_pbn.families import law_of
from preferans_pbn.generate import generate
from preferans_pbn.record import Record
from preferans_pbn.variants import Ruleset, load_variant, variant_names

FIXTURES = Path(__file__).parents[2] / "fixtures"
ENOUGH = 500
MOST = 2500
BALKAN = {
    "serbian": {}, "serbian-klub": {},
    "serbian-klub with preferans": {"bid_ladder": "balkan8", "game_value": "S:2,D:3,H:4,C:5,betl:6,sans:7,preferans:8",
                                    "goal": "S:6,D:6,H:6,C:6,betl:0,sans:6,preferans:10",
                                    "duty": "S:2,D:2,H:2,C:2,sans:2,preferans:1"},
}
RUSSIAN = tuple(name for name in variant_names() if load_variant(name).family == "russian"
                and 3 in load_variant(name)["players"])
CASES = (*(("ppn", name) for name in BALKAN), *(("ppn-json", name) for name in BALKAN),
         *((form, name) for form in ("deal-lines", "begin-end") for name in RUSSIAN),
         *(("json", name) for name in ("sochi-codex", "serbian-klub", "greek", "slovak")))

IDENTITY = {"Event", "Session", "Board", "South", "West", "East", "Variant", "Rules", "Bule", "Target"}
TABLES = {"ScoreTable", "SheetTable", "SettlementTable"}
MAY_BE_LOST = {
    "ppn": {"SheetTable", "ScoreTable", "Auction", "Bid"},
    "ppn-json": {"SheetTable", "ScoreTable", "Auction", "Bid"},
    "deal-lines": IDENTITY | TABLES | {"Auction", "Defence", "Declarer", "Discard", "Contract", "Tricks", "Claim",
                                       "Play", "comments"},
    "begin-end": IDENTITY | TABLES | {"Auction", "Defence", "Declarer", "Discard", "Tricks", "Claim", "Play"},
    "json": set(),
}
"""Written by hand: what a format may lose of a generated record.  What is not here must come back equal."""


def ruleset(name: str) -> Ruleset:
    rules = BALKAN.get(name, {})
    return load_variant(name.split(" ")[0]).with_overrides(rules)


@cache
def records(name: str, count: int) -> tuple[Record, ...]:
    """So many records of three players: what all these formats can hold."""
    found: list[Record] = []
    for record in generate(ruleset(name), 20, MOST):
        if set(record.players) == set("SWE") and record.dealer in ("S", "W", "E") and record.dummy is None:
            found.append(record)
            if len(found) == count:
                break
    return tuple(found)


@pytest.mark.parametrize("count", [60, pytest.param(ENOUGH, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("form", "name"), CASES)
def test_second_reading_is_the_first_but_for_the_losses(form: str, name: str, count: int) -> None:
    given = records(name, count)
    assert len(given) == count
    stream = io.StringIO()
    reported: dict[int, list[str]] = defaultdict(list)
    for loss in find_format(form).write(given, stream):
        assert loss.code == "W701", loss
        assert loss.reason
        reported[loss.record].append(loss.field)
    back = list(read_source(Source.of_bytes(stream.getvalue().encode(), "x"), form, Options(claims=True)))
    assert len(back) == count
    for number, (record, one) in enumerate(zip(given, back, strict=True), 1):
        assert one.record is not None
        assert [found.message for found in one.diagnostics if found.severity == "error"] == [], number
        changed = changed_fields(record, one.record)
        assert sorted(changed) == sorted(reported[number])
        assert set(changed) <= MAY_BE_LOST[form]


@pytest.mark.parametrize("form", ["ppn", "ppn-json", "deal-lines", "begin-end"])
def test_whatever_people_write_is_written_or_refused(form: str) -> None:
    kept = refused = 0
    for path in sorted(FIXTURES.rglob("*.ppbn")):
        given = [one.record for one in read_source(Source.of_path(path), "ppbn") if one.record is not None]
        stream = io.StringIO()
        reported: dict[int, list[str]] = defaultdict(list)
        for loss in find_format(form).write(given, stream):
            reported[loss.record].append(loss.code if loss.code == "W705" else loss.field)
        written = [(number, record) for number, record in enumerate(given, 1) if reported[number] != ["W705"]]
        back = [one.record for one in read_source(Source.of_bytes(stream.getvalue().encode()), form,
                                                  Options(claims=True)) if one.record is not None]
        assert len(back) == len(written), path
        for (number, record), again in zip(written, back, strict=True):
            assert sorted(changed_fields(record, again)) == sorted(reported[number]), path
        kept += len(written)
        refused += len(given) - len(written)
    assert kept > 15
    assert refused > 50


def test_the_law_of_every_case_is_known() -> None:
    assert {"sochi-codex", "sochi-guide", "leningrad-sport", "rostov-codex", "kazakhstan"} <= set(RUSSIAN)
    for _, name in CASES:
        assert law_of(ruleset(name)) is not None

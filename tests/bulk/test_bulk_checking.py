"""Records that are checked in chunks have the findings that they have when they are checked one after the other."""

from __future__ import annotations

import io
import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import pytest

from preferans_pbn.bulk.checking_work import CheckMerger, CheckWork
from preferans_pbn.bulk.cutting import Cutting, chunks_of
from preferans_pbn.checking import Checked, Checker
from preferans_pbn.diagnostics import REGISTRY, Diagnostic
from preferans_pbn.generate import generate
from preferans_pbn.inputs import Input, read_input
from preferans_pbn.notation import Limits, ReadRecord, dump
from preferans_pbn.rulesets import Rulesets
from preferans_pbn.session import REMEMBERED
from preferans_pbn.variants import load_variant
from tests.bulk.support import apart, memory, mutated, texts

ALL = frozenset(REGISTRY)


class Told:
    """A sink that keeps everything."""

    def __init__(self) -> None:
        self.told: list[Any] = []
        self.records = 0
        self.names: list[str] = []

    def begin(self, name: str) -> None:
        self.names.append(name)

    def add(self, checked: Checked, findings: list[Diagnostic], read: ReadRecord) -> None:
        self.records += checked.number > 0
        if findings or read.mended:
            record = checked.record
            self.told.append((checked.number, None if record is None else (record.board, record.variant),
                              checked.rules, findings, checked.source, read.mended))

    def pass_over(self, records: int) -> None:
        self.records += records


def in_order(inputs: Sequence[Input], *, lenient: bool = False) -> Told:
    """What one process finds."""
    told = Told()
    rulesets = Rulesets()
    for source in inputs:
        checker = Checker(rulesets)
        told.begin(source.name)
        for read in read_input(source, lenient=lenient):
            checked = checker.check(read)
            told.add(checked, checked.diagnostics, read)
    return told


def in_chunks(inputs: Sequence[Input], size: int, *, lenient: bool = False, every: bool = False) -> tuple[Told, int]:
    """What the chunks give, and how many of them had to be worked on twice."""
    told = Told()
    merger = CheckMerger(told, Rulesets())
    work = CheckWork(Rulesets(), Limits(), ALL, lenient, every)
    twice = 0
    for chunk, result, again in apart(chunks_of(inputs, Cutting(size, size)), work, merger):
        twice += again
        merger.take(chunk, result)
    return told, twice


def same(inputs: Sequence[Input], size: int, **more: bool) -> int:
    """The chunks give the same; how many were worked on twice."""
    whole = in_order(inputs, **more)
    parts, again = in_chunks(inputs, size, **more)
    assert parts.told == whole.told
    assert (parts.records, parts.names) == (whole.records, whole.names)
    return again


@lru_cache(maxsize=1)
def archive() -> bytes:
    """Sessions of all families with running sheets, tags that name them in every way, and some that stand apart."""
    records: list[Any] = []
    for seed, name in enumerate(("sochi-codex", "leningrad-sport", "serbian", "slovak", "greek", "austrian")):
        records += generate(load_variant(name), seed, 60)
    stream = io.StringIO()
    dump(records, stream)
    return stream.getvalue().encode()


@pytest.mark.parametrize("part", range(4))
def test_every_text_has_the_same_findings_in_chunks(part: int) -> None:
    for data in texts()[part::4]:
        for size in (1, 3000)[:: 1 if len(data) < 20_000 else 2]:
            same([memory(data)], size)


def test_many_inputs_together() -> None:
    inputs = [memory(data, f"{number}.ppbn") for number, data in enumerate(texts()[:: 3])]
    for size in (1, 5000, 100_000):
        same(inputs, size)


def test_put_right_in_chunks() -> None:
    for data in texts()[-3:]:
        same([memory(data)], 3000, lenient=True)


@pytest.mark.parametrize("size", [1, 4000, 30_000])
def test_an_archive_in_order_is_worked_on_once(size: int) -> None:
    assert same([memory(archive())], size) == 0


@pytest.mark.parametrize("seed", range(6))
def test_an_archive_with_faults(seed: int) -> None:
    same([memory(mutated(archive(), seed))], (1, 2000, 9000)[seed % 3])


def deals(*names: tuple[str, int], tag: str = "Session") -> bytes:
    """A deal each of these sessions and boards."""
    return "".join(f'[Event "e"]\n[{tag} "{name}"]\n[Board "{board}"]\n[Variant "sochi"]\n[Dealer "S"]\n'
                   '[Contract "all-pass"]\n[Tricks "S:3 W:3 E:4"]\n\n' for name, board in names).encode()


def test_a_session_that_comes_back_is_found_whatever_was_cut_between() -> None:
    for apart_by in (1, 3, REMEMBERED - 1, REMEMBERED, REMEMBERED + 1):
        data = deals(("a", 1), ("a", 2), *((f"s{number}", 1) for number in range(apart_by)), ("a", 3), ("a", 4))
        whole = in_order([memory(data)])
        assert any(found.code == "E616" for _, _, _, findings, _, _ in whole.told for found in findings) == (
            apart_by < REMEMBERED)
        for size in (1, 150, 1000):
            same([memory(data)], size)


def test_sessions_that_no_tag_tells_apart() -> None:
    rng = random.Random(5)
    for _ in range(15):
        names = [(rng.choice("ab"), rng.choice((1, 1, 2, 3))) for _ in range(40)]
        for tag in ("Session", "Site", "Ruling"):
            same([memory(deals(*names, tag=tag))], rng.choice((1, 300, 700)))


@pytest.mark.parametrize("break_off", [
    '[Variant "unheard-of"]', '[Session "a"]\n[Deal "S:XX"]', "\0", '[Date "x"]', "{",
])
def test_records_that_are_lost_where_a_session_seems_to_begin(break_off: str) -> None:
    """The record at the cut names another session, but is lost; the session before it goes on behind it."""
    a, b = deals(("a", 1), ("a", 2)), deals(("a", 3), ("a", 4), ("b", 1))
    lost = f'[Event "e"]\n[Session "x"]\n{break_off}\n\n'.encode()
    for times in (1, 2, 5):
        for size in (1, 100, 230, 500):
            same([memory(a + lost * times + b)], size)


def test_everything_is_said_of_every_record_where_that_is_wanted() -> None:
    told, _ = in_chunks([memory(archive())], 5000, every=True)
    assert told.records == 360

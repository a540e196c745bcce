"""With a scan the splitter gives the same records as without one."""

from __future__ import annotations

import io
import random
from dataclasses import replace

import pytest

from preferans_pbn.generate import generate
from preferans_pbn.notation import Limits, dumps, iter_records, iter_text
from preferans_pbn.notation.scanner import scan
from preferans_pbn.notation.splitter import BinaryLines, Chunk, split
from preferans_pbn.variants import load_variant
from tests.notation.readings import corpus_texts, fixture_files, mutated
from tests.notation.samples import MISERE, SAMPLE, SERBIAN


class Lines:
    """A stream of which nothing is known but that it has lines; it gives at most 50 bytes at a time."""

    def __init__(self, data: bytes) -> None:
        self._stream = io.BytesIO(data)

    def readline(self, limit: int = -1, /) -> bytes:
        return self._stream.readline(limit)


class Trickle(io.RawIOBase):
    """A pipe that brings a few bytes at a time."""

    def __init__(self, data: bytes) -> None:
        self._stream = io.BytesIO(data)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = self._stream.read(min(len(buffer), 37))
        buffer[: len(data)] = data
        return len(data)


def same(data: bytes, limits: Limits | None = None) -> int:
    """How many records were scanned; fails where a record is not the same without the scan."""
    wanted = list(split(io.BytesIO(data), limits))
    streams: list[BinaryLines] = [io.BytesIO(data), Lines(data), io.BufferedReader(Trickle(data), 64)]
    taken = set()
    for stream in streams:
        found = list(split(stream, limits, scan))
        assert [without(chunk) for chunk in found] == wanted
        taken.add(sum(chunk.scanned is not None for chunk in found))
    assert len(taken) == 1
    return taken.pop()


def without(chunk: Chunk) -> Chunk:
    return replace(chunk, scanned=None)


def test_clean_records_are_scanned() -> None:
    data = "\n".join((SAMPLE, SAMPLE, SERBIAN, SAMPLE)).encode()
    assert same(data) == 3
    # What stands before the first Event is told apart by its lines.
    assert same(b"% PREFERANS-PBN 1.0\n\n" + data) == 2
    assert same(data.rstrip()) == 3
    assert same(data.replace(b"\n", b"\r\n")) == 0
    assert same(b"") == same(b"\n") == same(b'[Event "x"]') - 1 == 0


def test_records_follow_each_other_with_and_without_blank_lines() -> None:
    for gap in (
            "", "\n", "\n\n\n", "% more\n", "; more\n", "{more}\n", "{more\n", " \n", '[Site "x"]\n', "\x00\n", "\r"):
        for text in (SAMPLE + gap + SAMPLE, gap + SAMPLE + SAMPLE, SAMPLE + MISERE + gap + SAMPLE + gap):
            same(text.encode())


@pytest.mark.parametrize("limit", [20, 60, 400, len(SAMPLE) - 1, len(SAMPLE), len(SAMPLE) + 1, 2000])
def test_limits(limit: int) -> None:
    for text in (SAMPLE, SAMPLE + SAMPLE, SAMPLE + "\n" + SERBIAN + SAMPLE.rstrip()):
        for limits in (Limits(line=limit), Limits(record=limit), Limits(limit, limit)):
            same(text.encode(), limits)


def test_a_record_longer_than_a_block() -> None:
    long = SAMPLE.replace("Anna", "A" * 70_000)
    text = SAMPLE + long + SAMPLE + long.replace("AA", "A{\n", 1) + SAMPLE
    assert same(text.encode()) == 3
    assert same(text.encode(), Limits(line=1 << 17)) == 4


def test_fixtures_and_corpus() -> None:
    files = fixture_files()
    assert sum(same(data) for data in files) > 50
    same(b"".join(files))
    same(b"\n".join(files))
    same("".join(corpus_texts()).encode("utf-8", "surrogateescape"))


@pytest.mark.parametrize("seed", range(8))
def test_mutated_files(seed: int) -> None:
    rng = random.Random(seed)
    records = [dumps(record) for record in generate(load_variant("sochi-codex"), seed, 30)]
    scanned = 0
    for _ in range(150):
        texts = rng.sample(records, 4)
        texts[rng.randrange(3)] = mutated(rng.choice((MISERE, SERBIAN, SAMPLE)), rng)
        text = rng.choice(("", "\n")).join(texts)
        for _ in range(rng.randrange(3)):
            text = mutated(text, rng)
        scanned += same(text.encode("utf-8", "surrogateescape"))
    assert scanned > 100


def test_numbers_and_places_of_records_between_scanned_ones() -> None:
    unknown, wrong = SAMPLE.replace("[Dealer", "[Wind"), SAMPLE.replace('"C7 D7"', '"C7 X7"')
    read = list(iter_text(f"{SAMPLE}\n{unknown}\n{SAMPLE}\n{wrong}{SAMPLE}", path="a.ppbn"))
    assert [one.number for one in read] == [1, 2, 3, 4, 5]
    assert [one.source.line for one in read] == [1, 40, 79, 118, 156]
    assert [[(d.name, d.line, d.path, d.record) for d in one.diagnostics] for one in read] == [
        [], [("unknown-tag", 51, "a.ppbn", 2)], [], [("bad-card", 136, "a.ppbn", 4)], []]
    assert [one.blank for one in read] == [True, True, True, False, False]


def test_same_values_as_before_reach_past_scanned_records() -> None:
    text = SAMPLE + '[Event "#"]\n[Variant "#"]\n[South "#"]\n\n' + SAMPLE
    [_, second, _] = iter_text(text)
    assert second.record is not None
    assert (second.record.event, second.record.variant) == ("Thursday club", "sochi-codex")
    assert second.record.players == {"S": "Anna"}


def test_memory_is_one_record() -> None:
    class Endless(io.RawIOBase):
        """A record again and again, and how much of it was read ahead."""

        def __init__(self) -> None:
            self.given = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
            data = SAMPLE.encode()[: len(buffer)]
            buffer[: len(data)] = data
            self.given += len(data)
            return len(data)

    stream = Endless()
    for one in iter_records(io.BufferedReader(stream, 1 << 12)):
        assert stream.given - one.number * len(SAMPLE) < 1 << 17
        if one.number == 500:
            break

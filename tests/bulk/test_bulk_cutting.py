"""Inputs are cut where records begin, and nowhere else."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from preferans_pbn.bulk.cutting import Chunk, Cutting, chunks_of
from preferans_pbn.bulk.reading import Watch, read_piece
from preferans_pbn.inputs import Input
from preferans_pbn.notation import Limits, iter_text
from preferans_pbn.notation.splitter import split
from tests.bulk.support import cut, memory, texts

SMALL = '[Event "{}"]\n[Board "{}"]\n[Contract "6S"]\n\n'


def archive(*sessions: int) -> bytes:
    """Sessions of so many deals."""
    return "".join(SMALL.format(chr(97 + i), board) for i, deals in enumerate(sessions)
                   for board in range(1, deals + 1)).encode()


def read(chunks: list[Chunk], limits: Limits, *, lenient: bool = False) -> list[tuple[Any, ...]]:
    """What the chunks of one input read to, as the whole does."""
    found = []
    number = 0
    once = nothing_else = False
    for chunk in chunks:
        for piece in chunk.pieces:
            last = number
            for one in read_piece(piece, limits, Watch(), lenient=lenient):
                if one.number:
                    one.number += number
                    last = one.number
                for each in (*one.diagnostics, *one.mended):
                    each.record += number if each.record else 0
                one.diagnostics = [each for each in one.diagnostics if not (once and each.code == "W802")]
                once |= any(each.code == "W802" for each in one.diagnostics)
                if not nothing_else:
                    found.append(told(one))
                nothing_else |= any(each.code in ("E002", "E003") for each in one.diagnostics)
            number = last
    return found


def told(one: Any) -> tuple[Any, ...]:
    return (one.number, one.record, one.source, one.diagnostics, one.blank, one.mended,
            None if one.record is None else one.record.source)


@pytest.mark.parametrize("part", range(4))
def test_the_chunks_are_the_input_and_their_records_are_its_records(part: int) -> None:
    limits = Limits()
    for data in texts()[part::4]:
        whole = [told(one) for one in iter_text(data, limits=limits)]
        ways = ((1, True), (2000, True), (2000, False), (40_000, True))
        for size, sessions in ways[:: 1 if len(data) < 20_000 else 2]:
            chunks = cut(data, size, sessions=sessions)
            assert b"".join(piece.data for chunk in chunks for piece in chunk.pieces) == data
            assert read(chunks, limits) == whole


def test_a_lenient_reader_finds_the_same_in_chunks() -> None:
    limits = Limits()
    for data in texts()[-2:]:
        assert read(cut(data, 500), limits, lenient=True) == [told(one) for one in iter_text(data, lenient=True)]


def test_limits_hold_across_cuts() -> None:
    limits = Limits(line=40, record=120)
    for data in texts()[-4:]:
        assert read(cut(data, 100), limits) == [told(one) for one in iter_text(data, limits=limits)]


LINES = [
    '[Event "a"]', '[Event "b"]', ' [Event "c"]', '[Event "#"]', '[Board "1"]', '[Session "s"]', '[Site "#"]',
    "{", "}", "; x", "% x", "", "rubbish", '[Event "a', '\ufeff[Event "d"]', 'x [Event "e"]', '{ [Event "f"]',
    "\0",
    '[Play "S"]', "SA SK", "\r",
]


@settings(max_examples=400, deadline=None)
@given(lines=st.lists(st.sampled_from(LINES), max_size=30), end=st.booleans(), size=st.integers(1, 120),
       sessions=st.booleans())
def test_any_lines_at_any_size(lines: list[str], end: bool, size: int, sessions: bool) -> None:
    data = ("\n".join(lines) + "\n" * end).encode()
    chunks = cut(data, size, sessions=sessions)
    assert b"".join(piece.data for chunk in chunks for piece in chunk.pieces) == data
    whole = [(one.line, one.text, one.lost, one.blank, one.repeated) for one in split(io.BytesIO(data))]
    if whole[0][2] and not whole[0][1]:
        return  # nothing of it is read, wherever it is cut
    parts = [(one.line + piece.line, one.text, one.lost, one.blank, one.repeated)
             for chunk in chunks for piece in chunk.pieces for one in split(io.BytesIO(piece.data))]
    assert parts == whole


def test_a_cut_is_made_where_a_session_begins() -> None:
    data = archive(3, 4, 2)
    chunks = cut(data, 100)
    assert [chunk.pieces[0].data.count(b"[Event") for chunk in chunks] == [3, 4, 2]
    assert [chunk.waits for chunk in chunks] == [False, False, False]


def test_a_session_longer_than_a_chunk_is_cut_and_its_next_part_waits() -> None:
    data = archive(9)
    chunks = cut(data, 60)
    assert len(chunks) > 3
    assert [chunk.waits for chunk in chunks] == [False] + [True] * (len(chunks) - 1)


def test_a_record_that_names_the_one_before_it_stays_behind_it() -> None:
    data = archive(1) + b'[Event "#"]\n[Board "2"]\n\n' * 20 + archive(2)
    for size in (1, 30, 100):
        for chunk in cut(data, size):
            assert not chunk.pieces[0].data.startswith(b'[Event "#"]')


def test_nothing_is_cut_before_the_first_tag_of_an_input() -> None:
    top = b"% PREFERANS-PBN 1.0\n" + b"; a comment\n" * 50
    chunks = cut(top + archive(1, 1), 1)
    assert [chunk.pieces[0].data for chunk in chunks] == [top + archive(1), archive(1, 1)[len(archive(1)):]]


def test_many_small_inputs_travel_together_and_a_big_one_apart() -> None:
    inputs = [memory(archive(1), "a"), memory(archive(1), "b"), memory(archive(*[2] * 30), "c"),
              memory(archive(1), "d"), memory(b"", "e")]
    chunks = list(chunks_of(inputs, Cutting(300, 300)))
    assert [piece.name for piece in chunks[0].pieces] == ["a", "b", "c"]
    assert {piece.name for chunk in chunks[1:-1] for piece in chunk.pieces} == {"c"}
    assert [piece.name for piece in chunks[-1].pieces][-2:] == ["d", "e"]
    assert [piece.name for chunk in chunks for piece in chunk.pieces if piece.first] == ["a", "b", "c", "d", "e"]
    assert [chunk.number for chunk in chunks] == list(range(len(chunks)))


class _Failing(io.RawIOBase):
    """A stream that gives what it has and then breaks."""

    def __init__(self, data: bytes) -> None:
        self._under = io.BytesIO(data)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        block = self._under.read(min(len(buffer), 70))
        if not block:
            raise OSError(5, "Input/output error")
        buffer[: len(block)] = block
        return len(block)


@pytest.mark.parametrize("size", [1, 50, 10_000])
def test_what_stands_before_a_fault_of_the_input_is_not_lost_with_it(size: int) -> None:
    data = archive(2, 3) + b'[Event "broken o'
    source = memory(b"", "x", lambda: io.BufferedReader(_Failing(data)))
    whole = [told(one) for one in iter_text_of(source)]
    assert whole[-1][3][0].code == "E008"
    assert read(list(chunks_of([source], Cutting(size, size))), Limits()) == whole


def iter_text_of(source: Input) -> Any:
    from preferans_pbn.inputs import read_input

    return read_input(source)


def test_what_cannot_be_opened_is_said_in_its_place() -> None:
    from preferans_pbn.inputs import find_inputs, read_input

    chunks = list(chunks_of([memory(archive(1), "a"), *find_inputs(["no/such/file"]), memory(archive(1), "b")]))
    assert [piece.name for piece in chunks[0].pieces] == ["a", "no/such/file", "b"]
    [one] = read_piece(chunks[0].pieces[1], Limits(), Watch())
    [whole] = [one for source in find_inputs(["no/such/file"]) for one in read_input(source)]
    assert told(one) == told(whole)


def test_where_nothing_can_be_cut_the_stream_is_handed_on_and_little_is_held() -> None:
    data = b"".join(b'[Board "%d"]\n\n' % i for i in range(5000)) + archive(2)
    chunks = chunks_of([memory(data)], Cutting(100, 100, longest=1000))
    first = next(chunks)
    assert first.uncut
    assert len(first.pieces[0].data) < 300_000
    assert read([first], Limits()) == [told(one) for one in iter_text(data)]
    assert list(chunks) == []


def test_a_record_that_is_not_to_be_touched_has_its_place_and_its_neighbours() -> None:
    piece = replace(cut(archive(4), 1 << 20)[0].pieces[0], line=100)
    for wanted in range(1, 5):
        whole = [told(one) for one in read_piece(piece, Limits(), Watch())]
        parts = [told(one) for one in read_piece(piece, Limits(), Watch(failing={wanted: "it fails"}))]
        assert [one for i, one in enumerate(parts) if i != wanted - 1] == [
            one for i, one in enumerate(whole) if i != wanted - 1]
        [finding] = parts[wanted - 1][3]
        assert (finding.code, finding.line, finding.col, finding.record) == ("E013", 101 + 4 * (wanted - 1), 1, wanted)

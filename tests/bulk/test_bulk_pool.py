"""Several processes: their results in order, few chunks at a time, and what happens when one comes to its end."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from preferans_pbn.bulk import pool
from preferans_pbn.bulk.cutting import Chunk, Cutting, chunks_of
from preferans_pbn.bulk.pool import WorkFailed, results
from tests.bulk.support import memory
from tests.bulk.works import Collected, Line, Listing, Unwilling

RECORD = '[Event "e"]\n[Session "{0}"]\n[Board "{0}"]\n\n'


@pytest.fixture(autouse=True)
def _eager(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Processes are started however little there is to do, and none of them stays."""
    monkeypatch.setattr(pool, "ENOUGH", 1)
    yield
    assert multiprocessing.active_children() == []


def run(chunks: Iterator[Chunk], work: Any, told: Collected, jobs: int) -> None:
    with results(chunks, work, told, jobs) as found:
        for chunk, result in found:
            told.take(chunk, result)


def chunks(records: int, size: int = 400) -> Iterator[Chunk]:
    data = "".join(RECORD.format(number) for number in range(1, records + 1)).encode()
    return chunks_of([memory(data, "many")], Cutting(size, size))


def lines(records: int, failing: int = 0) -> list[Line]:
    return [(4 * number - 3, "?" if number == failing else str(number), ["E013"] if number == failing else [])
            for number in range(1, records + 1)]


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_the_results_come_in_order(jobs: int) -> None:
    told = Collected()
    run(chunks(200), Listing(), told, jobs)
    assert told.lines == lines(200)
    assert told.chunks == list(range(len(told.chunks)))
    assert len(told.chunks) > 10


def test_where_there_is_little_to_do_no_process_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()

    def no_worker(work: Any) -> None:
        raise AssertionError("a process")

    monkeypatch.setattr(pool, "_Worker", no_worker)
    told = Collected()
    run(chunks(200), Listing(), told, 8)
    assert told.lines == lines(200)


def test_few_chunks_are_held_at_a_time() -> None:
    """Of many chunks no more are made before their time than the processes need, so memory stays the same."""
    made = most = 0
    told = Collected()

    def counted() -> Iterator[Chunk]:
        nonlocal made, most
        for chunk in chunks(4000):
            made += 1
            most = max(most, made - len(told.chunks))
            yield chunk

    run(counted(), Listing(), told, 2)
    assert told.lines == lines(4000)
    assert made > 300
    assert most <= 2 * 2 + 2


def test_a_chunk_whose_result_does_not_hold_is_worked_on_again() -> None:
    told = Collected(frozenset({0, 3, 4, 9}))
    run(chunks(200), Listing(), told, 2)
    assert told.lines == lines(200)
    # The first is worked on in its right state at once; of others that may be so too.
    assert set(told.refused) <= {3, 4, 9}


def test_a_chunk_that_waits_is_worked_on_when_all_before_it_are_done() -> None:
    def waiting() -> Iterator[Chunk]:
        for chunk in chunks(200):
            chunk.waits = chunk.number % 3 == 2
            yield chunk

    told = Collected()
    run(waiting(), Listing(), told, 2)
    assert told.lines == lines(200)


def test_an_input_that_cannot_be_cut_is_worked_on_in_its_place() -> None:
    inputs = [memory("".join(f'[Board "{number}"]\n\n' for number in range(1, 3000)).encode(), "uncut"),
              memory(b'[Event "last"]\n[Board "x"]\n')]
    told = Collected()
    run(chunks_of(inputs, Cutting(100, 100, longest=500)), Listing(), told, 2)
    assert [board for _, board, _ in told.lines] == [*map(str, range(1, 3000)), "x"]


@pytest.mark.parametrize("board", [40, 120, 200])
@pytest.mark.parametrize("how", ["kill", "exit"])
def test_a_process_that_is_killed_once_costs_nothing(board: int, how: str, tmp_path: Path) -> None:
    told = Collected()
    run(chunks(200), Listing(str(board), how, tmp_path / "once"), told, 2)
    assert (tmp_path / "once").exists()
    assert told.lines == lines(200)


@pytest.mark.parametrize("board", [40, 77])
def test_a_record_over_which_processes_end_is_named_and_its_neighbours_are_not_lost(board: int) -> None:
    told = Collected()
    run(chunks(100), Listing(str(board), "kill"), told, 2)
    assert told.lines == lines(100, board)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("board", [1, 40, 100])
def test_so_is_a_record_over_which_the_program_fails(board: int, jobs: int) -> None:
    told = Collected()
    run(chunks(100), Listing(str(board), "raise"), told, jobs)
    assert told.lines == lines(100, board)


def test_processes_that_cannot_work_at_all_are_an_error() -> None:
    class FirstHere(Collected):
        def agrees(self, chunk: Chunk, result: list[Line]) -> bool:
            return True

    with pytest.raises(WorkFailed, match=r"before they begin.*exit code 3"):
        run(_behind_the_first(), Unwilling("exit"), FirstHere(), 2)
    with pytest.raises(WorkFailed, match="RuntimeError: not over a record"):
        run(_behind_the_first(), Unwilling("raise"), FirstHere(), 2)


def _behind_the_first() -> Iterator[Chunk]:
    """Chunks none of which is worked on in this process."""
    for chunk in chunks(100):
        chunk.number += 1
        yield chunk


def test_what_goes_wrong_with_the_results_ends_the_processes() -> None:
    class Full(Collected):
        def take(self, chunk: Chunk, result: list[Line]) -> None:
            if chunk.number == 3:
                raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        run(chunks(1000), Listing(), Full(), 2)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_an_interruption_ends_the_processes() -> None:
    class Interrupted(Collected):
        def take(self, chunk: Chunk, result: list[Line]) -> None:
            if chunk.number == 3:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(chunks(1000), Listing(), Interrupted(), 2)

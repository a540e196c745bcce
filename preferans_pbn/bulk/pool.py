"""Several processes of this machine that work on chunks, and their results in the order of the input.

    with results(chunks_of(inputs), work, merger, jobs=4) as found:
        for chunk, result in found: …

Chunks are few at any time: about two for each process, so memory does not grow with the input.  A process that comes to
its end over a chunk costs nothing but that record of it over which it does so twice.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

from preferans_pbn.bulk.cutting import Chunk
from preferans_pbn.bulk.reading import Watch
from preferans_pbn.checking import DEBUG, failure_of
from preferans_pbn.collecting import collect_seldom

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

ENOUGH: Final = 1 << 20
"""Less than so many bytes are not worth a process."""
_TICK: Final = 0.1
_FAILED_STARTS: Final = 3

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
R_contra = TypeVar("R_contra", contravariant=True)
S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
S_contra = TypeVar("S_contra", contravariant=True)


class Work(Protocol[S_contra, R_co]):
    """What is done with a chunk; it is sent to the processes (`pickle`), and so is what it gives."""

    def __call__(self, chunk: Chunk, start: S_contra | None, watch: Watch) -> R_co:
        """``start``: the state that the chunks before left; None: not known, the chunk is taken as if nothing that
        matters stood before it."""


class Merger(Protocol[S_co, R_contra]):
    """Knows how things stand behind the results that were taken, in the order of the input.

    One that can say beforehand how things will probably stand has ``expect(chunk)`` too, which is called before a chunk
    is worked on without knowing that.
    """

    def agrees(self, chunk: Chunk, result: R_contra) -> bool:
        """Does a result that was made without knowing what stood before hold in the state that is known now?"""

    def start(self, chunk: Chunk) -> S_co:
        """The state that the chunks before left."""


class WorkFailed(RuntimeError):
    """The processes fail, and not over a record."""


def attempt(work: Work[S, R], chunk: Chunk, start: S | None, note: Callable[[int], None],
            failing: dict[int, str]) -> R:
    """Do the work on a chunk.  Where this program fails over a record, that record is said to be at fault and the rest
    is worked on without it; ``failing`` are those of which that is known."""
    while True:
        watch = Watch(note, failing)
        try:
            return work(chunk, start, watch)
        except OSError:  # what is written cannot be, whatever the record
            raise
        except Exception as problem:
            if chunk.uncut or watch.at in failing or watch.at == 0 or os.environ.get(DEBUG):
                raise
            failing[watch.at] = failure_of(problem)


@contextmanager
def results(chunks: Iterator[Chunk], work: Work[S, R], merger: Merger[S, R], jobs: int,
            tick: Callable[[Chunk | None], None] | None = None) -> Iterator[Iterator[tuple[Chunk, R]]]:
    """All ``chunks`` in order, each with what ``work`` makes of it, done by up to ``jobs`` processes.

    Where there is little to do no process is started.  ``merger`` is asked how things stand behind the results that
    were given out so far.  ``tick`` is called with each chunk that is done, and with None a few times a second.  Raises
    WorkFailed where processes cannot be had at all.  Behind the block no process is left, however it ends.
    """
    first: list[Chunk] = []
    size = 0
    for chunk in chunks:
        first.append(chunk)
        size += chunk.size
        if size >= ENOUGH or chunk.uncut:
            break
    pool = _Pool(work, merger, jobs if size >= ENOUGH and jobs > 1 else 0, tick)
    try:
        yield pool.run(chain(first, chunks))
    finally:
        pool.close()


@dataclass(slots=True)
class _Task(Generic[S, R]):
    """A chunk and what is known of it.  ``exact``: it is worked on, or was, in the state ``start``."""

    chunk: Chunk
    start: S | None = None
    exact: bool = False
    sent: bool = False
    done: bool = False
    result: R | None = None
    failing: dict[int, str] = field(default_factory=dict)
    deaths: Counter[int] = field(default_factory=Counter)


class _Worker:
    """One process.  ``at`` is the record that it works on, by its number in the chunk."""

    def __init__(self, work: Any) -> None:
        context = get_context("spawn")
        self.at = context.RawValue("Q", 0)
        self.connection, other = context.Pipe()
        self.process: BaseProcess = context.Process(target=_serve, args=(other, self.at, work), daemon=True)
        self.process.start()
        other.close()
        self.task: _Task[Any, Any] | None = None

    def send(self, task: _Task[Any, Any]) -> None:
        """Give it a task.  One that has died meanwhile is found out by `_Pool`."""
        self.task = task
        task.sent = True
        self.at.value = 0
        with suppress(OSError):
            self.connection.send_bytes(
                pickle.dumps((task.chunk, task.start, task.failing), pickle.HIGHEST_PROTOCOL))

    def stop(self) -> None:
        """End the process at once."""
        self.process.kill()
        self.process.join()
        self.process.close()
        self.connection.close()


class _Pool(Generic[S, R]):
    """The processes, and the chunks that are not done with, in order."""

    def __init__(self, work: Work[S, R], merger: Merger[S, R], jobs: int,
                 tick: Callable[[Chunk | None], None] | None) -> None:
        self._work = work
        self._merger = merger
        self._jobs = jobs
        self._tick = tick
        self._workers: list[_Worker] = []
        self._tasks: deque[_Task[S, R]] = deque()
        self._most = 2 * jobs + 2
        self._failed_starts = 0
        self._expect: Callable[[Chunk], None] | None = getattr(merger, "expect", None)

    def run(self, chunks: Iterator[Chunk]) -> Iterator[tuple[Chunk, R]]:
        """Work on everything; the results in order."""
        ended = False
        while True:
            while not ended and len(self._tasks) < self._most and not (self._tasks and self._tasks[-1].chunk.uncut):
                chunk = next(chunks, None)
                if chunk is None:
                    ended = True
                else:
                    self._tasks.append(_Task(chunk))
                    self._dispatch()
            if not self._tasks:
                return
            result = self._first_result()
            if result is not None:
                chunk = self._tasks.popleft().chunk
                self._dispatch()
                yield chunk, result
                if self._tick is not None:
                    self._tick(chunk)
            elif not self._begin_first():
                self._dispatch()
                self._receive()

    def close(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.stop()
        self._workers.clear()

    # --- in order ------------------------------------------------------------------------------------------
    def _first_result(self) -> R | None:
        """The result of the first of the tasks, if there is one that holds."""
        task = self._tasks[0]
        if task.done:
            assert task.result is not None
            if task.exact or self._merger.agrees(task.chunk, task.result):
                return task.result
            task.done = task.sent = False
            task.result = None
        return None

    def _begin_first(self) -> bool:
        """Nothing stands before the first of the tasks any more: it can be worked on in the right state.  True: it is
        done."""
        task = self._tasks[0]
        if task.sent:
            return False
        if not task.exact:
            task.start = self._merger.start(task.chunk)
            task.exact = True
        if self._here(task):
            task.sent = True
            task.result = attempt(self._work, task.chunk, task.start, _nothing, task.failing)
            task.done = True
        return task.done

    def _here(self, task: _Task[S, R]) -> bool:
        """Is the task to be done in this process?  Those are that nobody else can do, and the very first, so that the
        others have time to start."""
        return self._jobs == 0 or task.chunk.uncut or task.chunk.number == 0

    # --- processes -------------------------------------------------------------------------------------------
    def _dispatch(self) -> None:
        """Give every free process the next task that can be worked on."""
        waiting = (task for task in self._tasks if not task.sent and not self._here(task)
                   and (task.exact or not task.chunk.waits))
        for task in waiting:
            worker = next((one for one in self._workers if one.task is None), None)
            if worker is None:
                if len(self._workers) >= self._jobs:
                    return
                worker = _Worker(self._work)
                self._workers.append(worker)
            if self._expect is not None and not task.exact:
                self._expect(task.chunk)
            worker.send(task)

    def _receive(self) -> None:
        """Wait for a process to answer or to end."""
        by_handle: dict[Any, _Worker] = {worker.connection: worker for worker in self._workers}
        by_handle |= {worker.process.sentinel: worker for worker in self._workers}
        ready = wait(by_handle, _TICK if self._tick is not None else None)
        if self._tick is not None:
            self._tick(None)
        for worker in dict.fromkeys(by_handle[handle] for handle in ready):
            try:
                answer = worker.connection.recv_bytes() if worker.connection.poll() else None
            except (EOFError, OSError):
                answer = None
            if answer is None:
                self._lost(worker)
                continue
            task = worker.task
            assert task is not None
            worker.task = None
            problem, task.result = pickle.loads(answer)
            if problem:
                raise WorkFailed(problem)
            task.done = True
            self._failed_starts = 0

    def _lost(self, worker: _Worker) -> None:
        """A process has ended.  Its task is tried once more; then without the record at which it ends."""
        worker.process.join()
        code = worker.process.exitcode
        at = worker.at.value
        task = worker.task
        self._workers.remove(worker)
        worker.stop()
        if task is None:
            return
        task.sent = False
        if at == 0:
            self._failed_starts += 1
            if self._failed_starts >= _FAILED_STARTS:
                raise WorkFailed(f"the processes end before they begin ({_ending(code)})")
            return
        task.deaths[at] += 1
        if task.deaths[at] > 1:
            if at in task.failing:
                raise WorkFailed(f"a process ends over what it should pass over ({_ending(code)})")
            task.failing[at] = f"the process that worked on it ended ({_ending(code)})"


def _ending(code: int | None) -> str:
    """How a process came to its end."""
    if code is not None and code < 0:
        with suppress(ValueError):
            return f"signal {signal.Signals(-code).name}"
    return f"exit code {code}"


def _nothing(number: int) -> None:
    """Nobody wants to know."""


def _serve(connection: Connection, at: Any, work: Any) -> None:
    """The life of a process: take a chunk, work on it, send what came of it."""
    # Who is interrupted is the process that the user sees; it ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_seldom()

    def note(number: int) -> None:
        at.value = number

    while True:
        try:
            chunk, start, failing = pickle.loads(connection.recv_bytes())
        except (EOFError, OSError):
            return
        try:
            answer = pickle.dumps(("", attempt(work, chunk, start, note, failing)), pickle.HIGHEST_PROTOCOL)
        except Exception as problem:
            if os.environ.get(DEBUG):
                import traceback

                traceback.print_exc()
            answer = pickle.dumps((failure_of(problem), None))
        try:
            connection.send_bytes(answer)
        except OSError:  # nobody is there any more
            return

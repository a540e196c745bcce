"""The machines of a Dask cluster that work on parts of files, with the interface of `preferans_pbn.bulk.pool`.

A part is taken up again by another machine where one is lost.  Nothing counts twice: a result is merged once, in its
place, whoever made it.
"""

from __future__ import annotations

import re
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any, Final, TypeVar

from preferans_pbn.bulk.cutting import LINE, Chunk, Piece
from preferans_pbn.bulk.partitions import read_part
from preferans_pbn.bulk.pool import Merger, Work, WorkFailed, attempt
from preferans_pbn.bulk.reading import stream_of
from preferans_pbn.checking import failure_of

_LOCAL: Final = re.compile(r"local(?::([1-9][0-9]{0,3}))?")
_TICK: Final = 0.2
_BLOCK: Final = 1 << 20

R = TypeVar("R")
S = TypeVar("S")


class NoCluster(Exception):
    """There is no such cluster, or nothing to talk to one with; the message says why."""


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """A client of the cluster at ``address``: ``tcp://host:port``, or ``local`` or ``local:N`` for N processes of this
    machine, which end with the block.  Raises NoCluster."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise NoCluster("needs the package distributed: pip install 'preferans-pbn[cluster]'") from None
    local = _LOCAL.fullmatch(address)
    if local is None and "://" not in address:
        raise NoCluster(f"{address} is neither the address of a cluster (tcp://host:port) nor local or local:N")
    cluster = None
    if local is not None:
        with _uninterrupted():
            cluster = distributed.LocalCluster(n_workers=int(local[1]) if local[1] else None, threads_per_worker=1,
                                               processes=True, dashboard_address=":0", silence_logs="ERROR")
    try:
        try:
            client = distributed.Client(cluster if cluster is not None else address, timeout="10s",
                                        set_as_default=False)
        except (OSError, ValueError) as error:
            raise NoCluster(f"no cluster answers at {address}: {' '.join(str(error).split())}") from None
        with client:
            yield client
    finally:
        if cluster is not None:
            cluster.close()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Processes that are started in the block ignore an interruption: who is interrupted is the process that the user
    sees, and it ends the others."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def results(chunks: Iterator[Chunk], work: Work[S, R], merger: Merger[S, R], client: Any,
            tick: Callable[[Chunk | None], None] | None = None) -> Iterator[Iterator[tuple[Chunk, R]]]:
    """All ``chunks`` in order, each as it was read and with what ``work`` makes of it, done by the machines of
    ``client``.  Raises WorkFailed where they cannot do it."""
    pool = _Pool(work, merger, client, tick)
    try:
        yield pool.run(chunks)
    finally:
        pool.close()


class _Task:
    """A chunk that somebody works on."""

    def __init__(self, chunk: Chunk, future: Any) -> None:
        self.chunk = chunk
        self.future = future
        self.exact = False


class _Pool:
    """The chunks that are not done with, in order."""

    def __init__(self, work: Any, merger: Any, client: Any, tick: Callable[[Chunk | None], None] | None) -> None:
        self._work = work
        self._merger = merger
        self._client = client
        self._tick = tick
        self._expect: Callable[[Chunk], None] | None = getattr(merger, "expect", None)
        self._tasks: deque[_Task] = deque()

    def run(self, chunks: Iterator[Chunk]) -> Iterator[tuple[Chunk, Any]]:
        """Work on everything; the results in order."""
        most = 2 * max(1, sum(self._client.nthreads().values())) + 2
        ended = False
        while True:
            while not ended and len(self._tasks) < most:
                chunk = next(chunks, None)
                if chunk is None:
                    ended = True
                else:
                    self._tasks.append(_Task(chunk, self._submitted(chunk, None)))
            if not self._tasks:
                return
            task = self._tasks[0]
            pieces, result = self._result(task)
            chunk = Chunk(task.chunk.number, pieces)
            if not task.exact and not self._merger.agrees(chunk, result):
                task.exact = True
                task.future = self._submitted(task.chunk, self._merger.start(chunk))
                continue
            self._tasks.popleft()
            yield chunk, result
            if self._tick is not None:
                self._tick(chunk)

    def close(self) -> None:
        """Nobody need work any more."""
        for task in self._tasks:
            task.future.cancel()
        self._tasks.clear()

    def _submitted(self, chunk: Chunk, start: Any) -> Any:
        if start is None and self._expect is not None:
            self._expect(chunk)
        return self._client.submit(work_on, self._work, chunk, start, pure=False)

    def _result(self, task: _Task) -> tuple[list[Piece], Any]:
        while not task.future.done():
            try:
                task.future.result(timeout=_TICK)
            except TimeoutError:
                if self._tick is not None:
                    self._tick(None)
            except Exception:
                break  # it is raised again below
        try:
            found: tuple[list[Piece], Any] = task.future.result()
        except Exception as problem:
            place = task.chunk.pieces[0].place
            where = "" if place is None else f" ({place.path} from byte {place.start})"
            raise WorkFailed(f"the cluster cannot do this{where}: {failure_of(problem)}") from None
        return found


def counted(chunks: Iterable[Chunk], client: Any) -> Iterator[Chunk]:
    """``chunks`` with the number of records that seem to stand before each; the machines of ``client`` count them."""
    parts = list(chunks)
    before = 0
    for chunk, future in zip(parts, client.map(count, parts, pure=False), strict=True):
        chunk.pieces[0].total = before
        before += future.result()
        yield chunk


def count(chunk: Chunk) -> int:
    """How many lines of a part begin with Event."""
    found = 0
    for part in chunk.pieces:
        for piece in read_part(part):
            with suppress(OSError):  # it is said when the part is worked on
                stream = stream_of(piece)
                tail = b"\n"
                while block := stream.read(_BLOCK):
                    found += (tail + block).count(LINE)
                    tail = (tail + block)[1 - len(LINE):]
    return found


def work_on(work: Any, chunk: Chunk, start: Any) -> tuple[list[Piece], Any]:
    """What a machine does: read the part, work on it; the pieces without their bytes, and what came of them."""
    pieces: list[Piece] = []
    results: list[Any] = []
    for part in chunk.pieces:
        for piece in read_part(part):
            if results:
                piece.total = pieces[-1].total + results[-1].records
            one = Chunk(chunk.number, [piece], part=len(pieces))
            results += attempt(work, one, None if results else start, _nobody, {})
            piece.data, piece.rest = b"", None
            pieces.append(piece)
    return pieces, results


def _nobody(number: int) -> None:
    """Nobody wants to know where the work is."""

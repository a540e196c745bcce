"""Inputs from memory, the work of chunks without processes, and texts to cut."""

from __future__ import annotations

import io
import pickle
import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO, Final

from preferans_pbn.bulk.cutting import Chunk, Cutting, chunks_of
from preferans_pbn.bulk.pool import attempt
from preferans_pbn.inputs import Input

ROOT: Final = Path(__file__).parents[2]


def memory(data: bytes, name: str = "-", opener: Callable[[], BinaryIO] | None = None) -> Input:
    """An input that is ``data``."""

    @contextmanager
    def opened() -> Iterator[BinaryIO]:
        yield io.BytesIO(data) if opener is None else opener()

    return Input(name, None, opened)


def apart(chunks: Iterable[Chunk], work: Any, merger: Any) -> Iterator[tuple[Chunk, Any, bool]]:
    """Work on each chunk as a process does that knows nothing of those before it, and once more where that did not do:
    that is the third of what is given."""
    for chunk in chunks:
        sent = chunk if chunk.uncut else pickle.loads(pickle.dumps(chunk))
        start = pickle.loads(pickle.dumps(merger.start(chunk))) if chunk.waits or chunk.uncut else None
        result = pickle.loads(pickle.dumps(attempt(work, sent, start, nobody, {})))
        again = start is None and not merger.agrees(chunk, result)
        if again:
            start = pickle.loads(pickle.dumps(merger.start(chunk)))
            result = pickle.loads(pickle.dumps(attempt(work, sent, start, nobody, {})))
        yield chunk, result, again


@contextmanager
def results_apart(chunks: Iterable[Chunk], work: Any, merger: Any, jobs: int,
                  tick: Any = None) -> Iterator[Iterator[tuple[Chunk, Any]]]:
    """`preferans_pbn.bulk.pool.results` without processes."""
    sent = pickle.loads(pickle.dumps(work))
    yield ((chunk, result) for chunk, result, _ in apart(chunks, sent, merger))


def nobody(number: int) -> None:
    """Nobody wants to know where the work is."""


def cut(data: bytes, size: int, *, sessions: bool = True) -> list[Chunk]:
    """The chunks of ``data``."""
    return list(chunks_of([memory(data)], Cutting(size, size, 1 << 24, sessions)))


@lru_cache(maxsize=1)
def texts() -> tuple[bytes, ...]:
    """Every fixture, alone and all joined, and some of them mutated."""
    alone = [path.read_bytes() for path in sorted((ROOT / "fixtures").rglob("*.ppbn"))]
    readable = [data for data in alone if b"\0" not in data]
    short = [data for data in readable if len(data) < 6000]
    joined = [b"\n\n".join(readable), b"\xef\xbb\xbf" + b"\r\n".join(short).replace(b"\n", b"\r\n", 900)]
    return (*alone, *joined, *(mutated(b"\n\n".join(short[seed::4]), seed) for seed in range(12)))


def mutated(data: bytes, seed: int) -> bytes:
    """``data`` with some of its lines gone, doubled, moved, cut short or spoiled."""
    rng = random.Random(seed)
    lines = data.splitlines(keepends=True)
    for _ in range(max(1, len(lines) // 30)):
        at = rng.randrange(len(lines))
        how = rng.randrange(8)
        if how == 0:
            del lines[at]
        elif how == 1:
            lines.insert(at, lines[rng.randrange(len(lines))])
        elif how == 2:
            lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
        elif how == 3:
            lines[at] = rng.choice((b"{", b"{ a comment\n", b"}\n", b"\xff\n", b"\r", b" ", b"\n")) + lines[at]
        elif how == 4:
            lines[at] = lines[at].replace(b"\n", b"\r\n")
        elif how == 5:
            lines.insert(at, rng.choice((b'[Event "', b'[Event "x"]\n', b'[Session "s"]\n', b'[Board "1"]\n',
                                         b'[Event "#"]\n', b'[Variant "unheard-of"]\n', b"\n", b"\n[Date \"?\"]\n")))
        elif how == 6:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        else:
            lines[at] = lines[at].replace(rng.choice((b"1", b"S", b"[", b'"')), rng.choice((b"", b"2", b"W", b"{")))
    return b"".join(lines)

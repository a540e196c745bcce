"""Work in forked processes, some side by side.  A fork inherits what the parent has loaded, and leaves it clean."""

from __future__ import annotations

import os
import selectors
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

Task = TypeVar("Task")
Tell = Callable[[str], None]

BACKSTOP: Final = 300
"""Seconds by the clock after which a process is ended whatever it does."""


@dataclass(slots=True)
class Ended(Generic[Task]):
    """A task that ended: the lines that it told, and the signal that ended its process (0: none did)."""

    task: Task
    lines: list[str]
    signal: int


def forked(tasks: Iterable[Task], work: Callable[[Task, Tell], None], jobs: int) -> Iterator[Ended[Task]]:
    """``work`` on every task in a process of its own, ``jobs`` at a time; yields them as they end.

    ``work`` tells lines.  An exception that leaves it is told as its last line, after ``error: ``.
    """
    waiting = iter(tasks)
    selector = selectors.DefaultSelector()
    running: dict[int, tuple[Task, int, bytearray]] = {}
    more = True
    while more or running:
        while more and len(running) < jobs:
            try:
                task = next(waiting)
            except StopIteration:
                more = False
                break
            process, pipe = _start(task, work)
            running[pipe] = task, process, bytearray()
            selector.register(pipe, selectors.EVENT_READ)
        for key, _ in selector.select() if running else ():
            task, process, told = running[key.fd]
            chunk = os.read(key.fd, 1 << 16)
            if chunk:
                told += chunk
                continue
            selector.unregister(key.fd)
            os.close(key.fd)
            del running[key.fd]
            status = os.waitpid(process, 0)[1]
            yield Ended(task, told.decode().splitlines(), os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0)


def _start(task: Task, work: Callable[[Task, Tell], None]) -> tuple[int, int]:
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading

    def tell(line: str) -> None:
        data = line.encode() + b"\n"
        while data:
            data = data[os.write(writing, data):]

    try:
        os.close(reading)
        signal.setitimer(signal.ITIMER_REAL, BACKSTOP)
        sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115  the process ends with it
        work(task, tell)
    except BaseException:
        tell("error: " + traceback.format_exc().strip().splitlines()[-1])
    finally:
        os._exit(0)
    raise AssertionError  # never reached: the process has ended

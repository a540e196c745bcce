"""A subject's process: started in its own process group, spoken to in lines of JSON, ended with its children.

Three threads serve the pipes, so that a subject that does not read, does not write or writes without end cannot
block the runner: what it writes is taken in bounded portions, and of its standard error only the end is kept.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from preferans_pbn.conformance.protocol import PROTOCOL

MAX_LINE: Final = 1 << 20
"""The longest line that a subject may write, in bytes."""
_WAITING: Final = 256
_STDERR_KEPT: Final = 4096
POSIX: Final = os.name == "posix"


class SubjectError(Exception):
    """The subject cannot be started, or does not speak the protocol."""


class Heard(NamedTuple):
    """What came from a subject: a ``line``, its ``end``, a line that is too ``long``, or ``nothing`` in time."""

    kind: Literal["line", "end", "long", "nothing"]
    line: bytes = b""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds: for one case, for the start, and for the end after ``stop``."""

    case: float = 5.0
    start: float = 20.0
    stop: float = 2.0


class Process:
    """One running subject."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        """Start ``command``.  Raises SubjectError."""
        self.limits = limits
        self._heard: queue.Queue[Heard] = queue.Queue(_WAITING)
        self._to_write: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._over = threading.Event()
        self._stderr = b""
        group: dict[str, Any] = {"start_new_session": True} if POSIX else {
            "creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
        try:
            self._process = subprocess.Popen(list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                             stderr=subprocess.PIPE, **group)
        except (OSError, ValueError) as problem:
            raise SubjectError(f"{command[0] if command else 'the subject'} cannot be started: "
                               f"{getattr(problem, 'strerror', None) or problem}") from None
        self._drainer = threading.Thread(target=self._drain, daemon=True)
        for thread in (threading.Thread(target=self._read, daemon=True),
                       threading.Thread(target=self._write, daemon=True), self._drainer):
            thread.start()

    # --- what the threads do -----------------------------------------------------------------------------
    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        with suppress(ValueError, OSError):
            while line := stream.readline(MAX_LINE + 1):
                kind: Literal["line", "long"] = "line" if len(line) <= MAX_LINE else "long"
                if not self._put(Heard(kind, line)) or kind == "long":
                    return
        self._put(Heard("end"))

    def _put(self, heard: Heard) -> bool:
        while not self._over.is_set():
            try:
                self._heard.put(heard, timeout=0.1)
            except queue.Full:
                continue
            return True
        return False

    def _write(self) -> None:
        stream = self._process.stdin
        assert stream is not None
        with suppress(OSError, ValueError):
            while (data := self._to_write.get()) is not None:
                stream.write(data)
                if self._to_write.empty():
                    stream.flush()
        with suppress(OSError, ValueError):
            stream.close()

    def _drain(self) -> None:
        stream = self._process.stderr
        assert stream is not None
        with suppress(ValueError, OSError):
            while block := os.read(stream.fileno(), 1 << 16):
                self._stderr = (self._stderr + block)[-_STDERR_KEPT:]

    # --- speaking ----------------------------------------------------------------------------------------
    def send(self, line: bytes) -> None:
        """Send one line; ``line`` ends in a line feed."""
        self._to_write.put(line)

    def hear(self, seconds: float) -> Heard:
        """The next line, waiting ``seconds`` at most."""
        try:
            return self._heard.get(timeout=max(seconds, 0.0)) if seconds > 0 else self._heard.get_nowait()
        except queue.Empty:
            return Heard("nothing")

    def greet(self) -> dict[str, Any]:
        """Send ``start``; what the subject says of itself.  Raises SubjectError."""
        self.send(message({"cmd": "start", "protocol": PROTOCOL}))
        heard = self.hear(self.limits.start)
        if heard.kind != "line":
            what = {"end": f"ended at once ({self.ending()})", "long": "answered with a line without end"}.get(
                heard.kind, f"did not answer within {self.limits.start:g} s (does it flush its output?)")
            raise SubjectError(f"the subject {what}")
        from preferans_pbn.conformance.schema import fault

        try:
            hello: dict[str, Any] = json.loads(heard.line)
        except ValueError:
            raise SubjectError(f"the answer to start is no JSON: {shortened(heard.line)}") from None
        wrong = fault("messages#/$defs/hello", hello)
        if wrong:
            raise SubjectError(f"the answer to start is wrong: {wrong}")
        return hello

    def stop(self) -> str:
        """Send ``stop`` and wait for the end.  The problem, ``""`` if there is none."""
        self.send(message({"cmd": "stop"}))
        self._to_write.put(None)
        deadline = time.monotonic() + self.limits.stop
        more = False
        while (left := deadline - time.monotonic()) > 0:
            heard = self.hear(min(left, 0.1)).kind
            more = more or heard in ("line", "long")
            if heard in ("end", "long") or (heard == "nothing" and self._process.poll() is not None):
                break
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(deadline - time.monotonic(), 0.05))
        running = self._process.poll() is None
        self.kill()
        if running:
            return f"the subject did not end within {self.limits.stop:g} s of stop and was killed"
        return "the subject wrote more than it was asked for" if more else ""

    def kill(self) -> None:
        """End the process and all its children."""
        self._over.set()
        self._to_write.put(None)
        process = self._process
        if POSIX:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        elif process.poll() is None:
            subprocess.run(["taskkill", "/T", "/F", "/PID", str(process.pid)], check=False, capture_output=True)
        with suppress(OSError):
            process.kill()
        with suppress(subprocess.TimeoutExpired):
            process.wait(5)
        for stream in (process.stdout, process.stderr):
            with suppress(OSError, ValueError):
                if stream is not None and not POSIX:
                    stream.close()

    def ending(self) -> str:
        """How the process ended, with the end of what it wrote to standard error."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
            self._drainer.join(1)
        code = self._process.poll()
        if code is None:
            text = "it closed its output"
        elif code < 0 and POSIX:
            text = f"signal {signal.Signals(-code).name}" if -code in set(signal.Signals) else f"signal {-code}"
        else:
            text = f"exit code {code}"
        lines = self._stderr.decode("utf-8", "replace").strip().splitlines()
        return f"{text}: {shortened(lines[-1])}" if lines else text


def message(data: Mapping[str, Any]) -> bytes:
    """``data`` as one line."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n"


def shortened(text: bytes | str, room: int = 160) -> str:
    """``text`` on one line of at most ``room`` characters, without what would command a terminal."""
    if isinstance(text, bytes):
        text = text[: 4 * room].decode("utf-8", "replace")
    clean = "".join(char if char.isprintable() else " " for char in text).strip()
    return clean if len(clean) <= room else f"{clean[:room - 1]}…"


def python_command(*arguments: str) -> list[str]:
    """The command line of this Python with ``arguments``."""
    return [sys.executable, *arguments]

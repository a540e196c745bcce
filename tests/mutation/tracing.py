"""Which lines of the engine each case runs: only cases that run a mutated line can tell the mutant."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from tests.mutation.engine import Asker, load_engine, modules
from tests.mutation.forks import Ended, Tell, forked


@dataclass(slots=True)
class Trace:
    """A case alone: did it pass, the seconds it took while it was watched, and the lines of each module."""

    passed: bool
    seconds: float
    lines: dict[str, frozenset[int]]

    def to_json(self) -> dict[str, Any]:
        """For the file."""
        return {"passed": self.passed, "seconds": self.seconds,
                "lines": {name: sorted(lines) for name, lines in self.lines.items()}}

    @classmethod
    def of_json(cls, data: dict[str, Any]) -> Trace:
        """From the file."""
        return cls(data["passed"], data["seconds"],
                   {name: frozenset(lines) for name, lines in data["lines"].items()})


def traces(asker: Asker, names: list[str], jobs: int) -> Iterator[tuple[str, Trace]]:
    """Every case of ``names``, each in a process of its own: nothing is remembered from another."""
    files = {str(path): name for name, path in modules().items()}

    def trace(name: str, tell: Tell) -> None:
        lines: dict[str, set[int]] = {}

        def watch(frame: FrameType, event: str, arg: object) -> Any:
            module = files.get(frame.f_code.co_filename)
            if module is None:
                return None
            seen = lines.setdefault(module, set())
            seen.add(frame.f_lineno)

            def inside(frame: FrameType, event: str, arg: object) -> Any:
                seen.add(frame.f_lineno)
                return inside

            return inside

        before = time.process_time()
        sys.settrace(watch)
        try:
            passed = asker.ask(name)
        finally:
            sys.settrace(None)
        found = {module: frozenset(seen) for module, seen in lines.items()}
        tell(json.dumps(Trace(passed, round(time.process_time() - before, 4), found).to_json()))

    load_engine()
    for ended in forked(names, trace, jobs):
        yield ended.task, _trace_of(ended)


def _trace_of(ended: Ended[str]) -> Trace:
    if ended.signal or not ended.lines or ended.lines[-1].startswith("error: "):
        raise RuntimeError(f"{ended.task} cannot be traced: {ended.lines[-1:] or ended.signal}")
    return Trace.of_json(json.loads(ended.lines[-1]))


def known_traces(path: Path, engine: str, digests: dict[str, str]) -> dict[str, Trace]:
    """The traces in a file that still hold: of the same engine and the same case."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    if data["engine"] != engine:
        return {}
    return {name: Trace.of_json(one["trace"]) for name, one in data["cases"].items()
            if digests.get(name) == one["digest"]}


def write_traces(path: Path, engine: str, digests: dict[str, str], found: dict[str, Trace]) -> None:
    """Keep ``found`` for the next run."""
    new = path.with_suffix(".new")
    new.write_text(json.dumps({"engine": engine, "cases": {
        name: {"digest": digests[name], "trace": trace.to_json()} for name, trace in found.items()}}), encoding="utf-8")
    new.replace(path)

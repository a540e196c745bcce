"""Is a mutant told from the original?  Cases that run its line are asked until the first that fails."""

from __future__ import annotations

import gc
import resource
import signal
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from tests.mutation.engine import Asker, Mutation, load_engine, modules
from tests.mutation.forks import Ended, Tell, forked
from tests.mutation.mutants import Mutant
from tests.mutation.tracing import Trace

Outcome = Literal["killed", "timeout", "survived", "unreached"]

SECONDS: Final = 2.0
"""Seconds of processor that a case may take in a mutant, beside a multiple of what it takes in the original."""
TIMES: Final = 10
_MEMORY: Final = 4 << 30


@dataclass(slots=True)
class Job:
    """A mutant and the cases to be asked, those that take least first."""

    module: str
    source: str
    mutant: Mutant
    cases: list[str]


@dataclass(slots=True)
class Verdict:
    """What became of a mutant, and the case that decided."""

    job: Job
    outcome: Outcome
    by: str


def cases_for(module: str, mutant: Mutant, traces: Mapping[str, Trace]) -> list[str]:
    """The cases that can tell ``mutant``: those that run a line of its statement.  Where that runs when the module
    is loaded, all of them, those first that run the module."""
    lines = frozenset(range(mutant.first, mutant.last + 1))
    if mutant.loading:
        return sorted(traces, key=lambda name: (module not in traces[name].lines, traces[name].seconds))
    return sorted((name for name, trace in traces.items() if not lines.isdisjoint(trace.lines.get(module, ()))),
                  key=lambda name: traces[name].seconds)


def verdicts(asker: Asker, jobs: Iterator[Job], traces: Mapping[str, Trace], side_by_side: int) -> Iterator[Verdict]:
    """What becomes of each mutant."""
    paths = modules()

    def run(job: Job, tell: Tell) -> None:
        gc.disable()
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        with Mutation(job.module, paths[job.module], job.mutant.source(job.source)):
            for name in job.cases:
                tell(name)
                signal.setitimer(signal.ITIMER_PROF, SECONDS + TIMES * traces[name].seconds)
                if not asker.ask(name):
                    tell("killed")
                    return
        tell("survived")

    def prepared() -> Iterator[Job]:
        module = ""
        for job in jobs:
            if job.module != module:
                module = job.module
                load_engine(without=module)
            yield job

    for ended in forked(prepared(), run, side_by_side):
        yield _verdict(ended)


def _verdict(ended: Ended[Job]) -> Verdict:
    *asked, last = ended.lines or [""]
    by = asked[-1] if asked else last
    if ended.signal:
        return Verdict(ended.task, "timeout" if ended.signal in (signal.SIGPROF, signal.SIGALRM) else "killed", last)
    if last == "survived":
        return Verdict(ended.task, "survived" if ended.task.cases else "unreached", "")
    return Verdict(ended.task, "killed", by)

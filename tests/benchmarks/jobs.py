"""Many deals: several processes beside one, and many deals beside few: ``python -m tests.benchmarks.jobs``.

Compared, each a run of ``check`` as a process of its own:

* ``--jobs 2`` and ``--jobs 1`` on ``--deals`` deals, in turns, the medians of ``--rounds`` rounds;
* time a deal and peak memory at ``--long`` deals and at ``--short`` ones, with one process and with two.

Peak memory is that of the largest process of a run.  The deals are blocks of random sessions, each block with names of
sessions of its own, in a temporary file.  Only the ratios of one run mean anything.  Timings decide no test.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
BLOCK = 10_000
"""Deals that are made at a time."""
_TIMED = """\
import resource, subprocess, sys, time
start = time.perf_counter()
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
seconds = time.perf_counter() - start
print(seconds, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, done.returncode, done.stderr.splitlines()[-1])
"""


class Run(NamedTuple):
    """What a run took: seconds, and kibibytes of its largest process."""

    seconds: float
    memory: float


def run(path: Path, deals: int, jobs: int) -> Run:
    """Check the file once.  Raises RuntimeError where not every deal was found in order."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "preferans_pbn", "check", "--jobs", str(jobs), str(path)]
    said = subprocess.run([sys.executable, "-c", _TIMED, *command], env=env, capture_output=True, text=True, check=True)
    seconds, memory, code, summary = said.stdout.split(maxsplit=3)
    if code != "0" or summary.strip() != f"{deals} records: {deals} valid, 0 with errors":
        raise RuntimeError(f"{code}: {summary}")
    return Run(float(seconds), float(memory))


def make(folder: Path, deals: int, block: bytes, size: int) -> Path:
    """A file of so many deals."""
    path = folder / f"{deals}.ppbn"
    if not path.exists():
        with path.open("wb") as stream:
            for number in range(deals // size):
                stream.write(block.replace(b'[Session "1-', b'[Session "%d-' % (number + 1)))
    return path


def main() -> None:
    """Print what each takes, and the ratios that are aimed at."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--deals", type=int, default=200_000)
    parser.add_argument("--long", type=int, default=1_000_000)
    parser.add_argument("--short", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    size = min(BLOCK, options.deals, options.long, options.short)
    if any(count % size for count in (options.deals, options.long, options.short)):
        parser.error(f"the numbers of deals must be multiples of {size}")
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} processors")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        block = subprocess.run([sys.executable, "-m", "preferans_pbn", "random", "--seed", "1", "--count", str(size)],
                               env=env, capture_output=True, check=True).stdout
        block = block.partition(b"\n")[2]
        path = make(folder, options.deals, block, size)
        took: dict[int, list[Run]] = {1: [], 2: []}
        for _ in range(options.rounds):
            for jobs, runs in took.items():
                runs.append(run(path, options.deals, jobs))
        one, two = (statistics.median(each.seconds for each in runs) for runs in took.values())
        for jobs, seconds in ((1, one), (2, two)):
            print(f"--jobs {jobs}: {options.deals} deals in {seconds:.1f} s, {options.deals / seconds:.0f} a second")
        print(f"--jobs 2 / --jobs 1: {one / two:.2f} times as fast (at least 1.5)")
        for jobs in (1, 2):
            few = [run(make(folder, options.short, block, size), options.short, jobs) for _ in range(options.rounds)]
            many = run(make(folder, options.long, block, size), options.long, jobs)
            a_deal = statistics.median(each.seconds for each in few) / options.short
            memory = statistics.median(each.memory for each in few)
            print(f"--jobs {jobs}: {a_deal * 1e6:.1f} us a deal of {options.short}, "
                  f"{many.seconds / options.long * 1e6:.1f} us of {options.long}: "
                  f"{many.seconds / options.long / a_deal:.2f}{' (at most 1.1)' * (jobs == 1)}")
            print(f"--jobs {jobs}: {memory / 1024:.1f} MiB at {options.short} deals, {many.memory / 1024:.1f} MiB at "
                  f"{options.long}: {many.memory / memory:.2f}{' (at most 1.15)' * (jobs == 1)}")


if __name__ == "__main__":
    main()

"""How long 900 cases take through a subject in a process of its own: ``python tests/benchmarks/conform_speed.py``.

The shipped corpus is asked as often as makes 900; the subject is this program.
"""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import count, cycle, islice

from preferans_pbn.conformance.cases import load_corpus
from preferans_pbn.conformance.runner import run_subject
from preferans_pbn.conformance.subject import python_command

CASES = 900


def main() -> None:
    """Time the loading of the corpus and one run."""
    begin = time.perf_counter()
    corpus = load_corpus()
    print(f"{len(corpus)} cases loaded in {time.perf_counter() - begin:.2f} s")
    numbers = count(1)
    cases = [replace(case, id=f"PC-{next(numbers):04}") for case in islice(cycle(corpus), CASES)]
    for jobs in (1, 2):
        begin = time.perf_counter()
        run = run_subject(cases, python_command("-m", "preferans_pbn", "conform", "serve"), jobs=jobs)
        assert run.ok, run.problems
        print(f"{CASES} cases, {jobs} at once: {time.perf_counter() - begin:.2f} s")


if __name__ == "__main__":
    main()

"""The mutation score of the corpus: ``python -m tests.mutation`` (needs the extra ``mutation``).

Every module of ``preferans_pbn/rules`` and ``preferans_pbn/families`` is changed by every operator of cosmic-ray, one
place at a time, and the cases of the corpus, nothing else, are asked until one notices.  A process a mutant, forked
from one that has loaded everything else; it loads the changed module afresh and asks only cases that run the changed
lines.  ``--work`` keeps mutants, traces and results (``results.ndjson``): what was broken off goes on where it was.
After a change of the corpus only what survived is asked the new cases; after a change of a module its mutants are
made again.  A new folder begins from nothing.

    python -m tests.mutation --module families.russian.sheet --survivors
    python -m tests.mutation --sample 20          # every twentieth mutant
    python -m tests.mutation --show               # the table of what is known, nothing is run
    python -m tests.mutation --show --write       # writes it into conformance/README.md and mutation.md

What is no mutant is told in `tests.mutation.mutants`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from tests.mutation import mutants as mutants_module
from tests.mutation.engine import ROOT, Asker, digest, engine_digest, modules
from tests.mutation.equivalence import OUT_OF_REACH, reasons
from tests.mutation.execution import Job, Verdict, cases_for, verdicts
from tests.mutation.forks import Tell, forked
from tests.mutation.mutants import Mutant, mutants_of
from tests.mutation.report import write
from tests.mutation.results import (
    Result,
    changed_lines,
    key_of,
    read_results,
    still_holds,
    table,
    write_result,
)
from tests.mutation.tracing import Trace, known_traces, traces, write_traces


def main(arguments: list[str] | None = None) -> int:
    """Run it; 0, or 1 where cases fail without any mutation and were left out."""
    options = _options().parse_args(arguments)
    os.nice(max(0, 10 - os.nice(0)))
    work: Path = options.work
    work.mkdir(parents=True, exist_ok=True)
    chosen = {name: path for name, path in modules().items()
              if not options.module or any(name == one or name.startswith(one + ".") for one in options.module)}
    sources = {name: path.read_text(encoding="utf-8") for name, path in chosen.items()}
    mutants = _mutants(work, sources, options.jobs)
    results = read_results(work / "results.ndjson")
    failing: list[str] = []
    if not options.show:
        asker = Asker(options.corpus)
        engine = engine_digest()
        found = _traces(work, asker, engine, options.jobs)
        failing = sorted(name for name, trace in found.items() if not trace.passed)
        if failing:
            print(f"left out, as they fail without any mutation: {' '.join(failing)}", file=sys.stderr)
            for name in failing:
                del found[name]
        _run(options, asker, engine, found, sources, mutants, results)
    _show(options, sources, mutants, results)
    return int(bool(failing))


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description="The mutation score of the corpus.")
    parser.add_argument("--module", action="append", default=[], help="only this module or folder; again for more")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "mutation", help="where results are kept")
    parser.add_argument("--corpus", type=Path, help="a conformance folder, or a file of cases")
    parser.add_argument("--jobs", type=int, default=2, help="processes side by side")
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="only one mutant of N")
    parser.add_argument("--show", action="store_true", help="run nothing")
    parser.add_argument("--survivors", action="store_true", help="list what survived")
    parser.add_argument("--write", action="store_true", help="write the figures into conformance/")
    return parser


def _mutants(work: Path, sources: dict[str, str], jobs: int) -> dict[str, list[Mutant]]:
    """The mutants of each module; those of a source that was seen before are read from a file."""
    folder = work / "mutants"
    folder.mkdir(exist_ok=True)
    way = Path(mutants_module.__file__).read_text(encoding="utf-8")
    files = {name: folder / f"{name}-{digest(source, way)}.json" for name, source in sources.items()}

    def enumerate_(name: str, tell: Tell) -> None:
        files[name].write_text(json.dumps([asdict(mutant) for mutant in mutants_of(sources[name])]), encoding="utf-8")
        tell("done")

    for ended in forked([name for name, path in files.items() if not path.exists()], enumerate_, jobs):
        if ended.lines != ["done"]:
            raise RuntimeError(f"{ended.task}: {ended.lines}")
    return {name: [Mutant(**data) for data in json.loads(path.read_text(encoding="utf-8"))]
            for name, path in files.items()}


def _traces(work: Path, asker: Asker, engine: str, jobs: int) -> dict[str, Trace]:
    path = work / "traces.json"
    found = known_traces(path, engine, asker.digests)
    missing = [name for name in asker.cases if name not in found]
    if missing:
        print(f"{len(missing)} cases are traced", file=sys.stderr)
        found.update(traces(asker, missing, jobs))
        write_traces(path, engine, asker.digests, found)
    return found


def _run(options: argparse.Namespace, asker: Asker, engine: str, found: dict[str, Trace], sources: dict[str, str],
         mutants: dict[str, list[Mutant]], results: dict[tuple[str, str], Result]) -> None:
    corpus = asker.digest()
    digests = {name: digest(source) for name, source in sources.items()}
    asked = _corpora(options.work, corpus, asker)

    def jobs() -> Iterator[Job]:
        todo = [(name, mutant) for name, each in mutants.items() for mutant in each]
        if options.sample > 1:
            todo = random.Random(0).sample(todo, len(todo) // options.sample)
            todo.sort(key=lambda one: one[0])
        for name, mutant in todo:
            before = results.get((name, mutant.key))
            known: set[str] = set()
            if before is not None and before["source"] == digests[name]:
                if still_holds(before, digests[name], asker.digests):
                    continue
                if before["outcome"] in ("survived", "unreached"):
                    known = asked(before["corpus"])
            cases = [case for case in cases_for(name, mutant, found) if asker.digests[case] not in known]
            if not cases and known:
                continue  # nothing new can tell it
            yield Job(name, sources[name], mutant, cases)

    begin, count = time.monotonic(), 0
    with (options.work / "results.ndjson").open("a", encoding="utf-8") as stream:
        for verdict in verdicts(asker, jobs(), found, options.jobs):
            result = _result(verdict, digests, corpus, engine, asker)
            results[key_of(result)] = result
            write_result(stream, result)
            count += 1
            if count % 100 == 0:
                print(f"{count} mutants, {time.monotonic() - begin:.0f} s, {verdict.job.module}", file=sys.stderr)


def _result(verdict: Verdict, digests: dict[str, str], corpus: str, engine: str, asker: Asker) -> Result:
    job, mutant = verdict.job, verdict.job.mutant
    was, now = changed_lines(job.source, mutant)
    return {"module": job.module, "operator": mutant.operator, "occurrence": mutant.occurrence, "line": mutant.line,
            "was": was, "now": now, "outcome": verdict.outcome, "by": verdict.by,
            "case": asker.digests.get(verdict.by, ""), "source": digests[job.module], "corpus": corpus,
            "engine": engine}


class _corpora:  # noqa: N801  used as a function
    """The digests of the cases of corpora that were asked, by the corpus' own digest."""

    def __init__(self, work: Path, corpus: str, asker: Asker) -> None:
        self._folder = work / "corpora"
        self._folder.mkdir(exist_ok=True)
        self._known: dict[str, set[str]] = {}
        (self._folder / f"{corpus}.json").write_text(json.dumps(sorted(asker.digests.values())), encoding="utf-8")

    def __call__(self, corpus: str) -> set[str]:
        if corpus not in self._known:
            path = self._folder / f"{corpus}.json"
            self._known[corpus] = set(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else set()
        return self._known[corpus]


def _show(options: argparse.Namespace, sources: dict[str, str], mutants: dict[str, list[Mutant]],
          results: dict[tuple[str, str], Result]) -> None:
    known = [result for name, each in mutants.items() for mutant in each
             if (result := results.get((name, mutant.key))) and result["source"] == digest(sources[name])]
    why = reasons(known)
    equivalent = {key for key, reason in why.items() if not reason.startswith(OUT_OF_REACH)}
    print(f"{'module':28}{'mutants':>8}{'killed':>8}{'timeout':>8}{'survived':>9}{'unreached':>10}{'equivalent':>11}"
          f"{'raw':>9}{'score':>9}")
    for row in table(known, equivalent):
        print(f"{row.module:28}{row.mutants:8}{row.killed:8}{row.timeout:8}{row.survived:9}{row.unreached:10}"
              f"{row.equivalent:11}{row.raw:7.1f} %{row.score:7.1f} %")
    if options.write:
        from preferans_pbn.conformance.cases import load_corpus
        from preferans_pbn.conformance.version import corpus_version

        write(ROOT / "conformance", known, why, time.strftime("%Y-%m-%d"), corpus_version(),
              len(load_corpus(options.corpus)), sum(map(len, mutants.values())))
    if options.survivors:
        for result in known:
            if result["outcome"] in ("survived", "unreached"):
                reason = why.get(key_of(result), "")
                print(f"{result['module']}:{result['line']} {result['operator']}:{result['occurrence']} "
                      f"{result['outcome']}{reason and f' ({reason})'}\n    {result['was']}\n    {result['now']}")


if __name__ == "__main__":
    sys.exit(main())

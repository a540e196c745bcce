"""The file of results: a JSON object a line, one a mutant; a later line replaces an earlier one.

``module operator occurrence line``: the mutant; ``source``: the digest of its module; ``was`` and ``now``: the lines
that differ; ``outcome``: ``killed``, ``timeout``, ``survived``, ``unreached`` (no case runs the line); ``by``: the case
that decided, with the digest ``case``; ``corpus`` and ``engine``: digests of what was asked, and of the program.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from tests.mutation.mutants import Mutant

Result = dict[str, Any]
Key = tuple[str, str]


def key_of(result: Result) -> Key:
    """Names a mutant: module, and operator with occurrence."""
    return result["module"], f"{result['operator']}:{result['occurrence']}"


def read_results(path: Path) -> dict[Key, Result]:
    """The last result of each mutant; a last line that was broken off is left out."""
    found: dict[Key, Result] = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                result = json.loads(line)
            except ValueError:
                continue
            found[key_of(result)] = result
    return found


def write_result(stream: TextIO, result: Result) -> None:
    """One more line, on the disk at once."""
    stream.write(json.dumps(result, ensure_ascii=False) + "\n")
    stream.flush()


def changed_lines(source: str, mutant: Mutant) -> tuple[str, str]:
    """The lines that differ, before and after, without their indent."""
    begin = source.rfind("\n", 0, mutant.start) + 1
    end = source.find("\n", mutant.end)
    end = len(source) if end < 0 else end
    mutated = mutant.source(source)
    return source[begin:end].strip(), mutated[begin:end + len(mutated) - len(source)].strip()


def still_holds(result: Result, source: str, cases: Mapping[str, str]) -> bool:
    """Is a mutant dead for good: of the same module ``source``, by a case that still is what it was?"""
    return (result["source"] == source and result["outcome"] in ("killed", "timeout")
            and (not result["by"] or cases.get(result["by"]) == result["case"]))


class Row(NamedTuple):
    """What became of the mutants of a module; ``equivalent``: so many of those that live are no mutants."""

    module: str
    mutants: int = 0
    killed: int = 0
    timeout: int = 0
    survived: int = 0
    unreached: int = 0
    equivalent: int = 0

    @property
    def raw(self) -> float:
        """The share that a case told, in per cent."""
        return 100 * (self.killed + self.timeout) / self.mutants if self.mutants else 100.0

    @property
    def score(self) -> float:
        """The same, of those that can be told."""
        real = self.mutants - self.equivalent
        return 100 * (self.killed + self.timeout) / real if real else 100.0


def table(results: Iterable[Result], equivalent: Container[Key]) -> list[Row]:
    """A row a module, and a last one of all."""
    counts: dict[str, Counter[str]] = {}
    for result in results:
        for name in (result["module"], ""):
            count = counts.setdefault(name, Counter())
            count.update(("mutants", result["outcome"]))
            if result["outcome"] in ("survived", "unreached") and key_of(result) in equivalent:
                count["equivalent"] += 1
    whole = Row("all", **counts.pop("", Counter()))
    return [*(Row(name, **count) for name, count in sorted(counts.items())), whole]

"""The file of results: a JSON object a line, one a mutant; a later line replaces an earlier one.

``module operator occurrence line``: the mutant; ``source``: the digest of its module; ``was`` and ``now``: the lines
that differ; ``outcome``: ``killed``, ``timeout``, ``survived``, ``unreached`` (no case runs the line); ``by``: the case
that decided, with the digest ``case``; ``corpus`` and ``engine``: digests of what was asked, and of the program.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TextIO

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


def table(results: Iterable[Result], equivalent: Mapping[Key, str]) -> list[tuple[str, int, int, int, int, int, int]]:
    """A row a module and a last one of all: mutants, killed, timeouts, survived, unreached, and how many of the last
    two are equivalent."""
    rows: dict[str, list[int]] = {}
    for result in results:
        for name in (result["module"], "all"):
            row = rows.setdefault(name, [0] * 6)
            row[0] += 1
            row[("killed", "timeout", "survived", "unreached").index(result["outcome"]) + 1] += 1
            row[5] += result["outcome"] in ("survived", "unreached") and key_of(result) in equivalent
    whole = rows.pop("all", [0] * 6)
    return [(name, *row) for name, row in sorted(rows.items())] + [("all", *whole)]  # type: ignore[arg-type,misc]

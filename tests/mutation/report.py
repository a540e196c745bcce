"""What the mutants came to, written into ``conformance/README.md`` and ``conformance/mutation.md``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from tests.mutation.equivalence import OUT_OF_REACH
from tests.mutation.results import Key, Result, Row, key_of, table

BEGIN: Final = "<!-- mutation score, written by tests.mutation -->"
END: Final = "<!-- end of the mutation score -->"
LIVING: Final = ("survived", "unreached")


def write(folder: Path, results: list[Result], why: Mapping[Key, str], day: str, version: str, cases: int,
          total: int) -> None:
    """Write both files in ``folder``.

    ``why``: the reasons of what lives (`reasons`); ``day`` of the measurement, ``version`` and number of ``cases`` of
    the corpus; ``total``: all mutants that there are, where ``results`` are those of a sample.
    """
    readme = folder / "README.md"
    text = readme.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, behind = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{readme} has no place for the mutation score")
    equivalent = {key for key, reason in why.items() if not reason.startswith(OUT_OF_REACH)}
    readme.write_text(before + BEGIN + "\n" + summary(results, equivalent, day, version, cases, total) + END + behind,
                      encoding="utf-8")
    (folder / "mutation.md").write_text(survivors(results, why, day), encoding="utf-8")


def summary(results: Iterable[Result], equivalent: Container[Key], day: str, version: str, cases: int,
            total: int) -> str:
    """The figures, and a table by module."""
    *rows, whole = table(results, equivalent)
    dead = whole.killed + whole.timeout
    alive = whole.survived + whole.unreached
    drawn = f" (drawn at random from {total:,})" if total > whole.mutants else ""
    lines = [
        f"{day}, corpus {version} ({cases:,} cases): of {whole.mutants:,} mutants of the engine{drawn} it notices",
        f"{dead:,} ({whole.timeout} because they never end), **{whole.raw:.1f} %**. Of the {alive:,} others nothing",
        f"can tell {whole.equivalent} from the original; without these it is **{whole.score:.1f} %**.",
        "[mutation.md](mutation.md) lists what is left, by reason. Wordings of messages, annotations and the like",
        "are not mutated (`tests/mutation/mutants.py`).",
        "",
        "| module | mutants | noticed | not | equivalent | raw | score |",
        "|---|--:|--:|--:|--:|--:|--:|",
        *(_cells(row) for row in (*rows, whole)),
    ]
    return "\n".join(lines) + "\n"


def _cells(row: Row) -> str:
    return (f"| {row.module} | {row.mutants} | {row.killed + row.timeout} | {row.survived + row.unreached} "
            f"| {row.equivalent} | {row.raw:.1f} % | {row.score:.1f} % |")


def survivors(results: Iterable[Result], why: Mapping[Key, str], day: str) -> str:
    """What lives: by reason where there is one, else by module and line."""
    living = [result for result in results if result["outcome"] in LIVING]
    same = [result for result in living if not why.get(key_of(result), OUT_OF_REACH).startswith(OUT_OF_REACH)]
    far = [result for result in living if why.get(key_of(result), "").startswith(OUT_OF_REACH)]
    left = [result for result in living if key_of(result) not in why]
    lines = ["# Mutants of the engine that no case notices", "",
             f"Measured {day} by `python -m tests.mutation`; lines are those of that day, `before → after` within one.",
             "", f"## Nothing can tell them from the original ({len(same)})", "", *_by_reason(same, why),
             "", f"## No operation of the protocol reaches them ({len(far)})", "", *_by_reason(far, why),
             "", f"## No case tells them ({len(left)})", ""]
    by_line: dict[tuple[str, int, str], list[Result]] = {}
    for result in left:
        by_line.setdefault((result["module"], result["line"], result["was"]), []).append(result)
    module = ""
    for (name, line, was), each in sorted(by_line.items()):
        if name != module:
            module = name
            lines += ["", f"### {name}", ""]
        first = was.splitlines()[0]
        unreached = " (no case runs it)" if all(result["outcome"] == "unreached" for result in each) else ""
        lines.append(f"* {line}: `{first}`{unreached}: " + ", ".join(f"`{change(one)}`" for one in each))
    return "\n".join(lines) + "\n"


def _by_reason(results: list[Result], why: Mapping[Key, str]) -> Iterator[str]:
    for reason, count in Counter(why[key_of(result)] for result in results).most_common():
        modules = Counter(result["module"] for result in results if why[key_of(result)] == reason)
        where = ", ".join(f"`{name}` {number}" for name, number in sorted(modules.items()))
        yield f"* **{count}**: {reason.removeprefix(OUT_OF_REACH)} {where}."


def change(result: Result) -> str:
    """The words that differ, ``before → after``."""
    was, now = " ".join(result["was"].split()), " ".join(result["now"].split())
    start = 0
    while start < min(len(was), len(now)) and was[start] == now[start]:
        start += 1
    tail = 0
    while tail < min(len(was), len(now)) - start and was[-1 - tail] == now[-1 - tail]:
        tail += 1
    start = was.rfind(" ", 0, start) + 1
    ends = [text.find(" ", max(start, len(text) - tail)) for text in (was, now)]
    old, new = (text[start:end if end >= 0 else None] for text, end in zip((was, now), ends, strict=True))
    return f"{old} → {new}".replace("`", "'")

"""Tables of perft counts: fixed positions with the counts of depth 1, 2, 3 …, under ``conformance/perft``.

A program agrees with a table if it gives every count.  Where it gives another one, the counts after each first
action say which action leads to the difference; following it down ends at the position where two programs differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from preferans_pbn.conformance.cases import Case
from preferans_pbn.conformance.ops.errors import OpError
from preferans_pbn.conformance.ops.perft import by_depth, divided, followed
from preferans_pbn.conformance.reference import ruleset_of
from preferans_pbn.conformance.runner import Result, run_subject
from preferans_pbn.conformance.schema import fault
from preferans_pbn.conformance.subject import Limits
from preferans_pbn.conformance.yaml_reading import UnreadableYaml, read_yaml
from preferans_pbn.data_files import data_path
from preferans_pbn.variants import RulesError, UndefinedByVariant, UnknownVariant

SHIPPED: Final = ("auctions", "defences", "plays")
"""The names of the shipped tables."""
PATIENT: Final = Limits(case=60.0)
"""A count may take longer than a case of the corpus."""


class TableError(ValueError):
    """A table cannot be read."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One position.  ``counts``: of depth 1, 2, 3 …; ``whole``: the last count is that of every greater depth too."""

    id: str
    title: str
    variant: str
    overrides: Mapping[str, Any]
    input: Mapping[str, Any]
    counts: tuple[int, ...]
    whole: bool

    def asked(self) -> Iterator[tuple[int | None, int]]:
        """Each depth with its count; None is the depth to the end."""
        yield from enumerate(self.counts, 1)
        if self.whole:
            yield None, self.counts[-1]

    def at(self, depth: int | None) -> dict[str, Any]:
        """The input of the operation perft for ``depth``."""
        return {**self.input, **({} if depth is None else {"depth": depth})}


@dataclass(frozen=True, slots=True)
class Difference:
    """A count that is not the table's.  ``depth``: None is to the end; ``got``: a number, or why there is none."""

    entry: Entry
    depth: int | None
    expected: int
    got: int | str

    @property
    def line(self) -> str:
        """The difference as a line of text."""
        depth = "to the end" if self.depth is None else f"depth {self.depth}"
        return f"{self.entry.id}, {depth}: {self.expected} expected, {self.got}"


@dataclass(slots=True)
class Comparison:
    """What came of a table.  ``agreed``: so many counts; ``left_out``: why an entry was not asked, by its id."""

    agreed: int = 0
    differences: list[Difference] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """No count differs, and there were counts."""
        return not self.differences and self.agreed > 0


def table_path(name: str) -> Path:
    """The file of a shipped table, or ``name`` as a path."""
    return data_path(f"conformance/perft/{name}.yaml") if name in SHIPPED else Path(name)


def load_table(path: Path) -> list[Entry]:
    """The entries of a table.  Raises TableError."""
    try:
        document = read_yaml(path, path.name)
    except UnreadableYaml as problem:
        raise TableError(str(problem)) from None
    except OSError as problem:
        raise TableError(f"{path}: {problem.strerror}") from None
    wrong = fault("perft-table", document.content)
    if wrong:
        raise TableError(f"{path}: this is no table of counts: {wrong}")
    return [Entry(item["id"], item["title"], item["rules"]["variant"], item["rules"].get("set") or {}, item["input"],
                  tuple(item["counts"]), item["whole"]) for item in document.content]


# ---- comparing -----------------------------------------------------------------------------------------------


def compare_reference(entries: Iterable[Entry]) -> Comparison:
    """The table against this program, in this process."""
    found = Comparison()
    for entry in entries:
        counts = _own_counts(entry)
        for depth, expected in entry.asked():
            if isinstance(counts, str):
                got: int | str = counts
            else:
                got = counts[-1] if depth is None else counts[min(depth, len(counts) - 1)]
            if got == expected:
                found.agreed += 1
            else:
                found.differences.append(Difference(entry, depth, expected, got))
    return found


def _own_counts(entry: Entry) -> list[int] | str:
    """The counts of depth 0, 1, 2 …, or why there are none."""
    try:
        # One ply more shows a line that goes on where all should have ended.
        return by_depth(ruleset_of(entry.variant, entry.overrides), entry.input, len(entry.counts) + entry.whole)
    except (OpError, UndefinedByVariant, UnknownVariant, RulesError) as problem:
        return str(problem)
    except (KeyError, TypeError, ValueError) as problem:
        return f"this is no position: {problem}"


def compare_subject(entries: Iterable[Entry], command: Sequence[str], *, jobs: int = 1) -> Comparison:
    """The table against the program that ``command`` starts, for what it declares.  Raises SubjectError."""
    asked = [(entry, depth, expected) for entry in entries for depth, expected in entry.asked()]
    results = _ask(command, [(entry, entry.at(depth), expected) for entry, depth, expected in asked], jobs)
    found = Comparison()
    for (entry, depth, expected), result in zip(asked, results, strict=True):
        if result.verdict == "pass":
            found.agreed += 1
        elif result.verdict == "unsupported":
            found.left_out.setdefault(entry.id, result.reason)
        else:
            found.differences.append(Difference(entry, depth, expected, _got(result)))
    return found


def _ask(command: Sequence[str], questions: Sequence[tuple[Entry, Mapping[str, Any], int]],
         jobs: int = 1) -> list[Result]:
    cases = [Case(id=f"{number}", title=entry.title, level="L4" if data["kind"] == "play" else "L3", op="perft",
                  variant=entry.variant, overrides=entry.overrides, input=data, expect={"count": expected})
             for number, (entry, data, expected) in enumerate(questions)]
    return run_subject(cases, command, jobs=jobs, limits=PATIENT).results


def _got(result: Result) -> int | str:
    count = ((result.got or {}).get("output") or {}).get("count")
    return count if isinstance(count, int) else result.reason or result.verdict


# ---- finding the place ---------------------------------------------------------------------------------------


def followed_down(difference: Difference, command: Sequence[str]) -> str:
    """Where the program that ``command`` starts parts from this one: a sentence with the actions that lead there.

    From ply to ply the first action is taken after which the counts differ.  Raises SubjectError.
    """
    entry = difference.entry
    rules = ruleset_of(entry.variant, entry.overrides)
    data = entry.at(difference.depth)
    path: list[str] = []
    while True:
        counts = divided(rules, data)
        after = followed(rules, data)
        place = f"after {' '.join(path)}" if path else "at once"
        if not counts:
            return f"{place}: nothing follows here"
        results = _ask(command, [(entry, after[action], count) for action, count in counts.items()])
        wrong = next(((action, result) for action, result in zip(counts, results, strict=True)
                      if result.verdict != "pass"), None)
        if wrong is None:
            return f"{place}: other actions than these follow: {' '.join(counts)}"
        action, result = wrong
        path.append(action)
        if isinstance(_got(result), str):
            return f"after {' '.join(path)}: there is no count: {_got(result)}"
        data = after[action]

"""The table of edit counts, ``conformance/perft/edits.yaml``: seed records and what comes of their one-token edits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from preferans_pbn.conformance.edits import count_edits
from preferans_pbn.conformance.perft_tables import TableError
from preferans_pbn.conformance.schema import fault
from preferans_pbn.conformance.yaml_reading import UnreadableYaml, read_yaml
from preferans_pbn.data_files import data_path

EDITS: Final = "edits"
"""The name of the shipped table."""


@dataclass(frozen=True, slots=True)
class Seed:
    """A record and its counts, as `preferans_pbn.conformance.edits.EditCounts` has them."""

    id: str
    title: str
    text: str
    edits: int
    accepted: int
    first: Mapping[str, int]
    codes: Mapping[str, int]


def edits_path() -> Path:
    """The shipped table."""
    return data_path(f"conformance/perft/{EDITS}.yaml")


def load_edits(path: Path) -> list[Seed]:
    """The seeds of a table.  Raises TableError."""
    try:
        content = read_yaml(path, path.name).content
    except UnreadableYaml as problem:
        raise TableError(str(problem)) from None
    except OSError as problem:
        raise TableError(f"{path}: {problem.strerror}") from None
    wrong = fault("perft-edits", content)
    if wrong:
        raise TableError(f"{path}: this is no table of edits: {wrong}")
    return [Seed(**item) for item in content]


def edit_differences(seed: Seed) -> Iterator[str]:
    """Each count of ``seed`` that this program does not give, as a line of text."""
    found = count_edits(seed.text)
    for name, expected, got in (("edits", seed.edits, found.edits), ("accepted", seed.accepted, found.accepted)):
        if expected != got:
            yield f"{seed.id}, {name}: {expected} expected, {got}"
    for name, table, counts in (("first", seed.first, found.first), ("in all", seed.codes, found.codes)):
        for code in sorted({*table, *counts}):
            if table.get(code, 0) != counts[code]:
                yield f"{seed.id}, {code} {name}: {table.get(code, 0)} expected, {counts[code]}"

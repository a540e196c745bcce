"""The skip file: cases that a subject is known to fail, each with its reason and perhaps a last day."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from preferans_pbn.conformance.cases import Case


class SkipsError(ValueError):
    """A skip file cannot be used."""


@dataclass(frozen=True, slots=True)
class Skip:
    """``ident``: an id, or the beginning of ids with ``*``; ``until``: the last day on which it holds, or None."""

    ident: str
    reason: str
    until: date | None = None

    def fits(self, ident: str) -> bool:
        """Does it speak of the case ``ident``?"""
        return ident.startswith(self.ident[:-1]) if self.ident.endswith("*") else ident == self.ident


class Skips:
    """The skips that hold on a day."""

    def __init__(self, skips: Iterable[Skip] = (), today: date | None = None) -> None:
        self.all = tuple(skips)
        self._today = today or date.today()

    def expired(self, skip: Skip) -> bool:
        """Is its last day over?"""
        return skip.until is not None and skip.until < self._today

    def reason(self, case: Case) -> str | None:
        """Why ``case`` may fail, None if it may not."""
        for skip in self.all:
            if skip.fits(case.id) and not self.expired(skip):
                return skip.reason
        return None

    def problems(self, corpus: Iterable[Case], passed: frozenset[str], asked: frozenset[str]) -> Iterator[str]:
        """What is wrong with the skips: expired, of no case, or of a case that passes now.  ``passed`` and
        ``asked``: ids of this run."""
        known = {case.id for case in corpus}
        for skip in self.all:
            meant = {ident for ident in known if skip.fits(ident)}
            if not meant:
                yield f"the skip of {skip.ident} is stale: there is no such case"
            elif self.expired(skip):
                yield f"the skip of {skip.ident} expired on {skip.until}: {skip.reason}"
            elif meant & asked and meant & asked <= passed:
                yield f"the skip of {skip.ident} is not needed any more: it passes"


def read_skips(path: Path, today: date | None = None) -> Skips:
    """The skips of a YAML file.  Raises SkipsError or OSError."""
    from preferans_pbn.conformance.schema import fault
    from preferans_pbn.conformance.yaml_reading import UnreadableYaml, read_yaml

    try:
        document = read_yaml(path, str(path), strict=True)
    except UnreadableYaml as problem:
        raise SkipsError(str(problem)) from None
    if document.findings:
        first = document.findings[0]
        raise SkipsError(f"{first.path}:{first.line}: {first.message}")
    content = document.content if document.content is not None else []
    wrong = fault("skips", content)
    if wrong:
        raise SkipsError(f"{path}: {wrong}")
    skips = []
    for entry in content:
        try:
            until = date.fromisoformat(entry["until"]) if entry.get("until") else None
        except ValueError:
            raise SkipsError(f"{path}: {entry['until']} is no day") from None
        skips.append(Skip(entry["id"], entry["reason"], until))
    return Skips(skips, today)

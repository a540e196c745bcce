"""The corpus: every case of the YAML files under ``conformance/cases``, or of the JSON mirror.

A case is one question and its answer.  Its id is never used again, even when the case is retired.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from preferans_pbn.conformance.findings import Finding
from preferans_pbn.conformance.yaml_reading import UnreadableYaml, read_yaml
from preferans_pbn.data_files import data_path

MIRROR: Final = "corpus.ndjson"
SHARED: Final = "shared"
FIELDS: Final = ("id", "title", "level", "rules", "op", "input", "expect", "alternatives", "source", "tags", "fixed",
                 "fixed_base64", "fixed_elsewhere", "note", "supersedes")
"""The fields of a case, in the order in which they are written."""


class CorpusError(ValueError):
    """The corpus cannot be read."""


@dataclass(frozen=True, slots=True)
class Case:
    """One case.

    ``variant`` and ``overrides`` are its rules; ``expect`` is the expected output, or ``{"error": …}``;
    ``alternatives`` are other answers that are right too.  ``folder``: the directory below ``cases`` (a variant,
    or ``shared``); ``path`` and ``line``: where it stands.  ``data``: the case as written.
    """

    id: str
    title: str
    level: str
    op: str
    variant: str
    overrides: Mapping[str, Any]
    input: Mapping[str, Any]
    expect: Mapping[str, Any]
    alternatives: tuple[Mapping[str, Any], ...] = ()
    source: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    folder: str = SHARED
    path: str = ""
    line: int = 0
    data: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def expects_error(self) -> bool:
        """Is an error expected?"""
        return "error" in self.expect


def case_of(data: Mapping[str, Any], folder: str = SHARED, path: str = "", line: int = 0) -> Case:
    """The case that ``data`` is.  Raises CorpusError where a part is missing or has another form."""
    try:
        rules = data["rules"]
        return Case(
            id=str(data["id"]), title=str(data["title"]), level=str(data["level"]), op=str(data["op"]),
            variant=str(rules["variant"]), overrides=dict(rules.get("set") or {}), input=dict(data["input"]),
            expect=dict(data["expect"]), alternatives=tuple(map(dict, data.get("alternatives") or ())),
            source=tuple(map(str, data["source"])), tags=tuple(map(str, data.get("tags") or ())),
            folder=folder, path=path, line=line, data=data)
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        what = f"it has no {problem}" if isinstance(problem, KeyError) else str(problem)
        raise CorpusError(f"{path}:{line}: this is no case: {what}") from None


def corpus_folder() -> Path:
    """The shipped ``conformance`` folder.  Raises CorpusError."""
    try:
        return data_path("conformance")
    except FileNotFoundError as missing:
        raise CorpusError(str(missing)) from None


def load_corpus(place: Path | None = None) -> list[Case]:
    """All cases, in the order of their ids.

    ``place``: a conformance folder (with ``cases`` or the mirror in it), a folder of YAML files, a YAML file or a
    mirror (``.ndjson``); default: the shipped corpus.  Raises CorpusError.
    """
    place = place or corpus_folder()
    try:
        mirror = _mirror(place)
        cases = ([case for case in read_cases(place)[0] if isinstance(case, Case)] if mirror is None
                 else list(_of_mirror(mirror)))
    except OSError as problem:
        raise CorpusError(f"{problem.filename}: {problem.strerror}") from None
    return sorted(cases, key=lambda case: case.id)


def _mirror(place: Path) -> Path | None:
    """The mirror at ``place``; None where it is YAML.  The YAML files come first where there are both."""
    if place.is_file():
        return place if place.suffix == ".ndjson" else None
    mirror = place / MIRROR
    return mirror if mirror.is_file() and not (place / "cases").is_dir() else None


def case_files(place: Path) -> tuple[Path, list[Path]]:
    """The folder that the names of files are relative to, and the YAML files.  Raises CorpusError."""
    if _mirror(place) is not None:
        raise CorpusError(f"{place}: this is the JSON mirror; the YAML files are in the source tree")
    if place.is_file():
        return place.parent, [place]
    root = place / "cases" if (place / "cases").is_dir() else place
    files = sorted(root.rglob("*.yaml"))
    if not files:
        raise CorpusError(f"{place}: there are no cases")
    return root, files


def read_cases(place: Path, *, strict: bool = False) -> tuple[list[Case | CorpusError], list[Finding]]:
    """The cases of YAML files, and with ``strict`` every finding about their YAML; what is no case is the error
    that says why.  Without ``strict`` such an error is raised.  Raises CorpusError."""
    root, files = case_files(place)
    found: list[Case | CorpusError] = []
    findings: list[Finding] = []
    for path in files:
        name = path.relative_to(root).as_posix()
        try:
            document = read_yaml(path, name, strict=strict)
        except UnreadableYaml as problem:
            if not strict:
                raise CorpusError(str(problem)) from None
            findings.append(Finding("yaml", name, 0, "", str(problem)))
            continue
        findings += document.findings
        found += _of_document(document.content, document.lines, name, strict)
    return found, findings


def _of_document(content: Any, lines: list[int], name: str, strict: bool) -> Iterator[Case | CorpusError]:
    folder = name.partition("/")[0] if "/" in name else SHARED
    if not isinstance(content, list):
        problem = CorpusError(f"{name}: a file is a list of cases")
        if not strict:
            raise problem
        yield problem
        return
    for item, line in zip(content, lines, strict=True):
        try:
            yield case_of(item, folder, name, line)
        except CorpusError as problem:
            if not strict:
                raise
            yield problem


def _of_mirror(path: Path) -> Iterator[Case]:
    with path.open(encoding="utf-8") as stream:
        for number, line in enumerate(stream, 1):
            try:
                data = json.loads(line)
            except ValueError as problem:
                raise CorpusError(f"{path}:{number}: {problem}") from None
            if not isinstance(data, dict):
                raise CorpusError(f"{path}:{number}: this is no case")
            folder = data.pop("folder", SHARED)
            yield case_of(data, folder, data.pop("file", path.name), data.pop("line", number))


@dataclass(frozen=True, slots=True)
class Selection:
    """Which cases are meant: of each kind those that are named, all where none is.  An id may end in ``*``."""

    levels: frozenset[str] = frozenset()
    variants: frozenset[str] = frozenset()
    ops: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    ids: tuple[str, ...] = ()

    def has(self, case: Case) -> bool:
        """Is ``case`` meant?"""
        return ((not self.levels or case.level in self.levels)
                and (not self.variants or case.variant in self.variants or case.folder in self.variants)
                and (not self.ops or case.op in self.ops)
                and (not self.tags or not self.tags.isdisjoint(case.tags))
                and (not self.ids or any(_fits(case.id, one) for one in self.ids)))

    def of(self, cases: Iterable[Case]) -> list[Case]:
        """The cases that are meant."""
        return [case for case in cases if self.has(case)]


def _fits(ident: str, pattern: str) -> bool:
    return ident.startswith(pattern[:-1]) if pattern.endswith("*") else ident == pattern

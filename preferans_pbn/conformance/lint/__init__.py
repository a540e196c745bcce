"""The corpus's own checks: each rule is a function of the corpus to findings.

Rules of `COMPLETE` ask whether the corpus is complete (every value, clause, statement and code has a case); while it
is being written they can be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Final

from preferans_pbn.conformance.cases import Case, CorpusError, read_cases
from preferans_pbn.conformance.findings import Finding

RULES: Final = {
    "yaml": "Files are UTF-8 and YAML.",
    "yaml-versions": "Nothing reads differently in YAML 1.1 and 1.2.",
    "yaml-documents": "A file is one document, without directives.",
    "yaml-unquoted": "Every leaf is quoted, or a whole number, true, false or null; keys are quoted or plain names.",
    "yaml-duplicate-key": "No key stands twice.",
    "yaml-anchor": "There are no anchors and aliases.",
    "yaml-tag": "There are no YAML tags.",
    "schema": "Every case fits its schema, its input and output that of its operation.",
    "id": "Ids are used once, in rising order within a file, and never after they were retired.",
    "folder": "A case stands in the folder of its variant, or in shared.",
    "rules": "Variant and parameters exist, and a value that is set differs from the variant's.",
    "level": "The level is one that the operation belongs to.",
    "tag": "Tags are those of tags.yaml.",
    "source": "Sources exist.",
    "fixed": "The mended form of an invalid record is valid, and differs only within the diagnostic's span.",
    "duplicate": "No two cases ask the same.",
    "renamed": "No two cases differ only by a renaming of seats.",
    "low-levels": "L0 and L1 have at most 120 cases.",
    "flip": "Every value of every parameter that an operation can observe has a case whose answer it decides.",
    "clause": "Every clause of the notation has a case.",
    "statement": "Every seed statement that is a rule has a case.",
    "code": "Every diagnostic code has a case.",
}
"""Every rule and what it asks for."""

COMPLETE: Final = frozenset({"flip", "clause", "statement", "code"})
"""The rules that ask for completeness."""


@dataclass(slots=True)
class Corpus:
    """What is looked at: the cases that could be read."""

    cases: list[Case]
    findings: list[Finding] = field(default_factory=list)


_CHECKS: Final = (
    ("well_formed", "check_schema", ("schema",)),
    ("well_formed", "check_ids", ("id",)),
    ("well_formed", "check_folders", ("folder",)),
    ("well_formed", "check_rules", ("rules",)),
    ("well_formed", "check_levels", ("level", "low-levels")),
    ("well_formed", "check_words", ("tag", "source")),
    ("mended", "check_fixed", ("fixed",)),
    ("doubles", "check_doubles", ("duplicate", "renamed")),
    ("coverage", "check_clauses", ("clause",)),
    ("coverage", "check_statements", ("statement",)),
    ("coverage", "check_codes", ("code",)),
    ("flips", "check_flips", ("flip",)),
)


def lint(place: Path, rules: Collection[str] = tuple(RULES)) -> list[Finding]:
    """Everything that ``rules`` find in the corpus at ``place``, in the order of files and lines.

    Raises CorpusError where there are no cases.
    """
    read, findings = read_cases(place, strict=True)
    cases = [case for case in read if isinstance(case, Case)]
    findings += [_broken(case) for case in read if isinstance(case, CorpusError)]
    corpus = Corpus(cases, findings)
    found = [finding for finding in findings if finding.rule in rules]
    broken: set[str] = set()
    for module, function, names in _CHECKS:
        if function not in ("check_schema", "check_rules") and not any(name in rules for name in names):
            continue
        check: Callable[[Corpus], Iterable[Finding]] = getattr(import_module(f"{__name__}.{module}"), function)
        made = list(check(corpus))
        found += [finding for finding in made if finding.rule in rules]
        if function in ("check_schema", "check_rules"):
            # What has no form or no rules is looked at no further.
            broken |= {finding.case for finding in made if finding.case}
            corpus.cases = [case for case in corpus.cases if case.id not in broken]
    return sorted(found, key=lambda one: (one.path, one.line, list(RULES).index(one.rule)))


def _broken(problem: CorpusError) -> Finding:
    path, _, rest = str(problem).partition(":")
    line, _, text = rest.partition(": ")
    return Finding("schema", path, int(line) if line.isdigit() else 0, "", text or rest)


def at(rule: str, case: Case, message: str) -> Finding:
    """A finding about ``case``."""
    return Finding(rule, case.path, case.line, case.id, message)


def missing(rule: str, message: str) -> Finding:
    """A finding about something that no case shows."""
    return Finding(rule, "", 0, "", message)


def listed(findings: Iterable[Finding]) -> Iterator[str]:
    """The findings as lines of text."""
    for one in findings:
        place = f"{one.path}:{one.line}" if one.line else one.path or "corpus"
        yield f"{place}: {one.rule}: {one.case + ': ' if one.case else ''}{one.message}"

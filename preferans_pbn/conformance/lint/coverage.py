"""Does every clause, statement and code have a case that names or shows it?"""

from __future__ import annotations

from collections.abc import Iterator

from preferans_pbn.conformance import vocabulary
from preferans_pbn.conformance.findings import Finding
from preferans_pbn.conformance.lint import Corpus, missing


def _named(corpus: Corpus) -> set[str]:
    return {source for case in corpus.cases for source in case.source}


def check_clauses(corpus: Corpus) -> Iterator[Finding]:
    """Every clause of the notation is a source of some case."""
    named = _named(corpus)
    for clause in vocabulary.clauses():
        if clause not in named:
            yield missing("clause", f"no case names {clause}")


def check_statements(corpus: Corpus) -> Iterator[Finding]:
    """Every seed statement that is a rule is a source of some case."""
    named = _named(corpus)
    for statement in vocabulary.statements():
        if statement not in named:
            yield missing("statement", f"no case names {statement}")


def check_codes(corpus: Corpus) -> Iterator[Finding]:
    """Every code is expected by some case."""
    shown = {one["code"] for case in corpus.cases if case.op in ("parse", "replay")
             for one in case.expect.get("diagnostics") or ()}
    shown |= {code for case in corpus.cases if case.op == "convert" for code in case.expect.get("losses") or ()}
    for code in vocabulary.codes():
        if code not in shown:
            yield missing("code", f"no case expects {code}")

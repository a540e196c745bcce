"""Is each case well formed: schema, id, folder, rules, level, tags, sources?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from preferans_pbn.conformance import vocabulary
from preferans_pbn.conformance.cases import SHARED
from preferans_pbn.conformance.findings import Finding
from preferans_pbn.conformance.lint import Corpus, at, missing
from preferans_pbn.conformance.reference import rule_text, ruleset_of
from preferans_pbn.conformance.schema import faults
from preferans_pbn.variants import RulesError, UnknownVariant, format_value, load_variant

LOW_LEVELS: Final = ("L0", "L1")
MOST_LOW: Final = 120

_LEVELS: Final = {
    "trick-winner": ("L0", "L4"), "legal-cards": ("L4",), "legal-calls": ("L3",), "legal-discard": ("L3",),
    "legal-contracts": ("L3",), "legal-defence": ("L3",), "play": ("L4",), "score": ("L5",), "sheet": ("L6",),
    "settle": ("L6",), "parse": ("L0", "L1"), "format": ("L2",), "replay": ("L1", "L3", "L4", "L5", "L6"),
    "convert": ("L7",), "perft": ("L3", "L4"),
}


def check_schema(corpus: Corpus) -> Iterator[Finding]:
    """The form of each case, of its input and of its expected output."""
    for case in corpus.cases:
        for wrong in faults("case", case.data):
            yield at("schema", case, wrong)
        for other in case.alternatives:
            if "error" not in other:
                for wrong in faults(f"op:{case.op}#/$defs/output", other):
                    yield at("schema", case, f"alternative: {wrong}")


def check_ids(corpus: Corpus) -> Iterator[Finding]:
    """No id twice, rising in a file, none that is retired; what is superseded is retired."""
    seen: dict[str, str] = {}
    last: dict[str, str] = {}
    retired = vocabulary.retired()
    for case in corpus.cases:
        if case.id in seen:
            yield at("id", case, f"{case.id} stands in {seen[case.id]} too")
        elif case.id in retired:
            yield at("id", case, f"{case.id} was retired: {retired[case.id]}")
        elif case.id < last.get(case.path, ""):
            yield at("id", case, f"{case.id} stands after {last[case.path]}")
        seen[case.id] = f"{case.path}:{case.line}"
        last[case.path] = max(case.id, last.get(case.path, ""))
        before = case.data.get("supersedes")
        if before is not None and before not in retired:
            yield at("id", case, f"{before}, which it supersedes, is not in retired.yaml")


def check_folders(corpus: Corpus) -> Iterator[Finding]:
    """A folder is a variant, or shared."""
    for case in corpus.cases:
        if case.folder not in (SHARED, case.variant):
            yield at("folder", case, f"a case of {case.variant} stands in {case.folder}")


def check_rules(corpus: Corpus) -> Iterator[Finding]:
    """Variant and values exist; nothing is set to what it is already."""
    for case in corpus.cases:
        try:
            base = load_variant(case.variant, files=False)
            ruleset_of(case.variant, case.overrides)
        except (UnknownVariant, RulesError) as problem:
            yield at("rules", case, str(problem))
            continue
        if base.alias:
            yield at("rules", case, f"the id is {base.id}, {base.alias} is another name")
        for name, value in case.overrides.items():
            if name in base and format_value(base[name]) == rule_text(value):
                yield at("rules", case, f"{name}={rule_text(value)} is the variant's own value")


def check_levels(corpus: Corpus) -> Iterator[Finding]:
    """Level and operation go together; the low levels stay small."""
    for case in corpus.cases:
        allowed = _LEVELS.get(case.op, ())
        if case.level not in allowed:
            yield at("level", case, f"{case.op} belongs to {' or '.join(allowed)}, not to {case.level}")
    low = sum(case.level in LOW_LEVELS for case in corpus.cases)
    if low > MOST_LOW:
        yield missing("low-levels", f"L0 and L1 have {low} cases, more than {MOST_LOW}")


def check_words(corpus: Corpus) -> Iterator[Finding]:
    """Tags and sources exist."""
    known = vocabulary.tags()
    for case in corpus.cases:
        for tag in case.tags:
            if tag not in known:
                yield at("tag", case, f"there is no tag {tag}")
        for source in case.source:
            problem = vocabulary.unknown_source(source)
            if problem:
                yield at("source", case, problem)

"""The shipped corpus: it is well formed, and this program answers it."""

from __future__ import annotations

from jsonschema import Draft202012Validator

from preferans_pbn.conformance import vocabulary
from preferans_pbn.conformance.cases import corpus_folder, load_corpus
from preferans_pbn.conformance.lint import COMPLETE, RULES, lint, listed
from preferans_pbn.conformance.ops import supported
from preferans_pbn.conformance.protocol import OPS
from preferans_pbn.conformance.runner import run_reference
from preferans_pbn.conformance.schema import BASE, schemas
from preferans_pbn.conformance.version import corpus_version
from preferans_pbn.variants import variant_names


def test_the_reference_passes_every_case() -> None:
    run = run_reference(load_corpus())
    assert [(result.case.id, result.verdict, result.reason, result.difference)
            for result in run.results if result.verdict != "pass"] == []
    assert run.ok


def test_the_lint_finds_nothing() -> None:
    """Completeness too: every value, clause, statement and code has its case."""
    assert set(COMPLETE) <= set(RULES)
    assert list(listed(lint(corpus_folder(), RULES))) == []


def test_the_corpus_is_as_large_as_it_says() -> None:
    cases = load_corpus()
    assert len(cases) >= 1400
    assert {case.variant for case in cases} == set(variant_names())
    assert {case.level for case in cases} >= {"L0", "L1", "L2", "L3", "L4", "L5", "L6"}
    contested = [case for case in cases if "contested" in case.tags]
    assert len(contested) >= 250
    # Each place where public programs are known to differ has cases of its own.
    for tag in ("pair-test", "pair-short", "failed-six-whists", "consolation", "liable-eight-nine", "ten",
                "void-leader", "trick-three", "misere-rung", "hold"):
        assert sum(tag in case.tags for case in contested) >= 2, tag


def test_every_operation_that_is_answered_has_a_case() -> None:
    assert {case.op for case in load_corpus()} == set(supported()) == set(OPS)


def test_every_schema_is_one_and_every_operation_has_one() -> None:
    for schema in schemas().values():
        Draft202012Validator.check_schema(schema)
    assert {name.removeprefix(f"{BASE}op:") for name in schemas() if name.startswith(f"{BASE}op:")} == set(OPS)


def test_the_lists_are_what_they_should_be() -> None:
    assert corpus_version().count(".") == 2
    assert len(vocabulary.statements()) > 300
    assert "N-1.1" in vocabulary.clauses()
    assert "E404" in vocabulary.codes()
    assert "E007" not in vocabulary.codes()
    assert all(meaning for meaning in vocabulary.tags().values())

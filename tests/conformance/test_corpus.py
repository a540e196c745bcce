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


def test_the_reference_passes_every_case() -> None:
    run = run_reference(load_corpus())
    assert [(result.case.id, result.verdict, result.reason, result.difference)
            for result in run.results if result.verdict != "pass"] == []
    assert run.ok


def test_nothing_is_found_by_the_rules_that_do_not_ask_for_completeness() -> None:
    assert list(listed(lint(corpus_folder(), [rule for rule in RULES if rule not in COMPLETE]))) == []


def test_every_operation_that_is_answered_has_a_case() -> None:
    assert {case.op for case in load_corpus()} == set(supported()) == set(OPS) - {"convert"}


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

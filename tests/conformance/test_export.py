"""The JSON mirror holds the same cases as the YAML files."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from preferans_pbn.conformance.cases import CorpusError, Selection, load_corpus, read_cases
from preferans_pbn.conformance.export import write_mirror
from preferans_pbn.conformance.runner import run_reference
from preferans_pbn.conformance.schema import fault


def test_what_is_exported_reads_back_equal(tmp_path: Path) -> None:
    cases = load_corpus()
    mirror, manifest = write_mirror(tmp_path, cases, "1.2.3", ["PC-9999"])
    again = load_corpus(mirror)
    assert again == load_corpus(tmp_path)
    assert [(case.id, case.input, case.expect, case.overrides, case.folder) for case in again] == [
        (case.id, case.input, case.expect, case.overrides, case.folder) for case in cases]
    assert run_reference(again).ok
    data = json.loads(manifest.read_text(encoding="utf-8"))
    assert fault("manifest", data) == ""
    assert data["cases"] == len(cases) == sum(data["by_level"].values()) == sum(data["by_op"].values())
    assert data["sha256"] == hashlib.sha256(mirror.read_bytes()).hexdigest()
    assert data["retired"] == ["PC-9999"]


def test_exporting_twice_gives_the_same_bytes_and_replaces_nothing_unasked(tmp_path: Path) -> None:
    cases = load_corpus()
    first, _ = write_mirror(tmp_path / "a", cases, "1.2.3")
    other, _ = write_mirror(tmp_path / "b", list(reversed(cases)), "1.2.3")
    assert first.read_bytes() == other.read_bytes()
    with pytest.raises(FileExistsError):
        write_mirror(tmp_path / "a", cases, "1.2.3")
    write_mirror(tmp_path / "a", cases, "1.2.3", overwrite=True)


def test_a_mirror_is_not_linted(tmp_path: Path) -> None:
    write_mirror(tmp_path, load_corpus(), "1.2.3")
    with pytest.raises(CorpusError, match="JSON mirror"):
        read_cases(tmp_path)


@pytest.mark.parametrize("text", ["{", '{"id": "PC-0001"}\n', "[]\n"])
def test_a_broken_mirror_is_an_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "corpus.ndjson").write_text(text, encoding="utf-8")
    with pytest.raises(CorpusError):
        load_corpus(tmp_path)


def test_a_corpus_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CorpusError):
        load_corpus(tmp_path / "nowhere")


def test_a_selection_takes_what_fits_every_kind() -> None:
    cases = load_corpus()
    chosen = Selection(frozenset({"L5"}), frozenset({"sochi-codex"}), frozenset({"score"}), frozenset({"contested"}),
                       ("PC-006*", "PC-0070")).of(cases)
    assert {case.id for case in chosen} == {
        case.id for case in cases if case.level == "L5" and case.variant == "sochi-codex" and case.op == "score"
        and "contested" in case.tags and (case.id.startswith("PC-006") or case.id == "PC-0070")}
    assert chosen
    assert Selection().of(cases) == cases

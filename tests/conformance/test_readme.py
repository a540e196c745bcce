"""The subjects of conformance/README.md run as they stand, and its page says what the code does."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

from preferans_pbn.conformance.cases import load_corpus
from preferans_pbn.conformance.protocol import ERROR_CODES, OPS, VERDICTS
from preferans_pbn.conformance.runner import run_subject
from tests.conformance.support import QUICK, ROOT

TEXT = (ROOT / "conformance" / "README.md").read_text(encoding="utf-8")


def code_of(language: str) -> str:
    found = re.search(rf"<!-- {language} subject -->\n```{language}\n(.*?)```", TEXT, re.DOTALL)
    assert found is not None
    assert len(found[1].strip().splitlines()) <= 20
    return found[1]


@pytest.mark.parametrize(("language", "program"), [("python", sys.executable), ("javascript", "node")])
def test_a_subject_of_twenty_lines(tmp_path: Path, language: str, program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    path = tmp_path / f"subject.{language[:2]}"
    path.write_text(code_of(language), encoding="utf-8")
    run = run_subject(load_corpus(), [program, str(path)], limits=QUICK)
    assert run.ok
    assert {result.verdict for result in run.results if result.case.op == "trick-winner"} >= {"pass"}
    assert sum(result.verdict == "pass" for result in run.results) >= 3


def test_the_page_names_every_operation_error_and_verdict() -> None:
    for word in (*OPS, *ERROR_CODES, *VERDICTS):
        assert f"`{word}`" in TEXT or word in TEXT.replace("`", " ").split(), word

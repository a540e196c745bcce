"""The README says what the program does today: its console blocks and its Python session are run."""

from __future__ import annotations

import doctest

import pytest

from tests.readme import README, ROOT, Block, blocks, run

TEXT = README.read_text(encoding="utf-8")


@pytest.mark.parametrize("block", list(blocks(TEXT)), ids=lambda block: block.command)
def test_console_block(block: Block) -> None:
    assert run(block.command) == block.output


def test_there_are_blocks() -> None:
    assert len(list(blocks(TEXT))) >= 6


def test_python_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    session = TEXT.split("```python\n")[1].split("```")[0]
    test = doctest.DocTestParser().get_doctest(session, {}, "README.md", str(README), 0)
    results = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test)
    assert results.attempted >= 6
    assert results.failed == 0

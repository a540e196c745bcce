"""What the tests of the conformance suite share."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from preferans_pbn.conformance.cases import Case, case_of
from preferans_pbn.conformance.subject import Limits

ROOT = Path(__file__).resolve().parents[2]
WRONG = ROOT / "conformance" / "subjects" / "wrong"
QUICK = Limits(case=1.0, start=30.0, stop=1.0)
"""Limits for tests: long enough for a busy machine, short enough to wait for."""

TABLE = {"players": ["S", "W", "E"], "dealer": "E"}
RING = {"players": ["S", "E", "W"], "dealer": "W"}


def a_case(number: int = 1, **changes: Any) -> Case:
    """A case of `settle`, with changes of its fields."""
    data: dict[str, Any] = {
        "id": f"PC-{number:04}", "title": "Dump points are shared among all", "level": "L6",
        "rules": {"variant": "sochi-codex"}, "op": "settle",
        "input": {"players": ["S", "W", "E"], "sheet": {"dump": {"S": 2 * number, "W": 5, "E": 8}}},
        "expect": {"result": {"S": 30, "E": -30}, "good": "high"}, "source": ["WE-S10"], "tags": ["settlement"],
    }
    return case_of(data | changes, "shared", "shared/test.yaml", number)


def script(tmp_path: Path, text: str) -> list[str]:
    """The command that runs ``text`` with this Python."""
    path = tmp_path / "subject.py"
    path.write_text(text, encoding="utf-8")
    return [sys.executable, str(path)]


def wrong_subject(name: str) -> ModuleType:
    """The module of a wrong subject, not run."""
    sys.path.insert(0, str(WRONG))
    try:
        spec = importlib.util.spec_from_file_location(f"wrong_{name}", WRONG / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(WRONG))
    return module


def answer_of(name: str) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """The answers of a wrong subject."""
    answer: Callable[[Mapping[str, Any]], dict[str, Any]] = wrong_subject(name).answer
    return answer

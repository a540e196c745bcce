"""The pre-commit hooks and the GitHub action: well formed, and what they run does what they say."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

import preferans_pbn
from preferans_pbn.cli import COMMANDS
from preferans_pbn.cli.reports import FORMATS
from tests.cli.conftest import DEAL, file_of

ROOT = Path(__file__).parents[2]
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
BY_ID = {hook["id"]: hook for hook in HOOKS}
MISTAKE = DEAL.replace("SA S7 D8", "SA C8 D8").replace("HK C8 HT", "HK S7 HT")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A place with the programs ``preferans-pbn`` and ``python`` on the path, as an installation gives them."""
    (tmp_path / "bin").mkdir()
    for name, arguments in (("preferans-pbn", "-m preferans_pbn"), ("python", "")):
        program = tmp_path / "bin" / name
        program.write_text(f"#!/bin/sh\nexec {shlex.quote(sys.executable)} {arguments} \"$@\"\n")
        program.chmod(0o755)
    return tmp_path


def _env(folder: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(Path(preferans_pbn.__file__).parents[1]), **more}


def _hook(name: str, folder: Path, *files: Path) -> subprocess.CompletedProcess[str]:
    """Run a hook as pre-commit does: its entry's words, then the file names."""
    return subprocess.run([*shlex.split(BY_ID[name]["entry"]), *map(str, files)], env=_env(folder),
                          capture_output=True, text=True, check=False, cwd=folder)


# ---- pre-commit ----------------------------------------------------------------------------------------


def test_the_hooks_are_well_formed() -> None:
    assert sorted(BY_ID) == ["preferans-pbn-check", "preferans-pbn-fmt"]
    for hook in HOOKS:
        assert set(hook) <= {"id", "name", "description", "entry", "language", "files", "types", "require_serial"}
        assert hook["language"] == "python"
        program, command, *_ = shlex.split(hook["entry"])
        assert program == "preferans-pbn" and command in COMMANDS
        assert re.search(hook["files"], "club/2026.ppbn") and not re.search(hook["files"], "club/2026.ppbn.txt")


def test_the_check_hook(folder: Path) -> None:
    good, bad = folder / "good.ppbn", folder / "bad.ppbn"
    good.write_text(file_of(DEAL))
    bad.write_text(file_of(MISTAKE))
    assert _hook("preferans-pbn-check", folder, good).returncode == 0
    found = _hook("preferans-pbn-check", folder, good, bad)
    assert found.returncode == 1
    assert "bad.ppbn:26:4: E512" in found.stdout


def test_the_fmt_hook(folder: Path) -> None:
    """It rewrites the file, which is what makes pre-commit fail; a second run changes nothing."""
    path = folder / "x.ppbn"
    path.write_text(file_of(DEAL).replace("whist whist", "whist   whist"))
    assert _hook("preferans-pbn-fmt", folder, path).returncode == 0
    assert path.read_text() == file_of(DEAL)
    before = path.stat().st_mtime_ns
    assert _hook("preferans-pbn-fmt", folder, path).returncode == 0
    assert path.stat().st_mtime_ns == before


# ---- the action ----------------------------------------------------------------------------------------


def _step(name: str) -> dict[str, Any]:
    [found] = [step for step in ACTION["runs"]["steps"] if step.get("name") == name]
    return dict(found)


def _run(name: str, folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run a step of the action as GitHub does, with these inputs and the defaults of the others."""
    values = {key: inputs.get(key.replace("-", "_"), entry["default"]) for key, entry in ACTION["inputs"].items()}
    step = _step(name)
    env = {key: re.sub(r"\$\{\{ inputs\.([a-z-]+) \}\}", lambda match: str(values[match[1]]), text)
           for key, text in step["env"].items()}
    return subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
                          env=_env(folder, **env), capture_output=True, text=True, check=False, cwd=folder)


def test_the_action_is_well_formed() -> None:
    assert {"name", "description", "inputs", "runs"} <= set(ACTION)
    assert ACTION["runs"]["using"] == "composite"
    for name, entry in ACTION["inputs"].items():
        assert entry["description"] and isinstance(entry["default"], str), name
    assert ACTION["inputs"]["format"]["default"] == "github"
    assert "github" in FORMATS
    for step in ACTION["runs"]["steps"]:
        assert ("uses" in step) != ("run" in step)
        if "run" in step:
            assert step["shell"] == "bash"
            assert "${{" not in step["run"], "what a user gives is never a part of the script"
    used = set(re.findall(r"inputs\.([a-z-]+)", (ROOT / "action.yml").read_text(encoding="utf-8")))
    assert used == set(ACTION["inputs"])


def test_the_action_marks_findings(folder: Path) -> None:
    (folder / "club").mkdir()
    (folder / "club" / "bad.ppbn").write_text(file_of(MISTAKE))
    (folder / "good.ppbn").write_text(file_of(DEAL))
    result = _run("Check records", folder, paths="good.ppbn club")
    assert result.returncode == 1
    assert result.stdout.startswith("::error file=club/bad.ppbn,line=26,")
    assert _run("Check records", folder, paths="good.ppbn").returncode == 0
    assert _run("Check records", folder).returncode == 1, "the folder by default"
    assert _run("Check records", folder, args="--exit-zero --ignore W8", variant="sochi").returncode == 0


def test_the_action_does_not_run_what_it_is_given(folder: Path) -> None:
    _run("Check records", folder, paths="$(touch owned) `touch owned`; touch owned", args="; touch owned",
         variant="`touch owned`")
    assert not (folder / "owned").exists()


def test_the_action_looks_at_the_form(folder: Path) -> None:
    (folder / "x.ppbn").write_text(file_of(DEAL))
    assert _run("Check their form", folder).returncode == 0
    (folder / "x.ppbn").write_text(file_of(DEAL).replace("whist whist", "whist   whist"))
    assert _run("Check their form", folder).returncode == 1

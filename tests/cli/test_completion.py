"""What a shell completes."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from preferans_pbn.cli import COMMANDS, COMPLETE
from preferans_pbn.variants import variant_aliases, variant_names
from tests.cli.conftest import Process

SHELLS = ("bash", "zsh", "fish")


def _completed(process: Process, *words: str) -> list[str]:
    """What bash would offer for the last of ``words``."""
    result = process(env={COMPLETE: "bash_complete", "COMP_WORDS": " ".join(["preferans-pbn", *words]),
                          "COMP_CWORD": str(len(words))})
    assert (result.returncode, result.stderr) == (0, b"")
    return [line.partition(",")[2] for line in result.stdout.decode().splitlines()]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script(process: Process, shell: str) -> None:
    result = process(env={COMPLETE: f"{shell}_source"})
    assert (result.returncode, result.stderr) == (0, b"")
    script = result.stdout.decode()
    assert COMPLETE in script and "preferans-pbn" in script
    if shutil.which(shell):
        assert subprocess.run([shell, "-n"], input=result.stdout, check=False).returncode == 0


def test_commands(process: Process) -> None:
    assert set(_completed(process, "")) == set(COMMANDS)
    assert _completed(process, "ded") == ["dedupe"]


@pytest.mark.parametrize("words", [("check", "--variant"), ("check", "--override-variant"), ("random", "--variant"),
                                   ("select", "--variant"), ("variants", "show"), ("new", "--variant")])
def test_variants(process: Process, words: tuple[str, ...]) -> None:
    assert set(_completed(process, *words, "")) == set(variant_names()) | set(variant_aliases())
    assert _completed(process, *words, "serbian-") == ["serbian-klub"]


def test_formats_codes_and_more(process: Process) -> None:
    assert _completed(process, "check", "--format", "s") == ["sarif"]
    assert "ppbn" in _completed(process, "convert", "--to", "")
    assert "gpreda" not in _completed(process, "convert", "--to", "")
    assert _completed(process, "convert", "--from", "gpr") == ["gpreda", "gpreda-steps"]
    assert _completed(process, "check", "--select", "E51") == [f"E51{n}" for n in range(10)]
    assert _completed(process, "check", "--ignore", "E101,W80") == [f"E101,W80{n}" for n in range(1, 10)]
    assert _completed(process, "explain", "revok") == ["revoke"]
    assert _completed(process, "split", "--by", "s") == ["session"]
    assert _completed(process, "select", "--outcome", "c") == ["conceded"]
    assert _completed(process, "check", "--rules", "half_whist_b") == ["half_whist_by="]


def test_files(process: Process) -> None:
    result = process(env={COMPLETE: "bash_complete", "COMP_WORDS": "preferans-pbn check fix", "COMP_CWORD": "2"})
    assert result.stdout == b"file,fix\n"


def test_bash_itself_completes(process: Process, tmp_path: Path) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash here")
    script = process(env={COMPLETE: "bash_source"}).stdout.decode()
    program = tmp_path / "preferans-pbn"
    program.write_text("#!/bin/sh\nprintf 'plain,check\\n'\n")
    program.chmod(0o755)
    script += f"\nCOMP_WORDS=({program} ch)\nCOMP_CWORD=1\n_preferans_pbn_completion {program}\n"
    script += 'echo "${COMPREPLY[@]}"\n'
    result = subprocess.run([bash, "-c", script], capture_output=True, text=True, check=False)
    assert result.stdout == "check\n", result.stderr

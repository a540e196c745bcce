"""Cycles are looked for seldom by a process of our own, and as ever by one that imports us."""

from __future__ import annotations

import subprocess
import sys

from preferans_pbn.collecting import EVERY


def thresholds(code: str) -> list[int]:
    """What a process that runs ``code`` has in the end."""
    code += "\nimport gc\nprint(*gc.get_threshold())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return [int(word) for word in done.stdout.split()[-3:]]


def test_the_command_line_looks_seldom() -> None:
    started = "from preferans_pbn.cli import main\ntry: main(['--version'])\nexcept SystemExit: pass"
    assert thresholds(started)[0] == EVERY


def test_who_imports_the_package_keeps_his_own() -> None:
    assert thresholds("import preferans_pbn.cli, preferans_pbn.checking") == thresholds("pass")

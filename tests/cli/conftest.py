"""A runner for the command line, and the records that its tests use."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import preferans_pbn
from preferans_pbn.cli import cli
from tests.samples import SEVEN_SPADES

Run = Callable[..., Result]
Process = Callable[..., "subprocess.CompletedProcess[bytes]"]

DEAL = """\
[Event "Thursday club"]
[Site "Tallinn EST"]
[Date "2026.11.26"]
[Table "2"]
[Board "1"]
[Variant "sochi-codex"]
[Rules "ten=checked"]
[South "Anna"]
[West "Boris"]
[East "Clara"]
[Target "20"]
[Dealer "E"]
[Deal "S:SAKQJT9.C7.D7.HAK W:S87.CAKQJT98.DA E:DKQJT98.HQJT9"]
[Talon "H8 H7"]
""" + SEVEN_SPADES
"""A deal in order, in canonical form: 7S by S with eight tricks, both defenders whist."""

ALL_PASS = """\
[Event "Thursday club"]
[Site "Tallinn EST"]
[Date "2026.11.26"]
[Table "2"]
[Board "2"]
[Variant "sochi-codex"]
[Rules "ten=checked"]
[South "Anna"]
[West "Boris"]
[East "Clara"]
[Target "20"]
[Dealer "S"]
[Auction "W"]
pass pass pass
[Contract "all-pass"]
[Tricks "S:3 W:3 E:4"]
"""
"""A second deal of the same session: all passed, and only the tricks were written down."""

HEADER = "% PREFERANS-PBN 1.0\n"


def file_of(*records: str) -> str:
    """A record file in canonical form."""
    return "\n".join((HEADER, *records))


@pytest.fixture
def run() -> Run:
    """Runs the command line in this process: ``run("check", path, input=…)``."""

    def invoke(*args: object, **more: Any) -> Result:
        return CliRunner(env={"NO_COLOR": "1"}).invoke(cli, [str(arg) for arg in args], **more)

    return invoke


@pytest.fixture
def process() -> Process:
    """Runs ``python -m preferans_pbn`` as a process of its own."""

    def start(*args: object, **more: Any) -> subprocess.CompletedProcess[bytes]:
        env = {**os.environ, "PYTHONPATH": str(Path(preferans_pbn.__file__).parents[1]), **more.pop("env", {})}
        return subprocess.run([sys.executable, "-m", "preferans_pbn", *map(str, args)], env=env,
                              capture_output=True, timeout=120, check=False, **more)

    return start


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A file with one record in order."""
    path = tmp_path / "good.ppbn"
    path.write_text(file_of(DEAL), encoding="utf-8")
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """A file with two records: in the first W does not follow suit, the second is in order."""
    path = tmp_path / "bad.ppbn"
    path.write_text(file_of(DEAL.replace("SA S7 D8", "SA C8 D8").replace("HK C8 HT", "HK S7 HT"),
                            DEAL.replace('[Table "2"]', '[Table "3"]')), encoding="utf-8")
    return path

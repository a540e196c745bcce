"""How far a command is, on a terminal and nowhere else."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

import preferans_pbn
from preferans_pbn.cli.progress import Bar, NoBar, progress_bar
from tests.cli.conftest import DEAL, Run, file_of

pty = pytest.importorskip("pty")


def on_terminal(*arguments: str, data: bytes, until: str) -> str:
    """What a terminal shows of a run that gets ``data`` on standard input again and again, until it shows ``until``."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "PYTHONPATH": str(Path(preferans_pbn.__file__).parents[1]), "TERM": "xterm",
           "COLUMNS": "100"}
    env.pop("NO_COLOR", None)
    shown = b""
    with subprocess.Popen([sys.executable, "-m", "preferans_pbn", *arguments], env=env, stdin=subprocess.PIPE,
                          stdout=subprocess.DEVNULL, stderr=theirs) as process:
        os.close(theirs)
        assert process.stdin is not None
        for _ in range(600):
            process.stdin.write(data)
            process.stdin.flush()
            while select.select([ours], [], [], 0.05)[0]:
                shown += os.read(ours, 4096)
            if until.encode() in shown:
                break
        process.stdin.close()
        try:
            while block := os.read(ours, 4096):
                shown += block
        except OSError:  # Linux says so that the other end is closed
            pass
        process.wait(60)
    os.close(ours)
    return shown.decode()


@pytest.fixture(scope="module")
def many() -> bytes:
    return "\n".join(DEAL.replace('"Thursday club"', f'"{number}"') for number in range(300)).encode() + b"\n"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bar_is_shown_while_the_work_takes_its_time_and_then_goes(jobs: str, many: bytes) -> None:
    shown = on_terminal("check", "--jobs", jobs, "-", data=many, until=" records, ")
    assert " records, " in shown
    assert shown.rstrip().endswith("with errors")
    # The line of the bar is wiped before the last word.
    assert "\x1b[2K" in shown


def test_short_work_shows_none(good: Path) -> None:
    ours, theirs = pty.openpty()
    env = {**os.environ, "PYTHONPATH": str(Path(preferans_pbn.__file__).parents[1]), "TERM": "xterm"}
    subprocess.run([sys.executable, "-m", "preferans_pbn", "check", str(good)], env=env, stderr=theirs, check=True)
    os.close(theirs)
    assert os.read(ours, 4096).decode() == "1 record: 1 valid, 0 with errors\r\n"
    os.close(ours)


def test_no_terminal_no_bar(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with progress_bar(["-"]) as bar:
        assert isinstance(bar, NoBar)
    monkeypatch.setattr("preferans_pbn.cli.progress._WAIT", 0.0)
    path = tmp_path / "x.ppbn"
    path.write_text(file_of(*[DEAL] * 300))
    assert "records, " not in run("check", path).stderr.splitlines()[0].split(":")[0]


def test_bytes_records_and_errors_are_counted(tmp_path: Path) -> None:
    from preferans_pbn.inputs import find_inputs

    path = tmp_path / "x.ppbn"
    path.write_text("0123456789" * 10)
    bar = Bar(200)
    [source] = find_inputs([str(path)])
    with bar.watched(source).opened() as stream:
        stream.read(30)
        assert bar.done == 30
    assert bar.done == 30
    bar.advance(100)
    bar.count(7, 2)
    bar.count(1, 0)
    assert (bar.done, bar.records, bar.errors) == (130, 8, 2)

"""``show --step``: keys, and a real terminal."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import preferans_pbn
from preferans_pbn.cli.stepping import (
    BACK,
    DEAL_NEXT,
    DOWN,
    FIRST,
    LAST,
    NEXT,
    QUIT,
    UP,
    actions,
)
from tests.cli.conftest import ALL_PASS, DEAL, Run, file_of

STEPS = 42
"""Deal, 5 calls, talon, discard, contract, 2 answers, hands open (or not), 30 cards, end: as `DEAL` has them."""


def frames(output: str) -> list[str]:
    """The frames of the line mode."""
    return [part for part in re.split(r"(?<=r \[ \] q)\n", output) if part.strip()]


def walk(run: Run, path: Path, *keys: str) -> list[str]:
    result = run("show", path, "--step", input="".join(f"{key}\n" for key in keys))
    assert result.exit_code == 0, result.output
    return frames(result.stdout)


# ---- keys ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed,said", [
    ("n", [NEXT]), (" ", [NEXT]), ("\r", [NEXT]), ("p", [BACK]), ("\x1b[C", [NEXT]), ("\x1b[D", [BACK]),
    ("\x1bOA", [UP]), ("\x1b[B", [DOWN]), ("\x1b[H", [FIRST]), ("\x1b[4~", [LAST]), ("7", ["7"]), ("0", ["10"]),
    ("q", [QUIT]), ("\x1b", [QUIT]), ("]", [DEAL_NEXT]), ("x", []), ("nnp", [NEXT, NEXT, BACK]),
    ("\x1b[C\x1b[C3", [NEXT, NEXT, "3"]), ("\x1b[1;5Rn", [NEXT])])
def test_keys(typed: str, said: list[str]) -> None:
    assert list(actions(typed)) == said


# ---- lines: no raw terminal ----------------------------------------------------------------------------------


def test_enter_goes_on_and_back_again(run: Run, good: Path) -> None:
    first, second, third, back = walk(run, good, "", "n", "p", "q")
    assert "The cards are dealt" in first
    assert "Talon" in first
    assert "S Anna: 6♠" in second
    assert "W Boris: 6♣" in third
    assert "Auction      S 6♠, W 6♣" in third
    assert "S Anna: 6♠" in back
    assert f"Step 2 of {STEPS}" in back


def test_every_step_of_a_deal_and_its_end(run: Run, good: Path) -> None:
    shown = walk(run, good, *[""] * (STEPS + 2), "q")
    assert [int(found) for frame in shown for found in re.findall(r"Step (\d+) of", frame)] == [
        *range(1, STEPS + 1), *[STEPS] * 3]
    assert "Result       made, 1 over" in shown[-1]
    assert "Score        S pool 4; E 8 on S" in shown[-1]
    whole = "\n".join(shown)
    # the tricks of the deal, one after the other: who takes them
    taken = re.findall(r"(\w) \w+ takes the trick", "\n".join(shown[:STEPS]))
    assert "".join(taken) == "SSSSEESSSS"
    assert "S Anna takes the talon: ♥8 ♥7" in whole
    assert "S Anna: discard ♣7 ♦7" in whole


def test_hands_shrink_as_they_are_played(run: Run, good: Path) -> None:
    _, fifth, tenth, _ = walk(run, good, "5", "10", "G", "q")
    # before the fifth trick S has SQ SJ ST S9 H8 and led H8: 7 H is still there
    assert re.search(r"Step \d+ of 42  Trick 5", fifth)
    assert re.search(r"^ +♠ Q J 10 9$", fifth, re.MULTILINE)
    assert re.search(r"^ +♥ 7$", fifth, re.MULTILINE)
    assert ">♥8" in fifth
    assert "Tricks       S 4, W 0, E 0" in fifth
    assert ">♠9" in tenth


def test_tricks_up_and_down_and_the_rule(run: Run, good: Path) -> None:
    shown = walk(run, good, "j", "j", "k", "r", "g", "k", "q")
    tricks = [re.findall(r"Trick (\d+)", frame)[-1:] for frame in shown]
    assert tricks == [[], ["1"], ["2"], ["1"], ["1"], [], []]
    assert "Leads: any card is allowed." in shown[4]
    assert "Allowed: ♠A ♠K ♠Q ♠J ♠10 ♠9 ♥A ♥K ♥8 ♥7" in shown[4]


def test_from_deal_to_deal(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "two.ppbn"
    path.write_text(file_of(DEAL, ALL_PASS), encoding="utf-8")
    shown = walk(run, path, "]", "p", "n", "[", "[", "q")
    assert [re.findall(r"Board (\d)", frame)[0] for frame in shown] == ["1", "2", "1", "2", "1", "1"]
    assert f"Step {STEPS} of {STEPS}" in shown[2]
    assert "Step 1 of" in shown[4]
    only = run("show", path, "--step", "--record", 2, input="q\n")
    assert "Board 2" in only.stdout
    assert "Board 1" not in only.stdout


def test_the_end_of_the_input_is_the_end(run: Run, good: Path) -> None:
    result = run("show", good, "--step", input="")
    assert result.exit_code == 0
    assert result.stdout.count("Step 1 of") == 1


def test_what_does_not_go_together(run: Run, good: Path) -> None:
    assert run("show", good, "--step", "--format", "json").exit_code == 2
    assert run("show", "-", "--step", input=file_of(DEAL)).exit_code == 2
    assert run("show", good, "--step", "--record", 9, input="q\n").exit_code == 2


def test_a_faulty_record_has_its_finding_where_it_is(run: Run, bad: Path) -> None:
    shown = walk(run, bad, *["n"] * 40, "q")
    [frame] = [frame for frame in shown[:STEPS] if "E512" in frame]
    assert "W Boris: ♣8" in frame


# ---- a real terminal -------------------------------------------------------------------------------------------


class Screen:
    """A program in a pseudo-terminal of 24 rows and 80 columns."""

    def __init__(self, master: int) -> None:
        self.master = master
        self.seen = ""

    def until(self, wanted: str) -> str:
        """What has come since the screen was last cleared, once ``wanted`` is in it."""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            frame = self.seen.rsplit("\x1b[2J", 1)[-1]
            if wanted in frame:
                return frame
            if not select.select([self.master], [], [], 1)[0]:
                continue
            try:
                self.seen += os.read(self.master, 65536).decode("utf-8", "replace")
            except OSError:  # Linux says so when the other side is closed
                break
        frame = self.seen.rsplit("\x1b[2J", 1)[-1]
        assert wanted in frame, self.seen[-3000:]
        return frame

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())


@contextmanager
def terminal(*args: object) -> Iterator[tuple[Screen, subprocess.Popen[bytes]]]:
    pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")
    import fcntl
    import struct
    import termios

    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    env = {**os.environ, "TERM": "xterm", "NO_COLOR": "1", "PYTHONUTF8": "1",
           "PYTHONPATH": str(Path(preferans_pbn.__file__).parents[1])}
    process = subprocess.Popen([sys.executable, "-m", "preferans_pbn", *map(str, args)], stdin=slave, stdout=slave,
                               stderr=slave, env=env, close_fds=True)
    os.close(slave)
    try:
        yield Screen(master), process
    finally:
        process.kill()
        process.wait()
        os.close(master)


def test_in_a_terminal(good: Path) -> None:
    with terminal("show", good, "--step") as (screen, process):
        first = screen.until("Step 1 of")
        assert "\x1b[?1049h" in screen.seen  # the first screen is put aside
        assert "← → step" in first
        screen.press("n")
        screen.until("Step 2 of")
        screen.press("\x1b[C")
        screen.until("Step 3 of")
        screen.press("\x1b[D")
        screen.until("Step 2 of")
        screen.press("7")
        frame = screen.until("Trick 7")
        assert ">♦K" in frame
        rows = frame.split("\r\n")
        assert len(rows) <= 24
        assert max(len(row) for row in rows) <= 80
        screen.press("\x1b[B")
        screen.until("Trick 8")
        screen.press("\x1b[F")
        screen.until(f"Step {STEPS} of")
        screen.press("q")
        screen.until("\x1b[?1049l")  # and comes back
        assert process.wait(timeout=30) == 0


def test_control_c_leaves_the_terminal_as_it_was(good: Path) -> None:
    with terminal("show", good, "--step") as (screen, process):
        screen.until("Step 1 of")
        process.send_signal(signal.SIGINT)
        screen.until("\x1b[?1049l")
        assert process.wait(timeout=30) == 0

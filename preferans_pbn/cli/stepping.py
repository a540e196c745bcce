"""``show --step``: goes through deals in a terminal, a step at a key.

Where there is no raw terminal (a pipe, ``TERM=dumb``) the frames stand below one another and each line that is read is
a key; an empty one goes on.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import Final, Protocol

import click

from preferans_pbn.render.ink import Line, paint, wants_colour
from preferans_pbn.render.language import Language
from preferans_pbn.render.step_frames import DealSteps, status_line

_ENTER: Final = "\x1b[?1049h\x1b[?25l"
_LEAVE: Final = "\x1b[?25h\x1b[?1049l"
_CLEAR: Final = "\x1b[H\x1b[2J"

NEXT, BACK, DOWN, UP, FIRST, LAST, RULES, QUIT, DEAL_NEXT, DEAL_BACK = (
    "next", "back", "down", "up", "first", "last", "rules", "quit", "deal-next", "deal-back")
_SEQUENCES: Final = {
    "\x1b[C": NEXT, "\x1b[D": BACK, "\x1b[B": DOWN, "\x1b[A": UP, "\x1b[H": FIRST, "\x1b[F": LAST,
    "\x1bOC": NEXT, "\x1bOD": BACK, "\x1bOB": DOWN, "\x1bOA": UP, "\x1bOH": FIRST, "\x1bOF": LAST,
    "\x1b[1~": FIRST, "\x1b[4~": LAST, "\x1b[7~": FIRST, "\x1b[8~": LAST,
    "\x1b[6~": DEAL_NEXT, "\x1b[5~": DEAL_BACK,
    # what click hands on for the same keys of a Windows console
    "\xe0M": NEXT, "\xe0K": BACK, "\xe0P": DOWN, "\xe0H": UP, "\xe0G": FIRST, "\xe0O": LAST, "\xe0Q": DEAL_NEXT,
    "\xe0I": DEAL_BACK,
}
_KEYS: Final = {
    "n": NEXT, " ": NEXT, "\r": NEXT, "\n": NEXT, "l": NEXT, "p": BACK, "h": BACK, "\x7f": BACK, "\b": BACK,
    "j": DOWN, "k": UP, "g": FIRST, "G": LAST, "r": RULES, "q": QUIT, "Q": QUIT, "\x1b": QUIT, "]": DEAL_NEXT,
    "[": DEAL_BACK,
}


class Keys(Protocol):
    """Where the keys come from."""

    def read(self) -> list[str]:
        """The next keys: actions, or the number of a trick as digits.  QUIT at the end."""


class TerminalKeys:
    """Keys of a terminal that gives them one by one, as `_keys` has set it."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def read(self) -> list[str]:
        """Waits for a key."""
        from select import select

        try:
            typed = os.read(self._handle, 1024)
            # The arrows send several characters, which need not come together.
            while typed and b"\x1b" in typed[-5:] and select([self._handle], [], [], 0.05)[0]:
                typed += os.read(self._handle, 1024)
        except KeyboardInterrupt:
            return [QUIT]
        return list(actions(typed.decode("utf-8", "replace"))) if typed and typed != b"\x04" else [QUIT]


class ConsoleKeys:
    """Keys of a Windows console."""

    def read(self) -> list[str]:
        """Waits for a key."""
        try:
            return list(actions(click.getchar()))
        except (EOFError, KeyboardInterrupt):
            return [QUIT]


class LineKeys:
    """Keys as lines of standard input."""

    def read(self) -> list[str]:
        """Waits for a line.  A number is a trick of that number."""
        try:
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            return [QUIT]
        if not line:
            return [QUIT]
        text = line.strip()
        if not text:
            return [NEXT]
        return [text] if text.isascii() and text.isdigit() else list(actions(text))


def actions(typed: str) -> Iterator[str]:
    """What is typed as actions; a digit is a trick, 0 the tenth.  What means nothing is passed over."""
    at = 0
    while at < len(typed):
        sequence = next((one for one in _SEQUENCES if typed.startswith(one, at)), None)
        if sequence is not None:
            yield _SEQUENCES[sequence]
            at += len(sequence)
            continue
        char = typed[at]
        at += 1
        if char == "\x1b" and at < len(typed):  # some other sequence: its letters are no keys
            while at < len(typed) and not typed[at].isalpha() and typed[at] != "~":
                at += 1
            at += 1
        elif char in _KEYS:
            yield _KEYS[char]
        elif char.isascii() and char.isdigit():
            yield "10" if char == "0" else char


@dataclass(frozen=True, slots=True)
class Deal:
    """What is stepped through: the steps of a deal, or lines where there are none."""

    language: Language
    steps: DealSteps | None
    lines: Sequence[Line] = ()


class Stepper:
    """Where somebody is: which deal, which step."""

    def __init__(self, deals: Iterator[Deal]) -> None:
        self._coming = deals
        self._deals: list[Deal] = []
        self._at = 0
        self._step = 0
        self._rules = False
        self._more()

    @property
    def empty(self) -> bool:
        """Is there nothing to step through?"""
        return not self._deals

    def _more(self) -> bool:
        """Reads one more deal, if there is one."""
        deal = next(self._coming, None)
        if deal is not None:
            self._deals.append(deal)
        return deal is not None

    @property
    def _steps(self) -> DealSteps | None:
        return self._deals[self._at].steps

    @property
    def _last(self) -> int:
        steps = self._steps
        return 0 if steps is None else steps.count - 1

    def act(self, action: str) -> bool:
        """Does what a key says.  False: it is over."""
        steps = self._steps
        if action == QUIT:
            return False
        if action == RULES:
            self._rules = not self._rules
        elif action == FIRST:
            self._step = 0
        elif action == LAST:
            self._step = self._last
        elif action == DEAL_NEXT or (action == NEXT and self._step == self._last):
            self._go(1)
        elif action == DEAL_BACK or (action == BACK and self._step == 0):
            self._go(-1, end=action == BACK)
        elif action in (NEXT, BACK):
            self._step += 1 if action == NEXT else -1
        elif steps is not None and steps.tricks:
            self._to_trick(steps, action)
        return True

    def _go(self, way: int, *, end: bool = False) -> None:
        """To the deal after or before this one, if there is one."""
        if way > 0:
            if self._at + 1 < len(self._deals) or self._more():
                self._at += 1
                self._step = 0
        elif self._at:
            self._at -= 1
            self._step = self._last if end else 0

    def _to_trick(self, steps: DealSteps, action: str) -> None:
        now = steps.trick_at(self._step)
        if action == DOWN:
            self._step = steps.trick_start(now + 1) if now < steps.tricks else self._last
        elif action == UP:
            start = steps.trick_start(now)
            before = start if self._step > start else steps.trick_start(now - 1)
            self._step = 0 if (now <= 1 and before == self._step) or now == 0 else before
        else:
            self._step = steps.trick_start(int(action))

    def frame(self, keys: str) -> tuple[list[Line], Line]:
        """The lines of where we are, and the line below them."""
        deal = self._deals[self._at]
        language = deal.language
        if deal.steps is None:
            return list(deal.lines), status_line("", keys)
        moving = " · ".join(language.page["keys"].split(" · ")[:2])  # ← → step · ↑ ↓ trick
        return (deal.steps.frame(self._step, rules=self._rules),
                status_line(deal.steps.status(self._step), keys or f"{moving} · 1–0 · R · [ ] · Q"))


def can_be_raw(path_is_stdin: bool) -> bool:
    """Can single keys be read and frames be drawn over one another?"""
    if not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        return False
    if sys.stdin.isatty():
        return True
    if not path_is_stdin:
        return False
    try:  # the keys come from there when standard input holds the records
        with open("/dev/tty", encoding="utf-8"):
            return True
    except OSError:
        return False


def step_through(deals: Iterator[Deal], *, raw: bool) -> bool:
    """Shows the deals a step at a time until somebody has had enough.  False: there is none."""
    stepper = Stepper(deals)
    if stepper.empty:
        return False
    if raw:
        with _keys() as keys, _screen(), suppress(KeyboardInterrupt):
            _loop(stepper, keys, raw=True)
    else:
        _loop(stepper, LineKeys(), raw=False)
    return True


def _loop(stepper: Stepper, keys: Keys, *, raw: bool) -> None:
    while True:
        lines, status = stepper.frame("" if raw else "Enter n p 1–10 j k g G r [ ] q")
        if raw:
            height = shutil.get_terminal_size().lines
            sys.stdout.write(_CLEAR)
            paint([*_in_rows(lines, height - 2), ""], sys.stdout)
            _without_end(status)
        else:
            paint([*lines, "", status], sys.stdout)
        sys.stdout.flush()
        for action in keys.read():
            if not stepper.act(action):
                return
        if not raw:
            sys.stdout.write("\n")


def _in_rows(lines: list[Line], rows: int) -> list[Line]:
    """At most ``rows`` lines: without the empty ones where they are too many, then without the last ones."""
    if len(lines) > rows:
        lines = [line for line in lines if line]
    return lines[:max(1, rows)]


def _without_end(line: Line) -> None:
    """A line without its line end: one in the lowest row would move everything up."""
    import io

    held = io.StringIO()
    if wants_colour(sys.stdout):
        from rich.console import Console
        from rich.text import Text

        console = Console(file=held, force_terminal=True, highlight=False)
        parts = (line,) if isinstance(line, str) else line
        console.print(Text.assemble(*(part if isinstance(part, str) else (part.text, part.style) for part in parts)),
                      end="", soft_wrap=True)
    else:
        paint([line], held)
    sys.stdout.write(held.getvalue().rstrip("\n"))


@contextmanager
def _keys() -> Iterator[Keys]:
    """The keys of the terminal, which gives them one by one and shows none of them meanwhile.

    It is set once and not for every key: what is typed between two keys would be lost.
    """
    try:
        import termios
        import tty
    except ImportError:
        yield ConsoleKeys()
        return
    with ExitStack() as stack:
        terminal = sys.stdin if sys.stdin.isatty() else stack.enter_context(open("/dev/tty", encoding="utf-8"))
        handle = terminal.fileno()
        before = termios.tcgetattr(handle)
        stack.callback(termios.tcsetattr, handle, termios.TCSADRAIN, before)
        tty.setcbreak(handle, termios.TCSADRAIN)
        yield TerminalKeys(handle)


@contextmanager
def _screen() -> Iterator[None]:
    """The terminal's second screen; the first one comes back as it was."""
    sys.stdout.write(_ENTER)
    sys.stdout.flush()
    try:
        yield
    finally:
        sys.stdout.write(_LEAVE)
        sys.stdout.flush()

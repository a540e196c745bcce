"""The command ``preferans-pbn``.

Each command is one module, imported when it is asked for, so that ``--version`` and ``--help`` start at
once.  Exit codes: 0 fine (warnings alone are fine), 1 errors found, 2 usage or unreadable input.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import MutableMapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, Final, NoReturn

import click

from preferans_pbn import __version__
from preferans_pbn.collecting import collect_seldom

NAME: Final = "preferans-pbn"
DEBUG: Final = "PREFERANS_PBN_DEBUG"
COMPLETE: Final = "_PREFERANS_PBN_COMPLETE"
"""The environment variable by which a shell asks how a line may go on."""
PIPE_CLOSED: Final = 141
"""Who reads our output has closed it: what a shell sees of a program that the signal SIGPIPE has ended."""

COMMANDS: Final = {
    "check": ("preferans_pbn.cli.check", "Read and replay records; verify everything that they claim."),
    "fmt": ("preferans_pbn.cli.fmt", "Write records in their canonical form."),
    "convert": ("preferans_pbn.cli.convert", "Convert records from and to other formats."),
    "show": ("preferans_pbn.cli.show", "Show hands, auction and tricks of a deal."),
    "score": ("preferans_pbn.cli.score", "Show the sheet and the settlement of each session."),
    "rescore": ("preferans_pbn.cli.rescore", "Score the same deals under other variants, side by side."),
    "explain": ("preferans_pbn.cli.explain", "Explain a diagnostic code, with an example."),
    "variants": ("preferans_pbn.cli.variants", "List, show and compare the variants' rules."),
    "random": ("preferans_pbn.cli.random_deals", "Make random legal deals."),
    "select": ("preferans_pbn.cli.select", "Choose records: by player, contract, outcome, code …"),
    "split": ("preferans_pbn.cli.split", "Cut an archive into files."),
    "merge": ("preferans_pbn.cli.merge", "Join archives, sorted by date, session and board."),
    "dedupe": ("preferans_pbn.cli.dedupe", "Leave out records that stand there twice."),
    "anonymise": ("preferans_pbn.cli.anonymise", "Put other names in the place of the players' names."),
    "new": ("preferans_pbn.cli.new", "Write a record of a hand from what you tell."),
    "conform": ("preferans_pbn.cli.conform", "Test a program against the conformance cases."),
    "perft": ("preferans_pbn.cli.perft", "Count the lines that may follow in auction, defence or play."),
}
"""Name of a command: its module, whose ``command`` is the click command, and its line in the help."""


class LazyGroup(click.Group):
    """Loads a command's module when the command is run, and turns every failure into a message and an exit
    code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        place = COMMANDS.get(cmd_name)
        if place is None:
            return None
        command: click.Command = import_module(place[0]).command
        if COMPLETE in os.environ:
            import_module("preferans_pbn.cli.completing").equip(command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name and name not in COMMANDS and not name.startswith("-"):
            from preferans_pbn.cli.options import did_you_mean

            raise click.UsageError(f"No such command {name!r}.{did_you_mean(name, COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        if not standalone_mode:
            return super().main(args, NAME, complete_var, standalone_mode=False,
                                windows_expand_args=windows_expand_args, **extra)
        if sys.stderr is None:
            sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (as long as the program runs)
        if sys.stdout is None:
            _complain("standard output is closed")
            sys.exit(2)
        if sys.stdin is None:
            sys.stdin = io.TextIOWrapper(io.BufferedReader(_ClosedInput()), encoding="utf-8")
        for stream in (sys.stdout, sys.stderr):
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                # A terminal that lacks a character shows its number instead of ending the program.
                reconfigure(errors="backslashreplace")
        sys.exit(self._run(args, prog_name, complete_var, windows_expand_args, extra))

    def _run(self, args: Sequence[str] | None, prog_name: str | None, complete_var: str | None,
             windows_expand_args: bool, extra: MutableMapping[str, Any]) -> int:
        try:
            code = super().main(args, NAME, complete_var, standalone_mode=False,
                                windows_expand_args=windows_expand_args, **extra)
            sys.stdout.flush()
        except click.ClickException as problem:
            problem.show()
            return 2
        except SystemExit as left:
            if COMPLETE in os.environ and isinstance(left.code, int):
                return left.code
            # click's own answer to a broken pipe, the only one of its exits that is not an exception here.
            _close_stdout()
            return PIPE_CLOSED
        except (click.Abort, KeyboardInterrupt):
            _complain("interrupted")
            return 130
        except BrokenPipeError:
            _close_stdout()
            return PIPE_CLOSED
        except Exception as problem:
            return _failed(problem)
        return code if isinstance(code, int) else 0


class _ClosedInput(io.RawIOBase):
    """Standard input where there is none: reading it is an error as with any input that cannot be read."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        raise OSError(errno.EBADF, "standard input is closed")


def _failed(problem: Exception) -> int:
    """Say in one line what went wrong; the traceback is for those who ask for it."""
    from preferans_pbn.outputs import FULL, CannotWrite
    from preferans_pbn.variants import VariantError

    if os.environ.get(DEBUG):
        import traceback

        traceback.print_exc()
    if isinstance(problem, VariantError):
        _complain(str(problem))
    elif isinstance(problem, CannotWrite):
        _complain(f"standard output: {problem}")
        _close_stdout()
    elif isinstance(problem, OSError):
        name = f"{problem.filename}: " if problem.filename else "standard output: " if problem.errno in FULL else ""
        _complain(f"{name}{problem.strerror or problem}")
        _close_stdout()
    else:
        what = " ".join(f"{type(problem).__name__}: {problem}".split())
        _complain(f"internal error: {what[:300]} (please report, with the record)")
    return 2


def _complain(text: str) -> None:
    click.echo(f"{NAME}: {text}", err=True)


def _close_stdout() -> None:
    """Point standard output to nowhere, so that the interpreter's last flush does not fail again."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name=NAME, message="%(prog)s %(version)s")
def cli() -> None:
    """Preferans hands as text: check, format, show, score and convert them.

    PATH is a file, a directory (searched for .ppbn files), a .gz, .zst or .zip file, or - for standard
    input.  Exit codes: 0 fine (warnings alone are fine), 1 errors found, 2 usage or unreadable input.
    """


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Run the command line ``argv`` (default: the process's) and exit with its code."""
    collect_seldom()
    cli.main(argv, prog_name=NAME)
    raise AssertionError("unreachable: main exits")

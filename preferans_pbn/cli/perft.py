"""``preferans-pbn perft``: counts of what may follow."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from preferans_pbn.cli.options import ruleset_of
from preferans_pbn.cli.reports.json_report import dumped
from preferans_pbn.outputs import utf8_stdout

if TYPE_CHECKING:
    from preferans_pbn.variants import Ruleset

_PATH = click.Path(path_type=Path, allow_dash=True)
_SEATS = {"cw": {2: "SNW", 3: "SWE", 4: "SWNE"}, "ccw": {2: "SNE", 3: "SEW", 4: "SENW"}}


@click.command("perft")
@click.option("--variant", metavar="NAME", default="sochi-codex", show_default=True, help="The rules.")
@click.option("--rules", metavar="KEY=VALUE", multiple=True, help="Set a rule; may be repeated.")
@click.option("--kind", type=click.Choice(["auction", "defence", "play"]), default="auction", show_default=True,
              help="What is counted.")
@click.option("--depth", metavar="PLIES", type=click.IntRange(0), help="How deep; default: to the end.")
@click.option("--calls", metavar="WORDS", default="", help="Calls or answers that stand already.")
@click.option("--contract", metavar="WORD", help="The contract of a defence.")
@click.option("--declarer", metavar="SEAT", help="The declarer of a defence; default: S, forehand.")
@click.option("--run", metavar="N", type=click.IntRange(0), default=0, help="All-pass rounds before an auction.")
@click.option("--position", metavar="FILE", type=_PATH,
              help="A position in JSON, as the conformance operations play and legal-calls have it.")
@click.option("--divide", is_flag=True, help="The count of each first action too.")
@click.option("--table", "tables", metavar="TABLE", multiple=True,
              help="Compare with a table of counts: auctions, defences, plays, edits or a file; may be repeated.")
@click.option("--entry", metavar="ID", help="Only this position of the tables; with --divide it is what is counted.")
@click.option("--subject", metavar="CMD", help="Compare this program with the tables; without it this one.")
@click.option("--edits", metavar="FILE", type=_PATH,
              help="Count what comes of every one-token edit of a file's records: accepted, or the codes.")
@click.option("--show", metavar="CODE", help="List the edits that give this code first; accepted: those without one.")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help="How the answer is written.")
def command(variant: str, rules: tuple[str, ...], kind: str, depth: int | None, calls: str, contract: str | None,
            declarer: str | None, run: int, position: Path | None, divide: bool, tables: tuple[str, ...],
            entry: str | None, subject: str | None, edits: Path | None, show: str | None, format_: str) -> int:
    """Count the lines of calls, answers or cards that may follow a position.

    A line that ends before the depth counts once.  A declarer with twelve cards first lays two away: one ply.

    With --table compare a program with counts that are known; exit code 1 if one differs.
    """
    if edits is not None:
        from preferans_pbn.cli.edit_counts import show_edits

        if tables:
            raise click.UsageError("--edits and --table are two different things.")
        return show_edits(edits, show, format_)
    if show is not None:
        raise click.UsageError("--show needs --edits.")
    if tables and not (entry is not None and divide):
        from preferans_pbn.cli.perft_tables import compare

        return compare(tables, entry, subject, format_)
    if subject is not None or (entry is not None and not tables):
        raise click.UsageError("--subject and --entry need a --table.")
    data: dict[str, Any]
    if entry is not None:
        from preferans_pbn.cli.perft_tables import position_of

        ruleset, data = position_of(tables, entry)
    else:
        ruleset = ruleset_of(variant, rules)
        data = _asked(ruleset, kind, calls, contract, declarer, run, position)
    if depth is not None:
        data["depth"] = depth
    _count(ruleset, data, divide, format_)
    return 0


def _asked(ruleset: Ruleset, kind: str, calls: str, contract: str | None, declarer: str | None, run: int,
           position: Path | None) -> dict[str, Any]:
    """The position that the options describe."""
    data: dict[str, Any] = {"kind": kind, "calls": calls.split(), "all_pass_run": run}
    players = 3 if 3 in ruleset["players"] else ruleset["players"][0]
    data["players"] = list(_SEATS[ruleset["direction"]][players])
    data["dealer"] = data["players"][-1]
    if players == 2:
        data["dummy"] = data["players"][1]
    if position is not None:
        data |= _position(position)
    elif kind == "play":
        raise click.UsageError("A play is counted from a --position.")
    if contract is not None or declarer is not None or kind == "defence":
        data.setdefault("declarer", declarer or data["players"][0])
        data.setdefault("contract", contract)
    if kind == "defence" and data["contract"] is None:
        raise click.UsageError("A defence is counted for a --contract.")
    return data


def _count(ruleset: Ruleset, data: dict[str, Any], divide: bool, format_: str) -> None:
    from preferans_pbn.conformance.ops.errors import OpError
    from preferans_pbn.conformance.ops.perft import divided, total
    from preferans_pbn.variants import UndefinedByVariant

    try:
        parts = divided(ruleset, data) if divide else {}
        count = total(ruleset, data)
    except (OpError, UndefinedByVariant) as problem:
        raise click.ClickException(f"{problem}") from None
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        what = f"it has no {problem}" if isinstance(problem, KeyError) else str(problem)
        raise click.ClickException(f"this is no position: {what}") from None
    if format_ == "json":
        with utf8_stdout() as stream:
            stream.write(dumped({"count": count, **({"divide": parts} if divide else {})}, 2) + "\n")
        return
    for action, number in parts.items():
        click.echo(f"{action} {number}")
    click.echo(str(count))


def _position(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes())
    except ValueError as problem:
        raise click.ClickException(f"{path}: {problem}") from None
    if not isinstance(data, dict):
        raise click.ClickException(f"{path}: a position is an object")
    return data

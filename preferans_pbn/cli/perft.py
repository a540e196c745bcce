"""``preferans-pbn perft``: counts of what may follow."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from preferans_pbn.cli.options import ruleset_of
from preferans_pbn.cli.reports.json_report import dumped
from preferans_pbn.outputs import utf8_stdout

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
@click.option("--position", metavar="FILE", type=click.Path(path_type=Path, allow_dash=True),
              help="A position in JSON, as the conformance operations play and legal-calls have it.")
@click.option("--divide", is_flag=True, help="The count of each first action too.")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help="How the answer is written.")
def command(variant: str, rules: tuple[str, ...], kind: str, depth: int | None, calls: str, contract: str | None,
            declarer: str | None, run: int, position: Path | None, divide: bool, format_: str) -> None:
    """Count the lines of calls, answers or cards that may follow a position.

    A line that ends before the depth counts once.  A declarer with twelve cards first lays two away: one ply.
    """
    from preferans_pbn.conformance.ops.errors import OpError
    from preferans_pbn.conformance.ops.perft import divided, total
    from preferans_pbn.variants import UndefinedByVariant

    ruleset = ruleset_of(variant, rules)
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
    if depth is not None:
        data["depth"] = depth
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

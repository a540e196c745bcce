"""``preferans-pbn dedupe``: every record once."""

from __future__ import annotations

import click

from preferans_pbn.archive.content import BY, By
from preferans_pbn.cli.archive_options import Account, output_options, output_stream
from preferans_pbn.cli.check import counted
from preferans_pbn.cli.options import limits_of, limits_options, paths_argument
from preferans_pbn.inputs import find_inputs
from preferans_pbn.outputs import utf8_stdout

_SHOWN = 20


@click.command("dedupe")
@paths_argument
@click.option("--by", "by", type=click.Choice(BY), default="record", show_default=True,
              help="record: all that it says; play: what was dealt, called and played; deal: the cards dealt.")
@click.option("--list", "list_", is_flag=True, help="Only say which records are doubles, of which.")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help="How --list says it; json: one object a line.")
@output_options
@limits_options
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], by: By, list_: bool, format_: str, output: str | None,
            force: bool, max_line: int, max_record: int) -> None:
    """Write every record once, as it stands; the first of several that are the same.

    Two records are the same if their content hashes are equal: the SHA-256 of their export form, so blanks, the order
    of tags and of cards do not count.  By default nothing else is passed over, and nothing is lost.  With --by play,
    names, dates, comments and scores do not count; with --by deal, only the cards do.  Records whose hands are not
    all known are always compared as a whole.

    \b
    preferans-pbn dedupe club/ old.zip -o all.ppbn
    preferans-pbn dedupe --by play --list club/

    A record with errors in its text is never a double: it is written and reported, exit code 1.
    """
    from preferans_pbn.archive.doubles import Doubles
    from preferans_pbn.archive.pieces import read_pieces
    from preferans_pbn.archive.writing import ArchiveWriter
    from preferans_pbn.cli.reports.json_report import dumped

    if list_ and output is not None:
        raise click.UsageError("--list writes no records: it does not go with --output.")
    limits = limits_of(max_line, max_record)
    doubles = Doubles(by)
    account = Account()
    dropped = 0
    with output_stream(None if list_ else output, force) as out, utf8_stdout() as text:
        writer = ArchiveWriter(out)
        for source in find_inputs(paths):
            for piece, first in doubles.follow(read_pieces(source, limits)):
                if not account.note(piece):
                    continue
                if first is None:
                    if not list_:
                        account.write(writer, piece)
                    continue
                dropped += 1
                path, number = first
                if list_ and format_ == "json":
                    text.write(dumped({"path": source.name, "record": piece.read.number,
                                       "line": int(piece.place.rpartition(":")[2]),
                                       "double_of": {"path": path, "record": number}}) + "\n")
                elif list_ or dropped <= _SHOWN:
                    line = f"{piece.place}: record {piece.read.number} is a double of record {number} in {path}"
                    click.echo(line, file=text if list_ else None, err=not list_)
        if not list_:
            writer.begin()
    if dropped > _SHOWN and not list_:
        click.echo(f"… and {dropped - _SHOWN} more doubles; --list says them all", err=True)
    click.echo(f"{counted(account.records, 'record')} read, {counted(dropped, 'double')}"
               f"{'' if list_ else ' left out'}", err=True)
    ctx.exit(account.exit_code)

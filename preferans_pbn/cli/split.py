"""``preferans-pbn split``: an archive cut into files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from preferans_pbn.archive.grouping import BY, By, Key, file_names, keys_of
from preferans_pbn.cli.archive_options import Account
from preferans_pbn.cli.check import counted
from preferans_pbn.cli.options import limits_of, limits_options, paths_argument
from preferans_pbn.inputs import SUFFIX, find_inputs


@click.command("split")
@paths_argument
@click.option("-d", "--directory", "directory", metavar="DIR", required=True, help="Where the files go; it is made.")
@click.option("--by", "by", metavar="WHAT", default="session", show_default=True,
              help="session, event, date, variant, player, or count=N for N records a file.")
@click.option("--force", is_flag=True, help="Replace files that exist.")
@limits_options
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], directory: str, by: str, force: bool, max_line: int,
            max_record: int) -> None:
    """Cut an archive into files in DIR, one for each session, event, date, variant or player.

    Files are named by what their records have in common (Thursday-club.ppbn); records that do not say it go to
    unknown.ppbn, numbered files are 0001.ppbn and so on.  With --by player a record goes to each of its players.
    Either all files appear or none; one that exists is replaced only with --force.

    \b
    preferans-pbn split archive.ppbn.gz -d club --by event
    preferans-pbn split club/ -d parts --by count=1000

    A damaged record goes where what could be read of it belongs, byte for byte, and is reported: exit code 1.
    """
    from preferans_pbn.archive.parts import Parts
    from preferans_pbn.archive.pieces import read_pieces
    from preferans_pbn.archive.writing import CannotStandHere

    what, number = _manner(by)
    limits = limits_of(max_line, max_record)
    account = Account()
    try:
        with Parts[Key](Path(directory)) as parts:
            counter = _counting(number)
            for source in find_inputs(paths):
                for piece in read_pieces(source, limits):
                    if not account.note(piece):
                        continue
                    if what is None:
                        keys = [next(counter)] if piece.body else [()]
                    else:
                        keys = [()] if piece.record is None else keys_of(piece.record, what)
                    for key in keys:
                        try:
                            parts.write(key, piece)
                        except CannotStandHere as problem:
                            account.leave_out(piece, str(problem))
                            break
            keys = parts.keys
            names = {key: f"{key[0]}{SUFFIX}" for key in keys if key} if what is None else file_names(keys)
            parts.place(names, overwrite=force)
    except FileExistsError as problem:
        raise click.UsageError(f"{problem.filename} exists; --force replaces it.  Nothing was written.") from None
    click.echo(f"{counted(account.records, 'record')} read, {counted(len(names), 'file')} in {directory}", err=True)
    ctx.exit(account.exit_code)


def _manner(by: str) -> tuple[By | None, int]:
    """What to split by, or None and the number of records a file.  Raises click.BadParameter."""
    for name in BY:
        if by == name:
            return name, 0
    word, _, number = by.partition("=")
    if word == "count" and number.isascii() and number.isdigit() and int(number) > 0:
        return None, int(number)
    raise click.BadParameter(f"{by!r} is none of {', '.join(BY)}, count=N.", param_hint="'--by'")


def _counting(number: int) -> Iterator[Key]:
    """Keys of numbered files, each given ``number`` times."""
    file = 0
    while True:
        file += 1
        for _ in range(number):
            yield (f"{file:04}",)

"""``preferans-pbn merge``: archives joined into one, sorted."""

from __future__ import annotations

import click

from preferans_pbn.cli.archive_options import Account, output_options, output_stream
from preferans_pbn.cli.check import counted
from preferans_pbn.cli.options import limits_of, limits_options, paths_argument
from preferans_pbn.inputs import find_inputs

_SHOWN = 20


@click.command("merge")
@paths_argument
@output_options
@limits_options
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], output: str | None, force: bool, max_line: int,
            max_record: int) -> None:
    """Join archives into one, sorted by date, event, site, table, session and board.

    The records of one session stay together, also past midnight and where they come from several files; a second
    board 1 of a session without Session tag begins another game.  Records that are equal in all this keep their order.
    What is not known comes last.  Doubles stay; `dedupe` leaves them out.

    \b
    preferans-pbn merge 2025.ppbn.gz 2026/ late.ppbn -o archive.ppbn

    A damaged record stands where what could be read of it belongs, else behind the record before it, byte for byte,
    and is reported: exit code 1.  The archive may be larger than memory; it is sorted on disk.
    """
    from preferans_pbn.archive.order import Keys
    from preferans_pbn.archive.pieces import read_pieces
    from preferans_pbn.archive.sorting import Sorter
    from preferans_pbn.archive.writing import ArchiveWriter, CannotStandHere

    limits = limits_of(max_line, max_record)
    account = Account()
    with Sorter() as sorter, output_stream(output, force) as out:
        names = []
        for source in find_inputs(paths):
            keys = Keys()
            names.append(source.name)
            for piece in read_pieces(source, limits, len(names) - 1):
                if not account.note(piece):
                    continue
                key = keys.of(piece)
                if piece.body:
                    sorter.add(key, piece)
                else:
                    account.leave_out(piece, piece.why)
        sorter.finish()
        for number, (date, one_input, other) in enumerate(sorter.joined()):
            if number == _SHOWN:
                click.echo("… and more", err=True)
                break
            click.echo(f"a session of {date.replace('~', '?')} is in {names[one_input]} and in {names[other]} and is "
                       "taken for one: give two games different Session tags", err=True)
        writer = ArchiveWriter(out)
        for sorted_ in sorter.records():
            try:
                writer.write_text(sorted_.body, sorted_.top, sound=sorted_.sound)
            except CannotStandHere as problem:
                first = sorted_.body.partition(b"\n")[0].decode("utf-8", "replace")
                account.lose(first, str(problem))
        writer.begin()
    click.echo(f"{counted(account.records, 'record')} read, {writer.written} written", err=True)
    ctx.exit(account.exit_code)

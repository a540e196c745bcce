"""``preferans-pbn anonymise``: other names in the place of the players'."""

from __future__ import annotations

import json
from pathlib import Path

import click

from preferans_pbn.cli.archive_options import Account, output_options, output_stream
from preferans_pbn.cli.check import counted
from preferans_pbn.cli.options import limits_of, limits_options, paths_argument, sentence
from preferans_pbn.inputs import reason_of
from preferans_pbn.outputs import atomic_write, text_of
from preferans_pbn.record import TAGS

_SHOWN = 20
_DROPPED = ("Site",)


@click.command("anonymise")
@paths_argument
@click.option("--label", metavar="TEXT", default="Player", show_default=True, help="What the names begin with.")
@click.option("--salt", metavar="SECRET",
              help="Make the names from this secret and the old ones: the same person is the same in every archive.")
@click.option("--mapping", "mapping", metavar="FILE",
              help="Use and add to the names in FILE (JSON, old to new); it is made if it does not exist.")
@click.option("--comments", "comments", type=click.Choice(["replace", "drop"]), default="replace", show_default=True,
              help="Replace names in comments and notes, or leave all comments and notes out.")
@click.option("--drop", "drop", metavar="TAG", multiple=True,
              help="Leave this tag out: Site, or one that is not part of the notation.")
@output_options
@limits_options
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], label: str, salt: str | None, mapping: str | None,
            comments: str, drop: tuple[str, ...], output: str | None, force: bool, max_line: int,
            max_record: int) -> None:
    """Put Player 1, Player 2 … in the place of the players' names: the same for the same person in all PATHs.

    Names are replaced in the players' tags and in tags such as Annotator, and as whole words in Event, Site, Table,
    Session, rulings, comments, notes and unknown tags; in texts, first and last names alone are too.  A word that may
    be a name with another ending (Annas) is left and reported: look at it, or use --comments drop.  Nicknames that
    stand in no tag are not found.  Cards, calls and scores stay as they are, so `check` and `score` say the same.

    \b
    preferans-pbn anonymise club/ -o club-public.ppbn
    preferans-pbn anonymise club/ --mapping names.json --comments drop --drop Site

    Who has FILE can undo it; who knows SECRET can test a name.  A record with errors in its text is left out and
    reported, since names may hide in what could not be read: exit code 1.
    """
    from preferans_pbn.archive.again import Again
    from preferans_pbn.archive.anonymising import Manner, anonymous, people_of
    from preferans_pbn.archive.names import MappingError, Names
    from preferans_pbn.archive.pieces import read_pieces
    from preferans_pbn.archive.writing import ArchiveWriter, CannotStandHere

    for tag in drop:
        if tag in TAGS and tag not in _DROPPED:
            raise click.BadParameter(f"{tag} cannot be left out.", param_hint="'--drop'")
    limits = limits_of(max_line, max_record)
    manner = Manner(comments == "drop", frozenset(drop))
    try:
        names = Names(label, salt, _known(mapping))
    except MappingError as error:
        raise click.UsageError(sentence(error)) from None
    account = Account()
    doubtful = 0
    with Again(paths) as again, output_stream(output, force) as out:
        for source in again.inputs():
            for piece in read_pieces(source, limits):
                for name in people_of(piece):
                    names.add(name)
        writer = ArchiveWriter(out)
        for source in again.inputs():
            for piece in read_pieces(source, limits):
                if not account.note(piece):
                    continue
                if not piece.read.ok:
                    account.leave_out(piece, "names may stand in what could not be read")
                    continue
                result = anonymous(piece, names, manner)
                try:
                    writer.write_text(result.body, result.top)
                except CannotStandHere as problem:
                    account.leave_out(piece, str(problem))
                for word in result.doubtful:
                    doubtful += 1
                    if doubtful <= _SHOWN:
                        click.echo(f"{piece.place}: {word} may be a name; it stays", err=True)
        writer.begin()
        if mapping is not None:
            _save(mapping, names.mapping())
    if doubtful > _SHOWN:
        click.echo(f"… and {doubtful - _SHOWN} more such words", err=True)
    click.echo(f"{counted(account.records, 'record')} read, {writer.written} written, "
               f"{counted(len(names.mapping()), 'name')}", err=True)
    ctx.exit(account.exit_code)


def _known(mapping: str | None) -> dict[str, str]:
    """The names in the mapping file; none where there is no such file.  Raises click.BadParameter."""
    if mapping is None or not Path(mapping).exists():
        return {}
    try:
        data = json.loads(Path(mapping).read_text(encoding="utf-8"))
    except OSError as error:
        raise click.BadParameter(f"{mapping}: {reason_of(error)}.", param_hint="'--mapping'") from None
    except ValueError as error:
        raise click.BadParameter(f"{mapping}: not JSON: {error}.", param_hint="'--mapping'") from None
    if not isinstance(data, dict) or not all(isinstance(value, str) for value in data.values()):
        raise click.BadParameter(f"{mapping}: it has to be an object of old names and new ones.",
                                 param_hint="'--mapping'")
    return data


def _save(mapping: str, names: dict[str, str]) -> None:
    with atomic_write(mapping, overwrite=True) as stream, text_of(stream) as text:
        json.dump(names, text, ensure_ascii=False, indent=2)
        text.write("\n")

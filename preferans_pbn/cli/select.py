"""``preferans-pbn select``: the records that fit, as they were written."""

from __future__ import annotations

import click

from preferans_pbn.cli.archive_options import Account, output_options, output_stream
from preferans_pbn.cli.check import Selection, counted
from preferans_pbn.cli.options import did_you_mean, limits_of, limits_options, paths_argument, rulesets_of
from preferans_pbn.inputs import find_inputs
from preferans_pbn.variants import FAMILIES


def _listed(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(part.strip() for value in values for part in value.split(",") if part.strip())


@click.command("select")
@paths_argument
@click.option("--player", "players", metavar="NAME", multiple=True, help="Somebody of this name plays.")
@click.option("--variant", "variants", metavar="NAME", multiple=True, help="Played by this variant (or alias).")
@click.option("--family", "families", type=click.Choice(FAMILIES), multiple=True, help="Of this family of games.")
@click.option("--contract", "contracts", metavar="WORDS", multiple=True,
              help="One of these contracts, comma separated: 6S,7*,misere,all-pass.")
@click.option("--declarer", "declarers", metavar="WHO", multiple=True, help="This seat or player declares.")
@click.option("--outcome", "outcomes", metavar="WORDS", multiple=True,
              help="What came of it: played, passed-out, half, own, conceded, refe, redeal, thrown-in.")
@click.option("--made/--failed", "made", default=None, help="The declarer made his contract, or did not.")
@click.option("--date", "date", metavar="FROM..TO", help="Played then: 2026, 2026.11, 2026.01.15..2026.06, ..2025.")
@click.option("--event", "events", metavar="TEXT", multiple=True, help="This Event.")
@click.option("--session", "sessions", metavar="TEXT", multiple=True, help="This Session.")
@click.option("--code", "codes", metavar="CODES", multiple=True,
              help="check reports one of these codes, beginnings of codes or names.")
@click.option("--valid/--invalid", "valid", default=None, help="check finds no error, or does.")
@click.option("--not", "inverted", is_flag=True, help="The records that do not fit all of this.")
@click.option("--count", "count", is_flag=True, help="Only say how many.")
@click.option("--limit", metavar="N", type=click.IntRange(min=0), help="At most N records.")
@output_options
@click.option("--default-variant", "default", metavar="NAME", help="Play records that name no variant by this one.")
@click.option("--override-variant", "override", metavar="NAME",
              help="Play every record by this variant, whatever it says.")
@click.option("--rules", "rules", metavar="KEY=VALUE", multiple=True,
              help="Set a rule, whatever the records say; may be repeated.")
@limits_options
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], players: tuple[str, ...], variants: tuple[str, ...],
            families: tuple[str, ...], contracts: tuple[str, ...], declarers: tuple[str, ...],
            outcomes: tuple[str, ...], made: bool | None, date: str | None, events: tuple[str, ...],
            sessions: tuple[str, ...], codes: tuple[str, ...], valid: bool | None, inverted: bool, count: bool,
            limit: int | None, output: str | None, force: bool, default: str | None, override: str | None,
            rules: tuple[str, ...], max_line: int, max_record: int) -> None:
    """Write the records that fit as they stand, with their comments and unknown tags.

    All that is asked for must fit; of one option given several times, one.  Names and texts may hold * and ?, and
    case does not count.  --made, --failed, --outcome, --code, --valid and --invalid replay the records in their
    sessions as `check` does.

    \b
    preferans-pbn select club/ --player Anna --contract "6*" --failed
    preferans-pbn select club/ --date 2026.11 --not --event "Thursday*" -o rest.ppbn
    preferans-pbn select club/ --code revoke --count

    A damaged record is judged by what could be read of it, written byte for byte if it fits, and reported: exit code
    1.  Only --code, --valid, --invalid and --not can fit a record of which nothing could be read.
    """
    from preferans_pbn.archive.selecting import Criteria, days_of, judged
    from preferans_pbn.archive.writing import ArchiveWriter

    if count and output is not None:
        raise click.UsageError("--count writes no records: it does not go with --output.")
    try:
        span = None if date is None else days_of(date)
    except ValueError as problem:
        raise click.BadParameter(f"{problem}.", param_hint="'--date'") from None
    criteria = Criteria(
        players, _variants(variants), families, _listed(contracts), declarers, _outcomes(_listed(outcomes)), events,
        sessions, made, span, Selection(codes, ()).codes if codes else frozenset(), valid)
    rulesets = rulesets_of(default, override, rules)
    limits = limits_of(max_line, max_record)
    account = Account()
    found = 0
    with output_stream(None if count else output, force) as out:
        writer = ArchiveWriter(out)
        for source in find_inputs(paths):
            if limit is not None and found >= limit:
                break
            for piece, checked in judged(source, limits, rulesets, criteria.replays):
                if not account.note(piece) or criteria.fit(checked) == inverted:
                    continue
                if count or account.write(writer, piece):
                    found += 1
                if limit is not None and found >= limit:
                    break
        if not count:
            writer.begin()
    if count:
        click.echo(found)
    else:
        click.echo(f"{counted(account.records, 'record')} read, {found} selected", err=True)
    ctx.exit(account.exit_code)


def _variants(names: tuple[str, ...]) -> tuple[str, ...]:
    """Variants by their ids; a name that is not shipped may be a house's, and is said to be unknown."""
    from preferans_pbn.variants import UnknownVariant, load_variant

    ids = []
    for name in names:
        ident, at, revision = name.partition("@")
        try:
            ids.append(load_variant(ident).id + at + revision)
        except UnknownVariant as unknown:
            click.echo(f"no variant {name} is known here{unknown.hint}; records that name it are looked for", err=True)
            ids.append(name)
    return tuple(ids)


def _outcomes(words: tuple[str, ...]) -> tuple[str, ...]:
    known = ("played", "passed-out", "half", "own", "conceded", "refe", "redeal", "thrown-in")
    for word in words:
        if word not in known:
            raise click.BadParameter(f"{word!r} is none of {', '.join(known)}.{did_you_mean(word, known)}",
                                     param_hint="'--outcome'")
    return words

"""``preferans-pbn random``: random legal deals, the same for the same seed everywhere."""

from __future__ import annotations

import click

from preferans_pbn.cli.options import ruleset_of
from preferans_pbn.outputs import utf8_stdout
from preferans_pbn.rulesets import DEFAULT_VARIANT


@click.command("random")
@click.option("--variant", metavar="NAME", default=DEFAULT_VARIANT, show_default=True, help="The rules to play by.")
@click.option("--rules", metavar="KEY=VALUE", multiple=True, help="Set a rule of the variant; may be repeated.")
@click.option("--seed", metavar="N", type=click.IntRange(min=0), default=1, show_default=True,
              help="The same seed gives the same bytes.")
@click.option("--count", metavar="K", type=click.IntRange(min=1), default=10, show_default=True,
              help="How many deals.")
@click.option("--single", is_flag=True, help="Loose deals instead of sessions with a running sheet.")
def command(variant: str, rules: tuple[str, ...], seed: int, count: int, single: bool) -> None:
    """Write K random deals that are legal under a variant: whole sessions with running sheet and settlement.

    Deals are steered so that rare contracts, calls and endings occur often enough to be seen; how often
    something occurs means nothing.
    """
    from preferans_pbn.generate import generate
    from preferans_pbn.notation import dump

    ruleset = ruleset_of(variant, rules)
    with utf8_stdout() as stream:
        dump(generate(ruleset, seed, count, single=single), stream)

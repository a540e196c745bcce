"""What the simple formats need of a record, and the checks that no rules are needed for."""

from __future__ import annotations

from typing import Final

from preferans_pbn.convert.common_law import contradictions
from preferans_pbn.convert.deal import SourceDeal
from preferans_pbn.convert.holdings import wrong_cards
from preferans_pbn.diagnostics import Diagnostic
from preferans_pbn.families import law_of
from preferans_pbn.families.russian.law import RussianLaw
from preferans_pbn.record import Record
from preferans_pbn.rulesets import Rulesets

SEATS: Final = "SWE"
"""The seats of players 0, 1 and 2."""


class NotWritable(Exception):
    """A record that a format cannot say at all; the text is the end of a sentence."""


def refuse_parts(record: Record, seats: str = SEATS) -> None:
    """Raises NotWritable where a record is no whole deal of three players at ``seats``."""
    if record.damaged:
        raise NotWritable(f"{', '.join(sorted(record.damaged))} could not be read")
    if record.deal is None or record.talon is None:
        raise NotWritable("the cards are not known" if record.position is None else "the format has whole deals only")
    if record.dealer is None:
        raise NotWritable("the dealer is not known")
    named = ", ".join({"S": "South", "W": "West", "E": "East"}[seat] for seat in seats)
    if record.dummy is not None or set(record.deal) != set(seats) or record.dealer not in seats or not (
            set(record.players) <= set(seats)):
        raise NotWritable(f"the format has three players, who sit at {named}")
    if any(hand is None or hand.bit_count() != 10 for hand in record.deal.values()) or len(record.talon) != 2:
        raise NotWritable("the format needs all 32 cards")


def refuse_other_games(record: Record, rulesets: Rulesets) -> None:
    """Raises NotWritable where a record is of another game than the Russian one."""
    rules, findings = rulesets.of(record)
    if rules is None:
        raise NotWritable(findings[0].message if findings else "the rules are not known")
    if not isinstance(law_of(rules), RussianLaw):
        raise NotWritable(f"the format has the Russian game, and {rules.id} is another")


def cards_against(deal: SourceDeal) -> list[Diagnostic]:
    """What is wrong with the cards played, whichever rules a deal of players at `SEATS` had.

    Whether suit was followed is looked at where the hands are certain: in an all-pass the talon may have led, and
    where the declarer is not known it may be his cards that are others than he was dealt.
    """
    if deal.declarer is None or deal.contract == "all-pass":
        return wrong_cards(deal, SEATS)
    return contradictions(deal, SEATS)

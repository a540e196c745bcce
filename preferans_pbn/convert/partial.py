"""What is kept of a deal that cannot be read to its end: what its source says before the first fault.

The fault is told at its place; the record has the deal, the auction and the play as far as they go, and nothing that
would follow from the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from preferans_pbn.convert.deal import SourceDeal, SourceSession, SourceTrick, record_of, roles_by_law
from preferans_pbn.convert.faults import SourceFault
from preferans_pbn.convert.judging import Places
from preferans_pbn.convert.model import Converted
from preferans_pbn.diagnostics import Diagnostic
from preferans_pbn.record import Record, Where
from preferans_pbn.replaying.completing import UNKNOWN


@contextmanager
def told(one: Converted) -> Iterator[None]:
    """A part of the source that nothing else hangs on: where it cannot be read, that is told and the rest goes on."""
    try:
        yield
    except SourceFault as problem:
        tell(one, problem.finding)


def tell(one: Converted, finding: Diagnostic) -> None:
    """Adds ``finding``, unless the same was told already."""
    known = {(found.code, found.line, found.col, found.message) for found in one.diagnostics}
    if (finding.code, finding.line, finding.col, finding.message) not in known:
        one.diagnostics.append(finding)


@contextmanager
def as_far_as_read(one: Converted, deal: SourceDeal) -> Iterator[None]:
    """The course of ``deal``, read in order: at the first fault it is broken off, with what was read until then."""
    try:
        yield
    except SourceFault as problem:
        tell(one, problem.finding)
        break_off(one, deal)


def break_off(one: Converted, deal: SourceDeal) -> None:
    """The rest of ``deal`` is not known: neither how it ended nor who got the tricks that were not read."""
    one.partial = True
    deal.finished = False
    deal.taken = deal.agreed = None
    if deal.tricks and not deal.tricks[-1].plays:
        deal.tricks.pop()


def record_as_far(one: Converted, session: SourceSession, deal: SourceDeal, places: Places | None = None) -> Record:
    """The record of ``deal`` as far as the first call, answer or card that cannot be, which is told.

    Raises SourceFault where the fault is in no part that the rest can do without.
    """
    while True:
        try:
            record = record_of(session, deal, one.losses, places)
            if one.partial:
                _goes_on(record, session, deal)
            return record
        except SourceFault as problem:
            before = _sizes(deal)
            _cut(deal, problem.finding.where or Where(""))
            if _sizes(deal) == before:
                raise
            tell(one, problem.finding)
            if (problem.finding.where or Where("")).owner != "Deal":
                break_off(one, deal)


def finish(one: Converted, session: SourceSession, deal: SourceDeal, places: Places, seats: str) -> None:
    """Make the record of a deal whose source does not say which talon card leads a trick of an all-pass: the first two
    do.  ``seats``: those of the players.  Raises SourceFault as `record_as_far` does."""
    one.theirs["winners"] = ["" if trick.winner is None else seats[trick.winner] for trick in deal.tricks]
    if deal.contract == "all-pass":
        for lead, trick in zip(deal.talon, deal.tricks, strict=False):
            trick.talon = lead
    one.record = record_as_far(one, session, deal, places)
    one.places = places


def _goes_on(record: Record, session: SourceSession, deal: SourceDeal) -> None:
    """Behind the calls and answers that were read stand others that are not known, where somebody had to speak."""
    law = session.law
    if law is None:
        return
    if record.auction is not None and deal.contract is None:
        auction = law.auction(0)
        for word in record.auction.calls:
            auction.force(word)
        if auction.turn >= 0:
            record.auction = replace(record.auction, calls=(*record.auction.calls, UNKNOWN))
    if record.defence is not None and not deal.tricks and roles_by_law(session, deal) is None:
        record.defence = replace(record.defence, calls=(*record.defence.calls, UNKNOWN))


def _sizes(deal: SourceDeal) -> tuple[object, ...]:
    cards = [(len(trick.plays), trick.winner) for trick in deal.tricks]
    return len(deal.hands), len(deal.calls), deal.declarer, len(deal.defence), cards


def _cut(deal: SourceDeal, where: Where) -> None:
    """Leaves out the part of ``deal`` that ``where`` names, and what comes after it."""
    key = where.key
    if where.owner == "Deal":
        for player in [player for player, cards in deal.hands.items() if len(set(cards)) != len(cards)]:
            del deal.hands[player]
    elif where.owner == "Auction" and isinstance(key, int):
        deal.calls = deal.calls[:key]
        _forget_contract(deal)
    elif where.owner == "Declarer":
        _forget_contract(deal)
    elif where.owner == "Defence" and isinstance(key, int):
        deal.defence = deal.defence[:key]
        deal.roles, deal.kontra, deal.open, deal.tricks = {}, None, None, []
    elif where.owner == "Play" and isinstance(key, int):
        _keep_cards(deal, key)
    elif where.owner == "Play" and isinstance(key, tuple) and key[0] == "winner":
        row = int(key[1])
        deal.tricks = [*deal.tricks[:row], SourceTrick(deal.tricks[row].plays, None, deal.tricks[row].talon)]


def _forget_contract(deal: SourceDeal) -> None:
    deal.declarer = deal.contract = deal.bid = deal.discard = deal.kontra = deal.open = None
    deal.defence, deal.roles, deal.tricks = [], {}, []


def _keep_cards(deal: SourceDeal, count: int) -> None:
    """Keeps the first ``count`` cards played."""
    kept: list[SourceTrick] = []
    for trick in deal.tricks:
        if count >= len(trick.plays):
            kept.append(trick)
        elif count > 0:
            kept.append(SourceTrick(trick.plays[:count], None, trick.talon))
        count -= len(trick.plays)
        if count <= 0:
            break
    deal.tricks = kept

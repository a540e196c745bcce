"""What the formats for people have in common: records replayed for showing, and what they do not show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from preferans_pbn.convert.model import Loss, Options
from preferans_pbn.record import TAGS, Record
from preferans_pbn.render.describing import Described, Describer
from preferans_pbn.render.languages import language
from preferans_pbn.render.words import Spelling
from preferans_pbn.variants import Ruleset

_HIDDEN: Final = ("Session", "Base", "Bule", "Kasa", "AllPassRun", "Refe", "KasaLeft", "OpeningSheetTable", "Leader",
                  "Aces", "Kontra", "AdjustTable")
"""Tags that no such format shows."""


def described(records: Iterable[Record]) -> Iterator[tuple[Record, Described]]:
    """Each record with what is to be shown of it."""
    describer = Describer()
    for record in records:
        found = describer.in_session(record)
        if found.session is not None and found.session.deals <= 1 and record.sheet_table is None:
            found.shown.sheet = {}  # it says nothing that the score does not say
        yield record, found


def spelling_of(options: Options, rules: Ruleset | None) -> Spelling:
    """The spelling that was asked for; the pack is the variant's own where none was named."""
    german = options.cards == "german" if options.cards else rules is not None and rules.cards == "german"
    return Spelling(language(options.lang or "en"), german=german)


def places_of(found: Described, spelling: Spelling) -> list[str]:
    """What each finding is about, in the words of the language."""
    from preferans_pbn.render.step_frames import DealSteps

    return DealSteps(found.shown, found.findings, spelling).places() if found.findings else []


def hidden(record: Record, number: int, *more: str) -> Iterator[Loss]:
    """What is not shown of a record; ``more``: tags that this format does not show besides, ``comments`` among
    them."""
    for tag in (*_HIDDEN, *more):
        if tag != "comments" and getattr(record, TAGS[tag]) is not None:
            yield Loss(tag, number, "is not shown")
    if "comments" in more and record.comments:
        yield Loss("comments", number, "are not shown")
    for extra in record.extras:
        yield Loss(extra.name, number, "a tag that the notation does not know is not shown")
    for name in sorted(record.damaged):
        yield Loss(name, number, "could not be read and is not shown")

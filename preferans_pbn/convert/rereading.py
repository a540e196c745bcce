"""What a format did not keep: the record as it was against the record as it is read again."""

from __future__ import annotations

from collections.abc import Mapping

from preferans_pbn.convert.model import Loss
from preferans_pbn.notation import canonical
from preferans_pbn.record import PLAYER_TAGS, TAGS, Record

COMMENTS = "comments"
"""What the field of a loss calls the comments of a record."""


def changed_fields(record: Record, again: Record) -> list[str]:
    """The tags and sections in which two records differ, in export order; extra tags by their names, comments as
    `COMMENTS`."""
    one, other = canonical(record), canonical(again)
    names = []
    for tag, field in TAGS.items():
        if tag in PLAYER_TAGS:
            seat = PLAYER_TAGS[tag]
            same = one.players.get(seat) == other.players.get(seat)
        else:
            same = getattr(one, field) == getattr(other, field)
        if not same:
            names.append(tag)
    kept = {extra.name: extra for extra in other.extras}
    names += [extra.name for extra in one.extras if kept.get(extra.name) != extra]
    written = {extra.name for extra in one.extras}
    names += [name for name in kept if name not in written]
    if one.comments != other.comments:
        names.append(COMMENTS)
    return names


def losses_of(record: Record, again: Record, number: int, reasons: Mapping[str, str], otherwise: str) -> list[Loss]:
    """A loss for each field in which ``again`` is not ``record``: the one of ``reasons``, else ``otherwise``."""
    return [Loss(name, number, reasons.get(name, otherwise)) for name in changed_fields(record, again)]

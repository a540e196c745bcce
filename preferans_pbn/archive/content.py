"""The content hash of a record: equal for records that say the same.

It is the SHA-256 of a text in UTF-8.  The text is the record in export form (`grammar/README.md`), as
`preferans_pbn.dumps` writes it with ``seats="SWNE"``: the hands go round S W N E from the one after the dealer,
whatever the variant's playing order; ``#`` is resolved, and there is no header line.  What of the record goes in
depends on what is compared:

* ``record``: everything, comments and unknown tags too.  So blanks, the order of tags, of cards in a hand and of
  calls that go without saying do not count, and nothing else is passed over.
* ``play``: what was dealt and done and the rules it was done under: Variant, Base, Rules, AllPassRun, Dealer, Dummy,
  Deal, Talon, Position, Leader, Auction, Declarer, Bid, Discard, Contract, Aces, Defence, Defenders, Kontra, Open,
  Play, Claim, Outcome, Tricks and Ruling, without comments, notes and judgements (``!``, ``?``, ``$n``) and without
  the other tags: names, dates, boards and scores do not count.  Irregularities (``^R``) do.
* ``deal``: only the cards: Dealer, Dummy, Deal and Talon.

Records whose hands are not all known are too alike for ``play`` and ``deal``: they are compared as ``record``.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Final, Literal

from preferans_pbn.notation import dumps
from preferans_pbn.record import SEATS, Calls, Mark, Play, Record

By = Literal["record", "play", "deal"]
BY: Final[tuple[By, ...]] = ("record", "play", "deal")

_PLAY: Final = (
    "variant", "base", "rules", "all_pass_run", "dealer", "dummy", "deal", "talon", "position", "leader", "auction",
    "declarer", "bid", "discard", "contract", "aces", "defence", "defenders", "kontra", "open", "play", "claim",
    "outcome", "tricks", "ruling",
)
_DEAL: Final = ("dealer", "dummy", "deal", "talon")


def content_hash(record: Record, by: By = "record") -> str:
    """The content hash of ``record`` as 64 hexadecimal digits; ``by`` says what is compared.

    Raises ValueError if the record holds what no text can express.
    """
    return hashlib.sha256(content_text(record, by).encode("utf-8", "surrogateescape")).hexdigest()


def content_text(record: Record, by: By = "record") -> str:
    """The text that is hashed."""
    if by != "record" and _hands_known(record):
        record = _part(record, _PLAY if by == "play" else _DEAL)
    return dumps(record, seats=tuple(SEATS))


def _hands_known(record: Record) -> bool:
    hands = record.deal or record.position
    return hands is not None and None not in hands.values()


def _part(record: Record, names: tuple[str, ...]) -> Record:
    part = Record(**{name: getattr(record, name) for name in names})
    for name in ("auction", "defence", "play"):
        section: Calls | Play | None = getattr(part, name)
        if section is not None:
            setattr(part, name, replace(section, notes={}, marks=_irregularities(section.marks)))
    return part


def _irregularities(marks: dict[int, Mark]) -> dict[int, Mark]:
    return {number: Mark(mark.irregularity) for number, mark in marks.items() if mark.irregularity}

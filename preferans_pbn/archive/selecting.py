"""Which records are wanted."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final

from preferans_pbn.archive.pieces import Piece, read_pieces
from preferans_pbn.checking import Checked, Checker
from preferans_pbn.families import law_of
from preferans_pbn.inputs import Input
from preferans_pbn.notation import Limits
from preferans_pbn.record import Record
from preferans_pbn.rulesets import Rulesets
from preferans_pbn.variants import UndefinedByVariant

_DAY: Final = re.compile(r"([0-9]{4})(?:[.-]([0-9]{2})(?:[.-]([0-9]{2}))?)?")


@dataclass(frozen=True, slots=True)
class Criteria:
    """What records are asked for.  Of one field any entry may fit; all fields that are not empty must.

    Names and texts may hold ``*`` and ``?`` and are compared without regard to case.  ``variants`` are ids, with a
    revision or without.  ``made``: True for contracts made, False for failed ones.  ``date``: the first and the last
    day, as ``days_of`` gives them.  ``codes``: a finding of one of these codes.  ``valid``: True for records without
    errors, False for those with.
    """

    players: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    contracts: tuple[str, ...] = ()
    declarers: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()
    made: bool | None = None
    date: tuple[str, str] | None = None
    codes: frozenset[str] = frozenset()
    valid: bool | None = None

    @property
    def replays(self) -> bool:
        """Must records be replayed, in their sessions, to tell?"""
        return bool(self.outcomes or self.codes) or self.made is not None or self.valid is not None

    def fit(self, checked: Checked) -> bool:
        """Is this record wanted?  ``checked`` need only hold a replay where ``replays`` says so."""
        record = checked.record
        if self.codes and not any(found.code in self.codes for found in checked.diagnostics):
            return False
        if self.valid is not None and checked.ok != self.valid:
            return False
        if record is None:
            # Nothing of it could be read: it can only be asked for by what is wrong with it.
            return not self._asks_record()
        return (
            _any(self.players, record.players.values())
            and (not self.variants or self._of_variant(checked, record))
            and (not self.families or (checked.rules is not None and checked.rules.family in self.families))
            and _any(self.contracts, [record.contract])
            and _any(self.declarers, [record.declarer, record.players.get(record.declarer or "")])
            and _any(self.events, [record.event])
            and _any(self.sessions, [record.session])
            and (self.date is None or _within(record.date, self.date))
            and (not self.outcomes or _manner(checked, record) in self.outcomes)
            and (self.made is None or declarer_made(checked) is self.made)
        )

    def _asks_record(self) -> bool:
        return bool(self.players or self.variants or self.families or self.contracts or self.declarers
                    or self.outcomes or self.events or self.sessions or self.date) or self.made is not None

    def _of_variant(self, checked: Checked, record: Record) -> bool:
        names = {record.variant, (record.variant or "").partition("@")[0]}
        if checked.rules is not None:
            names |= {checked.rules.id, f"{checked.rules.id}@{checked.rules.revision}"}
        return any(name in self.variants for name in names if name)


def judged(source: Input, limits: Limits, rulesets: Rulesets, replays: bool) -> Iterator[tuple[Piece, Checked]]:
    """The records of an input, each with what `check` says of it; without ``replays`` only its rules are looked
    up."""
    checker = Checker(rulesets)
    for piece in read_pieces(source, limits):
        read = piece.read
        if replays:
            yield piece, checker.check(read)
        else:
            rules = None if read.record is None else rulesets.of(read.record)[0]
            yield piece, Checked(read.number, read.record, rules, None, list(read.diagnostics), read.source)


def declarer_made(checked: Checked) -> bool | None:
    """Has the declarer made his contract?  None where nobody declared, or it cannot be told: the record does not
    say enough, has a fault that leaves it open, or the variant does not define it."""
    replayed = checked.replay
    if replayed is None or checked.rules is None or replayed.doubtful or replayed.outcome is None:
        return None
    outcome = replayed.outcome
    law = law_of(checked.rules)
    if outcome.declarer is None or not outcome.contract or outcome.manner in ("refe", "redeal", "thrown-in"):
        return None
    if outcome.manner == "played" and not (outcome.tricks and law.all_played(outcome, outcome.tricks)):
        return None
    try:
        return law.made(outcome)
    except UndefinedByVariant:
        return None


def _manner(checked: Checked, record: Record) -> str | None:
    """What came of the deal: as the replay has it, else as the record says."""
    if checked.replay is not None and checked.replay.outcome is not None:
        return checked.replay.outcome.manner
    return record.outcome


# ---- texts -------------------------------------------------------------------------------------------


def folded(text: str) -> str:
    """A text as it is compared: without regard to case, to how letters are composed, and to how many blanks."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def _any(patterns: tuple[str, ...], texts: Iterable[str | None]) -> bool:
    if not patterns:
        return True
    known = [folded(text) for text in texts if text]
    return any(fnmatchcase(text, folded(pattern)) for pattern in patterns for text in known)


# ---- days ----------------------------------------------------------------------------------------------


def days_of(text: str) -> tuple[str, str]:
    """The first and the last day of ``2026``, ``2026.11``, ``2026.11.26`` (also with ``-``), or of two of them with
    ``..`` between, either of which may be left out.  Raises ValueError."""
    first, dots, last = text.partition("..")
    if not dots:
        last = first
    if not first and not last:
        raise ValueError("no day is named")
    span = (_day(first, "01.01") if first else "0000.00.00", _day(last, "12.31") if last else "9999.99.99")
    if span[0] > span[1]:
        raise ValueError(f"{first} is later than {last}")
    return span


def _day(text: str, rest: str) -> str:
    match = _DAY.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no date such as 2026, 2026.11 or 2026.11.26")
    year, month, day = match.groups()
    end_month, end_day = rest.split(".")
    if not "01" <= (month or "01") <= "12" or not "01" <= (day or "01") <= "31":
        raise ValueError(f"{text!r} is no date such as 2026, 2026.11 or 2026.11.26")
    return f"{year}.{month or end_month}.{day or end_day}"


def _within(date: str | None, span: tuple[str, str]) -> bool:
    """Does a date lie between two days?  Where a part of it is unknown, every day that it can be must."""
    if date is None or date.startswith("????"):
        return False
    earliest = date.replace("??", "01")
    ends = zip(date.split("."), ("", "12", "31"), strict=True)
    latest = ".".join(end if part == "??" else part for part, end in ends)
    return span[0] <= earliest and latest <= span[1]



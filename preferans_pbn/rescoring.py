"""The same deals under other rules: what each would have written, and what would not have been allowed.

A deal is replayed as it was recorded.  Where a call, a contract, an answer or a card would have been illegal,
that is said, and the deal is scored as it was played: from its contract, its roles and its tricks.  Where these
too mean nothing under the other rules, the deal is left out, and the sheet goes on without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from preferans_pbn.checking import place
from preferans_pbn.diagnostics import Diagnostic, diagnostic
from preferans_pbn.families import law_of
from preferans_pbn.record import Record, Seat, Source, Table, Where
from preferans_pbn.replaying import Replay
from preferans_pbn.rules.interface import Law
from preferans_pbn.session import Sessions, SessionState
from preferans_pbn.variants import Ruleset, UndefinedByVariant

How: TypeAlias = Literal["played", "as-played", "left-out"]

_ACTS: Final = ("E3", "E4", "E5")
_UNDEFINED: Final = "undefined-by-variant"


@dataclass(slots=True)
class Rescored:
    """One deal under other rules.

    ``cells`` are what it writes by seat under ``columns``, None where that is not known.  ``how``: ``played`` as
    recorded, all of it allowed; ``as-played``: something was not, and the deal is scored from what came of it;
    ``left-out``: it cannot be scored.  ``findings`` say what was not allowed, or what the variant does not define.
    """

    how: How
    columns: Sequence[str] = ()
    cells: Mapping[Seat, tuple[str, ...]] | None = None
    findings: list[Diagnostic] = field(default_factory=list)


class Rescorer:
    """Scores the deals of a stream, in order, under ``rules``; its sheets run as those of the records do.

    Which way round the table a game goes is kept as it was played: turned round, no auction would be legal, and
    nothing would be learnt from that.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = self._given = rules
        self.sessions = Sessions()
        self._law: Law = law_of(rules)

    def begin(self, own: Ruleset) -> None:
        """A session that was played by ``own`` begins; ``rules`` then have its direction."""
        self.rules = self._given
        if own["direction"] != self.rules["direction"]:
            self.rules = self._given.with_overrides({"direction": own["direction"]})
        self._law = law_of(self.rules)

    @property
    def state(self) -> SessionState | None:
        """The session that the last record belongs to."""
        return self.sessions.state

    def take(self, record: Record, own: Ruleset | None, played: Replay | None, number: int,
             source: Source | None = None) -> Rescored:
        """The next record of the stream under these rules.  ``own`` are the rules it was played by and ``played``
        its replay under them, as far as they are known; ``number`` counts records from 1."""
        deal = self._without_claims(record)
        trial = self.sessions.fork()
        replayed = self._replay(trial, deal)
        findings = [found for found in replayed.diagnostics if _concerns(found)]
        place(record, source, findings, number)
        known = self._knows_roles(record, own)
        if known and _is_certain(replayed):
            self.sessions = trial
            return self._rescored("as-played" if findings else "played", deal, replayed, findings)
        result = self._as_played(deal, own, played) if own is not None and played is not None else None
        if result is not None:
            trial = self.sessions.fork()
            again = self._replay(trial, result, as_given=True)
            if _is_certain(again):
                self.sessions = trial
                return self._rescored("as-played", result, again, findings)
        self.sessions.pass_over(deal, self.rules)
        return Rescored("left-out", findings=findings)

    def lose(self) -> None:
        """A record of the stream could not be read."""
        self.sessions.lose()

    def _replay(self, sessions: Sessions, record: Record, *, as_given: bool = False) -> Replay:
        try:
            return sessions.replay(record, self.rules, as_given=as_given)
        except UndefinedByVariant as undefined:
            from preferans_pbn.replaying.seating import seating_of

            seating = seating_of(record, self.rules["direction"])
            found = diagnostic(_UNDEFINED, Where("Contract"), variant=undefined.variant, what=undefined.parameter)
            return Replay([found], seating.order, seating, None, None, [], True)

    def _rescored(self, how: How, record: Record, replayed: Replay, findings: list[Diagnostic]) -> Rescored:
        score = self._law.adjusted(replayed.score, record.adjust_table, replayed.seats)
        return Rescored(how, self._law.columns, self._law.cells(score, replayed.seats), findings)

    def _without_claims(self, record: Record) -> Record:
        """``record`` without what it says of scores under its own rules; tables in the columns of these rules that
        come from outside the deals (an opening sheet, a ruling) stay."""
        return replace(record, score_table=None, sheet_table=None, settlement_table=None, outcome=None, refe=None,
                       opening_sheet_table=self._ours(record.opening_sheet_table),
                       adjust_table=self._ours(record.adjust_table))

    def _ours(self, table: Table | None) -> Table | None:
        return table if table is not None and table.columns[1:] == self._law.columns else None

    def _knows_roles(self, record: Record, own: Ruleset | None) -> bool:
        """Do the roles that a record without calls names mean the same here?"""
        if record.defence is not None or not record.defenders:
            return True
        return own is not None and law_of(own).columns == self._law.columns

    def _as_played(self, record: Record, own: Ruleset, played: Replay) -> Record | None:
        """What came of the deal as a record of its own, or None where that is not known or is written in other
        columns, so that its words would mean something else."""
        outcome = played.outcome
        if outcome is None or law_of(own).columns != self._law.columns:
            return None
        seats = played.seats
        shares: dict[Seat, int | None] | None = record.tricks
        if outcome.manner == "played":
            shares = dict(zip(seats, outcome.tricks, strict=False))
        declarer = None if outcome.declarer is None else seats[outcome.declarer]
        return replace(
            record, auction=None, defence=None, play=None, discard=None, claim=None, declarer=declarer,
            bid=outcome.bid or None, contract=outcome.contract,
            defenders={seats[i]: role for i, role in outcome.roles.items()} or None,
            kontra=None if outcome.kontra is None else (seats[outcome.kontra[0]], outcome.kontra[1]),
            open=outcome.open or None, tricks=shares)


def _is_certain(replayed: Replay) -> bool:
    return replayed.score is not None and not replayed.doubtful and not replayed.unsure


def _concerns(found: Diagnostic) -> bool:
    """Is it about who sat there, about what was called, named, answered or played, or about what the variant leaves
    out?"""
    return found.severity == "error" and (found.code[:2] in _ACTS or found.name == _UNDEFINED)

"""Replays a record under a variant's rules and says what is wrong with it and what it scores.

`replay` looks at one deal; `preferans_pbn.session` carries the running state from deal to deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from preferans_pbn.diagnostics import Diagnostic
from preferans_pbn.families import law_of
from preferans_pbn.record import Record, Seat
from preferans_pbn.replaying.answering import take_defence
from preferans_pbn.replaying.attendance import check_seats
from preferans_pbn.replaying.bidding import take_aces, take_auction, take_exchange
from preferans_pbn.replaying.course import Course
from preferans_pbn.replaying.dealing import take_deal
from preferans_pbn.replaying.playing import take_play
from preferans_pbn.replaying.reckoning import score_deal, take_outcome, take_tricks
from preferans_pbn.replaying.seating import Seating, seating_of
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import Ruleset

__all__ = ["Course", "Replay", "follow", "replay"]


@dataclass(slots=True)
class Replay:
    """The result of a replay.

    ``diagnostics`` are not located yet.  ``outcome`` and ``score`` are None where the record does not
    say enough.  ``seats`` are the seats in playing order, to which the indices in both refer.
    ``winners`` are the winners of the tricks, as indices; ``doubtful``: a fault was found that makes
    what follows from it worthless; ``unsure``: one that leaves the score uncertain (it is that of the deal as it
    was played).
    """

    diagnostics: list[Diagnostic]
    seats: tuple[Seat, ...]
    seating: Seating
    outcome: Outcome | None
    score: Any
    winners: list[int]
    doubtful: bool
    unsure: bool = False


def replay(record: Record, rules: Ruleset, *, all_pass_run: int | None = 0, standing: Any = None) -> Replay:
    """Replay ``record`` under ``rules``.

    ``all_pass_run``: consecutive all-pass rounds before this deal, None if that is not known.  ``standing``:
    the running sheet before the deal in playing order, None if that is not known.
    Raises UndefinedByVariant where the variant's family is not played by this program.
    """
    course, score = follow(record, rules, all_pass_run, standing)
    seating = course.seating
    return Replay(course.diagnostics, seating.order, seating, course.outcome, score, course.winners, course.doubtful,
                  course.unsure)


def follow(record: Record, rules: Ruleset, all_pass_run: int | None = 0, standing: Any = None,
           seating: Seating | None = None, *, as_given: bool = False) -> tuple[Course, Any]:
    """The course of the deal and its score (None where it cannot be told); arguments as for `replay`.

    ``as_given``: roles written without calls are taken whether or not these rules lead to them (a deal that
    was played under others).
    """
    law = law_of(rules)
    if seating is None:
        seating = seating_of(record, rules["direction"])
    course = Course(record, rules, law, seating, all_pass_run)
    course.as_given = as_given
    if record.position is not None:
        _take_position(course)
        check_seats(course)
        take_auction(course)
    else:
        take_deal(course)
        check_seats(course)
        take_auction(course)
        if record.aces is not None:
            take_aces(course)
        take_exchange(course)
    take_defence(course)
    outcome = Outcome(
        seating.players, course.contract or "", course.declarer, course.won_with or None, course.hand_game,
        course.roles, course.open, "played", (), all_pass_run or 0, record.talon or (),
        kontra=course.kontra, aces=course.aces, bids=course.bids, standing=standing,
    )
    take_play(course, outcome)
    take_tricks(course, outcome)
    take_outcome(course, outcome)
    return course, score_deal(course)


def _take_position(course: Course) -> None:
    """A position stands instead of the deal: hands after the exchange, or an ending."""
    from preferans_pbn.replaying.position import take_position

    take_position(course)

"""Sessions that run over the places where inputs were cut.

A chunk is worked on as if its input began with it.  Afterwards it is known which sessions its records began; from that,
and from what the chunks before it left, follows whether one process that came to it from the front would have found the
same.  Where not, the chunk is worked on again in the state that is known by then.
"""

from __future__ import annotations

import pickle
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from preferans_pbn.record import Record, Seat
from preferans_pbn.session import REMEMBERED, Sessions, SessionState, session_key, starts_anew

Key: TypeAlias = tuple[str | None, ...]


@dataclass(slots=True)
class Opening:
    """The record with which the first session of a stretch began: what decides whether it really begins there.

    ``lost``: it, or a record before it, could not be replayed.
    """

    session: str | None
    event: str | None
    site: str | None
    date: str | None
    table: str | None
    board: str | None
    players: dict[Seat, str]
    lost: bool

    @classmethod
    def of(cls, record: Record, *, lost: bool) -> Opening:
        """The opening that ``record`` is."""
        return cls(record.session, record.event, record.site, record.date, record.table, record.board, record.players,
                   lost)

    def record(self) -> Record:
        """A record with what is known of it."""
        return Record(session=self.session, event=self.event, site=self.site, date=self.date, table=self.table,
                      board=self.board, players=self.players)


@dataclass(slots=True)
class Course:
    """What a stretch of one input did to its sessions: how the first was entered, the keys of those that began, in
    order, whether records were lost, and the last state (`pickle`; ``b""``: none)."""

    opening: Opening | None = None
    begun: list[Key] = field(default_factory=list)
    lost: bool = False
    state: bytes = b""


@dataclass(slots=True)
class Standing:
    """The state in which a stretch is to be worked on: that of its session (`pickle`; ``b""``: none), and the sessions
    that were left before."""

    state: bytes = b""
    lost: bool = False
    over: tuple[Key, ...] = ()

    def sessions(self) -> Sessions:
        """The sessions of the stream up to there."""
        state: SessionState | None = pickle.loads(self.state) if self.state else None
        sessions = Sessions.standing_at(state, self.over)
        if self.lost:
            sessions.lose()
        return sessions


class Tracer:
    """Follows the sessions of one stretch while its records are replayed."""

    def __init__(self, sessions: Sessions) -> None:
        self.course = Course()
        self._state = sessions.state
        self._goes_on = sessions.state is not None

    def follow(self, sessions: Sessions, record: Record | None, *, replayed: bool) -> None:
        """One more record went through ``sessions``; None: it could not be read."""
        course = self.course
        if sessions.state is not self._state:
            self._state = sessions.state
            if sessions.state is not None:
                if not course.begun and record is not None and not self._goes_on:
                    course.opening = Opening.of(record, lost=course.lost or not replayed)
                course.begun.append(sessions.state.key)
        if not replayed:
            course.lost = True

    def end(self, sessions: Sessions) -> Course:
        """The stretch is over."""
        if sessions.state is not None:
            self.course.state = pickle.dumps(sessions.state, pickle.HIGHEST_PROTOCOL)
        return self.course


class Continuity:
    """The sessions of one input, from stretch to stretch."""

    def __init__(self, *, losses_count: bool = False) -> None:
        """``losses_count``: what a lost record before the first session of a stretch did to the session before
        matters."""
        self._losses_count: Final = losses_count
        self._standing = Standing()
        self._key: Key | None = None
        self._over: OrderedDict[Key, None] = OrderedDict()

    def standing(self) -> Standing:
        """The state behind the stretches that were taken."""
        return Standing(self._standing.state, self._standing.lost, tuple(self._over))

    def agrees(self, course: Course) -> bool:
        """Would the stretch have had the same course in the state that is known now?  It was worked on in none."""
        if self._key is None:
            return True
        opening = course.opening
        if opening is None:
            # Nothing but records that are lost: they have no state to do anything to.
            return not (self._losses_count and course.lost)
        if self._losses_count and opening.lost:
            return False
        record = opening.record()
        if session_key(record) == self._key:
            state: SessionState | None = pickle.loads(self._standing.state)
            if self._standing.lost or state is None or not starts_anew(record, state):
                return False
        alone = _Left(None, OrderedDict())
        here = _Left(self._key, self._over.copy())
        return all(alone.enter(key) == here.enter(key) for key in course.begun)

    def take(self, course: Course) -> None:
        """The stretch had this course."""
        left = _Left(self._key, self._over)
        for key in course.begun:
            left.enter(key)
        self._key = left.key
        if course.state:
            self._standing = Standing(course.state)
        elif course.lost:
            self._standing.lost = True


class _Left:
    """Which sessions were left, as `preferans_pbn.session.Sessions` keeps them in mind."""

    def __init__(self, key: Key | None, over: OrderedDict[Key, None]) -> None:
        self.key = key
        self._over = over

    def enter(self, key: Key) -> bool:
        """A session begins; has it been left before?"""
        if self.key is not None:
            self._over[self.key] = None
            if len(self._over) > REMEMBERED:
                self._over.popitem(last=False)
        back = any(part is not None for part in key) and key in self._over and self.key != key
        self.key = key
        return back

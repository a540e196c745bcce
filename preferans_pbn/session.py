"""A session: the running state from deal to deal, and what every record claims about it.

A session is the records of one ``Session`` tag, or of one Event, Site, Date and Table.  It starts *known*
at ``Board "1"`` or with state tags (AllPassRun, OpeningSheetTable, Refe, KasaLeft); else its state is
unknown, every check that needs it is left out, and one W805 says so (N-8.8).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from preferans_pbn.diagnostics import Diagnostic, diagnostic
from preferans_pbn.families import law_of
from preferans_pbn.record import PLAYER_TAGS, Record, Seat, Table, Where
from preferans_pbn.replaying import Course, Replay, follow
from preferans_pbn.replaying.attendance import check_rows, strange_dealer
from preferans_pbn.replaying.reckoning import check_cells, compare_settlement, compare_table
from preferans_pbn.replaying.seating import Seating, next_seat, seating_of
from preferans_pbn.rules.amounts import amount_text
from preferans_pbn.rules.interface import Law
from preferans_pbn.variants import Ruleset, UndefinedByVariant

_JUDGED: Final = ("always", "alternate")
PLAYER_TAG_OF: Final = {seat: tag for tag, seat in PLAYER_TAGS.items()}
REMEMBERED: Final = 64
"""How many ended sessions are kept in mind, to notice records that come back to one."""


@dataclass(slots=True)
class SessionState:
    """The state before the next deal.  ``run`` and ``sheet`` are None while they are not known.

    ``carried`` is the sheet as the players went on with it after a wrong SheetTable: a later table that
    only carries the same mistake forward is not reported again.  ``taken_from`` says where the sheet comes from
    if it was taken over as a record wrote it: that record's number among the session's deals (from 1) and its
    board.  ``board`` is the last board that is a whole number, ``missing`` the board before which deals are
    missing, until that is reported.
    """

    key: tuple[str | None, ...]
    rules: Ruleset
    target: Any = None
    target_stated: bool = False
    target_doubted: bool = False
    stated: Any = None
    seats: tuple[Seat, ...] = ()
    run: int | None = None
    sheet: Any = None
    carried: Any = None
    ended: bool = False
    settled: bool = False
    opening: bool = False
    dealer: Seat | None = None
    players: dict[Seat, str] = field(default_factory=dict)
    warned: bool = False
    deals: int = 0
    board: int | None = None
    missing: str = ""
    taken_from: tuple[int, str] | None = None

    def forget(self) -> None:
        """What the deals before came to is not known from here on."""
        self.run = self.sheet = self.carried = self.dealer = self.taken_from = None


def session_key(record: Record) -> tuple[str | None, ...]:
    """What tells one session from another."""
    if record.session is not None:
        return (record.session,)
    return (record.event, record.site, record.date, record.table)


class Sessions:
    """Replays the records of a stream in order, each in the state that the records before it left."""

    def __init__(self) -> None:
        self.state: SessionState | None = None
        self._over: OrderedDict[tuple[str | None, ...], None] = OrderedDict()

    def replay(self, record: Record, rules: Ruleset, *, as_given: bool = False) -> Replay:
        """Replay ``record`` as the next one of the stream and move the state on.

        ``as_given``: take roles written without calls whether or not these rules lead to them.
        Raises UndefinedByVariant where the variant's family is not played by this program.
        """
        findings: list[Diagnostic] = []
        state = self._enter(record, rules, findings)
        run = self._state_before(state, record, findings)
        seating, dealer = self._deal_moves(state, record, rules, findings)
        law = law_of(rules)
        moved = self._sit(state, law, record, seating.table)
        self._take_target(state, law, record, findings)
        standing = law.standing(state.sheet, seating.places) if state.sheet is not None else None
        course, score = follow(record, rules, run, standing, seating, as_given=as_given)
        if findings:
            course.diagnostics[:0] = findings
        if state.missing:
            self._miss(state, course)
        self._compare_opening(state, course, moved)
        if record.players and record.players != state.players:
            self._compare_players(state, course)
        state.dealer = None if "order" in course.doubts else dealer
        self._move_on(state, course, score)
        if "order" in course.doubts:
            state.seats, state.sheet, state.carried = (), None, None
        return Replay(course.diagnostics, seating.order, seating, course.outcome, score, course.winners,
                      course.doubtful, course.unsure)

    @classmethod
    def standing_at(cls, state: SessionState | None, over: Iterable[tuple[str | None, ...]]) -> Sessions:
        """The sessions of a stream in the middle of it: in ``state``, and those ``over`` were left before, in that
        order."""
        sessions = cls()
        sessions.state = state
        sessions._over = OrderedDict.fromkeys(over)
        return sessions

    def lose(self) -> None:
        """A record of the stream could not be replayed: what it did to the state is not known."""
        if self.state is not None:
            self.state.forget()
            self.state.board = None

    # --- trying another course of a deal -------------------------------------------------------------------
    def fork(self) -> Sessions:
        """The same sessions in the same state: what is replayed in one does not show in the other."""
        other = Sessions()
        other.state = None if self.state is None else replace(self.state)
        other._over = self._over.copy()
        return other

    def pass_over(self, record: Record, rules: Ruleset) -> None:
        """``record`` is the next one of the stream, but is not counted: the sheet and the all-pass run stay as they
        were before it."""
        findings: list[Diagnostic] = []
        state = self._enter(record, rules, findings)
        seating, state.dealer = self._deal_moves(state, record, rules, findings)
        law = law_of(rules)
        self._sit(state, law, record, seating.table)
        self._take_target(state, law, record, findings)
        state.missing = ""
        state.deals += 1

    # --- entering ----------------------------------------------------------------------------------------
    def _enter(self, record: Record, rules: Ruleset, findings: list[Diagnostic]) -> SessionState:
        key = session_key(record)
        state = self.state
        if state is not None and state.key == key and not starts_anew(record, state):
            if state.rules is not rules and state.rules != rules:
                findings.append(diagnostic("session-broken", Where("Variant"),
                                           problem="the rules change within the session"))
                state.rules = rules
                state.sheet = None
            self._next_board(state, record, findings)
            return state
        if state is not None:
            self._over[state.key] = None
            if len(self._over) > REMEMBERED:
                self._over.popitem(last=False)
        fresh = SessionState(key, rules)
        named = any(part is not None for part in key)
        if named and key in self._over and (state is None or state.key != key):
            findings.append(diagnostic("session-broken", _key_place(record),
                                       problem="this session was left before; its records stand apart"))
        elif record.board == "1" or (not named and record.board is None):
            fresh.run = 0
            fresh.opening = True
        fresh.board = _board_number(record)
        self.state = fresh
        return fresh

    def _next_board(self, state: SessionState, record: Record, findings: list[Diagnostic]) -> None:
        """Boards that are whole numbers rise by one (N-8.8).  Behind a board out of order, and behind deals that are
        missing, the state is not known."""
        number = _board_number(record)
        before, state.board = state.board, number
        if number is None or before is None or number == before + 1:
            return
        if number <= before:
            problem = (f"board {number} stands twice in this session" if number == before else
                       f"board {number} stands behind board {before}; the boards of a session rise")
            findings.append(diagnostic("session-broken", Where("Board"), problem=problem))
            state.warned = True
        elif state.run is not None or state.sheet is not None or not state.warned:
            state.missing = record.board or ""
        state.forget()
        state.ended = state.settled = False

    def _miss(self, state: SessionState, course: Course) -> None:
        """Say that deals are missing before this one, unless it says itself how the sheet stood."""
        if state.sheet is None or course.record.opening_sheet_table is None:
            course.report("state-unknown", Where("Board"),
                          what=f"a deal is missing before board {state.missing}, so what follows from it is")
            state.warned = True
        state.missing = ""

    def _state_before(self, state: SessionState, record: Record, findings: list[Diagnostic]) -> int | None:
        """The all-pass run before the deal; a state tag sets it where it is not known, else is compared."""
        if state.ended and record.deal is not None:
            findings.append(diagnostic("deal-after-end", _key_place(record), rule="end_when"))
            state.ended = False
        elif state.settled:
            findings.append(diagnostic("deal-after-settlement", _key_place(record)))
        state.settled = record.settlement_table is not None
        claimed = record.all_pass_run
        if claimed is not None:
            if state.run is None or state.deals == 0:
                state.run = claimed
            elif claimed != state.run:
                findings.append(diagnostic("wrong-state", Where("AllPassRun"), tag="AllPassRun", claimed=claimed,
                                           actual=state.run))
        return state.run

    # --- at the table ---------------------------------------------------------------------------------------
    def _sit(self, state: SessionState, law: Law, record: Record, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Seat the players; the seats of the deal before, if they were others.  An opening sheet or state tags
        set the totals where they are not known."""
        moved = state.seats if state.seats and state.seats != seats else ()
        if moved:
            state.sheet = state.carried = state.taken_from = None
        state.seats = seats
        if state.opening:
            state.sheet = law.opening_sheet(record, seats)
            state.opening = False
        if record.opening_sheet_table is not None and (state.sheet is None or state.deals == 0):
            state.sheet = law.sheet_of_table(record.opening_sheet_table, seats, record)
            state.taken_from = None
        elif state.sheet is None:
            state.sheet = law.sheet_of_state(record, seats)
            state.taken_from = None
        return moved

    def _take_target(self, state: SessionState, law: Law, record: Record, findings: list[Diagnostic]) -> None:
        """The pool that is played to: what the session's first record says, else the first one that says it."""
        stated = record.target
        if stated is not None and stated is state.stated:
            return  # it was taken already
        if stated is not None and stated.numerator <= 0:
            findings.append(diagnostic("bad-value", Where("Target"), text=amount_text(stated), tag="Target",
                                       expected="a target is above 0"))
            stated = None
        target = law.target(stated)
        if stated is not None and state.target_stated and target != state.target:
            if not state.target_doubted:
                findings.append(diagnostic("session-broken", Where("Target"),
                                           problem="the target changes within the session"))
            state.target_doubted = True
            state.target, state.sheet, state.carried = target, None, None
        elif stated is not None or state.deals == 0:
            state.target = target
            state.target_stated = stated is not None
            state.stated = stated

    def _compare_opening(self, state: SessionState, course: Course, moved: tuple[Seat, ...]) -> None:
        """The players of a session stay the same, and what a record says of the state before it is right."""
        if moved and not course.doubtful and course.deal_ok:
            course.report("session-broken", _key_place(course.record),
                          problem=f"{', '.join(state.seats)} play here, but {', '.join(moved)} before")
        opening = course.record.opening_sheet_table
        if opening is not None and not check_cells(course, "OpeningSheetTable", opening):
            return
        if state.sheet is None:
            return
        wrong = course.law.wrong_state(course.record, state.sheet, state.seats)
        if opening is None and not wrong:
            return
        # Each tag is a claim of its own; of what one tag says wrong the first speaks for all.
        before = frozenset(course.doubts)
        if opening is not None and state.deals:
            compare_table(course, "OpeningSheetTable", opening, course.law.rows(state.sheet, state.seats),
                          "wrong-state")
        after = set(course.doubts)
        told: set[str] = set()
        for where, claimed, actual in wrong:
            if where.owner not in told:
                told.add(where.owner)
                course.doubts = set(before)
                course.report("wrong-state", where, tag=where.owner, claimed=claimed, actual=actual)
                after |= course.doubts
        course.doubts = after

    def _compare_players(self, state: SessionState, course: Course) -> None:
        """A player keeps his seat through a session (S1-24); somebody new may take one over.  Names that two seats
        share tell nobody."""
        now, before = course.record.players, state.players
        was_at = {name: seat for seat, name in before.items() if name not in ("", "?")}
        for seat, name in now.items():
            place = was_at.get(name, seat)
            if place != seat and [*before.values()].count(name) == 1 == [*now.values()].count(name):
                course.report("player-moved", Where(PLAYER_TAG_OF[seat]), player=name, seat=seat, before=place)
        state.players = {**before, **now}

    def _deal_moves(self, state: SessionState, record: Record, rules: Ruleset,
                    findings: list[Diagnostic]) -> tuple[Seating, Seat | None]:
        """The seating of the deal and its dealer, who moves on by ``dealer_rotation``; a dealer who stays now and
        then cannot be judged from the records alone.  Where the wrong dealer is written but the right forehand
        begins, the deal is replayed as the right dealer's."""
        values = rules.values
        direction = str(values["direction"])
        seating = seating_of(record, direction)
        dealer, before = record.dealer, state.dealer
        if (before is None or dealer is None or before not in state.seats
                or values.get("dealer_rotation") not in _JUDGED):
            return seating, dealer
        if strange_dealer(record, rules):
            return seating, None  # that is the fault, not whose turn it is
        expected = next_seat(direction, "".join(state.seats), before)
        if dealer == expected:
            return seating, dealer
        findings.append(diagnostic("wrong-dealer", Where("Dealer"), rule="dealer_rotation", seat=dealer, before=before,
                                   expected=expected))
        section = record.auction or record.play
        other = seating_of(replace(record, dealer=expected), direction)
        if section is not None and section.first == other.order[0]:
            return other, expected
        return seating, dealer

    def _move_on(self, state: SessionState, course: Course, score: Any) -> None:
        record = course.record
        law = course.law
        state.deals += 1
        outcome = course.outcome
        known_before = state.run is not None and state.sheet is not None
        if outcome is not None and outcome.manner == "redeal" and course.rules.get("dealer_rotation") == "alternate":
            state.dealer = None  # who of the two deals again is not stated
        try:
            state.run = law.next_run(outcome) if outcome is not None and state.run is not None else None
            if (outcome is not None and state.run is None and outcome.contract != "all-pass"
                    and law.run_is_reset(outcome)):
                state.run = 0
        except UndefinedByVariant:
            state.run = None
        if state.sheet is not None:
            if score is None or course.unsure or "sheet" not in course.rules.supports:
                state.sheet = state.carried = None
            else:
                written = law.adjusted(score, record.adjust_table, course.seating.order)
                places = course.seating.places
                state.sheet, state.ended = law.add_to_sheet(state.sheet, written, places, state.target)
                if state.carried is not None:
                    state.carried, over = law.add_to_sheet(state.carried, written, places, state.target)
                    state.ended = state.ended and over
        if (record.score_table is not None and score is None and outcome is not None
                and "score" in course.rules.supports and not law.scorable(outcome, course.run is not None)):
            self._warn(state, course, "ScoreTable", "the score is")
        if record.sheet_table is not None:
            self._compare_sheet(state, course, record.sheet_table, known_before)
        if record.settlement_table is not None:
            self._compare_settlement(state, course, record.settlement_table, known_before)

    def _compare_sheet(self, state: SessionState, course: Course, table: Table, known_before: bool) -> None:
        law = course.law
        if "sheet" not in course.rules.supports:
            course.report("undefined-by-variant", Where("SheetTable"), variant=course.rules.id,
                          what="how a sheet is kept")
            return
        if state.sheet is None:
            if not course.doubtful:
                check_cells(course, "SheetTable", table)
            if not known_before and not course.doubtful:
                self._warn(state, course, "SheetTable", "the sheet is taken as it is written,")
            # What is written is all that is known from here on.
            state.sheet = None if course.doubtful else law.sheet_of_table(table, state.seats, course.record)
            state.taken_from = None if state.sheet is None else (state.deals, course.record.board or "")
            return
        if state.carried is not None and law.sheet_of_table(table, state.seats, course.record) == state.carried:
            return
        right = compare_table(course, "SheetTable", table, law.rows(state.sheet, state.seats), "wrong-sheet")
        state.carried = None if right else law.sheet_of_table(table, state.seats, course.record)
        state.ended = state.ended and right

    def _compare_settlement(self, state: SessionState, course: Course, table: Table, known_before: bool) -> None:
        law = course.law
        if "settle" not in course.rules.supports:
            course.report("undefined-by-variant", Where("SettlementTable"), variant=course.rules.id,
                          what="how a session is settled")
            return
        if state.sheet is None:
            if not course.doubtful:
                check_rows(course, "SettlementTable", table)
            if not known_before and not course.doubtful:
                self._warn(state, course, "SettlementTable", "the settlement is")
            return
        settled = law.settle(state.sheet)
        if not settled:
            self._warn(state, course, "SettlementTable", "the settlement is")
            return
        amounts = dict(zip(state.seats, settled, strict=True))
        if state.carried is not None:
            carried = dict(zip(state.seats, law.settle(state.carried), strict=True))
            if all(row[1] == amount_text(carried[row[0]]) for row in table.rows if row[0] in carried):
                return
        compare_settlement(course, table, amounts)

    def _warn(self, state: SessionState, course: Course, owner: str, what: str) -> None:
        if not state.warned:
            course.report("state-unknown", Where(owner), what=what)
            state.warned = True


def starts_anew(record: Record, state: SessionState) -> bool:
    """A second Board 1 behind the end of a game, with other players, or with nothing that names the session is
    another game; so is every record that names neither session nor board."""
    if record.session is not None:
        return False
    if record.board == "1" and (state.ended or state.settled or _others_play(record, state)
                                or all(part is None for part in state.key)):
        return True
    return record.board is None and all(part is None for part in state.key)


def _others_play(record: Record, state: SessionState) -> bool:
    """Do other people sit at the table than before?"""
    names = set(record.players.values())
    return bool(names) and names != set(state.players.values())


def _board_number(record: Record) -> int | None:
    """The board, where it is a whole number."""
    board = record.board
    return int(board) if board is not None and board.isdecimal() and board.isascii() and len(board) <= 9 else None


def _key_place(record: Record) -> Where:
    if record.session is not None:
        return Where("Session")
    return Where("Event") if record.event is not None else Where("Deal")


def settlement_rows(state: SessionState) -> dict[Seat, str]:
    """The settlement of the sheet by seat, as written in a SettlementTable."""
    amounts = law_of(state.rules).settle(state.sheet)
    return {seat: amount_text(amount) for seat, amount in zip(state.seats, amounts, strict=True)}

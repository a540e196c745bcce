"""Scoring and settlement for Python programs: `score` and `settle`.

    >>> import preferans_pbn
    >>> [record] = preferans_pbn.loads('''
    ... [Event "demo"]
    ... [Dealer "E"]
    ... [Declarer "S"]
    ... [Contract "7S"]
    ... [Defenders "W:whist E:pass"]
    ... [Tricks "S:8 W:0 E:2"]
    ... ''')
    >>> score = preferans_pbn.score(record, "sochi-codex")
    >>> score["S"]
    SeatScore(pool=4, dump=0, whists={})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from preferans_pbn.checking import place
from preferans_pbn.diagnostics import Diagnostic
from preferans_pbn.families import law_of
from preferans_pbn.record import Record, Seat, Table
from preferans_pbn.rules.amounts import amount_text, parse_amount
from preferans_pbn.rules.outcome import Number
from preferans_pbn.rulesets import Rulesets
from preferans_pbn.session import Sessions
from preferans_pbn.variants import Ruleset

COLUMNS = ("Pool", "Dump", "Whists")


class SeatScore(NamedTuple):
    """What a deal wrote for one seat, or what stands for it on a sheet.

    ``pool`` and ``dump`` in points, ``whists`` written on each other seat (zeros left out); exact: an int
    where whole, else a Fraction.
    """

    pool: Number
    dump: Number
    whists: Mapping[Seat, Number]


class ScoreError(ValueError):
    """A record or session cannot be scored.  ``diagnostics`` says why, as far as the record is at fault."""

    def __init__(self, message: str, diagnostics: Iterable[Diagnostic] = ()) -> None:
        self.diagnostics = list(diagnostics)
        errors = [found for found in self.diagnostics if found.severity == "error"]
        super().__init__(f"{message}: {errors[0].code} {errors[0].message}" if errors else message)


def score(record: Record, variant: str | None = None, rules: Mapping[str, str] | None = None,
          *, all_pass_run: int = 0) -> dict[Seat, SeatScore]:
    """What one deal writes, by seat, from its replay (its own ScoreTable is not looked at).

    The rules are those of the record's Variant and Rules tags; ``variant`` (a name such as ``sochi-codex``,
    or the path of a house file) overrides them, and ``rules`` (names to values, as text) is set on top.
    ``all_pass_run``: consecutive all-pass rounds before this deal, where the record has no AllPassRun.

    Raises ScoreError where the record does not say enough or its replay finds a fault that makes the score
    worthless, UnknownVariant or RulesError for a wrong ``variant`` or ``rules``, and UndefinedByVariant where
    the variant does not define how the deal is scored.
    """
    from preferans_pbn.replaying import replay

    ruleset = _rules_of(record, variant, rules)
    run = all_pass_run if record.all_pass_run is None else record.all_pass_run
    replayed = replay(record, ruleset, all_pass_run=run)
    if replayed.score is None:
        place(record, record.source, replayed.diagnostics, 0)
        raise ScoreError("this deal cannot be scored", replayed.diagnostics)
    law = law_of(ruleset)
    return _by_seat(law, law.adjusted(replayed.score, record.adjust_table, replayed.seats), replayed.seats)


def settle(session: Iterable[Record] | Mapping[Seat, SeatScore], variant: str | None = None,
           rules: Mapping[str, str] | None = None) -> dict[Seat, Number]:
    """The settlement of one session, by seat, in whists: positive is won, the sum is exactly zero.

    ``session``: its records in order, or its final sheet by seat (then ``variant`` must be given).  Records
    are replayed; tables that they claim are not looked at, except an opening sheet.  The session need not have
    ended.  ``variant`` and ``rules`` as in `score`.

    Raises ScoreError where the records are of more than one session, do not begin it or leave its sheet
    unknown, else as `score`.
    """
    if isinstance(session, Mapping):
        return _settle_sheet(session, variant, rules)
    sessions = Sessions()
    state = None
    for number, record in enumerate(session, 1):
        replayed = sessions.replay(record, _rules_of(record, variant, rules))
        if state is not None and sessions.state is not state:
            raise ScoreError(f"record {number} begins another session")
        state = sessions.state
        assert state is not None
        if replayed.score is None:
            place(record, record.source, replayed.diagnostics, number)
            raise ScoreError(f"the deal of record {number} cannot be scored", replayed.diagnostics)
        if state.sheet is None:
            raise ScoreError(f"the sheet is not known at record {number}: the session has to begin at board 1 or "
                             "with an opening sheet")
    if state is None:
        raise ScoreError("there is no record")
    amounts = law_of(state.rules).settle(state.sheet)
    if not amounts:
        raise ScoreError("the sheet is not known from the beginning of the session")
    return dict(zip(state.seats, amounts, strict=True))


def _rules_of(record: Record, variant: str | None, rules: Mapping[str, str] | None) -> Ruleset:
    found, findings = Rulesets(override=variant, rules=rules).of(record)
    if found is None:
        raise ScoreError("the rules of this record are not known", findings)
    return found


def _by_seat(law: Any, amounts: Any, seats: tuple[Seat, ...]) -> dict[Seat, SeatScore]:
    if law.columns != COLUMNS:
        raise ScoreError(f"this family writes {', '.join(law.columns)}, not pool, dump and whists")
    result = {}
    for seat, (pool, dump, whists) in law.cells(amounts, seats).items():
        on = {part[0]: _number(part[2:]) for part in whists.split(",")} if whists != "-" else {}
        result[seat] = SeatScore(_number(pool), _number(dump), on)
    return result


def _number(text: str) -> Number:
    amount = parse_amount(text)
    assert amount is not None, text
    return amount


def _settle_sheet(sheet: Mapping[Seat, SeatScore], variant: str | None,
                  rules: Mapping[str, str] | None) -> dict[Seat, Number]:
    from preferans_pbn.variants import load_variant

    if variant is None:
        raise ScoreError("a sheet says nothing of its variant: name one")
    ruleset = load_variant(variant).with_overrides(rules or {})
    law = law_of(ruleset)
    ring = {"cw": "SWNE", "ccw": "SENW"}[ruleset["direction"]]
    seats = tuple(seat for seat in ring if seat in sheet)
    rows = tuple((seat, amount_text(sheet[seat].pool), amount_text(sheet[seat].dump),
                  ",".join(f"{on}:{amount_text(n)}" for on, n in sheet[seat].whists.items() if n) or "-")
                 for seat in seats)
    total = law.sheet_of_table(Table(("Seat", *COLUMNS), rows), seats)
    if total is None or len(seats) != len(sheet):
        raise ScoreError("this is no sheet of this variant")
    amounts = law.settle(total)
    if not amounts:
        raise ScoreError("the sheet does not say enough to be settled")
    return dict(zip(seats, amounts, strict=True))

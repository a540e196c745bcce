"""What a log claims, as answers to be explained: the scores, sheets and settlements that its records have written.

A deal's ScoreTable answers ``score`` for what was dealt, bid and played; a SheetTable behind another one answers
``sheet``; a SettlementTable answers ``settle`` for the sheet beside it.  Cells that are ``?`` or missing say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from preferans_pbn.cards import CARD_NAMES
from preferans_pbn.checking import Checked
from preferans_pbn.conformance.ops.ledger import KASA, cell_json, sheet_json
from preferans_pbn.conformance.profile.questions import Question
from preferans_pbn.conformance.profile.search import Observation
from preferans_pbn.families import law_of
from preferans_pbn.record import Record, Seat, Table
from preferans_pbn.rules.amounts import amount_text
from preferans_pbn.rules.interface import Law
from preferans_pbn.rules.outcome import DUMMY, Outcome
from preferans_pbn.session import session_key

_NOTHING: Final = "?"


class Claims:
    """Takes the records of a stream in order and tells what they claim."""

    def __init__(self) -> None:
        self._before: tuple[tuple[str | None, ...], dict[str, Any]] | None = None
        self.silent = 0
        """Records that claim nothing which rules could explain."""

    def of(self, checked: Checked) -> list[Observation]:
        """The claims of the next record; none where the deal could not be followed, or a ruling changed it."""
        found = list(self._of(checked))
        self.silent += not found
        return found

    def _of(self, checked: Checked) -> Iterator[Observation]:
        record, rules, replay = checked.record, checked.rules, checked.replay
        before, self._before = self._before, None
        if record is None or rules is None or replay is None or record.adjust_table is not None:
            return
        law = law_of(rules)
        order = replay.seats
        players = [seat for seat, place in zip(order, replay.seating.places, strict=True) if place >= 0]
        path = "" if checked.source is None else checked.source.path
        origin = f"{path}, record {checked.number}" if path else f"record {checked.number}"
        score = _content(law, record.score_table, players)
        if score is not None and replay.outcome is not None:
            asked = {**_table(order, replay.outcome.players), **_deal(law, replay.outcome, order)}
            yield Observation(Question(rules.family, "score", asked, origin), {"output": score[0]},
                              [*score[1], ".all_pass_run"])
        sheet = _content(law, record.sheet_table, players)
        if sheet is None or sheet[1] or law.columns == KASA:
            return
        key = session_key(record)
        self._before = key, sheet[0]
        if score is not None and not score[1] and before is not None and before[0] == key:
            yield _kept(rules.family, record, order, players, before[1], score[0], sheet[0], origin)
        if record.settlement_table is not None:
            settled = _results(record.settlement_table)
            yield Observation(Question(rules.family, "settle", {"players": players, "sheet": sheet[0]}, origin),
                              {"output": {"result": settled}}, [".good"])


def _kept(family: str, record: Record, order: Sequence[Seat], players: Sequence[Seat], before: dict[str, Any],
          score: dict[str, Any], after: dict[str, Any], origin: str) -> Observation:
    """The sheet that was written after a deal."""
    asked = {**_table(order, len(players)), "sheet": before,
             "scores": [{**score, "all_pass": record.contract == "all-pass"}]}
    if record.target is not None:
        asked["target"] = amount_text(record.target)
    return Observation(Question(family, "sheet", asked, origin), {"output": {"sheets": [after]}}, [".ended"])


def _table(order: Sequence[Seat], people: int) -> dict[str, Any]:
    """Who plays; the order of play begins with forehand and ends with the dealer."""
    table: dict[str, Any] = {"players": list(order), "dealer": order[-1]}
    if people < len(order):
        table["dummy"] = order[DUMMY]
    return table


def _deal(law: Law, outcome: Outcome, order: Sequence[Seat]) -> dict[str, Any]:
    """What happened, as the input of ``score``."""
    found: dict[str, Any] = {"contract": outcome.contract, "all_pass_run": outcome.all_pass_run}
    if outcome.declarer is not None:
        found["declarer"] = order[outcome.declarer]
        found["defence"] = {order[player]: role for player, role in outcome.roles.items()}
        found["open"] = outcome.open or False
    if outcome.bid:
        found["bid"] = outcome.bid
    if outcome.manner == "played":
        found["tricks"] = {seat: count for seat, count in zip(order, outcome.tricks, strict=True) if count}
    if outcome.winners and len(outcome.winners) == sum(outcome.tricks):  # else the rest was claimed
        found["winners"] = [order[player] for player in outcome.winners]
    if outcome.talon:
        found["talon"] = [CARD_NAMES[card] for card in outcome.talon]
    if outcome.kontra is not None:
        found["kontra"] = {"by": order[outcome.kontra[0]], "level": outcome.kontra[1]}
    for name in ("aces", "culprit"):
        player = getattr(outcome, name)
        if player is not None:
            found[name] = order[player]
    if outcome.standing is not None and outcome.players == len(order):
        found["totals"] = sheet_json(law, outcome.standing, order)
        if "refe" in found["totals"]:
            found["refe"] = found["totals"].pop("refe")
        entered = getattr(outcome.standing, "entered", None)
        if entered is not None:
            found["totals"]["refe_entered"] = entered
    return found


def _content(law: Law, table: Table | None, players: Sequence[Seat]) -> tuple[dict[str, Any], list[str]] | None:
    """A table as maps of seats, and the places of it that say nothing; None where there is none or it is another
    game's."""
    if table is None or table.columns[1:] != law.columns:
        return None
    content: dict[str, Any] = {column.lower(): {} for column in law.columns}
    unknown = []
    rows = {row[0]: row[1:] for row in table.rows}
    for seat in players:
        cells = rows.get(seat, ())
        for column, cell in zip(law.columns, [*cells, *[_NOTHING] * (len(law.columns) - len(cells))], strict=True):
            if cell == _NOTHING or law.same_cell(column, cell, "-") is None:
                unknown.append(f".{column.lower()}.{seat}")
            else:
                content[column.lower()][seat] = cell_json(column, cell)
    return content, unknown


def _results(table: Table) -> dict[Seat, Any]:
    return {row[0]: cell_json("Result", row[1]) for row in table.rows}

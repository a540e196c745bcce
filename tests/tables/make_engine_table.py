"""Compares the scores in the engines' logs with this project's, field by field.

    python tests/tables/make_engine_table.py            writes engine_scores.csv
    python tests/tables/make_engine_table.py --check    says whether the file is up to date

A row is one scored field of one deal: ``engine,file,deal,field,theirs,ours,verdict,why,note``.  ``theirs`` is what
the engine's sheet changed by, ``ours`` what the same deal changes under plain sochi-codex from the same sheet
(fields that are nothing on both sides are left out).  ``verdict`` is exactly one of

* ``equal``: both are the same;
* ``parameter``: they are under the rules in ``why``, the fewest of the engine's house rules under which the whole
  deal agrees (but for its faults);
* ``fault``: under no rules; ``why`` names the source that the engine breaks, ``note`` how.

A ten that was not played has one more row, ``play``: was it right to count it as made?  It is, where the declarer takes
all ten tricks whatever the defenders do (all hands known).  ``deal`` rows give each deal's worst verdict; the
last rows count.
"""

from __future__ import annotations

import csv
import io
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple, cast

from preferans_pbn.cards import NO_TRUMP, SUITS, mask_of
from preferans_pbn.convert import Converted, Source, find_format
from preferans_pbn.families.russian.scoring import PoolScore, ScoringLaw
from preferans_pbn.families.russian.sheet import PoolSheet, add
from preferans_pbn.record import Record
from preferans_pbn.rules.amounts import amount_text
from preferans_pbn.rules.outcome import Number, Outcome
from preferans_pbn.rules.tricks import TrickLaw, Trickplay
from preferans_pbn.variants import Ruleset, load_variant

HERE = Path(__file__).parent
DATA = HERE.parent / "data"
TABLE = HERE / "engine_scores.csv"
SEATS = "SWE"
COLUMNS = ("engine", "file", "deal", "field", "theirs", "ours", "verdict", "why", "note")
FILES = (
    ("dmitrybal", "sochi-01.log"), ("dmitrybal", "sochi-03.log"),
    ("suntehnik", "game-01.json"), ("suntehnik", "game-02.json"), ("suntehnik", "game-05-finished.json"),
    ("backslasher", "game-01.json"), ("backslasher", "game-02.json"), ("backslasher", "game-05-finished.json"),
)
RANK = {"equal": 0, "parameter": 1, "fault": 2}

# What no parameter explains: (engine, file, deal, field) to the source that the engine breaks, and how.
FAULTS = {
    ("backslasher", "game-05-finished.json", "16", "E dump"): (
        "G-LL1R1K 9.8", "the helped player gets pool points and the helper's whists on him; the engine writes the "
        "points on his dump too"),
}


class Row(NamedTuple):
    engine: str
    file: str
    deal: str
    field: str
    theirs: str
    ours: str
    verdict: str
    why: str = ""
    note: str = ""


def rows() -> Iterator[Row]:
    """Every row of the table."""
    total: Counter[tuple[str, str]] = Counter()
    for engine, name in FILES:
        for one in find_format(engine).read(Source.of_path(DATA / engine / name)):
            assert one.record is not None, one.diagnostics
            found = list(deal_rows(engine, name, one, one.record))
            yield from found
            worst = max((row.verdict for row in found), key=RANK.__getitem__)
            rules = sorted({pair for row in found if row.verdict == "parameter" for pair in row.why.split()})
            yield Row(engine, name, str(one.record.board), "deal", "", "", worst, " ".join(rules))
            total[engine, worst] += 1
    for engine in dict.fromkeys(engine for engine, _ in FILES):
        for verdict in RANK:
            yield Row(engine, "", "", "count", "", "", verdict, str(total[engine, verdict]))


def deal_rows(engine: str, name: str, one: Converted, record: Record) -> Iterator[Row]:
    """The rows of one deal."""
    board = str(record.board)
    faults = {field: found for (e, n, b, field), found in FAULTS.items() if (e, n, b) == (engine, name, board)}
    theirs = fields(one.theirs["score"])
    ours = changes(record, one.theirs["before"], load_variant("sochi-codex"))
    why = fewest_rules(record, one.theirs["before"], theirs, faults.keys())
    for field in sorted({*theirs, *ours, *faults}, key=field_order):
        left, right = theirs.get(field, 0), ours.get(field, 0)
        row = Row(engine, name, board, field, amount_text(left), amount_text(right), "equal")
        if field in faults:
            row = row._replace(verdict="fault", why=faults[field][0], note=faults[field][1])
        elif left != right:
            row = row._replace(verdict="parameter", why=why)
        yield row
    if record.play is not None and record.play.end == "*":
        yield ten_row(engine, name, record)


def fields(scores: Mapping[str, Mapping[str, Any]]) -> dict[str, Number]:
    """The fields of a score that are not nothing."""
    found: dict[str, Number] = {}
    for seat, row in scores.items():
        found[f"{seat} pool"], found[f"{seat} dump"] = row["pool"], row["dump"]
        for on, amount in row["whists"].items():
            found[f"{seat} whists {on}"] = amount
    return {field: amount for field, amount in found.items() if amount}


def field_order(field: str) -> tuple[int, int, str]:
    seat, column, *rest = field.split()
    return SEATS.index(seat), ("pool", "dump", "whists").index(column), "".join(rest)


def fewest_rules(record: Record, before: Mapping[str, Any], theirs: Mapping[str, Number], faults: Set[str]) -> str:
    """The fewest of the engine's rules under which the whole deal is as theirs, but for ``faults``; "" if none are
    needed.  Raises LookupError where no rules do it: a fault that is not listed."""
    plain = load_variant("sochi-codex")
    house = dict(record.rules or ())
    for size in range(5):
        for names in combinations(house, size):
            rules = {name: house[name] for name in names}
            found = changes(record, before, plain.with_overrides(rules))
            if all(found.get(field, 0) == theirs.get(field, 0) for field in {*found, *theirs} - faults):
                return " ".join(f"{name}={value}" for name, value in sorted(rules.items()))
    raise LookupError(f"{record.session} {record.board}: no rules explain {theirs}")


def changes(record: Record, before: Mapping[str, Any], rules: Ruleset) -> dict[str, Number]:
    """What the deal changes on the sheet ``before``, help included."""
    law = ScoringLaw.of(cast(Mapping[str, Any], rules))
    outcome = outcome_of(record)
    forehand = (SEATS.index(str(record.dealer)) + 1) % 3
    places = [(forehand + i) % 3 for i in range(3)]
    score = law.score(outcome)
    ordered = PoolScore([0] * 3, [0] * 3, all_pass=score.all_pass)
    for index, place in enumerate(places):
        ordered.pool[place], ordered.dump[place] = score.pool[index], score.dump[index]
    ordered.whists.update({(places[i], places[j]): amount for (i, j), amount in score.whists.items()})
    start = PoolSheet([before[seat]["pool"] for seat in SEATS], [before[seat]["dump"] for seat in SEATS],
                      {(SEATS.index(by), SEATS.index(on)): amount for by in SEATS
                       for on, amount in before[by]["whists"].items()})
    target = record.target if record.target is not None else law.target
    after = add(law, start, ordered, target).sheet
    found: dict[str, Number] = {}
    for i, seat in enumerate(SEATS):
        found[f"{seat} pool"] = after.pool[i] - start.pool[i]
        found[f"{seat} dump"] = after.dump[i] - start.dump[i]
        for j, on in enumerate(SEATS):
            found[f"{seat} whists {on}"] = after.whists.get((i, j), 0) - start.whists.get((i, j), 0)
    return {field: amount for field, amount in found.items() if amount}


def outcome_of(record: Record) -> Outcome:
    """What happened, read off the record alone."""
    order = [SEATS[(SEATS.index(str(record.dealer)) + 1 + i) % 3] for i in range(3)]
    declarer = None if record.declarer is None else order.index(record.declarer)
    roles: dict[int, str] = {}
    manner = "played"
    if declarer is not None and record.contract != "misere":
        defenders = ((declarer + 1) % 3, (declarer + 2) % 3)
        if record.defence is None:
            roles = dict.fromkeys(defenders, "whist")
        else:
            for number, word in enumerate(record.defence.calls):
                roles[defenders[number % 2]] = word
        words = set(roles.values())
        manner = "half" if "half" in words else "passed-out" if words == {"pass"} else "played"
    tricks = tuple((record.tricks or {}).get(seat) or 0 for seat in order)
    return Outcome(players=3, contract=str(record.contract), declarer=declarer, roles=roles, manner=manner,
                   tricks=tricks, all_pass_run=record.all_pass_run or 0, talon=record.talon or ())


# --- a ten that was not played -------------------------------------------------------------------------
def ten_row(engine: str, name: str, record: Record) -> Row:
    """Was it right to count the ten as made?"""
    made = takes_all(record)
    row = Row(engine, name, str(record.board), "play", "made unplayed",
              "made against any defence" if made else "one down or more against best defence", "equal")
    if made:
        return row
    return row._replace(verdict="fault", why="CODEX 3.8.2",
                        note="a ten has a duty of one trick and is played, or it is played with open hands; the engine "
                        "counts it as made without looking at the cards")


def takes_all(record: Record) -> bool:
    """Does the declarer take all ten tricks whatever the defenders do?"""
    assert record.deal is not None
    assert record.talon is not None
    assert isinstance(record.discard, tuple)
    order = [SEATS[(SEATS.index(str(record.dealer)) + 1 + i) % 3] for i in range(3)]
    hands = [record.deal[seat] or 0 for seat in order]
    declarer = order.index(str(record.declarer))
    hands[declarer] = (hands[declarer] | mask_of(record.talon)) & ~mask_of(record.discard)
    strain = SUITS.find(str(record.contract).lstrip("0123456789"))
    law = TrickLaw(strain if strain >= 0 else NO_TRUMP)
    known: dict[tuple[int, ...], bool] = {}

    def wins(hands: list[int], leader: int) -> bool:
        if not hands[declarer]:
            return True
        key = (*hands, leader)
        if key not in known:
            known[key] = trick(hands, leader, ())
        return known[key]

    def trick(hands: list[int], leader: int, played: tuple[int, ...]) -> bool:
        game = Trickplay(law, hands, (0, 1, 2), leader)
        for card in played:
            game.play(card)
        if game.winners:
            return game.winners[0] == declarer and wins(game.hands, declarer)
        legal = game.legal()
        outcomes = (trick(hands, leader, (*played, card)) for card in range(32) if legal >> card & 1)
        return any(outcomes) if game.turn == declarer else all(outcomes)

    return wins(hands, 0)


def table_text() -> str:
    """The table as CSV."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows())
    return stream.getvalue()


def main(arguments: list[str]) -> int:
    """Writes the table, or with ``--check`` compares it."""
    text = table_text()
    if "--check" in arguments:
        same = TABLE.read_text("utf-8") == text
        print("up to date" if same else f"{TABLE.name} is not what its generator makes")
        return 0 if same else 1
    TABLE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

"""Compares the scores in the engines' logs with this project's, field by field.

    python tests/tables/make_engine_table.py            writes engine_scores.csv
    python tests/tables/make_engine_table.py --check    says whether the file is up to date

A row is one scored field of one deal: ``engine,file,deal,field,theirs,ours,verdict,why,note``.  ``theirs`` is what
the engine's sheet changed by, ``ours`` what the same deal changes under the plain variant of the record from the same
sheet (fields that are nothing on both sides are left out).  An engine that keeps one number a player has a field
``result``: the final result that the deal's bule and supe come to, less the mean of the three.  ``verdict`` is
exactly one of

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
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple, cast

from preferans_pbn.cards import NO_TRUMP, SUITS, mask_of
from preferans_pbn.convert import Converted, Source, find_format
from preferans_pbn.families import law_of
from preferans_pbn.families.balkan.law import BalkanLaw
from preferans_pbn.families.balkan.sheet import BuleSheet, settle
from preferans_pbn.families.russian.scoring import PoolScore, ScoringLaw
from preferans_pbn.families.russian.sheet import PoolSheet, add
from preferans_pbn.record import Record
from preferans_pbn.rules.amounts import amount_text, whole
from preferans_pbn.rules.outcome import Number, Outcome
from preferans_pbn.rules.tricks import TrickLaw, Trickplay
from preferans_pbn.variants import Ruleset, load_variant

HERE = Path(__file__).parent
DATA = HERE.parent / "data"
TABLE = HERE / "engine_scores.csv"
FOLDERS = {"gpreda-steps": "gpreda"}
SEATS = "SWNE"
TABLE_COLUMNS = ("pool", "dump", "whists", "net", "bule", "supe", "refe", "result")
COLUMNS = ("engine", "file", "deal", "field", "theirs", "ours", "verdict", "why", "note")
FILES = (
    ("dmitrybal", "sochi-01.log"), ("dmitrybal", "sochi-03.log"),
    ("dmitrybal", "leningrad-01.log"), ("dmitrybal", "leningrad-03.log"),
    ("dmitrybal", "rostov-01.log"), ("dmitrybal", "rostov-03.log"), ("dmitrybal", "four-01.log"),
    ("suntehnik", "game-01.json"), ("suntehnik", "game-02.json"), ("suntehnik", "game-05-finished.json"),
    ("backslasher", "game-01.json"), ("backslasher", "game-02.json"), ("backslasher", "game-05-finished.json"),
    ("jura", "game-01.json"), ("jura", "game-02.json"),
    *(("pajcho", f"records/g0{number}.json") for number in range(1, 7)),
    ("gpreda", "games.log"), *(("gpreda-steps", f"steps/game_0{number}.log") for number in (1, 3, 5, 7, 9)),
)
MOST = 3
"""Up to so many rules every choice of them is tried."""
RANK = {"equal": 0, "parameter": 1, "fault": 2}

_BETL = ("PREFKLUB", "the supe that the followers write on a failed betl, 60 or 70 each, stand on the declarer too; "
         "the engine takes ten times the value off him and gives that to them")
_UNFOLLOWED = ("PREFKLUB", "a game that nobody follows is made and nobody has tricks; the engine counts five tricks of "
               "nobody against it, so that it brings half")
_NO_KONTRA = ("S2-60", "a pik without kontra that is not played counts as made and nobody owes tricks; the engine "
              "fines who had come for taking none")
_RETURNED = ("SHRAM-LEN", "the gentleman's share is half of all whists, and the consolation of a failed contract is "
             "each defender's; after whist taken back up the engine writes everything for the one who took it")
_TALON = ("G-FSPR 6", "a trick that the talon's card takes is the resting dealer's and he is scored for it; the engine "
          "counts it nowhere")
# What no parameter explains: (engine, file, deal) to the fields, the source that the engine breaks, and how.
_FAULTY_DEALS = (
    ("backslasher", "game-05-finished.json", "16", ("E dump",), (
        "G-LL1R1K 9.8", "the helped player gets pool points and the helper's whists on him; the engine writes the "
        "points on his dump too")),
    ("dmitrybal", "four-01.log", "3", ("W dump",), _TALON),
    ("jura", "game-01.json", "5", ("S whists W", "E whists W"), _RETURNED),
    ("jura", "game-02.json", "9", ("S whists W", "E whists W"), _RETURNED),
    ("pajcho", "records/g04.json", "3", ("S bule", "E bule"), _NO_KONTRA),
    ("pajcho", "records/g04.json", "4", ("E bule",), _NO_KONTRA),
    *(("gpreda", "games.log", f"deal-{number}", ("S result", "W result", "E result"), _BETL)
      for number in ("0155", "0163", "0187")),
    ("gpreda", "games.log", "deal-0259", ("S result", "W result", "E result"), _UNFOLLOWED),
    *(("gpreda-steps", f"steps/game_0{game}.log", deal, ("S result", "W result", "E result"), _BETL)
      for game, deal in ((1, "1"), (1, "2"), (5, "2"), (9, "1"))),
    ("gpreda-steps", "steps/game_03.log", "2", ("S result", "W result", "E result"), _UNFOLLOWED),
    ("gpreda-steps", "steps/game_05.log", "3", ("S result", "W result", "E result"), (
        "PREFKLUB", "kontra pulls the third hand in and the game is played; the engine ends it there as if nobody had "
        "come, at twice the value of the half that it then pays")),
)
FAULTS = {(engine, file, deal, field): reason for engine, file, deal, found, reason in _FAULTY_DEALS for field in found}
"""Field by field."""


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
        for one in find_format(engine).read(Source.of_path(DATA / FOLDERS.get(engine, engine) / name)):
            assert one.record is not None, one.diagnostics
            found = list(deal_rows(engine, name, one, one.record))
            yield from found
            worst = max((row.verdict for row in found), key=RANK.__getitem__, default="equal")
            rules = sorted({pair for row in found if row.verdict == "parameter" for pair in row.why.split()})
            yield Row(engine, name, deal_name(one.record), "deal", "", "", worst, " ".join(rules))
            total[engine, worst] += 1
    for engine in dict.fromkeys(engine for engine, _ in FILES):
        for verdict in RANK:
            yield Row(engine, "", "", "count", "", "", verdict, str(total[engine, verdict]))


def deal_name(record: Record) -> str:
    """What a deal is called in the table: its board, or its session where that is one deal."""
    session = str(record.session)
    return session.removeprefix("gpreda-") if session.startswith("gpreda-deal") else str(record.board)


def deal_rows(engine: str, name: str, one: Converted, record: Record) -> Iterator[Row]:
    """The rows of one deal."""
    board = deal_name(record)
    faults = {field: found for (e, n, b, field), found in FAULTS.items() if (e, n, b) == (engine, name, board)}
    theirs = fields(one.theirs)
    ours = changes(record, one.theirs, rules_with(str(record.variant), ()))
    why = fewest_rules(record, one.theirs, theirs, faults.keys())
    for field in sorted({*theirs, *ours, *faults}, key=field_order):
        left, right = theirs.get(field, 0), ours.get(field, 0)
        row = Row(engine, name, board, field, amount_text(left), amount_text(right), "equal")
        if field in faults:
            row = row._replace(verdict="fault", why=faults[field][0], note=faults[field][1])
        elif left != right:
            row = row._replace(verdict="parameter", why=why)
        yield row
    if record.play is not None and record.play.end == "*" and str(record.contract).startswith("10"):
        yield ten_row(engine, name, record)


def fields(theirs: Mapping[str, Any]) -> dict[str, Number]:
    """The fields of an engine's score that are not nothing."""
    found: dict[str, Number] = {f"{seat} result": amount for seat, amount in theirs.get("result", {}).items()}
    for seat, row in theirs.get("score", {}).items():
        for column, value in row.items():
            if isinstance(value, dict):
                found.update({f"{seat} {column} {on}": amount for on, amount in value.items()})
            else:
                found[f"{seat} {column}"] = value
    return {field: amount for field, amount in found.items() if amount}


def field_order(field: str) -> tuple[int, int, str]:
    seat, column, *rest = field.split()
    return SEATS.index(seat), TABLE_COLUMNS.index(column), "".join(rest)


@lru_cache(maxsize=4096)
def rules_with(variant: str, pairs: tuple[tuple[str, str], ...]) -> Ruleset:
    """A variant with overrides, loaded once."""
    return load_variant(variant).with_overrides(dict(pairs))


def fewest_rules(record: Record, source: Mapping[str, Any], theirs: Mapping[str, Number], faults: Set[str]) -> str:
    """The fewest of the engine's rules under which the whole deal is as theirs, but for ``faults``; "" if none are
    needed; where more than `MOST` are, rules none of which can be left out.  Raises LookupError where no rules do it:
    a fault that is not listed."""

    def explain(pairs: tuple[tuple[str, str], ...]) -> bool:
        found = changes(record, source, rules_with(str(record.variant), pairs))
        return all(found.get(field, 0) == theirs.get(field, 0) for field in {*found, *theirs} - faults)

    rules = record.rules or ()
    if explain(rules):
        for pair in rules:  # leave out what is not needed: no more than what is left can be needed
            fewer = tuple(other for other in rules if other != pair)
            rules = fewer if explain(fewer) else rules
    for size in range(min(len(rules), MOST) + 1):
        for pairs in combinations(record.rules or (), size):
            if explain(pairs):
                return " ".join(f"{name}={value}" for name, value in sorted(pairs))
    if explain(rules):
        return " ".join(f"{name}={value}" for name, value in sorted(rules))
    raise LookupError(f"{record.session} {record.board}: no rules explain {theirs}")


def playing_order(record: Record) -> list[str]:
    """The seats in playing order from forehand; with four the dealer rests, and comes last."""
    right = record.variant is not None and rules_with(record.variant, ())["direction"] == "ccw"
    ring = "SENW" if right else "SWNE"
    ring = "".join(seat for seat in ring if seat in (record.deal or "SWE") or seat == record.dealer)
    first = ring.index(str(record.dealer)) + 1
    return [*ring[first:], *ring[:first]]


def changes(record: Record, source: Mapping[str, Any], rules: Ruleset) -> dict[str, Number]:
    """What the deal changes, help included, from the sheet that the engine had before it."""
    if rules.family == "balkan":
        return bule_changes(record, source, rules)
    law = ScoringLaw.of(cast(Mapping[str, Any], rules))
    before = source["before"]
    order = playing_order(record)
    table = [seat for seat in SEATS if seat in order]
    places = [table.index(seat) for seat in order]
    score = law.score(outcome_of(record))
    ordered = PoolScore([0] * len(table), [0] * len(table), all_pass=score.all_pass)
    for index, place in enumerate(places):
        ordered.pool[place], ordered.dump[place] = score.pool[index], score.dump[index]
    ordered.whists.update({(places[i], places[j]): amount for (i, j), amount in score.whists.items()})
    start = PoolSheet([before[seat]["pool"] for seat in table], [before[seat]["dump"] for seat in table],
                      {(table.index(by), table.index(on)): amount for by in table
                       for on, amount in before[by].get("whists", {}).items()})
    target = record.target if record.target is not None else law.target
    after = add(law, start, ordered, target).sheet
    found: dict[str, Number] = {}
    for i, seat in enumerate(table):
        found[f"{seat} pool"] = after.pool[i] - start.pool[i]
        found[f"{seat} dump"] = after.dump[i] - start.dump[i]
        if "whists" not in source["score"][seat]:  # the engine says only how they balance
            found[f"{seat} net"] = sum(amount * ((by == i) - (on == i)) for (by, on), amount in ordered.whists.items())
            continue
        for j, on in enumerate(table):
            found[f"{seat} whists {on}"] = after.whists.get((i, j), 0) - start.whists.get((i, j), 0)
    return {field: amount for field, amount in found.items() if amount}


def bule_changes(record: Record, source: Mapping[str, Any], rules: Ruleset) -> dict[str, Number]:
    """The same for a game that is written in bule.  Where the engine has no such sheet, each deal begins a game."""
    law = cast(BalkanLaw, law_of(rules))
    order = playing_order(record)
    outcome = bule_outcome(record, order, law)
    before = source.get("before")
    if before is None:
        outcome.standing = BuleSheet.opening(3, law.start_bule)
    else:
        outcome.standing = BuleSheet(
            [before[seat]["bule"] for seat in order],
            {(order.index(by), order.index(on)): amount for by in order for on, amount in before[by]["supe"].items()},
            [before[seat]["refe"] for seat in order], source["refe_entered"])
    manner: str | None = law.all_pass_manner
    if outcome.declarer is not None:
        manner = law.manner_of_roles(outcome.contract, outcome.roles, outcome.kontra)
    if manner == "played" and record.tricks is None:
        return {}  # by these rules there is a play, and it is not in the record
    outcome.manner = law.final_manner(str(manner), outcome) or ""
    score = law.score(outcome)
    found: dict[str, Number] = {f"{seat} refe": score.refe[i] for i, seat in enumerate(order)}
    if "result" in source:
        sheet = BuleSheet(list(score.bule), dict(score.supe), [0] * 3)
        results = settle(sheet, True)
        mean = Fraction(sum(results)) / 3
        found.update({f"{seat} result": whole(results[i] - mean) for i, seat in enumerate(order)})
    else:
        found.update({f"{seat} bule": score.bule[i] or 0 for i, seat in enumerate(order)})
        found.update({f"{order[by]} supe {order[on]}": amount for (by, on), amount in score.supe.items()})
    return {field: amount for field, amount in found.items() if amount}


def bule_outcome(record: Record, order: list[str], law: BalkanLaw) -> Outcome:
    """What happened, read off the record alone: what comes of it hangs on the rules."""
    outcome = Outcome(players=3, contract=str(record.contract), tricks=tuple(
        (record.tricks or {}).get(seat) or 0 for seat in order))
    if record.declarer is None:
        return outcome
    declarer = outcome.declarer = order.index(record.declarer)
    if record.defence is not None:
        own = cast(BalkanLaw, law_of(rules_with(str(record.variant), record.rules or ())))
        defence = own.defence(outcome.contract, declarer, 3)
        assert defence is not None
        for word in record.defence.calls:
            defence.force(word)
        outcome.roles, outcome.kontra = defence.roles(), defence.kontra()
    else:
        outcome.roles = {order.index(seat): role for seat, role in (record.defenders or {}).items()}
        if record.kontra is not None:
            outcome.kontra = order.index(record.kontra[0]), record.kontra[1]
    return outcome


def outcome_of(record: Record) -> Outcome:
    """What happened, read off the record alone."""
    order = playing_order(record)
    declarer = None if record.declarer is None else order.index(record.declarer)
    roles: dict[int, str] = {}
    manner = "played"
    if declarer is not None and record.contract != "misere":
        defenders = ((declarer + 1) % 3, (declarer + 2) % 3)
        if record.defence is None:
            roles = dict.fromkeys(defenders, "whist")
        else:
            answers = [word for word in record.defence.calls if word not in ("open", "closed")]
            for number, word in enumerate(answers):
                roles[defenders[number % 2]] = word
            if answers[-1] == "return":
                roles = dict(zip(defenders, ("whist", "pass"), strict=True))
        words = set(roles.values())
        manner = "half" if "half" in words else "passed-out" if words == {"pass"} else "played"
    tricks = tuple((record.tricks or {}).get(seat) or 0 for seat in order)
    return Outcome(players=len(order), contract=str(record.contract), declarer=declarer, roles=roles, manner=manner,
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
    order = playing_order(record)
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

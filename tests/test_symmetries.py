"""What must make no difference: at which seats the players sit, and how a text is laid out.

* A table turned by one seat plays the same game: the same findings, outcomes, scores and sheets, with the seats'
  names turned.
* Line ends, blanks, tabs and comments say nothing: a check finds the same.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from preferans_pbn.checking import Checked, Checker, check_stream
from preferans_pbn.generate import Generator
from preferans_pbn.notation import dumps, iter_records, iter_text
from preferans_pbn.record import SEATS, Calls, Play, Record, Table
from preferans_pbn.session import Sessions
from preferans_pbn.variants import Ruleset, load_variant, variant_names

FIXTURES = Path(__file__).parents[1] / "fixtures"
GOOD = sorted(path for folder in ("good", "session", "other", "regional", "serbian", "greek", "slovak", "converted")
              for path in (FIXTURES / folder).glob("*.ppbn"))
BAD = sorted((FIXTURES / "bad").glob("*.ppbn"))
DEALS = 120
"""Random deals a variant."""

T = TypeVar("T")


# --- the table turned ---------------------------------------------------------------------------------------
def turner(steps: int) -> dict[str, str]:
    """Each seat's new name when the table is turned by ``steps`` seats."""
    return {seat: SEATS[(i + steps) % 4] for i, seat in enumerate(SEATS)}


def by_seat(amounts: Mapping[str, T] | None, turn: Mapping[str, str]) -> dict[str, T] | None:
    return None if amounts is None else {turn[seat]: amount for seat, amount in amounts.items()}


def turned(record: Record, turn: Mapping[str, str]) -> Record:
    """``record`` as it would have been written at the turned table."""

    def seat(name: str | None) -> str | None:
        return None if name is None else turn[name]

    def calls(section: Calls | None) -> Calls | None:
        return None if section is None else replace(section, first=turn[section.first])

    def table(section: Table | None) -> Table | None:
        if section is None:
            return None
        rows = tuple((turn.get(row[0], row[0]), *(cell(text) for text in row[1:])) for row in section.rows)
        return replace(section, rows=rows)

    def cell(text: str) -> str:
        return re.sub(r"\b[SWNE](?=:)", lambda found: turn[found[0]], text)

    def play(section: Play | None) -> Play | None:
        if section is None:
            return None
        tricks = tuple(trick._replace(leader=seat(trick.leader), winner=seat(trick.winner)) for trick in section.tricks)
        return replace(section, first=turn[section.first], tricks=tricks)

    changes: dict[str, Any] = {name: seat(getattr(record, name))
                               for name in ("dealer", "dummy", "leader", "declarer", "aces")}
    for name in ("players", "refe", "deal", "position", "defenders", "claim", "tricks"):
        changes[name] = by_seat(getattr(record, name), turn)
    for name in ("opening_sheet_table", "adjust_table", "score_table", "sheet_table", "settlement_table"):
        changes[name] = table(getattr(record, name))
    changes["auction"], changes["defence"] = calls(record.auction), calls(record.defence)
    changes["play"] = play(record.play)
    if record.kontra is not None:
        changes["kontra"] = (turn[record.kontra[0]], record.kontra[1])
    return replace(record, **changes)


def without_chance(rules: Ruleset) -> Ruleset:
    """``rules`` without a rounding that leaves the rest to one seat."""
    if rules.get("settle_rounding", "none") == "none":
        return rules
    return rules.with_overrides({"settle_rounding": "none"})


@pytest.mark.parametrize("variant", variant_names())
def test_a_turned_table_plays_the_same(variant: str) -> None:
    """Every claim of the records, tables included, holds when the seats are turned, and nothing else changes."""
    rules = without_chance(load_variant(variant))
    tables = [(turner(steps), Sessions()) for steps in range(4)]
    for record in Generator(rules, 11).sessions(DEALS):
        seen: list[Any] = []
        seats = []
        for turn, sessions in tables:
            replayed = sessions.replay(turned(record, turn), rules)
            assert replayed.diagnostics == []
            assert sessions.state is not None
            seen.append((replayed.outcome, replayed.score, replayed.winners, sessions.state.run, sessions.state.ended))
            seats.append(replayed.seats)
        assert seen == seen[:1] * 4
        assert seats == [tuple(turn[seat] for seat in seats[0]) for turn, _ in tables]


def test_the_rounding_of_final_accounts_is_a_matter_of_seats() -> None:
    """The one exception: whose account takes up the rest goes by the seat, not by the deal."""
    rules = load_variant("greek")
    turn = turner(1)
    sessions = Sessions()
    found = {finding.name for record in Generator(rules, 11).sessions(DEALS)
             for finding in sessions.replay(turned(record, turn), rules).diagnostics}
    assert found == {"wrong-settlement"}


def findings(path: Path, turn: Mapping[str, str]) -> list[str]:
    """The codes of what the replay finds in the records of a file at the turned table."""
    checker = Checker()
    found = []
    for read in iter_records(path):
        if read.record is not None:
            read = replace(read, record=turned(read.record, turn))
        told = {id(finding) for finding in read.diagnostics}
        found += sorted(one.code for one in checker.check(read).diagnostics if id(one) not in told)
    return found


@pytest.mark.parametrize("path", [*GOOD, *BAD], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_turned_table_has_the_same_faults(path: Path) -> None:
    expected = findings(path, turner(0))
    assert all(code[0] == "W" for code in expected) or path in BAD
    for steps in (1, 2, 3):
        assert findings(path, turner(steps)) == expected


# --- the text laid out otherwise ----------------------------------------------------------------------------
def lines_of(text: str) -> Iterator[tuple[str, str]]:
    """The lines of a text in export form with what they belong to: ``tag``, ``calls``, ``table``, ``comment``
    (also a line that holds a part of one) or ``blank``."""
    section = ""
    inside = False
    for line in text.split("\n"):
        if inside or re.match(r"[;%{]", line) or (line[:1] != "[" and re.search(r"[{;]", line)):
            if "{" in line or inside:
                inside = "}" not in line[line.rfind("{") + 1:]
            yield line, "comment"
        elif not line.strip():
            yield line, "blank"
        elif line[0] == "[":
            section = line[1:].split()[0]
            yield line, "tag"
        else:
            yield line, "calls" if section in ("Auction", "Defence", "Play") else "table"


Change = Callable[[str, str], str]


def as_it_is(line: str, kind: str) -> str:
    return line


def crlf(line: str, kind: str) -> str:
    return line + "\r"


def blanks_behind(line: str, kind: str) -> str:
    return line + " \t " if kind != "comment" else line


def blanks_before(line: str, kind: str) -> str:
    return "\t " + line if kind in ("tag", "calls", "table") else line


def wide_blanks(line: str, kind: str) -> str:
    if kind == "tag":
        return line.replace(" ", "\t  ", 1)
    return line.replace(" ", " \t") if kind in ("calls", "table") else line


def comment_line(line: str, kind: str) -> str:
    return line + "\n{a remark: [Deal] 6S pass }" if kind in ("tag", "calls", "table") else line


def two_line_comment(line: str, kind: str) -> str:
    return line + "\n{a remark\n; of two lines}" if kind in ("tag", "calls", "table") else line


def percent_line(line: str, kind: str) -> str:
    return line + "\n% SA \"SK\" [Talon" if kind in ("tag", "calls", "table") else line


def comment_to_the_end(line: str, kind: str) -> str:
    return line + " ; a remark {" if kind in ("tag", "calls", "table") else line


def comment_inside(line: str, kind: str) -> str:
    """Between two calls or cards; what stands behind its call (``$1``, ``=1=``, ``>E``) stays there."""
    return re.sub(r" (?![$=>])", " {a remark} ", line) if kind == "calls" else line


def blank_lines_between(line: str, kind: str) -> str:
    return line + "\n" * 2 if kind == "blank" else line


CHANGES: tuple[Change, ...] = (crlf, blanks_behind, blanks_before, wide_blanks, comment_line, two_line_comment,
                               percent_line, comment_to_the_end, comment_inside, blank_lines_between)


def changed(text: str, change: Change) -> str:
    lines = [change(line, kind) for line, kind in lines_of(text)]
    if text.endswith("\n"):
        lines[-1] = ""  # behind the last line end there is no line to change
    return "\n".join(lines)


def results(text: str) -> list[tuple[Any, ...]]:
    """What a check finds in each record, apart from where it stands and from W802, and what it replays."""
    return [result(checked) for checked in check_stream(iter_text(text)) if checked.number]


def result(checked: Checked) -> tuple[Any, ...]:
    found = [(one.code, one.message) for one in checked.diagnostics if one.code != "W802"]
    replayed = checked.replay
    played = None if replayed is None else (replayed.seats, replayed.outcome, replayed.score, replayed.winners)
    record = None if checked.record is None else replace(checked.record, comments=(), extras=())
    return found, played, record


def readable(path: Path) -> bool:
    """Could every record of the file be read, without a word about its layout?"""
    return all(read.record is not None and not read.diagnostics for read in iter_records(path))


TEXTS = {f"{path.parent.name}-{path.stem}": path.read_text(encoding="utf-8")
         for path in [*GOOD, *BAD] if readable(path)}
TEXTS |= {variant: dumps(Generator(load_variant(variant), 12).sessions(25)) for variant in variant_names()}


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_layout_changes_nothing(change: Change) -> None:
    for name, text in TEXTS.items():
        other = changed(text, change)
        assert other != text or change is comment_inside, name  # a record may have no calls or cards
        assert results(other) == results(text), name


@pytest.mark.parametrize("change", [crlf, blanks_behind])
def test_layout_behind_a_line_moves_no_finding(change: Change) -> None:
    """The finding is reported at the same line and column."""
    def places(text: str) -> list[tuple[str, int, int, int]]:
        return [(one.code, one.line, one.col, one.end_col) for checked in check_stream(iter_text(text))
                for one in checked.diagnostics if one.code != "W802"]

    for name, text in TEXTS.items():
        assert places(changed(text, change)) == places(text), name


@given(st.sampled_from(sorted(TEXTS)), st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_any_mixture_of_layouts_changes_nothing(name: str, seed: int) -> None:
    """Each line is changed in some way or not at all."""
    chance = random.Random(seed)

    def mixed(line: str, kind: str) -> str:
        change = chance.choice((*CHANGES, as_it_is))
        return change(line, kind)

    assert results(changed(TEXTS[name], mixed)) == results(TEXTS[name])

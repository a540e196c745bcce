"""Whatever is done to a log, the importers say what is wrong; they never break."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from preferans_pbn.convert import FORMATS, Converted, Options, Source, find_format
from preferans_pbn.notation import dumps
from tests.convert.logs import DATA, path_of

GAMES = {"suntehnik": "game-05-finished.json", "backslasher": "game-05-finished.json", "jura": "game-01.json",
         "pajcho": "records/g04.json", "pajcho-actions": "actionlogs/g01.json"}
LISTS = {"pajcho": "hands"}
JUNK: st.SearchStrategy[Any] = st.sampled_from([
    None, True, -1, 3, 10**30, 0.5, "", "x", "a\nb", [], {}, [[]], {"type": "pass"}, [1, 2, 3], {"suit": "spades"}, "7",
]).map(deepcopy)
QUIET = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def game(engine: str, deals: slice) -> Any:
    """A game with some of its deals; of an action log the first hand."""
    whole: Any = json.loads(path_of(engine, GAMES[engine]).read_text("utf-8"))
    if isinstance(whole, list):
        return whole[:80]
    name = LISTS.get(engine, "deals")
    whole[name] = whole[name][deals]
    return whole


def check(deals: list[Converted]) -> None:
    """Every deal is a record that can be written, or a finding with a registered code, or both."""
    assert deals
    for one in deals:
        assert one.record is not None or any(finding.severity == "error" for finding in one.diagnostics)
        assert all(finding.name and finding.path for finding in one.diagnostics)
        if one.record is not None:
            dumps(one.record)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        found += places(entry, (*path, key))
    return found


@pytest.mark.parametrize("engine", GAMES)
@QUIET
@given(data=st.data())
def test_changed_json(engine: str, data: st.DataObject) -> None:
    first = data.draw(st.integers(0, 9))
    value = game(engine, slice(first, first + 2))
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(places(value)))
        parent = value
        for step in path[:-1]:
            parent = parent[step]
        if data.draw(st.booleans()):
            del parent[path[-1]]
        else:
            parent[path[-1]] = data.draw(JUNK)
    text = json.dumps(value, ensure_ascii=False)
    claims = data.draw(st.booleans())
    beside = {"configs.json": (DATA / "pajcho" / "records" / "configs.json").read_bytes()}
    source = Source.of_bytes(text.encode(), data.draw(st.sampled_from(["game.json", "g04.json"])), beside)
    check(list(find_format(engine).read(source, Options(claims=claims))))


@pytest.mark.parametrize("engine", GAMES)
@QUIET
@given(data=st.data())
def test_truncated_json(engine: str, data: st.DataObject) -> None:
    text = json.dumps(game(engine, slice(0, 1))).encode()
    cut = data.draw(st.integers(0, len(text) - 1))
    deals = list(find_format(engine).read(Source.of_bytes(text[:cut], "game.json")))
    check(deals)
    assert len(deals) <= 2
    assert deals[-1].diagnostics[-1].code == "E220"
    assert {finding.code for one in deals for finding in one.diagnostics} <= {"E220", "E226"}


def spoil(data: st.DataObject, lines: list[str], letters: str) -> list[str]:
    """Lines of a log with a few of them lost, doubled, exchanged or misspelt."""
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        kind = data.draw(st.sampled_from(["drop", "double", "swap", "text", "digit"]))
        if kind == "drop":
            del lines[at]
        elif kind == "double":
            lines.insert(at, lines[at])
        elif kind == "swap":
            other = data.draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == "text":
            cut = data.draw(st.integers(0, len(lines[at])))
            lines[at] = lines[at][:cut] + data.draw(st.text(letters, max_size=3)) + lines[at][cut + 1:]
        else:
            digits = [i for i, c in enumerate(lines[at]) if c.isdigit()]
            if digits:
                i = data.draw(st.sampled_from(digits))
                lines[at] = lines[at][:i] + data.draw(st.sampled_from("012379")) + lines[at][i + 1:]
    return lines


@QUIET
@given(data=st.data())
def test_changed_blocks(data: st.DataObject) -> None:
    lines = (DATA / "gpreda" / "games.log").read_text("utf-8").split("\n")
    first = data.draw(st.sampled_from([0, 21, 30, 114, 300]))
    lines = spoil(data, lines[first : first + 60], "0123=_{}' -:JQK,P|\t\0\x85")
    check(list(find_format("gpreda").read(Source.of_bytes("\n".join(lines).encode(), "games.log"))))


@QUIET
@given(data=st.data())
def test_changed_steps(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from([1, 3, 5, 7, 9]))
    folder = DATA / "gpreda" / "steps"
    lines = (folder / f"game_0{game}.log").read_text("utf-8").split("\n")
    companion = json.loads((folder / f"game_0{game}.rounds.json").read_text("utf-8"))
    if data.draw(st.booleans()):
        lines = spoil(data, lines, "0123 ♠♥♦♣,JQKPassHand_")
    for _ in range(data.draw(st.integers(0, 2))):
        path = data.draw(st.sampled_from(places(companion)))
        parent = companion
        for step in path[:-1]:
            parent = parent[step]
        parent[path[-1]] = data.draw(JUNK)
    beside = {f"game_0{game}.rounds.json": json.dumps(companion).encode()}
    source = Source.of_bytes("\n".join(lines).encode(), f"game_0{game}.log", beside)
    check(list(find_format("gpreda-steps").read(source, Options(claims=True))))


@QUIET
@given(data=st.data())
def test_changed_log(data: st.DataObject) -> None:
    lines = (DATA / "dmitrybal" / "sochi-01.log").read_text("utf-8").split("\n")[:150]
    lines = spoil(data, lines, "0123=♠♥ -:JQKпас\t")
    companions = {}
    if data.draw(st.booleans()):
        companions["sochi-01.deals.json"] = (DATA / "dmitrybal" / "sochi-01.deals.json").read_bytes()
    source = Source.of_bytes("\n".join(lines).encode(), "sochi-01.log", companions)
    check(list(find_format("dmitrybal").read(source, Options(claims=True))))


@pytest.mark.parametrize("engine", [entry.name for entry in FORMATS if entry.reads])
@QUIET
@given(data=st.binary(max_size=200))
def test_bytes(engine: str, data: bytes) -> None:
    for one in find_format(engine).read(Source.of_bytes(data, "junk")):
        assert one.record is not None or one.diagnostics


@QUIET
@given(data=st.data())
def test_changed_companion(data: st.DataObject) -> None:
    value = json.loads((DATA / "dmitrybal" / "sochi-01.deals.json").read_text("utf-8"))
    value["deals"] = [{"after_deal": entry["after_deal"]} for entry in value["deals"][:2]]
    path = data.draw(st.sampled_from(places(value)))
    parent = value
    for step in path[:-1]:
        parent = parent[step]
    parent[path[-1]] = data.draw(JUNK)
    log = (DATA / "dmitrybal" / "sochi-01.log").read_text("utf-8").split("--- раздача 3,")[0]
    settings_file = (DATA / "dmitrybal" / "sochi.effective.json").read_bytes()
    source = Source.of_bytes(log.encode(), "sochi-01.log", {
        "sochi-01.deals.json": json.dumps(value).encode(), "sochi.effective.json": settings_file})
    check(list(find_format("dmitrybal").read(source)))

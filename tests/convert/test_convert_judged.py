"""Imported records are replayed, and what the source contradicts is told at its place in the source."""

from __future__ import annotations

from pathlib import Path

import pytest

from preferans_pbn.convert import Converted, Options, Source, detect_format, find_format
from preferans_pbn.convert.judging import judged
from preferans_pbn.diagnostics import Diagnostic
from tests.convert.logs import DATA, FILES, FOLDERS, REGIONAL, path_of

LOGS = [*FILES, *((engine, name, deals) for engine, name, deals, _ in REGIONAL)]
WRONG_SCORES = {
    ("suntehnik", "game-01.json"): 1, ("suntehnik", "game-05-finished.json"): 3,
    ("backslasher", "game-05-finished.json"): 1, ("dmitrybal", "four-01.log"): 1, ("jura", "game-01.json"): 1,
    ("jura", "game-02.json"): 1, ("pajcho", "records/g04.json"): 2,
}
"""In how many deals of a log the engine's score is none of its own rules."""
AFTER_THE_END = {("pajcho", "records/g04.json"): 2}
"""Deals behind the end that the sheet has without those scores."""


def of_text(form: str, text: str, path: Path) -> list[Converted]:
    """A changed log beside the files of the real one."""
    beside = {one.name: one.read_bytes() for one in path.parent.iterdir() if one.is_file()}
    source = Source.of_bytes(text.encode(), path.name, beside)
    return list(judged(find_format(form).read(source, Options()), path.name))


def errors(deals: list[Converted]) -> list[Diagnostic]:
    return [found for one in deals for found in one.diagnostics if found.severity == "error"]


def test_every_file_is_a_log_or_stands_beside_one() -> None:
    """Every file under tests/data converts, or is a companion."""
    known = {path_of(engine, name) for engine, name, _ in LOGS}
    for path in sorted(DATA.rglob("*")):
        if path.is_file():
            found = detect_format(path.read_bytes()[:8192], path.name)
            assert (found is not None) == (path in known), path
            if found is not None:
                assert FOLDERS.get(found.name, found.name) == path.relative_to(DATA).parts[0]


@pytest.mark.parametrize(("engine", "name", "count"), LOGS)
def test_no_contradiction_but_the_scores_that_are_known(engine: str, name: str, count: int) -> None:
    path = path_of(engine, name)
    for claims in (False, True):
        source = Source.of_path(path)
        deals = list(judged(find_format(engine).read(source, Options(claims=claims)), str(path)))
        assert [one.record is not None for one in deals] == [True] * count
        found = errors(deals)
        assert {one.code for one in found} <= {"E610", "E614"}
        wrong = len({one.record for one in found if one.code == "E610"})
        late = len({one.record for one in found if one.code == "E614"})
        assert wrong == (WRONG_SCORES.get((engine, name), 0) if claims else 0)
        assert late == (0 if claims else AFTER_THE_END.get((engine, name), 0))
        assert all(one.line > 0 and one.col > 0 and one.path == str(path) for one in found)


def at(text: str, found: Diagnostic) -> str:
    """The text from where a finding stands, to the end of its line."""
    return text.split("\n")[found.line - 1][found.col - 1 :]


@pytest.mark.parametrize(("engine", "name", "old", "new", "code", "place"), [
    ("dmitrybal", "sochi-01.log", "взятка 2: 0=7♣ 1=Q♣ 2=J♣ -> взял 1 (Q♣)", "взятка 2: 0=7♣ 1=Q♣ 2=J♣ -> взял 2 (J♣)",
     "E521", "2 (J♣)"),
    ("dmitrybal", "sochi-01.log", "взятка 1: 2=7♠ 0=Q♥ 1=K♠", "взятка 1: 2=7♠ 0=Q♥ 1=8♥", "E512", "8♥ ->"),
    ("dmitrybal", "sochi-01.log", "снос 1: 7♦ 10♠", "снос 1: 7♦ A♠", "E450", "снос 1"),
    ("gpreda", "games.log", "  Trick 1: P", "  Trick 1: P", "", ""),
])
def test_a_contradiction_of_a_text_log_stands_on_its_line(engine: str, name: str, old: str, new: str, code: str,
                                                          place: str) -> None:
    path = path_of(engine, name)
    text = path.read_text("utf-8")
    assert old in text
    text = text.replace(old, new, 1)
    found = errors(of_text(engine, text, path))
    if not code:
        assert found == []
        return
    [first] = [one for one in found if one.code == code][:1]
    assert at(text, first).startswith(place), (first, at(text, first))


@pytest.mark.parametrize(("engine", "name", "swap"), [
    ("suntehnik", "game-01.json", '"rank"'), ("jura", "game-01.json", '"rank"'),
    ("backslasher", "game-01.json", '"rank"'),
])
def test_a_card_of_a_json_log_that_is_not_held_stands_at_its_place(engine: str, name: str, swap: str) -> None:
    """The first card of the first trick becomes one of another rank, which another player was dealt."""
    path = path_of(engine, name)
    text = path.read_text("utf-8")
    one = next(deal for deal in find_format(engine).read(Source.of_path(path)) if deal.record and deal.record.play
               and deal.record.play.tricks and deal.record.contract != "all-pass")
    assert one.record is not None and one.places is not None
    from preferans_pbn.record import Where

    place = one.places[Where("Play", 1)]
    lines = text.split("\n")
    offset = sum(len(line) + 1 for line in lines[: place.line - 1]) + place.col - 1
    at_rank = text.index(swap, offset)
    end = text.index("}", at_rank)
    value = text[at_rank:end]
    for other in (["8", "9", "10", "ace", "A", "king", "K"] if engine != "backslasher" else ["8", "9", "14", "13"]):
        spelled = f'"rank": {other if engine == "backslasher" else chr(34) + other + chr(34)}'
        changed = text[:at_rank] + spelled + text[end:]
        found = [one for one in errors(of_text(engine, changed, path)) if one.code in ("E511", "E512", "E515")]
        if value.split() != spelled.split() and found:
            assert found[0].line >= place.line
            if found[0].line == place.line:
                assert found[0].col == place.col
            return
    raise AssertionError("no card made a fault")


def test_a_reader_that_judges_itself_is_left_alone() -> None:
    text = '[Event "x"]\n[Variant "sochi-codex"]\n[Dealer "E"]\n[Auction "S"]\n6S 6S\n'
    [one] = judged(find_format("ppbn").read(Source.of_bytes(text.encode())), "-")
    assert one.places is None and errors([one]) == []

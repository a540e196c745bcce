"""Logs of other games than Sochi: they convert, replay, and differ from their engines' scores in the known faults."""

from __future__ import annotations

import io

import pytest

from preferans_pbn.checking import check_stream
from preferans_pbn.convert import Converted, detect_format
from preferans_pbn.notation import dumps, iter_records, loads
from preferans_pbn.record import Calls
from preferans_pbn.replaying import replay
from preferans_pbn.variants import load_variant
from tests.convert.logs import REGIONAL, codes, converted, deal, path_of

# What the records' own rules do not give, each a note of the engine's README or a fault of the comparison table.
CLAIMS: dict[tuple[str, str], list[tuple[str, str]]] = {
    # The resting dealer's trick with the talon's ace is counted nowhere (note on the counts of tricks).
    ("dmitrybal", "four-01.log"): [("E610", "W writes 1 in Dump, not 0")],
    # Whist taken back up: the other neither shares nor is consoled (note 2 speaks of a lone whister only).
    ("jura", "game-01.json"): [("E610", "S writes W:3 in Whists, not - (1 more entry differs)")],
    ("jura", "game-02.json"): [("E610", "S writes W:18 in Whists, not - (1 more entry differs)")],
    # A pik without kontra that counts as made: who had come is fined all the same.
    ("pajcho", "records/g04.json"): [("E610", "S writes 0 in Bule, not 8 (1 more entry differs)"),
                                     ("E610", "E writes 0 in Bule, not 6")],
}
# Without the claims the fines of that fault are not on the sheet, so that the bule are used up before the log ends.
REPLAYS: dict[tuple[str, str], list[tuple[str, str]]] = {
    ("pajcho", "records/g04.json"): [("E614", "the game was over before this deal")] * 2,
}
every_log = pytest.mark.parametrize(("engine", "name", "count", "variant"), REGIONAL)


def findings(deals: list[Converted]) -> list[tuple[str, str]]:
    """What checking the converted records finds."""
    text = dumps([one.record for one in deals if one.record is not None])
    return [(found.code, found.message) for checked in check_stream(iter_records(io.StringIO(text)))
            for found in checked.diagnostics]


@every_log
def test_the_log_is_read_whole(engine: str, name: str, count: int, variant: str) -> None:
    deals = converted(engine, name)
    assert codes(deals) == []
    assert len(deals) == count
    assert {one.record.variant for one in deals if one.record is not None} == {variant}


@every_log
def test_the_format_is_recognised(engine: str, name: str, count: int, variant: str) -> None:
    with path_of(engine, name).open("rb") as stream:
        found = detect_format(stream.read(8192), name)
    assert found is not None
    assert found.name == engine


@every_log
def test_the_log_replays_under_its_rules(engine: str, name: str, count: int, variant: str) -> None:
    """Calls, exchange, answers, every card and every count of tricks: no contradiction."""
    assert findings(converted(engine, name)) == REPLAYS.get((engine, name), [])


@every_log
def test_the_engines_own_claims(engine: str, name: str, count: int, variant: str) -> None:
    """With the engine's settings in Rules its scores, sheets and settlement are what this program reckons, but for
    the faults."""
    assert findings(converted(engine, name, claims=True)) == CLAIMS.get((engine, name), [])


@every_log
def test_winners_and_tricks_are_those_of_the_log(engine: str, name: str, count: int, variant: str) -> None:
    for one in converted(engine, name):
        record = one.record
        assert record is not None
        found = replay(record, load_variant(variant).with_overrides(dict(record.rules or ())))
        winners = [found.seats[player] for player in found.winners]
        if record.play is not None and engine in ("jura", "pajcho"):
            assert winners == one.theirs["winners"], record.board
            assert all(trick.winner is None and trick.leader is None for trick in record.play.tricks)
        if record.tricks is not None and record.play is not None and found.outcome is not None:
            taken = dict(zip(found.seats, found.outcome.tricks, strict=True))
            assert {seat: taken[seat] for seat in record.tricks} == record.tricks
            if engine != "pajcho":
                assert record.tricks == {seat: one.theirs["tricks"][seat] for seat in record.tricks}, record.board


@every_log
def test_records_survive_the_notation(engine: str, name: str, count: int, variant: str) -> None:
    for claims in (False, True):
        for one in converted(engine, name, claims):
            assert one.record is not None
            assert loads(dumps(one.record)) == [one.record]


def test_four_players_differ_where_the_loss_says() -> None:
    """Board 3: the dealer W took a trick with the talon's ace, which the engine does not count."""
    deals = converted("dmitrybal", "four-01.log", claims=True)
    assert ("E610", "W writes 1 in Dump, not 0") in findings(deals)
    reasons = [loss.reason for one in deals for loss in one.losses]
    assert "the resting dealer's tricks with the talon are not counted, though its cards can win" in reasons


def test_leningrads_settings() -> None:
    rules = dict(deal("dmitrybal", "leningrad-03.log", 1)[1].rules or ())
    assert (rules["gm"], rules["hm"], rules["misere_gora"]) == ("1", "1/2", "10")
    assert (rules["min_bid"], rules["exit_by"], rules["exit_by_fail"]) == ("6", "any_played", "true")
    assert "wm" not in rules  # doubled, as the variant has it
    assert "k" not in rules


def test_rostovs_settings() -> None:
    one, record = deal("dmitrybal", "rostov-03.log", 1)
    rules = dict(record.rules or ())
    assert (rules["bid_style"], rules["consolation_passer"], rules["hm"]) == ("level", "false", "1")
    assert rules["all_pass_zero"] == "none"
    assert rules["all_pass_tricks"] == "above_fewest"
    assert rules["lone_fine_when"] == "always"
    assert one.losses == []


def test_a_misere_is_held() -> None:
    _, record = deal("dmitrybal", "rostov-03.log", 4)
    assert record.auction == Calls("S", ("6", "misere", "pass", "hold"))
    assert (record.declarer, record.contract) == ("S", "misere")

"""The table of the engines' scores is what its generator makes, and says of every deal exactly one thing."""

from __future__ import annotations

import csv
from collections import Counter

import pytest

from preferans_pbn.cards import CARD_BY_NAME, mask_of
from preferans_pbn.convert import Converted
from preferans_pbn.record import Record
from preferans_pbn.variants import load_variant
from tests.convert.logs import converted
from tests.tables.make_converted_fixtures import DEALS, FIXTURES, text_of
from tests.tables.make_engine_table import (
    FAULTS,
    FILES,
    RANK,
    TABLE,
    changes,
    deal_name,
    fields,
    table_text,
    takes_all,
)


def rows() -> list[dict[str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def all_deals() -> list[tuple[str, str, Converted, Record]]:
    return [(engine, name, one, one.record) for engine, name in FILES for one in converted(engine, name)
            if one.record is not None]


def test_table_is_up_to_date() -> None:
    assert TABLE.read_text("utf-8") == table_text()


def test_every_deal_has_one_verdict_the_worst_of_its_fields() -> None:
    worst: dict[tuple[str, str, str], str] = {}
    for row in rows():
        if row["field"] not in ("deal", "count"):
            key = row["engine"], row["file"], row["deal"]
            assert row["verdict"] in RANK
            worst[key] = max(worst.get(key, "equal"), row["verdict"], key=RANK.__getitem__)
    verdicts = {(row["engine"], row["file"], row["deal"]): row["verdict"] for row in rows() if row["field"] == "deal"}
    nothing_written = dict.fromkeys(verdicts.keys() - worst.keys(), "equal")  # neither side writes anything
    assert verdicts == {**worst, **nothing_written}
    assert len(verdicts) == sum(1 for _ in all_deals()) == 277
    assert Counter(engine for engine, _, _ in verdicts) == {
        "dmitrybal": 70, "suntehnik": 39, "backslasher": 36, "jura": 20, "pajcho": 77, "gpreda": 20, "gpreda-steps": 15}


def test_counts() -> None:
    counted = Counter((row["engine"], row["verdict"]) for row in rows() if row["field"] == "deal")
    claimed = {(row["engine"], row["verdict"]): int(row["why"]) for row in rows() if row["field"] == "count"}
    assert {key: counted[key] for key in claimed} == claimed


def test_a_row_that_is_not_equal_says_why() -> None:
    for row in rows():
        if row["field"] in ("deal", "count"):
            continue
        assert (row["verdict"] == "equal") == (not row["why"]), row
        assert (row["verdict"] == "fault") == bool(row["note"]), row
        if row["verdict"] == "equal" and row["field"] != "play":
            assert row["theirs"] == row["ours"]


def test_the_rules_of_a_deal_explain_all_of_it() -> None:
    """Under the rules that the deal's row names, and under all of the engine's rules, nothing differs but faults."""
    named = {(row["engine"], row["file"], row["deal"]): row["why"] for row in rows() if row["field"] == "deal"}
    for engine, name, one, record in all_deals():
        board = deal_name(record)
        theirs = fields(one.theirs)
        listed = {field for e, n, b, field in FAULTS if (e, n, b) == (engine, name, board)}
        pairs = dict(pair.split("=") for pair in named[engine, name, board].split())
        plain = load_variant(str(record.variant))
        for rules in (pairs, dict(record.rules or ())):
            ours = changes(record, one.theirs, plain.with_overrides(rules))
            differing = {field for field in {*ours, *theirs} if ours.get(field, 0) != theirs.get(field, 0)}
            assert differing <= listed, (engine, name, board, rules)
        assert differing == listed, (engine, name, board)  # under all of the engine's rules the faults stand


def test_no_fewer_rules_would_do() -> None:
    """None of the rules that a row names can be left out."""
    named = {(row["engine"], row["file"], row["deal"]): row["why"] for row in rows() if row["field"] == "deal"}
    for engine, name, one, record in all_deals():
        board = deal_name(record)
        theirs = fields(one.theirs)
        listed = {field for e, n, b, field in FAULTS if (e, n, b) == (engine, name, board)}
        pairs = dict(pair.split("=") for pair in named[engine, name, board].split())
        for left_out in pairs:
            fewer = {parameter: value for parameter, value in pairs.items() if parameter != left_out}
            ours = changes(record, one.theirs, load_variant(str(record.variant)).with_overrides(fewer))
            assert any(ours.get(field, 0) != theirs.get(field, 0) for field in {*ours, *theirs} - listed), (
                engine, name, board, left_out)


def test_every_fault_listed_is_in_the_table() -> None:
    found = {(row["engine"], row["file"], row["deal"], row["field"]) for row in rows()
             if row["verdict"] == "fault" and row["field"] not in ("play", "deal", "count")}
    assert found == FAULTS.keys()


def test_a_ten_that_cannot_be_beaten() -> None:
    """Four cards each are enough: top trumps and the ace of clubs take all, the king of clubs for the ace does not,
    unless the ace has no small card beside it and falls to a trump."""
    def record(south: str, west: str, east: str) -> Record:
        return Record(dealer="E", declarer="S", contract="10S", talon=(31,), discard=(31,),
                      deal={"S": hand(south), "W": hand(west), "E": hand(east)})

    assert takes_all(record("SA SK SQ CA", "SJ ST CK C7", "DA DK DQ DJ"))
    assert not takes_all(record("SA SK SQ CK", "SJ ST CA C7", "DA DK DQ DJ"))
    assert not takes_all(record("SA SK SJ CA", "SQ ST S9 C7", "DA DK DQ DJ"))
    assert takes_all(record("SA SK SJ CA", "SQ ST D9 C7", "DA DK DQ DJ"))


def hand(text: str) -> int:
    return mask_of(CARD_BY_NAME[name] for name in text.split())


@pytest.mark.parametrize("name", DEALS)
def test_fixtures_are_what_the_importers_make(name: str) -> None:
    assert (FIXTURES / f"{name}.ppbn").read_text("utf-8") == text_of(name)

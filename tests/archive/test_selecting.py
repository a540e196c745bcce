"""Which records fit."""

from __future__ import annotations

from typing import Any

import pytest

from preferans_pbn.archive.selecting import Criteria, days_of, judged
from preferans_pbn.generate import generate
from preferans_pbn.notation import Limits, dumps
from preferans_pbn.rulesets import Rulesets
from preferans_pbn.variants import load_variant, variant_names
from tests.archive.support import source_of
from tests.cli.conftest import ALL_PASS, DEAL

MISERE = DEAL.replace('"7S"', '"misere"')
BAD = DEAL.replace("SA S7 D8", "SA C8 D8").replace("HK C8 HT", "HK S7 HT").replace('"1"', '"3"')


def _fit(text: str, **asked: Any) -> list[bool]:
    criteria = Criteria(**asked)
    return [criteria.fit(checked) for piece, checked in judged(
        source_of(text), Limits(), Rulesets(), criteria.replays) if piece.read.number]


@pytest.mark.parametrize("asked, fits", [
    ({}, [True, True]),
    ({"players": ("anna",)}, [True, True]),
    ({"players": ("A*", "nobody")}, [True, True]),
    ({"players": ("Ann",)}, [False, False]),
    ({"variants": ("sochi-codex",)}, [True, True]),
    ({"variants": ("sochi-codex@1",)}, [True, True]),
    ({"variants": ("serbian",)}, [False, False]),
    ({"families": ("russian",)}, [True, True]),
    ({"contracts": ("7*",)}, [True, False]),
    ({"contracts": ("6s", "ALL-PASS")}, [False, True]),
    ({"declarers": ("S",)}, [True, False]),
    ({"declarers": ("ANNA",)}, [True, False]),
    ({"declarers": ("Boris",)}, [False, False]),
    ({"outcomes": ("played",)}, [True, True]),
    ({"outcomes": ("conceded",)}, [False, False]),
    ({"made": True}, [True, False]),
    ({"made": False}, [False, False]),
    ({"events": ("thursday*",)}, [True, True]),
    ({"sessions": ("*",)}, [False, False]),
    ({"date": days_of("2026.11")}, [True, True]),
    ({"date": days_of("2026.11.27..")}, [False, False]),
    ({"valid": True}, [True, True]),
    ({"valid": False}, [False, False]),
    ({"contracts": ("7S",), "players": ("nobody",)}, [False, False]),
])
def test_what_fits(asked: dict[str, Any], fits: list[bool]) -> None:
    assert _fit(f"{DEAL}\n{ALL_PASS}", **asked) == fits


def test_by_what_check_says() -> None:
    text = f"{DEAL}\n{BAD.replace('3', '2', 1)}"
    assert _fit(text, codes=frozenset(["E512"])) == [False, True]
    assert _fit(text, valid=False) == [False, True]
    assert _fit(text, made=True) == [True, False], "after a fault in the play it is not certain what was made"


def test_a_record_that_cannot_be_read_fits_only_by_its_fault() -> None:
    text = b'[Event "\xff"]\n[South "Anna"]\n'
    for asked, fits in (({"players": ("*",)}, False), ({"valid": False}, True), ({"codes": frozenset(["E005"])}, True),
                        ({"made": False}, False), ({"date": days_of("2026")}, False), ({}, True)):
        criteria = Criteria(**asked)
        [(_, checked)] = judged(source_of(text), Limits(), Rulesets(), True)
        assert criteria.fit(checked) is fits, asked


@pytest.mark.parametrize("contract, tricks, made", [
    ("6S", "S:6 W:2 E:2", True), ("7S", "S:6 W:2 E:2", False), ("misere", "S:0 W:5 E:5", True),
    ("misere", "S:1 W:5 E:4", False), ("concede-3", None, False), ("7S", None, None), ("7S", "S:7 W:? E:?", None),
])
def test_made_and_failed(contract: str, tricks: str | None, made: bool | None) -> None:
    text = f'[Event "x"]\n[Variant "sochi-codex"]\n[Dealer "E"]\n[Declarer "S"]\n[Contract "{contract}"]\n'
    if contract == "concede-3":
        text += '[Rules "concede=3"]\n[Bid "7S"]\n'
    elif contract != "misere":
        text += '[Defenders "W:whist E:pass"]\n'
    if tricks:
        text += f'[Tricks "{tricks}"]\n'
    assert (_fit(text, made=True), _fit(text, made=False)) == ([made is True], [made is False])


@pytest.mark.parametrize("name", variant_names())
def test_a_deal_is_made_failed_or_neither_in_every_variant(name: str) -> None:
    text = dumps(generate(load_variant(name), 5, 40))
    made, failed = _fit(text, made=True), _fit(text, made=False)
    assert not any(a and b for a, b in zip(made, failed, strict=True))
    if name not in ("austrian",):
        assert any(made) or "score" not in load_variant(name).supports


@pytest.mark.parametrize("text, days", [
    ("2026", ("2026.01.01", "2026.12.31")), ("2026.02", ("2026.02.01", "2026.02.31")),
    ("2026-02-03", ("2026.02.03", "2026.02.03")), ("2025..2026.06", ("2025.01.01", "2026.06.31")),
    ("..2026", ("0000.00.00", "2026.12.31")), ("2026.03..", ("2026.03.01", "9999.99.99")),
])
def test_days(text: str, days: tuple[str, str]) -> None:
    first, last = days_of(text)
    assert (first, last) == days or (first == days[0] and last >= days[1] and last[:7] == days[1][:7])


@pytest.mark.parametrize(
    "text", ["", "..", "26", "2026.13", "2026.1", "yesterday", "2027..2026", "2026.01.32", "2026..x"])
def test_no_days(text: str) -> None:
    with pytest.raises(ValueError, match=r"date|day|later"):
        days_of(text)


@pytest.mark.parametrize("date, asked, fits", [
    ("2026.11.??", "2026.11", True), ("2026.??.??", "2026.11", False), ("2026.??.??", "2026", True),
    ("????.??.??", "..2030", False), ("2026.11.30", "2026.11", True), ("2026.12.01", "2026.11", False),
])
def test_a_day_that_is_not_known_fits_where_every_day_does(date: str, asked: str, fits: bool) -> None:
    assert _fit(f'[Event "x"]\n[Date "{date}"]\n', date=days_of(asked)) == [fits]

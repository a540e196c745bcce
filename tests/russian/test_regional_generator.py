"""Random deals of every Russian variant: they check clean through text, and show every contract, call and ending."""

from __future__ import annotations

import io
from collections import Counter
from functools import lru_cache

import pytest

from preferans_pbn.checking import check_stream
from preferans_pbn.families import law_of
from preferans_pbn.generate import generate
from preferans_pbn.notation import dumps, iter_records
from preferans_pbn.record import Record
from preferans_pbn.variants import load_variant, variant_names

RUSSIAN = [name for name in variant_names() if load_variant(name).family == "russian"]
SEED, COUNT = 7, 300
BIDS = [f"{level}{strain}" for level in (6, 7, 8, 9, 10) for strain in ("S", "C", "D", "H", "NT")]

GUIDE = {"whist whist", "whist pass", "pass whist", "pass pass"}
CODEX = GUIDE | {"whist pass open", "pass whist open", "pass half", "pass half return", "pass half return open"}
DEFENCES: dict[str, set[str]] = {
    "sochi-guide": GUIDE, "leningrad-guide": GUIDE, "rostov-guide": GUIDE, "gusarik-guide": GUIDE,
    "sochi-codex": CODEX, "rostov-codex": CODEX, "stalingrad": CODEX, "kazakhstan": CODEX,
    "gusarik-4": (CODEX - {"pass half"}) | {"pass half pass"},
    "leningrad-sport": CODEX | {"whist pass half", "whist pass whist open", "pass half pass pass",
                                "pass half pass whist"},
    "gusarik-2": {"whist", "pass"},
    "classic": GUIDE, "skachki": GUIDE,
}
"""The answers as they are written; implied ones are left off."""
MISERE_AND_ALL_PASS = ["misere", "all-pass"]
NO_HOLD = {"sochi-guide", "leningrad-guide", "rostov-guide", "gusarik-guide", "classic", "skachki"}


@lru_cache(maxsize=1)
def deals(variant: str) -> tuple[Record, ...]:
    return tuple(generate(load_variant(variant), SEED, COUNT))


def test_the_table_is_whole() -> None:
    assert sorted(DEFENCES) == RUSSIAN


@pytest.mark.parametrize("variant", RUSSIAN)
def test_what_random_deals_show(variant: str) -> None:
    """Clean through dumps, iter_records and check_stream; every contract, call, answer and ending occurs."""
    records = deals(variant)
    assert len(records) == COUNT
    text = dumps(records)
    checked = list(check_stream(iter_records(io.StringIO(text))))
    assert [(one.number, found.code, found.message) for one in checked for found in one.diagnostics] == []
    assert len(checked) == COUNT

    contracts = Counter(record.contract or "" for record in records)
    assert sorted(contracts) == sorted([*BIDS, *MISERE_AND_ALL_PASS])

    calls = Counter(call for record in records if record.auction is not None for call in record.auction.calls)
    expected = {"pass", "misere", *BIDS} | (set() if variant in NO_HOLD else {"hold"})
    if variant == "classic":
        expected |= {f"9{strain}-hand" for strain in ("S", "C", "D", "H", "NT")}
    assert set(calls) == expected

    answers = Counter(" ".join(record.defence.calls) for record in records if record.defence is not None)
    assert DEFENCES[variant] <= set(answers)
    players = Counter(len(record.players) for record in records)
    assert set(players) == set(load_variant(variant)["players"])


def endings(variant: str) -> Counter[str]:
    """How the deals and sessions end: made and failed by kind of defence, all-pass rounds by what they show."""
    rules = load_variant(variant)
    found: Counter[str] = Counter()
    for one in check_stream(iter_records(io.StringIO(dumps(deals(variant))))):
        record, replayed = one.record, one.replay
        assert record is not None
        assert replayed is not None
        outcome = replayed.outcome
        found["claim"] += record.play is not None and record.play.end == "*"
        found["settled"] += record.settlement_table is not None
        if record.settlement_table is not None and record.board != "24":
            found["pools full"] += 1
        if outcome is None:
            continue
        if outcome.manner != "played":
            found[outcome.manner] += 1
            continue
        if outcome.contract == "all-pass":
            found["all-pass"] += 1
            found["all-pass again"] += outcome.all_pass_run > 0
            found["no trick"] += 0 in outcome.tricks[:3]
            found["dealer's trick"] += len(outcome.tricks) == 4 and outcome.tricks[3] > 0
            continue
        assert outcome.declarer is not None
        taken = outcome.tricks[outcome.declarer]
        if outcome.contract == "misere":
            found["misere made" if taken == 0 else "misere caught"] += 1
            continue
        whisters = sum(role == "whist" for role in outcome.roles.values())
        level = int(outcome.contract.rstrip("SCDHNT"))
        found[f"{'made' if taken >= level else 'failed'} against {whisters}"] += 1
        found["dealer whists"] += outcome.roles.get(3) == "whist"
        short = rules.get("duty", {}).get(level, 0) if "duty" in rules else 0
        found["short"] += taken >= level and 10 - taken < short
    return +found


COMMON = {"claim", "passed-out", "misere made", "misere caught", "made against 1", "failed against 1"}
PLAYED = COMMON | {"settled", "pools full", "short", "all-pass", "all-pass again", "no trick", "made against 2",
                   "failed against 2"}
ENDINGS: dict[str, set[str]] = {
    "sochi-guide": PLAYED, "leningrad-guide": PLAYED, "rostov-guide": PLAYED, "gusarik-guide": PLAYED,
    "sochi-codex": PLAYED | {"half", "dealer's trick"}, "stalingrad": PLAYED | {"half", "dealer's trick"},
    "rostov-codex": PLAYED | {"half"}, "kazakhstan": PLAYED | {"half", "dealer's trick"},
    "gusarik-4": PLAYED | {"half", "dealer's trick"},
    "leningrad-sport": PLAYED | {"half", "dealer's trick", "dealer whists"},
    "gusarik-2": COMMON | {"settled", "pools full", "short", "redeal"},
    "classic": COMMON | {"made against 2", "failed against 2"},
    "skachki": COMMON | {"made against 2", "failed against 2"},
}


@pytest.mark.parametrize("variant", RUSSIAN)
def test_every_ending_occurs(variant: str) -> None:
    assert ENDINGS[variant] - set(endings(variant)) == set()


@pytest.mark.parametrize("variant", RUSSIAN)
def test_loose_deals_check_clean(variant: str) -> None:
    text = dumps(list(generate(load_variant(variant), 11, 40, single=True)))
    checked = list(check_stream(iter_records(io.StringIO(text))))
    assert [found.code for one in checked for found in one.diagnostics if found.severity == "error"] == []


@pytest.mark.parametrize("variant", RUSSIAN)
def test_contracts_and_calls_are_the_laws(variant: str) -> None:
    """The lists above are what the law has, no more and no less."""
    law = law_of(load_variant(variant))
    legal = set(law.auction(0).legal())
    extra = {f"9{strain}-hand" for strain in ("S", "C", "D", "H", "NT")} if variant == "classic" else set()
    assert legal == {"pass", "misere", *BIDS} | extra

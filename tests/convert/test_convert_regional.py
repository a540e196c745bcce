"""DmitryBal logs of its Leningrad and Rostov tables and of four players: they convert and replay cleanly."""

from __future__ import annotations

import io

import pytest

from preferans_pbn.checking import check_stream
from preferans_pbn.convert import Converted
from preferans_pbn.notation import dumps, iter_records
from preferans_pbn.record import Calls
from tests.convert.logs import codes, converted, deal

LOGS = {"leningrad-03.log": "leningrad-sport", "rostov-03.log": "rostov-codex", "four-01.log": "sochi-codex"}


def findings(deals: list[Converted]) -> list[tuple[str, str]]:
    """What checking the converted records finds."""
    text = dumps([one.record for one in deals if one.record is not None])
    return [(found.code, found.message) for checked in check_stream(iter_records(io.StringIO(text)))
            for found in checked.diagnostics]


@pytest.mark.parametrize(("name", "variant"), LOGS.items())
def test_the_log_replays_under_its_variant(name: str, variant: str) -> None:
    deals = converted("dmitrybal", name)
    assert codes(deals) == []
    assert len(deals) == 10
    assert {one.record.variant for one in deals if one.record is not None} == {variant}
    assert findings(deals) == []


@pytest.mark.parametrize("name", ["leningrad-03.log", "rostov-03.log"])
def test_the_engines_own_scores_agree(name: str) -> None:
    """With the engine's settings in Rules every claim of the log is what this program reckons."""
    assert findings(converted("dmitrybal", name, claims=True)) == []


def test_four_players_differ_where_the_loss_says() -> None:
    """Board 3: the dealer W took a trick with the talon's ace, which the engine does not count."""
    deals = converted("dmitrybal", "four-01.log", claims=True)
    assert findings(deals) == [("E610", "W writes 1 in Dump, not 0")]
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
    assert [loss.field for loss in one.losses] == ["scoring"]


def test_a_misere_is_held() -> None:
    _, record = deal("dmitrybal", "rostov-03.log", 4)
    assert record.auction == Calls("S", ("6", "misere", "pass", "hold"))
    assert (record.declarer, record.contract) == ("S", "misere")

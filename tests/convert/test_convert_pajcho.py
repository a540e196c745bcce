"""pajcho records and action logs: facts read by hand from the logs, and the two compared with each other."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from preferans_pbn.cards import CARD_BY_NAME, hand_text
from preferans_pbn.convert import Converted, Options, Source, find_format
from preferans_pbn.record import Calls
from preferans_pbn.replaying import replay
from preferans_pbn.variants import load_variant
from tests.convert.logs import codes, converted, deal, path_of


def cards(text: str) -> tuple[int, ...]:
    return tuple(CARD_BY_NAME[name] for name in text.split())


# --- records ---------------------------------------------------------------------------------------------
def test_first_hand() -> None:
    """Anna deals in the South, the game goes round to the right: Boris in the East speaks first."""
    one, record = deal("pajcho", "records/g01.json", 1)
    assert record.deal is not None
    assert record.play is not None
    assert record.players == {"S": "Anna", "E": "Boris", "W": "Clara"}
    assert list(record.deal) == ["E", "W", "S"]
    assert hand_text(record.deal["S"] or 0) == "SAK9.CK.DAQ9.HK98"
    assert hand_text(record.deal["E"] or 0) == "SQJ8.CAQ98.D7.HQ7"
    assert hand_text(record.deal["W"] or 0) == "ST.CJT7.DKJT8.HJT"
    assert record.talon == cards("S7 HA")  # what the hands leave
    assert record.dealer == "S"
    assert record.bule == 8
    assert record.auction == Calls("E", ("2", "3", "hold", "4", "hold", "5", "hold", "6", "hold", "7", "hold"))
    assert (record.declarer, record.contract) == ("W", "sans")
    assert record.discard == cards("S7 D8")
    assert record.defenders == {"S": "call-partner", "E": "called"}
    assert record.defence is None
    assert record.play.first == "E"
    assert record.play.tricks[0].cards == cards("H7 HJ H8")
    assert (len(record.play.tricks), record.play.end) == (8, "*")
    assert record.claim == {"S": 2, "W": 0, "E": 0}
    assert record.tricks == {"S": 4, "W": 5, "E": 1}
    assert one.theirs["winners"] == list("WWWEWWSS")
    assert one.theirs["score"] == {
        "S": {"bule": 0, "supe": {"W": 70}, "refe": 0},
        "E": {"bule": 0, "supe": {}, "refe": 0},
        "W": {"bule": 14, "supe": {}, "refe": 0},
    }


def test_a_game_in_hand_that_was_raised() -> None:
    _, record = deal("pajcho", "records/g01.json", 4)
    assert record.auction == Calls("E", ("2", "hand-betl", "pass", "pass"))
    assert (record.contract, record.discard, record.kontra) == ("sans-hand", "-", ("S", 1))
    assert record.talon == cards("SK C9")


def test_two_cards_a_trick_against_one_follower() -> None:
    _, record = deal("pajcho", "records/g01.json", 5)
    assert record.defenders == {"E": "come", "W": "stay-out"}
    assert record.play is not None
    assert record.play.first == "E"
    assert record.play.tricks[0].cards == cards("C9 CQ")
    assert record.tricks == {"S": 6, "W": 0, "E": 4}


def test_betl_ends_with_the_declarers_first_trick() -> None:
    """The engine books the other tricks for the follower on the right: they are none."""
    one, record = deal("pajcho", "records/g02.json", 1)
    assert record.contract == "betl-hand"
    assert record.tricks == {"S": 1, "W": 1, "E": 0}
    assert one.theirs["tricks"] == {"S": 9, "E": 0, "W": 1}
    assert any(loss.field == "hand 1: tricksWon" for loss in one.losses)
    assert one.theirs["score"]["S"]["supe"] == {"W": 70}


def test_betl_is_played_on_where_the_options_say_so() -> None:
    _, record = deal("pajcho", "records/g04.json", 8)
    assert record.tricks == {"S": 3, "W": 4, "E": 3}
    assert dict(record.rules or ())["betl_stops"] == "false"


def test_kontra_chain() -> None:
    one, record = deal("pajcho", "records/g02.json", 12)
    assert record.kontra == ("E", 3)
    assert record.defenders == {"E": "come", "W": "come"}
    assert [loss.field for loss in one.losses] == ["hand 12: following"]
    assert one.theirs["score"]["S"] == {"bule": -80, "supe": {}, "refe": 0}
    assert one.theirs["score"]["E"] == {"bule": 80, "supe": {"S": 240}, "refe": 0}


def test_nobody_follows() -> None:
    one, record = deal("pajcho", "records/g01.json", 8)
    assert record.defenders == {"W": "stay-out", "E": "stay-out"}
    assert (record.play, record.tricks) == (None, None)
    assert one.theirs["settlement"] == {"S": -22, "E": -112, "W": 34}


def test_all_pass_with_and_without_refe() -> None:
    one, record = deal("pajcho", "records/g04.json", 9)
    assert (record.contract, record.declarer, record.auction) == ("all-pass", None, None)
    assert {seat: row["refe"] for seat, row in one.theirs["score"].items()} == {"S": 1, "E": 1, "W": 1}
    assert one.theirs["refe_entered"] == 1  # the one after hand 2, which all have played
    none = deal("pajcho", "records/g01.json", 3)[0]
    assert {row["refe"] for row in none.theirs["score"].values()} == {0}


def test_a_refe_doubles_and_is_crossed_off() -> None:
    one, _ = deal("pajcho", "records/g06.json", 5)
    assert one.theirs["score"]["S"] == {"bule": -20, "supe": {}, "refe": -1}
    assert one.theirs["sheet"]["E"]["refe"] == 1


def test_a_hand_that_is_not_in_the_record() -> None:
    """g04 has no hand 2, a pik without kontra: a refe for all, which the history of the score has."""
    one, record = deal("pajcho", "records/g04.json", 3)
    first = deal("pajcho", "records/g04.json", 1)[1]
    assert (first.session, record.session) == ("pajcho-4995", "pajcho-4995 from hand 3")
    assert record.opening_sheet_table is not None
    assert record.opening_sheet_table.columns == ("Seat", "Bule", "Supe", "Refe")
    assert record.opening_sheet_table.rows == (
        ("S", "2", "-", "1"), ("W", "10", "S:16", "1"), ("E", "10", "S:16", "1"))
    assert any("hand 2 is not in the record" in loss.reason for loss in one.losses)
    assert record.play is None  # pik again, and again nobody gives kontra


def test_the_totals_are_the_ledgers() -> None:
    for number in range(1, 7):
        name = f"records/g0{number}.json"
        ledger = json.loads(path_of("pajcho", name).read_text("utf-8"))["finalLedger"]
        sheet = converted("pajcho", name)[-1].theirs["sheet"]
        for player, seat in enumerate("SEW"):
            assert sheet[seat]["bule"] == ledger["bule"][player]
            assert sheet[seat]["refe"] == ledger["refe"][player]
            assert sheet[seat]["supe"] == {
                "SEW"[on]: amount for on, amount in enumerate(ledger["supe"][player]) if amount}


def test_claims() -> None:
    _, record = deal("pajcho", "records/g01.json", 8, claims=True)
    assert record.score_table is not None
    assert record.sheet_table is not None
    assert record.settlement_table is not None
    assert record.score_table.rows == (("S", "-14", "-", "0"), ("W", "0", "-", "0"), ("E", "0", "-", "0"))
    assert record.sheet_table.rows == (("S", "12", "W:198", "0"), ("W", "-18", "-", "0"), ("E", "-4", "S:56,W:16", "0"))
    assert record.settlement_table.rows == (("S", "-22"), ("W", "34"), ("E", "-112"))


def test_house_rules_follow_the_options() -> None:
    third, sixth = (dict(deal("pajcho", f"records/g0{n}.json", 1)[1].rules or ()) for n in (3, 6))
    assert (third["kontra_compulsory"], third["refe"], "must_overtake" in third) == ("none", "1", False)
    assert (sixth["kontra_compulsory"], sixth["must_overtake"]) == ("pik_or_hand", "if_beats_trick")
    assert "supe_cap" not in third
    assert dict(deal("pajcho", "records/g04.json", 1)[1].rules or ())["supe_cap"] == "none"


def bare(number: int, config: dict[str, Any] | None = None) -> list[Converted]:
    """A record without the file beside it, or with another one."""
    data = path_of("pajcho", f"records/g0{number}.json").read_bytes()
    beside = {} if config is None else {"configs.json": json.dumps(config).encode()}
    return list(find_format("pajcho").read(Source.of_bytes(data, f"g0{number}.json", beside), Options()))


@pytest.mark.parametrize("number", range(1, 7))
def test_without_the_options_the_hands_replay_all_the_same(number: int) -> None:
    deals = bare(number)
    assert codes(deals) == []
    assert [loss.code for loss in deals[0].losses if loss.field == "config"] == ["W704"]
    for one in deals:
        assert one.record is not None
        rules = load_variant("serbian-klub").with_overrides(dict(one.record.rules or ()))
        assert replay(one.record, rules).diagnostics == [], one.record.board


def test_options_that_are_not_there_or_wrong() -> None:
    assert any(loss.code == "W704" for loss in bare(1, {"g99": {}})[0].losses)
    [finding] = bare(1, {"g01": {"maxRefe": "many"}})[0].diagnostics
    assert (finding.code, finding.path) == ("E222", "configs.json")
    one_sided = {"maxRefe": 0, "mandatoryKontraOnPik": True, "mustOvertrump": True, "mustHeadSuit": False,
                 "supaCap5": True, "autoFinish": True}
    deals = bare(1, {"g01": one_sided})
    assert any(loss.field == "mustOvertrump" and loss.code == "W703" for loss in deals[0].losses)
    assert deals[0].record is not None
    assert dict(deals[0].record.rules or ())["refe"] == "none"


def game(number: int, *hands: int) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(path_of("pajcho", f"records/g0{number}.json").read_text("utf-8"))
    whole["hands"] = [whole["hands"][i - 1] for i in hands]
    return whole


def read(value: Any, form: str = "pajcho") -> list[Converted]:
    return list(find_format(form).read(Source.of_bytes(json.dumps(value, indent=1).encode(), "game.json")))


def test_faults_of_one_hand_leave_its_neighbour() -> None:
    for change, code in (("turn", "E223"), ("card", "E222"), ("kontra", "E223"), ("giver", "E223"), ("tricks", "E223"),
                         ("caller", "E223")):
        value = game(1, 1, 2)
        first = value["hands"][0]
        if change == "turn":
            first["bidLog"][1]["seat"] = 0
        elif change == "card":
            first["initialHands"][0][0]["suit"] = "caro"
        elif change == "kontra":
            first["kontra"] = 1
        elif change == "giver":
            first["kontra"], first["kontraBy"] = 1, 2
            first["bidLog"].append({"seat": 2, "kind": "kontra", "kontraLevel": 1})
        elif change == "tricks":
            first["tricksWon"] = [3, 1, 5]
        else:
            first["inviteCaller"] = 2
        deals = read(value)
        assert [code for code in codes(deals) if code != "W702"] == [code], change
        assert [one.record is not None for one in deals] == [True, True], change
        assert deals[0].partial == (change != "card")
        assert "before" in deals[1].theirs  # what the first hand wrote can be read


def test_another_version() -> None:
    value = game(1, 1)
    value["schemaVersion"] = 2
    [one] = read(value)
    assert codes([one]) == ["E222"]


# --- action logs -----------------------------------------------------------------------------------------
def test_actions_of_the_first_hand() -> None:
    one, record = deal("pajcho-actions", "actionlogs/g01.json", 1)
    assert (record.deal, record.talon, record.players) == (None, None, {})
    assert record.auction == Calls("E", ("2", "3", "hold", "4", "hold", "5", "hold", "6", "hold", "7", "hold"))
    assert (record.declarer, record.contract) == ("W", "sans")
    assert record.discard == cards("S7 D8")
    assert record.defence == Calls("S", ("come", "stay-out", "call-partner"))
    assert record.play is not None
    assert (len(record.play.tricks), record.play.end) == (8, "*")
    assert record.claim == {"S": None, "W": None, "E": None}
    assert [loss.field for loss in one.losses] == ["hands", "hand 1: FINALIZE_CLAIM"]
    assert "score" not in one.theirs


def test_kontra_chain_in_the_actions() -> None:
    _, record = deal("pajcho-actions", "actionlogs/g02.json", 12)
    assert record.defence == Calls("E", ("come", "come", "kontra", "rekontra", "subkontra"))
    _, betl = deal("pajcho-actions", "actionlogs/g05.json", 16)
    assert betl.defence == Calls("S", ("kontra", "rekontra", "subkontra", "mortkontra"))


def test_a_betl_that_nobody_doubles_names_the_roles() -> None:
    _, record = deal("pajcho-actions", "actionlogs/g01.json", 2)
    assert record.defence is None
    assert record.defenders == {"S": "come", "W": "come"}


@pytest.mark.parametrize("number", [1, 2, 5])
def test_the_actions_and_the_record_of_a_game_agree(number: int) -> None:
    """What both have is the same; the hands of the one make every card of the other legal."""
    by_board = {one.record.board: one.record for one in converted("pajcho", f"records/g0{number}.json") if one.record}
    seen = 0
    for one in converted("pajcho-actions", f"actionlogs/g0{number}.json"):
        record = one.record
        assert record is not None
        other = by_board[record.board]
        for name in ("dealer", "declarer", "contract", "discard", "rules", "bule"):
            assert getattr(record, name) == getattr(other, name), (record.board, name)
        if other.auction is not None:
            assert record.auction == other.auction
        assert (record.play is None) == (other.play is None)
        if record.play is not None and other.play is not None:
            assert record.play.tricks == other.play.tricks
        rules = load_variant("serbian-klub").with_overrides(dict(record.rules or ()))
        whole = replay(replace(record, deal=other.deal, talon=other.talon), rules)
        assert whole.diagnostics == [], record.board
        if other.defenders is not None and other.kontra is None:
            roles = replay(other, rules).outcome
            assert roles is None or whole.outcome is None or roles.roles == whole.outcome.roles
        seen += 1
    assert seen == len(by_board)


def actions(number: int) -> list[dict[str, Any]]:
    text = path_of("pajcho-actions", f"actionlogs/g0{number}.json").read_text("utf-8")
    found: list[dict[str, Any]] = json.loads(text)
    return found


def test_a_log_that_breaks_off() -> None:
    for length in (3, 14, 20, 22):  # in the auction, before the answers, in a trick, after one
        [one] = read(actions(1)[:length], "pajcho-actions")
        assert codes([one]) == ["E226"], length
        assert one.record is not None
        assert one.record.play is None or one.record.play.end == "+"


def test_actions_out_of_turn_and_unknown_ones() -> None:
    value = actions(1)
    value[2]["seat"] = 0
    deals = read(value, "pajcho-actions")
    assert codes(deals) == ["E223"]
    assert [one.record is not None for one in deals] == [True] * 8
    assert [one.partial for one in deals] == [True] + [False] * 7
    value = actions(1)
    value.insert(3, {"type": "SNEEZE", "seat": 1})
    deals = read(value, "pajcho-actions")
    assert codes(deals) == ["W702"]
    assert all(one.record is not None for one in deals)


def test_what_is_no_action_log() -> None:
    values: tuple[Any, ...] = (
        [], {}, [{"type": "PASS"}], [{"type": "INIT"}], [{"type": "INIT", "config": {"maxRefe": 1}}])
    for value in values:
        deals = read(value, "pajcho-actions")
        assert [one.record for one in deals] == [None]
        assert all(finding.severity == "error" for one in deals for finding in one.diagnostics)

"""PPN: both editions, the JSON twin, what its faults are called and where they stand."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from preferans_pbn.cli import cli, main
from preferans_pbn.convert import Converted, Loss, Options, Source, detect_format, find_format, read_source
from preferans_pbn.convert.ppn_model import CARDS
from preferans_pbn.notation import loads
from preferans_pbn.record import Record
from tests.convert.logs import codes

SAMPLE = Path(__file__).parents[2] / "fixtures" / "import" / "prefko-sample.ppn"

TAGS = """\
[Bula 60]
[Refe 2]
[Player1 Mira]
[Player2 "Jovan J."]
[Player3 Nikola]
[Result1 ?]
[Result2 ?]
[Result3 ?]
"""
WHOLE = ("[1 123 632VGNLKJI8754SRBAOM1WUTQPFED9HC M4,4,P 1 32 4 2 K3 0 16 1 "
         "NME1,GB91,KOD2,8162,RPV1,I5U1,JAW1,HSQ1,L7T1,C4F3 M7:-16,F2:L0,F1:R48:16]")
"""The deal (a) of the notation's examples: 2 3 pass / hold 4 hold / pass, come stay-out call-partner kontra."""
PASSED = "[2 231 WQKJS5LP84CEIAOT9N31BDH7FVM2RGU6 P,P,P]"
VARIANT = "[Variant serbian]\n"


def read(text: str, form: str = "ppn", claims: bool = False) -> list[Converted]:
    return list(read_source(Source.of_bytes(text.encode(), "x"), form, Options(claims=claims)))


def only(text: str, claims: bool = False) -> tuple[Converted, Record]:
    [one] = read(text, claims=claims)
    assert one.record is not None
    return one, one.record


def places(one: Converted) -> list[tuple[str, int, int]]:
    return [(found.code, found.line, found.col) for found in one.diagnostics]


def written(records: list[Record], form: str = "ppn") -> tuple[str, list[Loss]]:
    stream = io.StringIO()
    losses = list(find_format(form).write(records, stream))
    return stream.getvalue(), losses


# --- reading ------------------------------------------------------------------------------------------------
def test_card_codes() -> None:
    assert [CARDS[code] for code in "18"] == [0, 7]  # 7 and ace of spades
    assert [CARDS[code] for code in "9G"] == [16, 23]  # diamonds
    assert [CARDS[code] for code in "HO"] == [24, 31]  # hearts
    assert [CARDS[code] for code in "PW"] == [8, 15]  # clubs
    assert sorted(CARDS.values()) == list(range(32))


def test_whole_deal() -> None:
    one, record = only(TAGS + VARIANT + WHOLE, claims=True)
    assert one.diagnostics == []
    assert record.players == {"S": "Mira", "E": "Jovan J.", "W": "Nikola"}
    assert (record.dealer, record.declarer, record.contract) == ("W", "S", "H")
    assert record.bule == 60
    assert record.auction is not None
    assert (record.auction.first, record.auction.calls) == (
        "S", ("2", "3", "pass", "hold", "4", "hold", "pass"))
    assert record.discard == (2, 1)  # 9 and 8 of spades
    assert record.defence is not None
    assert record.defence.calls == ("come", "stay-out", "call-partner", "kontra")
    assert record.tricks == {"S": 7, "W": 1, "E": 2}
    assert record.score_table is not None
    assert record.score_table.rows == (("S", "-16", "-", "0"), ("W", "16", "S:48", "0"), ("E", "0", "-", "0"))
    assert one.theirs["winners"] == list("SSEESSSSSW")


def test_what_ppn_fixes_stands_in_the_rules() -> None:
    _, record = only(TAGS + PASSED)
    assert record.variant == "serbian-klub"
    rules = dict(record.rules or ())
    assert (rules["bid_ladder"], rules["refe"], rules["result_sign"]) == ("balkan8", "2", "high_wins")
    assert rules["game_value"].endswith("preferans:8")


@pytest.mark.parametrize(("kontra", "accepted", "contract", "value", "calls"), [
    ("0", "0", "4", 8, ("stay-out", "stay-out")),
    ("0", "8", "4", 8, ("come", "come")),
    ("0", "5", "4", 8, ("come", "come")),
    ("0", "3", "4", 8, ("stay-out", "come")),
    ("I3", "3", "4", 8, ("stay-out", "come", "call-partner")),
    ("K3", "3", "4", 16, ("stay-out", "come", "kontra")),
    ("R3", "8", "4", 32, ("come", "come", "fine", "kontra", "rekontra")),
    ("S2", "8", "4", 64, ("come", "come", "kontra", "rekontra", "subkontra")),
    ("M2", "2", "4", 128, ("come", "stay-out", "kontra", "rekontra", "subkontra", "mortkontra")),
    ("K3", "2", "4", 16, ("come", "stay-out", "call-partner", "kontra")),
    ("0", "8", "6", 12, ("fine",)),
    ("K3", "8", "6", 24, ("fine", "kontra")),
])
def test_defence(kontra: str, accepted: str, contract: str, value: int, calls: tuple[str, ...]) -> None:
    line = f"[1 123 632VGNLKJI8754SRBAOM1WUTQPFED9HC M4,4,P 1 32 {contract} {accepted} {kontra} 0 {value} 0 0 0,0,0]"
    one, record = only(TAGS + VARIANT + line)
    assert record.defence is not None
    assert record.defence.first == "E"
    assert record.defence.calls == calls
    assert "E223" not in codes([one])


def test_refa_of_both_kinds_and_value() -> None:
    for refa, value, good in (("0", 16, True), ("1", 32, True), ("0", 32, False), ("1", 16, False), ("0", 8, False)):
        one, _ = only(TAGS + VARIANT + WHOLE.replace("K3 0 16", f"K3 {refa} {value}"))
        assert ("E223" in codes([one])) is not good


def test_missing_refa_is_told_and_follows_from_the_value() -> None:
    line = WHOLE.replace("K3 0 16", "K3 32")
    one, record = only(TAGS + VARIANT + line, claims=True)
    assert ("E221", 10, line.index(" 32 1 NME") + 2) in places(one)
    assert record.score_table is not None
    assert record.score_table.rows[0] == ("S", "-16", "-", "-1")


def test_contradictions_stand_at_their_place_in_the_file() -> None:
    for right, wrong, code, at in (("GB91", "GB92", "E521", 3), ("F1:R48:16", "F1:R32:16", "E610", 0),
                                   ("KOD2", "KSD2", "E512", 1), ("M7:-16,F2:L0", "M8:-16,F1:L0", "E601", 0),
                                   ("16 1 NME1", "16 2 NME1", "E510", 3)):
        text = TAGS + VARIANT + "\n   " + WHOLE.replace(right, wrong)
        one, _ = only(text)
        place = text.splitlines()[10].index(wrong) + at + 1
        assert places(one)[0] == (code, 11, place)


def test_public_sample_is_imported_with_its_faults() -> None:
    [one] = list(read_source(Source.of_path(SAMPLE)))
    assert one.record is not None
    assert one.record.contract == "H"
    found = {(finding.code, finding.message.split(" (")[0]) for finding in one.diagnostics}
    assert ("E221", "the field refa is missing in this PPN deal") in found
    assert ("E450", "E discards C9 but does not hold it") in found
    assert ("E511", "W plays D8 but does not hold it") in found
    assert ("E511", "S plays D9 but does not hold it") in found
    assert ("E515", "S8 was already played in trick 1") in found
    assert ("E515", "HQ was already played in trick 2") in found
    assert all(finding.line == 10 for finding in one.diagnostics)
    assert len(one.diagnostics) == len(set(places(one)))


def test_the_order_of_the_packets_is_a_loss_where_it_says_something() -> None:
    assert [loss.field for loss in read(TAGS + VARIANT + WHOLE)[0].losses] == []
    deals = read(TAGS + PASSED + "\n" + PASSED.replace("[2 231", "[3 312") + "\n")
    assert [[loss.field for loss in one.losses] for one in deals] == [["cards"], []]


def test_public_sample_ends_with_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "out.ppbn"
    with pytest.raises(SystemExit) as ended:
        main(["convert", str(SAMPLE), str(target)])
    assert ended.value.code == 1
    assert "refa is missing" in capsys.readouterr().err
    assert loads(target.read_text("utf-8"))[0].contract == "H"


def test_card_letter_outside_of_the_table() -> None:
    one, record = only(TAGS + PASSED.replace("CEIA", "CEYA"))
    assert places(one) == [("E222", 9, 20)]
    assert record.deal is not None
    assert record.deal["W"] is None  # nine cards are known, the hand is not
    assert record.deal["E"] is not None


def test_card_dealt_twice() -> None:
    one, record = only(TAGS + PASSED.replace("CEIA", "CEIW"))
    assert places(one)[0] == ("E223", 9, 21)
    assert record.deal is not None
    assert record.deal["W"] is None


def test_bids_that_no_auction_has() -> None:
    one, record = only(TAGS + VARIANT + WHOLE.replace("M4,4,P", "2,5,P"))
    assert ("E223", 10, 41) in places(one)
    assert record.auction is None
    assert (record.bid, record.declarer) == ("2", "S")


def test_a_bad_line_leaves_its_neighbours() -> None:
    bad = ["[3 312 WQ", "what is this", PASSED.replace("P,P,P", "P,,P")]
    text = TAGS + "\n".join([PASSED, *bad, PASSED.replace("[2 231", "[4 123"), ""])
    deals = read(text)
    assert [one.record.board if one.record else None for one in deals] == ["2", None, None, None, "4"]
    assert [(found.code, found.line) for one in deals for found in one.diagnostics if one.record is None] == [
        ("E220", 10), ("E220", 11), ("E220", 12)]


def test_missing_tags_and_tags_twice() -> None:
    one, record = only("[Player1 A]\n[Player1 B]\n" + PASSED)
    assert places(one)[:2] == [("E223", 2, 2), ("E221", 3, 1)]
    assert "Bula, Refe, Player2" in one.diagnostics[1].message
    assert record.players == {"S": "A"}


def test_other_tags_are_kept_and_a_second_game_is_another() -> None:
    more = '[Place1 "2"]\n[Date 2008.03.08]\n[Location Beograd]\n'
    text = TAGS + more + PASSED + "\n\n" + TAGS.replace("60", "40") + PASSED + "\n"
    first, second = (one.record for one in read(text))
    assert first is not None
    assert second is not None
    assert [(extra.name, extra.value) for extra in first.extras] == [("Place1", "2")]
    assert (first.date, first.site) == ("2008.03.08", "Beograd")
    assert second.date is None
    assert [first.bule, second.bule] == [60, 40]


def test_results_are_good_above_zero_and_stand_with_the_last_deal() -> None:
    text = TAGS.replace("Result1 ?", "Result1 458").replace("Result2 ?", "Result2 88").replace("Result3 ?",
                                                                                                "Result3 -546")
    deals = read(text + PASSED + "\n" + PASSED.replace("[2 231", "[3 312") + "\n", claims=True)
    assert "settlement" not in deals[0].theirs
    assert deals[1].theirs["settlement"] == {"S": 458, "E": 88, "W": -546}


def test_earlier_edition() -> None:
    text = """\
[Bula "40"]
[Refe "1"]
[Player1 "cope"]
[Player2 "silvio"]
[Player3 "mace"]
[Result1 "0"]
[Result2 "0"]
[Result3 "0"]

   1. 3 632VGNLKJI8754SRBAOM1WUTQPFED9HC M4,4,D 32 4 11 0 8 NMEG 7:0:-8:0,2:16:0:0,1:0:0:8
   2. 1 WQKJS5LP84CEIAOT9N31BDH7FVM2RGU6 D,D,D
"""
    first, second = read(text)
    assert first.record is not None
    assert first.record.declarer == "S"
    assert first.record.defence is not None
    assert first.record.defence.calls == ("come", "come")
    assert first.record.tricks == {"S": 7, "W": 1, "E": 2}
    assert first.theirs["score"]["E"]["supe"] == {"S": 16}
    assert any("what G behind the cards" in loss.reason for loss in first.losses)
    assert second.record is not None
    assert second.record.dealer == "S"
    assert second.record.contract == "all-pass"


def test_json_twin_by_deal_order_and_by_number() -> None:
    _, record = only(TAGS + VARIANT + WHOLE, claims=True)
    text, _ = written([record], "ppn-json")
    twin = json.loads(text)
    assert twin["cards"]["p1"] == "632VGNLKJI"
    assert twin["throws"][3] == {"id": 4, "starts": 2, "cards": "816", "winner": 2}
    turned = json.dumps({**twin, "dealOrder": 231, "main": 2, "starts": 2, "accepted": 3, "kontra": "K1",
                         "throws": [{**throw, "winner": throw["winner"] % 3 + 1} for throw in twin["throws"]]})
    [in_order] = read(turned)  # the summary in deal order
    by_number = json.loads(turned)
    by_number["summary"] = {"p2": twin["summary"]["p1"], "p3": twin["summary"]["p2"], "p1": twin["summary"]["p3"]}
    [numbered] = read(json.dumps(by_number))
    assert in_order.theirs["score"] == numbered.theirs["score"]
    assert numbered.theirs["score"]["E"]["bule"] == -16
    assert numbered.theirs["score"]["S"]["supe"] == {"E": 48}


def test_the_json_twin_carries_the_rules_of_its_deals() -> None:
    """Prefko's own game has eight numbers: a deal of another game is not held against it."""
    _, record = only(TAGS + VARIANT + "[Rules \"refe=3 last_deal_cut=none\"]\n" + WHOLE, claims=True)
    text, losses = written([record], "ppn-json")
    assert losses == []
    assert json.loads(text)["tags"] == {
        "Bula": "60", "Refe": "3", "Player1": "Mira", "Player2": "Jovan J.", "Player3": "Nikola",
        "Variant": "serbian", "Rules": "last_deal_cut=none refe=3"}
    [again] = read(text, claims=True)
    assert (again.record, [found for found in again.diagnostics if found.severity == "error"]) == (record, [])


def test_a_twin_without_tags_is_of_prefkos_game() -> None:
    _, record = only(TAGS + VARIANT + WHOLE, claims=True)
    text, _ = written([record], "ppn-json")
    twin = json.loads(text)
    del twin["tags"]
    [one] = read(json.dumps(twin))
    assert one.record is not None
    assert (one.record.variant, dict(one.record.rules or ())["bid_ladder"]) == ("serbian-klub", "balkan8")
    assert (one.record.players, one.record.bule) == ({}, None)
    mixed = read(text + json.dumps(twin) + "\n" + text)
    assert [one.record and one.record.variant for one in mixed] == ["serbian", "serbian-klub", "serbian"]


def test_results_of_the_json_twin_are_those_of_their_deal() -> None:
    tags = TAGS.replace("[Result1 ?]\n[Result2 ?]\n[Result3 ?]", "[Result1 7]\n[Result2 -9]\n[Result3 2]")
    first, second = read(tags + VARIANT + WHOLE + "\n" + PASSED + "\n", claims=True)
    assert first.record is not None and second.record is not None
    assert first.record.settlement_table is None and second.record.settlement_table is not None
    text, losses = written([first.record, second.record], "ppn-json")
    assert losses == []
    assert [one.record for one in read(text, claims=True)] == [first.record, second.record]


def test_tags_of_its_own_stay_with_their_record_in_the_json_twin() -> None:
    _, record = only("[Mood good]\n" + TAGS + VARIANT + WHOLE, claims=True)
    assert [(extra.name, extra.value) for extra in record.extras] == [("Mood", "good")]
    text, losses = written([record, record], "ppn-json")
    assert losses == []
    assert [one.record for one in read(text, claims=True)] == [record, record]


@pytest.mark.parametrize(("name", "value", "code", "shown"), [
    ("Bula", "many", "E222", "many"), ("Variant", "sochi-codex", "E222", "sochi-codex"), ("Bula", 60, "E222", "60"),
    ("Result1", "none", "E222", "none"), ("Event", "a\tb", "E222", "a\\tb"), ("Rules", None, "E222", "null"),
])
def test_a_tag_of_the_json_twin_that_cannot_be_has_its_place(name: str, value: object, code: str, shown: str) -> None:
    _, record = only(TAGS + VARIANT + WHOLE, claims=True)
    twin = json.loads(written([record], "ppn-json")[0])
    twin["tags"][name] = value
    line = json.dumps(twin)
    for deal in read(f"{line}\n{line}\n", claims=True)[:1]:
        found = next(one for one in deal.diagnostics if one.severity == "error")
        assert (found.code, found.line) == (code, 1)
        assert line[found.col - 1 :].startswith(shown) or line[found.col - 1 :].startswith(f'"{shown}')
    twin["tags"] = ["Bula"]
    [one] = read(json.dumps(twin))
    assert one.record is None and codes([one]) == ["E222"]


def test_json_faults_have_their_place() -> None:
    good = '{"id":2,"dealOrder":312,"cards":{"p1":"WQKJS5LP84","p2":"CEIAOT9N31","p3":"BDH7FVM2RG","t":"U6"},' \
           '"bids":{"p1":"P","p2":"P","p3":"P"}}'
    wrong = good.replace("CEIA", "CE")
    deals = read(good + "\n" + wrong + "\n{oops\n" + good + "\n")
    assert [one.record is not None for one in deals] == [True, False, False, True]
    assert [(found.code, found.line, found.col) for one in deals[1:3] for found in one.diagnostics] == [
        ("E222", 2, wrong.index('"CEOT') + 1), ("E220", 3, 2)]


def test_both_forms_are_recognised() -> None:
    for data, name in ((SAMPLE.read_bytes(), "ppn"), (b'[Bula "40"]\n[Refe "1"]\n', "ppn"),
                       (b'{"id":1,"dealOrder":231,"cards":{},"bids":{}}', "ppn-json")):
        found = detect_format(data)
        assert found is not None
        assert found.name == name


# --- writing ------------------------------------------------------------------------------------------------
def test_written_line() -> None:
    _, record = only(TAGS + VARIANT + WHOLE, claims=True)
    text, losses = written([record])
    assert losses == []
    assert WHOLE in text.splitlines()
    assert '[Player2 "Jovan J."]' in text


def test_tags_with_quotes_and_brackets_come_back() -> None:
    _, record = only(TAGS + VARIANT + WHOLE)
    record.players["S"] = 'a "b" ]c\\ d'
    text, _ = written([record])
    [again] = read(text)
    assert again.record is not None
    assert again.record.players["S"] == 'a "b" ]c\\ d'


def test_what_cannot_be_written_is_left_out_whole() -> None:
    _, good = only(TAGS + VARIANT + WHOLE, claims=True)
    russian = loads('[Event "x"]\n[Variant "sochi-codex"]\n[Dealer "E"]\n[Contract "all-pass"]\n')[0]
    four = loads('[Event "x"]\n[Variant "serbian-klub"]\n[Dealer "N"]\n'
                 '[Deal "E:SAQT7.CK9.DJT.HQ9 S:SKJ9.DAKQ98.HT8 W:S8.CAQJT87.D7.HKJ"]\n[Talon "HA H7"]\n'
                 '[Contract "all-pass"]\n')[0]
    partial = loads('[Event "x"]\n[Variant "serbian"]\n[Dealer "E"]\n[Contract "H"]\n')[0]
    text, losses = written([russian, good, four, partial])
    assert [(loss.code, loss.record) for loss in losses] == [("W705", 1), ("W705", 3), ("W705", 4)]
    assert text.count("\n[1 ") == 1
    assert len(read(text)) == 1


def test_an_unknown_refe_is_not_invented() -> None:
    _, record = only(TAGS + VARIANT + WHOLE.replace("[1 ", "[5 "))
    _, losses = written([record])  # board 5 of a session that does not begin here, and no score
    assert [loss.code for loss in losses] == ["W705"]
    assert "refe" in losses[0].reason


def test_settlement_inside_a_game_is_a_loss() -> None:
    text = TAGS.replace("?", "0") + VARIANT + PASSED + "\n"
    first = read(text, claims=True)[0].record
    second = read(text.replace("[2 231", "[3 312"), claims=True)[0].record
    assert first is not None
    assert second is not None
    _, losses = written([first, second])
    assert ("SettlementTable", 1) in {(loss.field, loss.record) for loss in losses}
    assert ("SettlementTable", 2) not in {(loss.field, loss.record) for loss in losses}


# --- deals that the writer left out ------------------------------------------------------------------------------
def _random(variant: str, seed: int, count: int) -> list[Record]:
    result = CliRunner().invoke(cli, ["random", "--variant", variant, "--seed", str(seed), "--count", str(count)])
    return list(loads(result.stdout))


def _dealers(text: str) -> list[Converted]:
    return [one for one in read(text) if any(found.code == "E307" for found in one.diagnostics)]


@pytest.mark.parametrize("boards", ["numbers", "none"])
def test_deals_that_were_left_out_accuse_no_dealer(boards: str) -> None:
    """Of 100 Croatian deals PPN can say a few; each of them is read back without a word against its dealer."""
    records = _random("croatian", 7, 100)
    if boards == "none":
        for record in records:
            record.event, record.session, record.board = "Evening", "one", None
    out = io.StringIO()
    losses = list(find_format("ppn").write(records, out))
    gone = sum(loss.code == "W705" for loss in losses)
    deals = read(out.getvalue())
    assert gone > 20
    assert len(deals) == 100 - gone > 1
    assert [found.message for one in deals for found in one.diagnostics if found.severity == "error"] == []


def test_the_dealer_of_deals_that_follow_each_other_is_judged() -> None:
    """The second of two deals is numbered as the second and has the dealer of the third; as the third he is right."""
    records = _random("serbian-klub", 5, 3)
    out = io.StringIO()
    assert not [loss for loss in find_format("ppn").write(records, out) if loss.code == "W705"]
    lines = out.getvalue().split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("[2 "))
    left_out = "\n".join(lines[:at] + lines[at + 1 :])
    assert _dealers(left_out) == []
    assert len(_dealers(left_out.replace("\n[3 ", "\n[2 "))) == 1

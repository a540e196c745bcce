"""DmitryBal logs: facts read by hand from the logs, with and without the files beside them."""

from __future__ import annotations

import json

import pytest

from preferans_pbn.cards import CARD_BY_NAME, hand_text
from preferans_pbn.checking import check_stream
from preferans_pbn.convert import Converted, Options, Source, find_format, read_source
from preferans_pbn.convert.rereading import changed_fields
from preferans_pbn.notation import dumps, iter_text
from preferans_pbn.record import Calls
from preferans_pbn.rulesets import Rulesets
from tests.convert.logs import DATA, FILES, REGIONAL, codes, converted, deal

FOLDER = DATA / "dmitrybal"


def cards(text: str) -> tuple[int, ...]:
    return tuple(CARD_BY_NAME[name] for name in text.split())


def read(text: str, companions: dict[str, bytes] | None = None) -> list[Converted]:
    source = Source.of_bytes(text.encode(), "sochi-01.log", companions)
    return list(find_format("dmitrybal").read(source, Options()))


def log(deals: int) -> str:
    """The first deals of a log."""
    text = (FOLDER / "sochi-01.log").read_text("utf-8")
    return text.split(f"--- раздача {deals + 1},")[0]


def test_first_deal() -> None:
    one, record = deal("dmitrybal", "sochi-01.log", 1)
    assert record.deal is not None
    assert record.play is not None
    assert hand_text(record.deal["S"] or 0) == "CK87.DAKQT8.HQT"
    assert hand_text(record.deal["W"] or 0) == "SKJT.CT.DJ97.HJ98"
    assert hand_text(record.deal["E"] or 0) == "SAQ987.CAJ.HAK7"
    assert record.talon == cards("C9 CQ")
    assert record.auction == Calls("S", ("6C", "6H", "6NT", "7S", "7D", "7H", "pass", "hold"))
    assert (record.declarer, record.contract) == ("W", "7H")
    assert record.discard == cards("ST D7")
    assert record.defence == Calls("E", ("whist", "pass"))
    assert record.play.first == "E"
    assert record.play.tricks[0].cards == cards("S7 HQ SK")
    assert record.play.tricks[9].cards == cards("D9 SQ DA")
    assert record.tricks == {"S": 3, "W": 4, "E": 3}
    assert record.target is None
    assert one.theirs["score"] == {
        "S": {"pool": 0, "dump": 0, "whists": {"W": 12}},
        "W": {"pool": 0, "dump": 12, "whists": {}},
        "E": {"pool": 0, "dump": 0, "whists": {"W": 36}},
    }
    assert one.theirs["net"] == {"S": 12, "W": -48, "E": 36}


def test_misere_lets_forehand_lead() -> None:
    _, record = deal("dmitrybal", "sochi-01.log", 7)
    assert (record.dealer, record.declarer, record.contract) == ("E", "E", "misere")
    assert record.play is not None
    assert record.play.first == "S"
    assert record.defence is None


def test_running_totals_are_kept_apart_by_pair() -> None:
    one, record = deal("dmitrybal", "sochi-01.log", 2, claims=True)
    assert one.theirs["sheet"]["E"]["whists"] == {"W": 56}
    assert record.sheet_table is not None
    assert record.sheet_table.rows == (("S", "0", "0", "W:18"), ("W", "0", "18", "-"), ("E", "0", "0", "W:56"))


def test_all_pass_in_a_row() -> None:
    one, record = deal("dmitrybal", "sochi-03.log", 3)
    assert record.all_pass_run == 1
    assert record.play is not None
    assert [trick.talon for trick in record.play.tricks[:3]] == [*cards("D8 HQ"), None]
    assert one.theirs["score"]["W"]["dump"] == 10


def test_hold_of_a_misere_bidder() -> None:
    _, record = deal("dmitrybal", "sochi-03.log", 6)
    assert record.auction == Calls("E", ("misere", "pass", "9NT", "hold"))
    assert record.contract == "9NT"
    assert record.defence == Calls("S", ("pass", "pass"))
    assert record.play is None


def test_house_rules_follow_the_settings() -> None:
    rules = dict(deal("dmitrybal", "sochi-01.log", 1)[1].rules or ())
    assert (rules["first_lead"], rules["duty_counts"], rules["hold_ends_auction"]) == ("declarers_left", "own", "true")
    assert (rules["all_pass_amnesty"], rules["target"], rules["half_whist"]) == ("true", "none", "none")


def test_without_the_companion_the_deal_is_partial() -> None:
    deals = read(log(2))
    assert codes(deals) == []
    assert [loss.field for loss in deals[0].losses if loss.code == "W704"] == ["hands"]
    record = deals[0].record
    assert record is not None
    assert record.deal is None
    assert record.players == {}
    assert record.talon == cards("C9 CQ")
    assert record.auction is not None
    assert record.play is not None
    assert len(record.play.tricks) == 10
    assert (record.session, record.all_pass_run) == ("dmitrybal-sochi-01", None)


def test_a_hand_of_the_companion_that_has_a_card_twice_stands_there() -> None:
    companion = json.loads((FOLDER / "sochi-01.deals.json").read_text("utf-8"))
    companion["deals"][0]["after_deal"]["hands"]["1"][3] = companion["deals"][0]["after_deal"]["hands"]["1"][2]
    text = json.dumps(companion, ensure_ascii=False, indent=1)
    deals = read(log(2), {"sochi-01.deals.json": text.encode()})
    record = deals[0].record
    assert record is not None and record.deal is not None and deals[1].record is not None
    assert [seat for seat, hand in record.deal.items() if hand is None] == ["W"]
    [finding] = deals[0].diagnostics
    assert (finding.code, finding.path) == ("E223", "sochi-01.deals.json")
    assert '"1": [' in text.split("\n")[finding.line - 1]


@pytest.mark.parametrize("name", [name for engine, name, *_ in (*FILES, *REGIONAL) if engine == "dmitrybal"])
@pytest.mark.parametrize("beside", ["", ".deals.json"])
def test_without_the_settings_the_rules_are_not_known(name: str, beside: str) -> None:
    """From the first lead to the first bid the settings have it: nothing of that is held against the log."""
    path = FOLDER / name
    hands = path.name.replace(".log", ".deals.json")
    companions = {hands: (FOLDER / hands).read_bytes()} if beside else {}
    for options in (Options(), Options(claims=True)):
        deals = list(read_source(Source.of_bytes(path.read_bytes(), name, companions), "dmitrybal", options))
        assert codes(deals) == []
        assert len(deals) == 10
        for one in deals:
            assert one.record is not None
            assert one.record.variant is None
            assert dict(one.record.rules or ())["hold_ends_auction"] == "true"  # as the engine always plays
            assert "first_lead" not in dict(one.record.rules or ())
            assert (one.record.deal is not None) == bool(beside)
        assert [loss.field for loss in deals[0].losses if loss.code == "W703"] == ["settings"]


@pytest.mark.parametrize("name", [name for engine, name, *_ in (*FILES, *REGIONAL) if engine == "dmitrybal"])
def test_who_knows_the_rules_can_name_them_afterwards(name: str) -> None:
    known = deal("dmitrybal", name, 1)[1]
    hands = name.replace(".log", ".deals.json")
    source = Source.of_bytes((FOLDER / name).read_bytes(), name, {hands: (FOLDER / hands).read_bytes()})
    text = "".join(dumps(one.record) for one in find_format("dmitrybal").read(source) if one.record is not None)
    checked = list(check_stream(iter_text(text), Rulesets(known.variant, None, dict(known.rules or ()))))
    assert [one.number for one in checked] == list(range(1, 11))
    assert [found.code for one in checked for found in one.diagnostics if found.severity == "error"] == []


def test_without_the_settings_the_record_is_that_of_the_full_log_but_for_the_rules() -> None:
    hands = {"sochi-01.deals.json": (FOLDER / "sochi-01.deals.json").read_bytes()}
    for alone, (number, full) in zip(read(log(10), hands), enumerate(converted("dmitrybal", "sochi-01.log"), 1),
                                     strict=True):
        assert alone.record is not None and full.record is not None
        assert set(changed_fields(full.record, alone.record)) - {"Play"} == {"Variant", "Rules"}, number
        if full.record.contract != "all-pass":  # where who leads behind the talon's cards is written out
            assert full.record.play == alone.record.play, number


def test_without_the_settings_what_all_games_share_is_told() -> None:
    """West must follow with a spade; a card cannot be played twice; the higher club takes."""
    hands = {"sochi-01.deals.json": (FOLDER / "sochi-01.deals.json").read_bytes()}
    text = log(1)
    swapped = text.replace("1=K♠", "1=9♥", 1)
    swapped = swapped.replace("1=9♥ -> взял 1 (9♥)", "1=K♠ -> взял 1 (K♠)", 1)
    [one] = read(swapped, hands)
    assert one.diagnostics[0].code == "E512"
    assert swapped.split("\n")[one.diagnostics[0].line - 1][one.diagnostics[0].col - 1 :].startswith("9♥ -> взял 0")
    for old, new, code, begins in (
        ("взятка 2: 0=7♣ 1=Q♣ 2=J♣", "взятка 2: 0=7♣ 1=Q♣ 2=7♠", "E515", "7♠ ->"),
        ("взятка 2: 0=7♣ 1=Q♣ 2=J♣ -> взял 1 (Q♣)", "взятка 2: 0=7♣ 1=Q♣ 2=J♣ -> взял 2 (J♣)", "E521", "2 (J♣)"),
    ):
        assert old in text
        [one] = read(text.replace(old, new, 1), hands)
        first = one.diagnostics[0]
        assert first.code == code
        assert text.replace(old, new, 1).split("\n")[first.line - 1][first.col - 1 :].startswith(begins)


def test_settings_that_cannot_be_read_are_not_known() -> None:
    companions = {name: (FOLDER / name).read_bytes() for name in ("sochi-01.deals.json", "sochi.effective.json")}
    settings = json.loads(companions["sochi.effective.json"])
    settings["play"]["first_lead"] = "whoever"
    one = read(log(1), {**companions, "sochi.effective.json": json.dumps(settings).encode()})[0]
    assert one.record is not None and one.record.variant is None
    [loss] = [loss for loss in one.losses if loss.code == "W703"]
    assert "whoever" in loss.reason


def test_companion_that_contradicts_the_log() -> None:
    companion = json.loads((FOLDER / "sochi-01.deals.json").read_text("utf-8"))
    companion["deals"][0]["after_deal"]["prikup"] = ["9♣", "Q♦"]
    text = json.dumps(companion, ensure_ascii=False, indent=1)
    deals = read(log(2), {"sochi-01.deals.json": text.encode()})
    assert codes(deals) == ["E223"]
    assert [one.record is not None and len(one.record.talon or ()) for one in deals] == [2, 2]
    [finding] = deals[0].diagnostics
    assert finding.path == "sochi-01.deals.json"
    assert text.split("\n")[finding.line - 1][finding.col - 1:] == "["
    assert '"prikup"' in text.split("\n")[finding.line - 1]


def test_companion_that_is_no_json() -> None:
    deals = read(log(1), {"sochi-01.deals.json": b"{"})
    assert codes(deals) == ["E220"]
    assert deals[0].diagnostics[0].path == "sochi-01.deals.json"
    assert deals[0].record is not None
    assert deals[0].record.deal is None


def test_companion_without_the_deal() -> None:
    deals = read(log(1), {"sochi-01.deals.json": b'{"names": ["A", "B", "C"], "deals": []}'})
    assert codes(deals) == []
    assert deals[0].record is not None
    assert deals[0].record.players == {"S": "A", "W": "B", "E": "C"}
    assert any(loss.code == "W704" for loss in deals[0].losses)


def test_log_that_breaks_off() -> None:
    text = log(1).split("взятка 4: ходит")[0]
    [one] = read(text)
    assert codes([one]) == ["E226"]
    assert one.diagnostics[0].line == 2
    assert one.record is not None
    assert one.record.play is not None
    assert one.record.play.end == "+"
    assert len(one.record.play.tricks) == 3
    assert one.record.tricks is None
    assert "score" not in one.theirs


def test_unknown_line_is_told_and_skipped() -> None:
    lines = log(1).split("\n")
    lines.insert(4, "игрок 1 чихает")
    [one] = read("\n".join(lines))
    assert codes([one]) == ["W702"]
    assert one.diagnostics[0].line == 5
    assert one.record is not None


def test_faults_of_one_deal_leave_its_neighbour() -> None:
    text = log(2)
    for before, after, line, calls, answers, cards in (
        ("игрок 2 объявляет six nt", "игрок 0 объявляет six nt", 6, 2, 0, 0),  # out of turn
        ("игрок 2 объявляет six nt", "игрок 2 объявляет twelve nt", 6, 2, 0, 0),
        ("игрок 2 объявляет six nt", "игрок 7 объявляет six nt", 6, 2, 0, 0),
        ("игрок 2: вист", "игрок 0: вист", 19, 8, 0, 0),
        ("взятка 1: 2=7♠ 0=Q♥ 1=K♠", "взятка 1: 2=7♠ 1=K♠ 0=Q♥", 22, 8, 2, 1),
        ("взятка 2: 0=7♣", "взятка 5: 0=7♣", 24, 8, 2, 3),
        ("взял 0 (Q♥)", "взял 2 (Q♥)", 22, 8, 2, 0),
        ("снос 1: 7♦ 10♠", "снос 2: 7♦ 10♠", 15, 8, 0, 0),
        ("--- раздача 1, сдающий 2 ---", "--- раздача 1, сдающий 3 ---", 2, 0, 0, 0),
    ):
        assert before in text
        deals = read(text.replace(before, after, 1))
        assert deals[1].record is not None
        record = deals[0].record
        assert (record is None) == before.startswith("---"), before
        if record is not None:
            assert deals[0].partial
            said = [() if part is None else part.calls for part in (record.auction, record.defence)]
            assert [len([word for word in words if word != "?"]) for words in said] == [calls, answers], before
            played = () if record.play is None else record.play.tricks
            assert sum(len(trick.cards) for trick in played) == cards, before
            assert record.play is None or record.play.end == "+"
        [finding] = deals[0].diagnostics
        assert finding.severity == "error"
        assert (finding.line, finding.path) == (line, "sochi-01.log"), before
        assert finding.col > 0, before


def test_trick_that_goes_to_another_card_is_not_put_right() -> None:
    """The queen of hearts is trump and wins; a log that gives the trick to the seven of spades says so."""
    [one] = read(log(1).replace("взял 0 (Q♥)", "взял 2 (7♠)", 1))
    assert one.record is not None
    assert one.record.play is not None
    assert one.record.play.tricks[0].winner == "E"


def test_other_first_line() -> None:
    for text in ("", "привет\n", "игра началась: 5 игрока, вариант sochinka\n"):
        deals = read(text)
        assert codes(deals) == ["E222"]
        assert deals[0].record is None
    assert codes(read("игра началась: 3 игрока, вариант sochinka\n")) == ["E221"]


def test_variant_that_is_not_known() -> None:
    [one] = read(log(1).replace("sochinka", "kolyma"))
    assert one.record is not None
    assert one.record.variant is None
    assert any(loss.code == "W703" and "kolyma" in loss.reason for loss in one.losses)


def test_old_encoding() -> None:
    data = log(1).replace("«", '"').replace("»", '"')
    source = Source.of_bytes("игра".encode("cp1251") + data.encode(), "x.log")
    assert codes(list(find_format("dmitrybal").read(source))) == ["E005"]
    marked = Source.of_bytes(log(1).encode("utf-16"), "sochi-01.log")
    [one] = list(find_format("dmitrybal").read(marked))
    assert one.record is not None

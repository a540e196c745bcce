"""DmitryBal logs: facts read by hand from the logs, with and without the files beside them."""

from __future__ import annotations

import json

from preferans_pbn.cards import CARD_BY_NAME, hand_text
from preferans_pbn.convert import Converted, Options, Source, find_format
from preferans_pbn.record import Calls
from tests.convert.logs import DATA, codes, deal

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


def test_companion_that_contradicts_the_log() -> None:
    companion = json.loads((FOLDER / "sochi-01.deals.json").read_text("utf-8"))
    companion["deals"][0]["after_deal"]["prikup"] = ["9♣", "Q♦"]
    text = json.dumps(companion, ensure_ascii=False, indent=1)
    deals = read(log(2), {"sochi-01.deals.json": text.encode()})
    assert codes(deals) == ["E223"]
    assert [one.record is not None for one in deals] == [False, True]
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
    for before, after, line in (
        ("игрок 2 объявляет six nt", "игрок 0 объявляет six nt", 0),  # out of turn
        ("игрок 2 объявляет six nt", "игрок 2 объявляет twelve nt", 6),
        ("игрок 2 объявляет six nt", "игрок 7 объявляет six nt", 6),
        ("взятка 2: 0=7♣", "взятка 5: 0=7♣", 24),
        ("взял 0 (Q♥)", "взял 2 (Q♥)", 22),
        ("снос 1: 7♦ 10♠", "снос 2: 7♦ 10♠", 15),
        ("--- раздача 1, сдающий 2 ---", "--- раздача 1, сдающий 3 ---", 2),
    ):
        deals = read(text.replace(before, after, 1))
        assert [one.record is not None for one in deals] == [False, True], before
        [finding] = deals[0].diagnostics
        assert finding.severity == "error"
        assert (finding.line, finding.path) == (line, "sochi-01.log"), before


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

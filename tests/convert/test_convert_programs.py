"""Scenarios, etudes, snapshots and deals that programs keep as JSON.  The deal is that of the notation's own pages."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from preferans_pbn.cards import CARD_BY_NAME, mask_of
from preferans_pbn.convert import Converted, Options, Source, detect_format, find_format
from preferans_pbn.notation import dumps, loads
from preferans_pbn.record import Calls, Record

WORDS = {"7": "SEVEN", "8": "EIGHT", "9": "NINE", "T": "TEN", "J": "JACK", "Q": "QUEEN", "K": "KING", "A": "ACE"}
SUITS = {"S": "SPADES", "C": "CLUBS", "D": "DIAMONDS", "H": "HEARTS"}
HANDS = {"S": "SA SK SQ SJ ST S9 C7 D7 HA HK",
         "W": "S8 S7 CA CK CQ CJ CT C9 C8 DA",
         "E": "DK DQ DJ DT D9 D8 HQ HJ HT H9"}
TALON = "H8 H7"
ROWS = ["SA S7 D8", "SK S8 D9", "HA DA H9", "HK C8 HT", "H8 C9 HJ", "E HQ H7 CT", "E DK SQ CJ", "S SJ CQ DT",
        "S ST CK DJ", "S S9 CA DQ"]
"""7S by S, who lays C7 D7 away; a letter before a row: who leads it."""
SEATS = "SWE"


def held(cards: str) -> int:
    return mask_of(CARD_BY_NAME[card] for card in cards.split())


def hand(seat: str) -> list[str]:
    return HANDS[seat].split()


def tricks() -> list[list[tuple[str, str]]]:
    """The tricks with who played each card."""
    made = []
    for row in ROWS:
        words = row.split()
        first = words.pop(0) if len(words) == 4 else "S"
        at = SEATS.index(first)
        made.append([(SEATS[(at + step) % 3], card) for step, card in enumerate(words)])
    return made


WINNERS = ["S", "S", "S", "S", "E", "E", "S", "S", "S", "S"]


def read(form: str, data: Any, name: str = "x.json") -> list[Converted]:
    text = data if isinstance(data, str) else json.dumps(data, indent=1)
    found = detect_format(text.encode(), name)
    assert found is not None and found.name == form
    return list(find_format(form).read(Source.of_bytes(text.encode(), name), Options()))


def record_of(form: str, data: Any) -> Record:
    [one] = read(form, data)
    assert one.record is not None, one.diagnostics
    assert [found.code for found in one.diagnostics if found.severity == "error"] == []
    assert loads(dumps(one.record)) == [one.record]
    return one.record


def codes(one: Converted) -> list[tuple[str, int]]:
    return [(found.code, found.line) for found in one.diagnostics]


# ---- PrefHub ----------------------------------------------------------------------------------------------------


def hub(name: str) -> str:
    return f"{WORDS[name[1]]}_{SUITS[name[0]]}"


def scenario() -> dict[str, Any]:
    who = {"S": "playerSouth", "W": "playerWest", "E": "playerEast"}
    moves: list[dict[str, Any]] = [
        {"action": "bid", "player": "playerSouth", "contract": "SIX_SPADES"},
        {"action": "bid", "player": "playerWest", "contract": "SIX_CLUBS"},
        {"action": "bid", "player": "playerEast", "contract": "PASS"},
        {"action": "bid", "player": "playerSouth", "contract": "SEVEN_SPADES"},
        {"action": "bid", "player": "playerWest", "contract": "PASS"},
        {"action": "takePrikup", "player": "playerSouth", "discard": ["SEVEN_CLUBS", "SEVEN_DIAMONDS"]},
    ]
    moves += [{"action": "playCard", "player": who[seat], "card": hub(card)}
              for trick in tricks() for seat, card in trick]
    deck = {who[seat]: [hub(card) for card in hand(seat)] for seat in SEATS}
    deck["prikup"] = [hub(card) for card in TALON.split()]
    return {"tests": {"test7": {"deck": deck, "scenarios": [{"name": "seven spades", "moves": moves}]}}}


def test_a_scenario_of_prefhub() -> None:
    record = record_of("prefhub", scenario())
    assert (record.event, record.board, record.variant, record.dealer) == ("test7", "seven spades", None, "E")
    assert record.deal == {seat: mask_of(CARD_BY_NAME[card] for card in hand(seat)) for seat in SEATS}
    assert record.auction == Calls("S", ("6S", "6C", "pass", "7S", "pass"))
    assert (record.declarer, record.contract, record.bid) == ("S", "7S", None)
    assert record.discard == (CARD_BY_NAME["C7"], CARD_BY_NAME["D7"])
    assert (record.defence, record.defenders, record.score_table) == (None, None, None)
    assert record.play is not None and len(record.play.tricks) == 10 and record.play.end == ""


def test_a_revoke_in_a_scenario_is_reported_at_its_place() -> None:
    data = scenario()
    moves = data["tests"]["test7"]["scenarios"][0]["moves"]
    moves[7]["card"], moves[10]["card"], moves[16]["card"] = "EIGHT_CLUBS", "SEVEN_SPADES", "EIGHT_SPADES"
    # W has a spade at the first trick, none at the fourth
    text = json.dumps(data, indent=1)
    [one] = read("prefhub", text)
    line = text[: text.index('"EIGHT_CLUBS"', text.index('"playCard"'))].count("\n") + 1
    assert ("E512", line) in codes(one)
    assert one.record is not None


def test_a_scenario_with_an_unknown_move_keeps_the_rest() -> None:
    data = scenario()
    data["tests"]["test7"]["scenarios"][0]["moves"].insert(6, {"action": "sing", "player": "playerWest"})
    [one] = read("prefhub", data)
    assert [found.code for found in one.diagnostics] == ["W702"]
    assert one.record is not None and one.record.play is not None


def test_scenarios_are_read_each_for_itself() -> None:
    data = scenario()
    scenarios = data["tests"]["test7"]["scenarios"]
    broken = deepcopy(scenarios[0])
    broken["moves"][6]["card"] = "FIVE_SPADES"
    scenarios.insert(0, broken)
    first, second = read("prefhub", data)
    assert [found.code for found in first.diagnostics] == ["E222"]
    assert first.record is not None and first.record.contract == "7S" and first.record.play is None
    assert second.record is not None and second.diagnostics == []


def spoiled(number: int, **changes: Any) -> tuple[Converted, str]:
    """The scenario with members of one move changed (None: left out), and its text."""
    data = scenario()
    move = data["tests"]["test7"]["scenarios"][0]["moves"][number]
    move.update(changes)
    for key in [key for key, value in changes.items() if value is None]:
        del move[key]
    text = json.dumps(data, indent=1)
    [one] = read("prefhub", text)
    return one, text


@pytest.mark.parametrize("number", [*range(9), 34, 35])
@pytest.mark.parametrize(("key", "value", "code"), [
    ("player", "playerNorth", "E222"), ("player", None, "E221"), ("action", 7, "E222"), ("action", None, "E221"),
    ("contract", "SIX_PACK", "E222"), ("contract", None, "E221"), ("discard", None, "E221"),
    ("discard", ["SEVEN_CLUBS"], "E222"), ("discard", ["SEVEN_CLUBS", "SIX_CLUBS"], "E222"),
    ("card", "SIX_CLUBS", "E222"), ("card", None, "E221"),
])
def test_what_stands_before_a_bad_move_is_kept(number: int, key: str, value: Any, code: str) -> None:
    if key not in ("player", "action") and key not in scenario()["tests"]["test7"]["scenarios"][0]["moves"][number]:
        return
    one, text = spoiled(number, **{key: value})
    [finding] = [found for found in one.diagnostics if found.severity == "error"]
    assert finding.code == code and finding.line > text[: text.index('"moves"')].count("\n") + 1
    whole = record_of("prefhub", scenario())
    record = one.record
    assert record is not None and record.deal == whole.deal and record.talon == whole.talon
    assert whole.auction is not None and whole.play is not None
    calls = () if record.auction is None else record.auction.calls
    assert calls == whole.auction.calls[: min(number, 5)]
    assert record.dealer == ("E" if number else None)
    assert (record.declarer, record.contract) == (("S", "7S") if number >= 5 else (None, None))
    assert record.discard == (whole.discard if number > 5 else None)
    plays = [] if record.play is None else [card for trick in record.play.tricks for card in trick.cards]
    cards = [card for trick in whole.play.tricks for card in trick.cards]
    # A discard that is not known does not hide the cards played after it.
    assert plays == (cards if key == "discard" else cards[: max(number - 6, 0)])
    assert record.play is None or record.play.end == ("" if key == "discard" else "+")
    assert loads(dumps(record)) == [record]


@pytest.mark.parametrize(("number", "player", "calls", "cards"), [
    (1, "playerEast", 1, 0), (3, "playerWest", 3, 0), (5, "playerWest", 5, 0), (8, "playerSouth", 5, 2),
    (35, "playerSouth", 5, 29),
])
def test_what_stands_before_a_move_out_of_turn_is_kept(number: int, player: str, calls: int, cards: int) -> None:
    one, text = spoiled(number, player=player)
    [finding] = one.diagnostics
    assert finding.code == "E223"
    move = json.loads(text)["tests"]["test7"]["scenarios"][0]["moves"][number]
    assert json.dumps(move.get("card", move["action"])) in "".join(
        text.split("\n")[finding.line - 1 : finding.line + 2])
    record = one.record
    assert record is not None and record.auction is not None
    assert len(record.auction.calls) == calls
    assert sum(len(trick.cards) for trick in record.play.tricks) == cards if record.play else not cards


def test_three_passes_of_a_scenario_are_an_all_pass() -> None:
    data = scenario()
    data["tests"]["test7"]["scenarios"][0]["moves"] = [
        {"action": "bid", "player": name, "contract": "PASS"} for name in ("playerEast", "playerSouth", "playerWest")]
    record = record_of("prefhub", data)
    assert (record.contract, record.declarer, record.dealer) == ("all-pass", None, "W")


# ---- Preferanser -----------------------------------------------------------------------------------------------


def etude() -> dict[str, Any]:
    """A misère to be caught: the hands after the exchange."""
    hands = {"south": "S9 S8 S7 CJ C9 C8 C7 D9 D8 H8", "west": "SQ CK CQ DK DQ DJ DT HJ HT H9",
             "east": "SA SK SJ ST CA CT DA D7 HA H7"}
    names = {**WORDS, "7": "7", "8": "8", "9": "9", "T": "10"}
    cards = {f"{seat}Cards": [f"{SUITS[card[0]][:-1]}_{names[card[1]]}" for card in text.split()]
             for seat, text in hands.items()}
    return {"name": "A misère of long ago", "description": "Catch {it}", "shared": True, "firstTurn": "EAST",
            "players": "THREE", "eastContract": "PASS", "southContract": "MISER", "westContract": "PASS",
            "widow": {"card1": "HEART_KING", "card2": "HEART_QUEEN"}, **cards}


def test_an_etude_is_a_position() -> None:
    [one] = read("preferanser", etude())
    record = one.record
    assert record is not None and one.diagnostics == []
    assert (record.event, record.leader, record.declarer, record.contract) == (
        "A misère of long ago", "E", "S", "misere")
    assert record.deal is None and record.talon is None and record.dealer is None and record.variant is None
    assert record.position is not None and list(record.position) == ["E", "S", "W"]
    assert record.position["W"] == held("SQ CK CQ DK DQ DJ DT HJ HT H9")
    assert [comment.text for comment in record.comments] == ["Catch (it)", "widow: HK HQ"]
    assert [(loss.field, loss.code) for loss in one.losses] == [("widow", "W701")]
    assert loads(dumps(record)) == [record]


def test_an_etude_of_a_contract() -> None:
    data = {**etude(), "firstTurn": "WEST", "westContract": "SIX_SPADE", "eastContract": "WHIST",
            "southContract": "PASS"}
    record = record_of("preferanser", data)
    assert (record.leader, record.declarer, record.contract) == ("W", "W", "6S")
    assert record.defenders == {"S": "pass", "E": "whist"}


def test_an_etude_in_which_all_pass_is_a_deal() -> None:
    data = {**etude(), "southContract": "PASS"}
    record = record_of("preferanser", data)
    assert (record.contract, record.dealer, record.position) == ("all-pass", "W", None)
    assert record.deal is not None and list(record.deal) == ["E", "S", "W"]
    assert record.talon == (CARD_BY_NAME["HK"], CARD_BY_NAME["HQ"])


@pytest.mark.parametrize(("change", "code"), [
    ({"eastContract": "SEVEN_HEART"}, "E223"), ({"firstTurn": "NORTH"}, "E222"), ({"westCards": ["SPADE_6"]}, "E222"),
    ({"widow": {"card1": "SPADE_9", "card2": "HEART_QUEEN"}}, "E223"),
])
def test_an_etude_that_cannot_be(change: dict[str, Any], code: str) -> None:
    [one] = read("preferanser", {**etude(), **change})
    assert one.record is None and [found.code for found in one.diagnostics] == [code]


# ---- snapshots ---------------------------------------------------------------------------------------------------


def snapshot(done: int, current: int = 0) -> dict[str, Any]:
    """7S after so many tricks and cards of the next."""
    rows = tricks()
    gone = {card for trick in rows[:done] for _, card in trick} | {card for _, card in rows[done][:current]}
    held = {seat: [card for card in hand(seat) if card not in gone] for seat in SEATS}
    held["S"] = [card for card in [*hand("S"), "H8", "H7"] if card not in gone | {"C7", "D7"}]

    def play(seat: str, card: str) -> dict[str, Any]:
        return {"player": SEATS.index(seat), "card": card[::-1]}

    return {
        "version": 1, "mode": {"kind": "contract", "contract": "7S", "declarer": 0}, "dealer": 2,
        "hands": {str(player): [card[::-1] for card in held[seat]] for player, seat in enumerate(SEATS)},
        "leader": SEATS.index(rows[done][0][0]), "toPlay": 0,
        "currentTrick": [play(*one) for one in rows[done][:current]],
        "completedTricks": [{"number": number + 1, "leader": SEATS.index(trick[0][0]),
                             "plays": [play(*one) for one in trick],
                             "winner": SEATS.index(WINNERS[number]), "widowCard": None}
                            for number, trick in enumerate(rows[:done])],
        "tricksWon": {str(player): WINNERS[:done].count(seat) for player, seat in enumerate(SEATS)},
    }


def test_a_snapshot_gives_the_hands_at_the_first_lead() -> None:
    record = record_of("play-state", snapshot(3, 2))
    assert record.deal is None and record.position is not None
    assert record.position["S"] == held("SA SK SQ SJ ST S9 HA HK H8 H7")
    assert (record.leader, record.declarer, record.contract, record.dealer) == ("S", "S", "7S", "E")
    assert record.play is not None and record.play.end == "+"
    assert [len(trick.cards) for trick in record.play.tricks] == [3, 3, 3, 2]


def test_a_snapshot_whose_tricks_are_not_all_there() -> None:
    data = snapshot(3, 1)
    data["completedTricks"] = []
    [one] = read("play-state", data)
    assert one.record is not None and one.record.position is not None
    assert one.record.position["W"] == held("CA CK CQ CJ CT C9 C8")
    assert one.record.tricks == {"S": 3, "W": 0, "E": 0}
    assert one.record.leader == "S" and one.record.play is not None and len(one.record.play.tricks) == 1
    assert [loss.field for loss in one.losses] == ["completedTricks"]


def test_a_wrong_winner_of_a_snapshot_is_reported() -> None:
    data = snapshot(5)
    data["completedTricks"][1]["winner"] = 1
    [one] = read("play-state", data)
    assert sorted(found.code for found in one.diagnostics) == ["E223", "E223", "E521"]
    text = json.dumps(data, indent=1)
    wrong = next(found for found in one.diagnostics if found.code == "E521")
    assert text.split("\n")[wrong.line - 1].strip() == '"winner": 1,'
    assert "W is written as the winner of trick 2, but S won it" in wrong.message


def test_a_snapshot_of_an_all_pass_is_a_deal() -> None:
    data = snapshot(0)
    data["hands"]["0"] = [card[::-1] for card in hand("S")]
    data["mode"] = {"kind": "raspasy", "widow": ["8H", "7H"]}
    data["completedTricks"] = []
    record = record_of("play-state", data)
    assert (record.contract, record.talon) == ("all-pass", (CARD_BY_NAME["H8"], CARD_BY_NAME["H7"]))
    assert record.deal is not None and record.position is None


# ---- preferans.pro ------------------------------------------------------------------------------------------------


def pro(camel: bool = False) -> dict[str, Any]:
    words = {**{rank: word.lower() for rank, word in WORDS.items()}, "7": "7", "8": "8", "9": "9", "T": "10"}

    def card(name: str) -> str:
        return f"{words[name[1]]}_of_{SUITS[name[0]].lower()}"

    ids = {"S": "u1", "W": "u2", "E": "u3"}
    keys = {"declarer_id": "declarerId", "discarded_cards": "discardedCards", "trick_history": "trickHistory",
            "player_id": "playerId", "winner_player_id": "winnerPlayerId"} if camel else {}

    def k(key: str) -> str:
        return keys.get(key, key)

    return {
        "id": "d17", "hands": {ids[seat]: [card(one) for one in hand(seat)] for seat in ("E", "S", "W")},
        "talon": [card("H8"), card("H7")], k("declarer_id"): "u1", "contract": "7♠",
        "decisions": {"u2": "Whist", "u3": "Whist"}, "tricks": {"u1": 8, "u2": 0, "u3": 2}, "scores": {},
        k("discarded_cards"): [card("C7"), card("D7")],
        k("trick_history"): [{"plays": [{k("player_id"): ids[seat], "card": card(name)} for seat, name in trick],
                              k("winner_player_id"): ids[winner]}
                             for trick, winner in zip(tricks(), WINNERS, strict=True)],
    }


@pytest.mark.parametrize("camel", [False, True])
def test_a_deal_of_preferans_pro(camel: bool) -> None:
    record = record_of("preferans-pro", pro(camel))
    assert record.players == {"S": "u3", "W": "u1", "E": "u2"}  # the first of the hands sits South
    assert (record.board, record.dealer, record.auction, record.variant) == ("d17", None, None, None)
    assert (record.declarer, record.contract) == ("W", "7S")
    assert record.defenders == {"E": "whist", "S": "whist"}
    assert record.tricks == {"S": 2, "W": 8, "E": 0}
    assert record.play is not None and [trick.winner for trick in record.play.tricks] == [None] * 10


def test_a_talon_card_is_a_play_without_a_player() -> None:
    data = pro()
    data["declarer_id"], data["contract"], data["decisions"], data["discarded_cards"] = "", "PASS", {}, []
    plays = [("u1", "king_of_hearts"), ("u2", "8_of_spades"), ("u3", "queen_of_hearts")]
    data["trick_history"] = [{"plays": [{"player_id": "", "card": "8_of_hearts"},
                                        *({"player_id": who, "card": card} for who, card in plays)],
                              "winner_player_id": "u1"}]
    data["tricks"] = {}
    record = record_of("preferans-pro", data)
    assert record.contract == "all-pass" and record.play is not None
    assert record.play.tricks[0].talon == CARD_BY_NAME["H8"]
    assert record.play.end == "+"


def test_what_a_deal_of_preferans_pro_does_not_say_is_reported() -> None:
    data = pro()
    data["trick_history"] = []
    data["scores"] = {"u1": {"pool": {"values": [4]}}}
    [one] = read("preferans-pro", data)
    assert one.record is not None and one.record.play is None
    assert [loss.field for loss in one.losses] == ["hands", "scores"]


def test_a_card_that_is_not_held_is_reported_at_its_place() -> None:
    data = pro()
    data["trick_history"][0]["plays"][1]["card"] = "queen_of_diamonds"
    [one] = read("preferans-pro", data)
    text = json.dumps(data, indent=1).split("\n")
    [first, *_] = [found for found in one.diagnostics if found.code == "E511"]
    assert text[first.line - 1 + 2].strip() == '"card": "queen_of_diamonds"'


@pytest.mark.parametrize("data", [scenario(), etude(), snapshot(2), pro()])
def test_every_value_may_be_anything(data: dict[str, Any]) -> None:
    """One value at a time replaced by junk: a finding or a record, never an exception."""
    text = json.dumps(data)
    found = detect_format(text.encode())
    assert found is not None

    def walk(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        return [path, *(place for key, one in steps for place in walk(one, (*path, key)))]

    for path in walk(data)[1::7]:
        junk: Any
        for junk in (None, 7, "x", [], {}, [[]], "a\nb", -1, True):
            changed = deepcopy(data)
            home: Any = changed
            for step in path[:-1]:
                home = home[step]
            home[path[-1]] = junk
            for one in found.read(Source.of_bytes(json.dumps(changed).encode(), "x.json")):
                assert one.record is not None or one.diagnostics
                if one.record is not None:
                    dumps(one.record)

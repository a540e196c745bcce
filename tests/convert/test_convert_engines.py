"""Every Sochi deal of the three engines: read whole, and no contradiction in the play of the cards."""

from __future__ import annotations

import pytest

from preferans_pbn.cards import NO_TRUMP, SUITS, mask_of
from preferans_pbn.convert import detect_format
from preferans_pbn.notation import dumps, loads
from preferans_pbn.record import Record
from preferans_pbn.replaying import replay
from preferans_pbn.rules.tricks import TrickLaw, Trickplay
from preferans_pbn.variants import load_variant
from tests.convert.logs import DATA, FILES, converted

pytestmark = pytest.mark.parametrize(("engine", "name", "count"), FILES)
SEATS = "SWE"


def test_all_deals_are_read(engine: str, name: str, count: int) -> None:
    deals = converted(engine, name)
    assert [one.record is not None and one.record.board for one in deals] == [str(n) for n in range(1, count + 1)]
    assert not [finding for one in deals for finding in one.diagnostics]


def test_the_format_is_recognised(engine: str, name: str, count: int) -> None:
    with (DATA / engine / name).open("rb") as stream:
        found = detect_format(stream.read(8192), name)
    assert found is not None
    assert found.name == engine


def test_winners_agree_and_every_card_is_legal(engine: str, name: str, count: int) -> None:
    """Played through card by card by the rules that the record names, from the hands after the exchange."""
    for one in converted(engine, name):
        record = one.record
        assert record is not None
        if record.play is None or not record.play.tricks:
            assert one.theirs["winners"] == []
            continue
        order = [SEATS[(SEATS.index(record.dealer or "") + 1 + i) % 3] for i in range(3)]
        game = _trickplay(record, order, engine)
        winners = []
        for number, trick in enumerate(record.play.tricks, 1):
            if trick.leader is not None:  # where no parameter says who leads, the row does
                game.turn = game.leader = order.index(trick.leader)
            for card in trick.cards:
                assert game.play(card), (record.board, number, card)
            winners.append(order[game.winners[-1]])
            assert trick.winner is None, (record.board, number)
        assert winners == one.theirs["winners"], record.board
        assert {seat: winners.count(seat) for seat in SEATS} == record.tricks == one.theirs["tricks"]


def _trickplay(record: Record, order: list[str], engine: str) -> Trickplay:
    """Written here from the engines' notes: forehand leads, in dmitrybal's contracts the declarer's left; the
    winner leads from the third trick of an all-pass round on, in the two others from the second."""
    assert record.deal is not None
    assert record.talon is not None
    hands = [record.deal[seat] or 0 for seat in order]
    first = 0
    if record.declarer is not None:
        declarer = order.index(record.declarer)
        assert isinstance(record.discard, tuple)
        hands[declarer] = (hands[declarer] | mask_of(record.talon)) & ~mask_of(record.discard)
        if engine == "dmitrybal" and record.contract != "misere":
            first = (declarer + 1) % 3
    contract = record.contract or ""
    trump = SUITS.find(contract[-1:]) if contract[0].isdigit() and not contract.endswith("NT") else NO_TRUMP
    law = TrickLaw(trump, talon_leads=contract == "all-pass", void_leader_own=engine != "dmitrybal",
                   forehand_second=engine == "dmitrybal", forehand_third=False)
    return Trickplay(law, hands, (0, 1, 2), first, talon=record.talon)


def test_records_survive_the_notation(engine: str, name: str, count: int) -> None:
    for one in converted(engine, name):
        assert one.record is not None
        assert loads(dumps(one.record)) == [one.record]


def test_records_are_valid_under_their_own_rules(engine: str, name: str, count: int) -> None:
    for one in converted(engine, name):
        record = one.record
        assert record is not None
        assert record.variant == "sochi-codex"
        rules = load_variant(record.variant).with_overrides(dict(record.rules or ()))
        found = replay(record, rules, all_pass_run=record.all_pass_run)
        assert not found.diagnostics, record.board


def test_claims_only_where_asked_for(engine: str, name: str, count: int) -> None:
    for bare, claimed in zip(converted(engine, name), converted(engine, name, claims=True), strict=True):
        assert bare.record is not None
        assert claimed.record is not None
        assert bare.record.score_table is None
        assert bare.record.sheet_table is None
        assert claimed.record.score_table is not None
        assert loads(dumps(claimed.record)) == [claimed.record]

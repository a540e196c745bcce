"""From a PPN deal to a record: cards, auction and contract; the other parts are modules of their own."""

from __future__ import annotations

from preferans_pbn.cards import CARD_NAMES, Card, cards_of, mask_of
from preferans_pbn.convert.deal import ANTICLOCKWISE, SourceDeal, SourceSession, record_of
from preferans_pbn.convert.judging import fault_at
from preferans_pbn.convert.model import Loss
from preferans_pbn.convert.ppn_auction import bid_word, is_highest_bid, rebuild
from preferans_pbn.convert.ppn_defence import take_defence
from preferans_pbn.convert.ppn_game import DATE, UNKNOWN
from preferans_pbn.convert.ppn_model import GAMES, OWN_TAGS, TITLE
from preferans_pbn.convert.ppn_parts import Parts
from preferans_pbn.convert.ppn_play import take_tricks
from preferans_pbn.convert.ppn_scores import check_value, take_scores
from preferans_pbn.record import Record, Seat, Where


def record_of_deal(parts: Parts) -> Record:
    """The record of a deal, without its scores.  Raises SourceFault where it cannot be one."""
    game, deal = parts.game, parts.deal
    parts.one.theirs["winners"] = []
    source = parts.source = SourceDeal(int(deal.id.text), parts.order[2])
    names = [game.value(f"Player{number}") or "" for number in game.order]
    session = SourceSession(
        seats=ANTICLOCKWISE, event="", site="", session="", names=names if any(names) else [],
        variant=game.variant, rules=game.rules, law=game.law, by_law=game.law is not None)
    bula = game.value("Bula")
    session.bule = int(bula) if bula is not None else None
    unknown = _cards(parts, source)
    _auction(parts, source)
    if deal.all_passed:
        source.contract = "all-pass"
    else:
        _contract(parts, source)
        take_defence(parts, source)
        take_tricks(parts, source)
        check_value(parts, source)
        take_scores(parts, source)
    record = record_of(session, source, parts.one.losses)
    for seat in unknown:
        assert record.deal is not None
        record.deal[seat] = None
    _session_tags(parts, record)
    return record


def _session_tags(parts: Parts, record: Record) -> None:
    record.base = parts.game.base
    for tag, name in OWN_TAGS.items():
        if name in ("variant", "base", "rules"):
            continue
        value = parts.game.value(tag)
        setattr(record, name, value if name != "date" or (value and DATE.fullmatch(value)) else None)
    record.players = {seat: name for seat, name in record.players.items() if name}


def _cards(parts: Parts, source: SourceDeal) -> list[Seat]:
    """The hands; gives the seats whose hand cannot be told."""
    seen: set[Card] = set()
    unknown: list[Seat] = []
    whole = parts.deal.cards
    if whole is not None:
        parts.places[Where("Deal")] = parts.places[Where("Talon")] = whole.place
    for player, hand in zip(parts.order, parts.deal.hands, strict=True):
        seat = parts.seat(player)
        parts.places[Where("Deal", seat)] = hand.place
        cards = parts.codes(hand, seen, lambda card, seat=seat: Where("Deal", (seat, CARD_NAMES[card])), "cards")
        held = source.hands[player] = [card for card in cards if card is not None]
        parts.as_dealt = parts.as_dealt or held != cards_of(mask_of(held))
        if None in cards or len(cards) != 10:
            unknown.append(seat)
    talon = parts.codes(parts.deal.talon, seen, lambda card: Where("Talon", 0), "cards")
    if None not in talon:
        source.talon = [card for card in talon if card is not None]
        for number in range(len(talon)):
            parts.places[Where("Talon", number)] = parts.deal.talon.place.part(number)
    return unknown


def _auction(parts: Parts, source: SourceDeal) -> None:
    deal = parts.deal
    if deal.bid_field is not None:
        parts.places[Where("Auction")] = deal.bid_field.place
    bids = [bid.text for bid in deal.bids]
    main = None if deal.main is None else parts.player(deal.main, "main")
    if deal.main is not None:
        parts.places[Where("Declarer")] = deal.main.place
    source.declarer = main
    if UNKNOWN in bids:
        return
    for bid in deal.bids:
        if not is_highest_bid(bid.text):
            parts.report(parts.bad("bids", bid, "P, 2 to 7, M and a number, G, or G and a number"))
            return
    found = [] if parts.game.law is None else rebuild(parts.game.law, bids)
    place = deal.bid_field.place if deal.bid_field is not None else deal.whole.place
    if len(found) == 1:
        auction = parts.game.law.auction(0) if parts.game.law is not None else None
        for number, word in enumerate(found[0]):
            assert auction is not None
            parts.places[Where("Auction", number)] = deal.bids[auction.turn].place
            source.calls.append((parts.order[auction.turn], word))
            auction.force(word)
        if main is None and not deal.all_passed:
            result = auction.result() if auction is not None else None
            source.declarer = None if result is None or result.declarer is None else parts.order[result.declarer]
        return
    if found:
        parts.one.losses.append(Loss(f"deal {deal.id.text}: bids", 0, f"more than one auction ends with the highest "
                                                                     f"bids {','.join(bids)}; none is written"))
    else:
        parts.report(fault_at("foreign-contradiction", place,
                              what=f"no auction leads to the highest bids {','.join(bids)}"))
    if main is not None:
        source.bid = bid_word(bids[parts.order.index(main)])
        if source.bid == "P":
            source.bid = None


def _contract(parts: Parts, source: SourceDeal) -> None:
    deal = parts.deal
    assert deal.contract is not None
    if source.declarer is None:
        raise fault_at("foreign-missing", deal.whole.place, missing="who plays (main)", format=TITLE)
    parts.places[Where("Contract")] = deal.contract.place
    game = GAMES.get(deal.contract.text.removeprefix("G"))
    if game is None:
        raise parts.bad("contract", deal.contract, "2 to 8, with G in hand")
    hand = deal.contract.text.startswith("G")
    source.contract = f"{game}-hand" if hand else game
    discarded = deal.discarded
    if discarded is None:
        return
    parts.places[Where("Discard")] = discarded.place
    if discarded.text == "XX":
        source.discard = "-"
        return
    cards = parts.codes(discarded, None, lambda card: Where("Discard", CARD_NAMES[card]), "discarded")
    known = [card for card in cards if card is not None]
    if len(set(known)) == 2:
        source.discard = known
        for number, card in enumerate(sorted(known, key=lambda card: (card & ~7) - (card & 7))):
            parts.places[Where("Discard", number)] = parts.places[Where("Discard", CARD_NAMES[card])]
    elif len(known) == 2:
        parts.report(fault_at("foreign-contradiction", discarded.place, what="the same card is discarded twice"))

"""The tricks of a PPN deal."""

from __future__ import annotations

from preferans_pbn.cards import Card
from preferans_pbn.convert.deal import SourceDeal, SourceTrick
from preferans_pbn.convert.judging import fault_at
from preferans_pbn.convert.model import Loss
from preferans_pbn.convert.ppn_defence import is_played
from preferans_pbn.convert.ppn_model import Field
from preferans_pbn.convert.ppn_parts import Parts
from preferans_pbn.families.balkan.defence import OUT
from preferans_pbn.record import Where
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import UndefinedByVariant


def take_tricks(parts: Parts, source: SourceDeal) -> None:
    deal = parts.deal
    played = is_played(parts, source)
    if deal.throws_field is not None:
        for owner in ("Play", "Tricks", "Claim"):
            parts.places[Where(owner)] = deal.throws_field.place
        end = deal.throws[-1].cards.place if deal.throws else deal.throws_field.place
        parts.places[Where("Play", "@end")] = end
    active = [player for player in parts.order if source.roles.get(player) != OUT or player == source.declarer]
    leader = None
    if deal.starts is not None and deal.starts.text != "0":
        leader = parts.player(deal.starts, "starts")
        parts.places[Where("Play")] = parts.places[Where("Play", ("leader", "0"))] = deal.starts.place
    taken = dict.fromkeys(range(3), 0)
    count = 0
    for number, throw in enumerate(deal.throws):
        cards = parts.codes(throw.cards, None, lambda card, at=number: Where(f"throw {at}", card), "throw")
        if leader is None:
            leader = _leads(parts, source, cards)
        if None in cards or leader not in active:
            if leader is not None and leader not in active:
                parts.report(fault_at("foreign-contradiction", throw.cards.place,
                                      what=f"{parts.name(leader)} leads trick {number + 1}, but does not play"))
            source.finished = False
            break
        if len(cards) != len(active):
            parts.report(fault_at("foreign-contradiction", throw.cards.place,
                                  what=f"trick {number + 1} has {len(cards)} cards, but {len(active)} play"))
            source.finished = False
            break
        plays = []
        for step, card in enumerate(cards):
            assert card is not None
            plays.append((active[(active.index(leader) + step) % len(active)], card))
            parts.places[Where("Play", count)] = throw.cards.place.part(step)
            count += 1
        parts.places[Where("Play", ("row", str(number)))] = throw.cards.place
        winner = _winner(parts, throw.winner, number)
        if throw.winner is not None:
            for part in ("winner", "leader"):
                parts.places.setdefault(Where("Play", (part, str(number + (part == "leader")))), throw.winner.place)
        source.tricks.append(SourceTrick(plays, winner))
        if winner is not None:
            taken[winner] += 1
            parts.one.theirs["winners"].append(parts.seat(winner))
        leader = winner
    _totals(parts, source, taken, played)


def _leads(parts: Parts, source: SourceDeal, cards: list[Card | None]) -> int | None:
    """Who holds the first card of a trick, where the line does not say who leads (the earlier edition)."""
    twelve = {player: set(hand) for player, hand in source.hands.items()}
    if source.declarer is not None and source.discard != "-":
        twelve[source.declarer] |= set(source.talon)
    holders = [player for player, hand in twelve.items() if cards and cards[0] in hand]
    return holders[0] if holders else None


def _winner(parts: Parts, mark: Field | None, number: int) -> int | None:
    if mark is None:
        return None
    if mark.text in ("1", "2", "3"):
        return parts.player(mark, "winner")
    if parts.deal.earlier:
        if not number:
            parts.one.losses.append(Loss(f"deal {parts.deal.id.text}: throws", 0,
                                        f"what {mark.text} behind the cards of a trick means is not known; who "
                                        "took it follows from the cards"))
        return None
    parts.report(parts.bad("winner", mark, "1, 2 or 3"))
    return None


def _totals(parts: Parts, source: SourceDeal, taken: dict[int, int], played: bool) -> None:
    """Tricks by the summary, and what was settled without play."""
    scores = dict(zip(parts.order, parts.deal.scores, strict=False))
    if not scores:
        return
    for player, score in scores.items():
        parts.places[Where("Tricks", parts.seat(player))] = score.field.place
    totals = {player: score.tricks for player, score in scores.items()}
    if not played:
        if source.tricks:
            source.taken = totals
        return
    parts.one.theirs["tricks"] = {parts.seat(player): count for player, count in totals.items()}
    source.taken = totals
    if any(trick.winner is None for trick in source.tricks) or not source.finished:
        return
    # A called hand's tricks may stand with the caller's.
    rest = {player: totals[player] - taken[player] for player in totals}
    left = 10 - len(source.tricks)
    over = _over(parts, source)
    if not over and left and sum(rest.values()) == left and min(rest.values()) >= 0:
        source.agreed = dict(rest)


def _over(parts: Parts, source: SourceDeal) -> bool:
    """Do the rules end the play after these tricks?"""
    law, declarer = parts.game.law, source.declarer
    if law is None or declarer is None or len(source.tricks) >= 10:
        return True
    roles = {parts.order.index(player): role for player, role in source.roles.items()}
    outcome = Outcome(players=3, contract=source.contract or "", declarer=parts.order.index(declarer), roles=roles)
    try:
        game = law.trickplay(outcome, (0, 0, 0), ())
    except UndefinedByVariant:
        return True
    for trick in source.tricks:
        for _, card in trick.plays:
            game.play(card, forced=True)
    return game.turn < 0

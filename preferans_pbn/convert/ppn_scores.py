"""What a PPN deal was worth: its value, its summary as claims, and the results of the game."""

from __future__ import annotations

from preferans_pbn.convert.deal import ANTICLOCKWISE, Scores, SourceDeal, bule_by_seat
from preferans_pbn.convert.judging import fault_at
from preferans_pbn.convert.ppn_defence import is_played, kontra_of
from preferans_pbn.convert.ppn_model import TITLE
from preferans_pbn.convert.ppn_parts import Parts
from preferans_pbn.record import Seat, Where
from preferans_pbn.rules.outcome import Number
from preferans_pbn.variants import UndefinedByVariant


def check_value(parts: Parts, source: SourceDeal) -> None:
    """The value against the contract, kontra and refa; where the refa is missing it follows from the value."""
    deal = parts.deal
    value, unit = deal.value, _unit(parts, source)
    if value is None or unit is None:
        return
    parts.places[Where("Refe")] = (deal.refa or value).place
    if deal.refa is None and not deal.earlier:
        parts.report(fault_at("foreign-missing", value.place, missing="the field refa", format=TITLE))
    if deal.refa is not None and deal.refa.text not in "01":
        raise parts.bad("refa", deal.refa, "0 or 1")
    refa = deal.refa is not None and deal.refa.text == "1"
    fits = (unit, 2 * unit) if deal.refa is None else (2 * unit if refa else unit,)
    if int(value.text) not in fits:
        parts.report(fault_at("foreign-contradiction", value.place,
                              what=f"the value is {value.text}, but {source.contract} with this kontra and refa is "
                                   f"worth {' or '.join(map(str, fits))}"))


def _refa(parts: Parts, source: SourceDeal) -> int | None:
    """Was the declarer's refe played: by its field, else by the value."""
    deal = parts.deal
    if deal.refa is not None:
        return int(deal.refa.text == "1")
    unit = _unit(parts, source)
    if deal.value is None or unit is None:
        return None
    return {unit: 0, 2 * unit: 1}.get(int(deal.value.text))


def _unit(parts: Parts, source: SourceDeal) -> int | None:
    """What the contract is worth without a refa: twice the game, doubled by kontra."""
    law = parts.game.law
    if law is None or source.contract is None or source.declarer is None:
        return None
    try:
        return 2 * law.scoring.value(source.contract) << kontra_of(parts, source.declarer)[1]
    except UndefinedByVariant:
        return None


def take_scores(parts: Parts, source: SourceDeal) -> None:
    """The summary as claims."""
    scores = dict(zip(parts.order, parts.deal.scores, strict=False))
    declarer = source.declarer
    if len(scores) != 3 or declarer is None:
        return
    bule: dict[int, Number] = {}
    supe: dict[tuple[int, int], Number] = {}
    for player, score in scores.items():
        if score.kind == ("F" if player == declarer else "M"):
            parts.report(fault_at("foreign-contradiction", score.field.place,
                                  what=f"the summary has {score.field.text} for {parts.name(player)}, but "
                                       f"{parts.name(declarer)} plays the contract"))
            return
        bule[player] = score.bule
        if score.supe:
            supe[player, declarer] = score.supe
        seat = parts.seat(player)
        for key in (seat, (seat, "Bule"), (seat, "Supe"), (seat, "Refe")):
            parts.places[Where("ScoreTable", key)] = score.field.place
    refa = _refa(parts, source)
    unplayed_pik = source.contract in ("S", "S-hand") and not is_played(parts, source) and not any(bule.values())
    table: Scores = bule_by_seat(ANTICLOCKWISE, bule, supe, {declarer: -(refa or 0)})
    if unplayed_pik or refa is None:
        for player in range(3):
            # Whether a refe was entered for a pik without kontra does not stand in the line.
            if unplayed_pik or player == declarer:
                del table[parts.seat(player)]["refe"]
    parts.one.theirs["score"] = table


def take_results(parts: Parts) -> None:
    """The results of the game, as claims of its last deal."""
    results: dict[Seat, Number] = {}
    law = parts.game.ruleset
    sign = -1 if law is not None and law.get("result_sign") == "low_wins" else 1
    for number, seat in zip("123", parts.game.seats, strict=True):
        value = parts.game.value(f"Result{number}")
        if value is None:
            return
        results[seat] = sign * int(value)
        tag = parts.game.tags[f"Result{number}"]
        parts.places[Where("SettlementTable", seat)] = tag.value.place
        parts.places[Where("SettlementTable", (seat, "Result"))] = tag.value.place
        parts.places.setdefault(Where("SettlementTable"), tag.value.place)
    parts.one.theirs["settlement"] = results

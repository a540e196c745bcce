"""Do two cases ask the same, or the same at renamed seats?"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from preferans_pbn.conformance.cases import Case
from preferans_pbn.conformance.findings import Finding
from preferans_pbn.conformance.lint import Corpus, at

_SEAT: Final = frozenset({"dealer", "declarer", "dummy", "turn", "by", "aces", "culprit"})
_SEATS: Final = frozenset({"players", "winners"})
_BY_SEAT: Final = frozenset({"defence", "tricks", "hands", "bids", "pool", "dump", "whists", "bule", "supe", "refe",
                             "kasa", "pay", "balance", "result"})


def check_doubles(corpus: Corpus) -> Iterator[Finding]:
    """The second of two cases is named."""
    asked: dict[str, Case] = {}
    renamed: dict[str, Case] = {}
    for case in corpus.cases:
        rules = [case.op, case.variant, dict(case.overrides)]
        key = _key([*rules, case.input])
        first = asked.setdefault(key, case)
        if first is not case:
            yield at("duplicate", case, f"{first.id} asks the same")
            continue
        names = seat_names(case.input)
        other = renamed.setdefault(_key([*rules, with_seats(case.input, names)]), case)
        if other is not case:
            yield at("renamed", case, f"{other.id} is the same with other seats")


def _key(data: Any) -> str:
    return json.dumps(data, sort_keys=True, ensure_ascii=False)


def seat_names(data: Mapping[str, Any]) -> dict[str, str]:
    """Names for the seats of an input that do not hang on where they sit: by playing order after the dealer."""
    players = data.get("players")
    if not isinstance(players, list):
        return {}
    dealer = data.get("dealer")
    start = players.index(dealer) + 1 if dealer in players else 0
    return {seat: f"p{n}" for n, seat in enumerate(players[start:] + players[:start])}


def with_seats(data: Any, names: Mapping[str, str], place: str = "") -> Any:
    """``data`` with every seat renamed; what only looks like a seat (a suit) stays.  ``players`` then begin with the
    one after the dealer."""
    if isinstance(data, Mapping):
        by_seat = place in _BY_SEAT
        return {names.get(key, key) if by_seat else key:
                with_seats(value, names, place if by_seat and isinstance(value, Mapping) else str(key))
                for key, value in data.items()}
    if place in _SEAT and isinstance(data, str):
        return names.get(data, data)
    if place == "players" and isinstance(data, list):
        return sorted(names.get(seat, seat) for seat in data)
    if isinstance(data, list):
        inside = "turn" if place in _SEATS else place if place == "scores" else ""
        return [with_seats(item, names, inside) for item in data]
    return data

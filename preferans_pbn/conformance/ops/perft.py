"""``perft``: counts of what may follow a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from preferans_pbn.cards import CARD_NAMES, cards_of
from preferans_pbn.conformance.ops.auction import follow_calls, run_of
from preferans_pbn.conformance.ops.cards import hand_of
from preferans_pbn.conformance.ops.defence import follow_answers, known_contract
from preferans_pbn.conformance.ops.errors import malformed
from preferans_pbn.conformance.ops.seats import seats_for
from preferans_pbn.conformance.ops.support import law_for
from preferans_pbn.conformance.ops.tricks import HAND_SIZE, Table, play_rows
from preferans_pbn.conformance.perft import (
    ENDLESS,
    count_calls,
    count_calls_by_depth,
    count_cards,
    count_cards_by_depth,
    discards,
    divide_calls,
    divide_cards,
)
from preferans_pbn.rules.interface import Defence
from preferans_pbn.variants import Ruleset


def perft(rules: Ruleset, data: Mapping[str, Any]) -> dict[str, Any]:
    """How many lines of ``depth`` plies follow (no depth: all)."""
    return {"count": total(rules, data)}


def total(rules: Ruleset, data: Mapping[str, Any]) -> int:
    """The count.  Raises OpError."""
    depth = depth_of(data)
    kind = data["kind"]
    if kind == "play":
        return sum(count_cards(table.tricks, left) for table, left in _plays(rules, data, depth).values())
    start, calls = _calls(rules, data, kind)
    return count_calls(start, calls, depth)


def divided(rules: Ruleset, data: Mapping[str, Any]) -> dict[str, int]:
    """The count by first action.  Raises OpError."""
    depth = depth_of(data)
    kind = data["kind"]
    if kind != "play":
        start, calls = _calls(rules, data, kind)
        return divide_calls(start, calls, depth)
    plays = _plays(rules, data, depth)
    if list(plays) == [""]:
        return divide_cards(plays[""][0].tricks, depth)
    return {discard: count_cards(table.tricks, left) for discard, (table, left) in plays.items()}


def by_depth(rules: Ruleset, data: Mapping[str, Any], depth: int) -> list[int]:
    """The counts of depth 0, 1 … ``depth``; fewer where every line has ended before.  Raises OpError."""
    kind = data["kind"]
    if kind == "play":
        plays = _plays(rules, data, depth)
        if list(plays) == [""]:
            return count_cards_by_depth(plays[""][0].tricks, depth)
        counts = [count_cards_by_depth(table.tricks, left) for table, left in plays.values()]
        return [1, *map(sum, zip(*counts, strict=True))]
    return count_calls_by_depth(*_calls(rules, data, kind))[:depth + 1]


def followed(rules: Ruleset, data: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The position after each first action, one ply less deep.  Raises OpError."""
    depth = depth_of(data)
    here = {**data, "depth": depth - 1} if depth < ENDLESS else dict(data)
    if depth == 0:
        return {}
    if data["kind"] != "play":
        words = divided(rules, {**data, "depth": 1})
        return {word: {**here, "calls": [*data.get("calls", ()), word]} for word in words}
    plays = _plays(rules, data, depth)
    if list(plays) != [""]:
        return {discard: _after_discard(here, discard) for discard in plays}
    tricks = plays[""][0].tricks
    rows = [list(row) for row in data.get("cards", ())]
    if tricks.turn < 0:
        return {}
    if not tricks.count:
        lead = tricks.talon_lead()
        rows.append([] if lead is None else [f"({CARD_NAMES[lead]})"])
    names = [CARD_NAMES[card] for card in cards_of(tricks.legal())]
    return {name: {**here, "cards": [*rows[:-1], [*rows[-1], name]]} for name in names}


def depth_of(data: Mapping[str, Any]) -> int:
    """The depth in plies, `ENDLESS` where none is given.  Raises OpError."""
    depth = data.get("depth")
    if depth is None:
        return ENDLESS
    if not isinstance(depth, int) or isinstance(depth, bool) or depth < 0:
        raise malformed("depth is a number from 0")
    return depth


def _calls(rules: Ruleset, data: Mapping[str, Any], kind: Any) -> tuple[Any, list[str]]:
    """What begins the auction or the defence, and the calls that stand already."""
    law = law_for(rules, "auction")
    seats = seats_for(rules, data)
    calls: list[str] = data.get("calls", [])
    if kind == "auction":
        run = run_of(data)
        follow_calls(law, seats, calls, run)
        return (lambda: law.auction(run)), calls
    if kind != "defence":
        raise malformed("kind is auction, defence or play")
    declarer = seats.active(data["declarer"])
    contract = known_contract(law, data["contract"], data["declarer"])
    if follow_answers(law, seats, contract, declarer, calls) is None:
        return _Settled, []

    def start() -> Defence:
        defence = law.defence(contract, declarer, seats.people)
        assert defence is not None
        return defence

    return start, calls


class _Settled:
    """A defence in which nobody is asked."""

    turn = -1

    def legal(self) -> list[str]:
        """Nothing."""
        return []


def _plays(rules: Ruleset, data: Mapping[str, Any], depth: int) -> dict[str, tuple[Table, int]]:
    """The plays to count with the plies left for each: one, or one a discard of a declarer with twelve cards."""
    declarer = data.get("declarer")
    hands = data["hands"]
    if declarer is None or len(hands.get(declarer, ())) == HAND_SIZE:
        return {"": (_played(rules, data), depth)}
    twelve = hand_of(hands[declarer])
    if twelve.bit_count() != HAND_SIZE + 2 or data.get("cards"):
        raise malformed("the declarer has ten cards, or twelve before the play")
    if depth == 0:
        return {"": (_played(rules, _after_discard(data, min(discards(twelve)))), 0)}
    return {discard: (_played(rules, _after_discard(data, discard)), depth - 1) for discard in discards(twelve)}


def _after_discard(data: Mapping[str, Any], discard: str) -> dict[str, Any]:
    declarer = data["declarer"]
    gone = discard.split()
    kept = [name for name in data["hands"][declarer] if name not in gone]
    return {**data, "hands": {**data["hands"], declarer: kept}}


def _played(rules: Ruleset, data: Mapping[str, Any]) -> Table:
    table = Table(rules, data)
    play_rows(table, data.get("cards", []))
    return table

"""The shipped tables of counts against the second rule sets of tests/oracle, which share no code with the program."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from itertools import combinations
from typing import Any

import pytest

from preferans_pbn.conformance.perft_tables import Entry, load_table, table_path
from preferans_pbn.conformance.reference import ruleset_of
from preferans_pbn.variants import Ruleset
from tests import oracle
from tests.oracle import auction as russian_auction
from tests.oracle import austrian, balkan, greek, slovak
from tests.oracle.adapter import params_of as russian_params
from tests.oracle.austrian.adapter import params_of as austrian_params
from tests.oracle.balkan.adapter import croatian_params_of
from tests.oracle.balkan.adapter import params_of as balkan_params
from tests.oracle.cards import is_misere
from tests.oracle.greek.adapter import params_of as greek_params
from tests.oracle.slovak import auction as slovak_auction
from tests.oracle.slovak.adapter import params_of as slovak_params

MOST = 400
"""To the greatest depth of at most so many lines a play is walked here: this rule set is slow."""

AUCTIONS = load_table(table_path("auctions"))
DEFENCES = load_table(table_path("defences"))
PLAYS = load_table(table_path("plays"))


def params(rules: Ruleset, players: int) -> dict[str, Any]:
    """The plain parameters of a variant for a table."""
    if rules.family == "russian":
        return russian_params(rules.values) | {"players": players}
    if rules.family == "balkan":
        return balkan_params(rules.values) if "score" in rules.supports else croatian_params_of(rules.values)
    others = {"greek": greek_params, "slovak": slovak_params, "austrian": austrian_params}
    return others[rules.family](rules.values)


class Position:
    """The input of an entry with players as indices in playing order."""

    def __init__(self, entry: Entry) -> None:
        self.data = data = entry.input
        self.rules = ruleset_of(entry.variant, entry.overrides)
        self.people = len(data["players"]) - ("dummy" in data)
        self.p = params(self.rules, self.people)
        seats = list(data["players"])
        first = seats.index(data["dealer"]) + 1
        self.order = seats[first:] + seats[:first]
        if "dummy" in data:
            forehand = next(seat for seat in seats if seat not in (data["dummy"], data["dealer"]))
            self.order = [forehand, data["dummy"], data["dealer"]]
        self.declarer = self.order.index(data["declarer"]) if "declarer" in data else None

    def by_index(self, name: str) -> dict[int, Any]:
        return {self.order.index(seat): value for seat, value in (self.data.get(name) or {}).items()}

    # --- auction ------------------------------------------------------------------------------------------------
    def calls(self, said: list[str]) -> list[str]:
        family, p = self.rules.family, self.p
        if family == "russian":
            return oracle.legal_calls(p, said, self.data.get("all_pass_run", 0))
        if family == "balkan":
            return balkan.legal_calls(p, said)
        if family == "greek":
            return greek.legal_calls(p, said)
        return slovak.legal_calls(p, said) if family == "slovak" else austrian.legal_calls(p, said)

    def state(self, said: list[str]) -> Hashable:
        """What the rest of the auction can hang on; where lines are few, the calls themselves."""
        if self.rules.family == "russian":
            now = russian_auction.read_calls(self.p, said)
            own = tuple((not words, words == ["misere"], any(map(is_misere, words)))
                        for words in now.said)
            return tuple(now.passed), now.standing, now.owner, now.turn, own
        if self.rules.family == "slovak":
            here = slovak_auction.read_calls(said)
            return repr((sorted(here.passed), sorted(set(here.spoken)), here.number, here.direct, here.owner,
                         here.claimants, here.naming, here.named, here.turn))
        return tuple(said)

    # --- defence ------------------------------------------------------------------------------------------------
    def answers(self, said: list[str]) -> list[str]:
        family, p, contract, declarer = self.rules.family, self.p, self.data["contract"], self.declarer
        assert declarer is not None
        if family == "russian":
            return oracle.legal_defence(p, contract, declarer, said, self.people)
        if family == "balkan":
            return balkan.legal_defence(p, contract, contract.endswith("-hand"), declarer, said)
        if family == "austrian":
            return austrian.legal_defence(p, declarer, said)
        if family == "greek":
            return greek.legal_defence(p, contract, declarer, said)
        return slovak.legal_defence(p, contract, declarer, said)

    # --- play ---------------------------------------------------------------------------------------------------
    def cards(self, hands: list[list[str]], rows: list[list[str]]) -> list[str]:
        """What may be played after ``rows``."""
        return list(self.play_out(hands, rows)["legal"])

    def play_out(self, hands: list[list[str]], rows: list[list[str]]) -> Mapping[str, Any]:
        family, p, contract, declarer = self.rules.family, self.p, self.data["contract"], self.declarer
        roles = self.by_index("defence")
        if family == "russian":
            return oracle.play_out(p, contract, declarer, hands, list(self.data.get("talon", ())), rows, self.people)
        assert declarer is not None
        if family == "balkan":
            kontra = self.data.get("kontra")
            by = None if kontra is None else (self.order.index(kontra["by"]), kontra["level"])
            bid = None if by is None else self.by_index("bids").get(by[0])
            return balkan.play_out(p, contract, declarer, roles, hands, rows, by, bid)
        if family == "greek":
            return greek.play_out(p, contract, declarer, roles, hands, rows)
        if family == "slovak":
            return slovak.play_out(p, contract, declarer, hands, rows)
        return austrian.play_out(p, contract, declarer, roles, hands, rows)

    def whole(self, hands: list[list[str]], row: list[str]) -> bool:
        """Has everybody who plays played to ``row``?"""
        if not row:
            return False
        out = {"balkan": "stay-out", "greek": "pass", "austrian": "stay-out"}.get(self.rules.family)
        playing = 3 - [*self.by_index("defence").values()].count(out)
        return len([card for card in row if not card.startswith("(")]) == playing

    def hands(self) -> Iterator[list[list[str]]]:
        """The hands that are played: one set, or one for each discard."""
        given = self.by_index("hands")
        held = [list(given[player]) for player in range(3)]
        if self.declarer is None or len(held[self.declarer]) == 10:
            yield held
            return
        for gone in combinations(held[self.declarer], 2):
            kept = [card for card in held[self.declarer] if card not in gone]
            yield [kept if player == self.declarer else hand for player, hand in enumerate(held)]


def lines_of_calls(legal: Callable[[list[str]], list[str]], state: Callable[[list[str]], Hashable],
                   said: list[str]) -> list[int]:
    """Lines of 0, 1, 2 … calls; a state that comes again is not walked again."""
    known: dict[Hashable, list[int]] = {}

    def lines(said: list[str]) -> list[int]:
        key = state(said)
        if key not in known:
            after = [lines([*said, word]) for word in legal(said)]
            known[key] = [1, *(sum(one[min(depth, len(one) - 1)] for one in after)
                               for depth in range(max(map(len, after), default=0)))]
        return known[key]

    return lines(said)


def lines_of_cards(position: Position, hands: list[list[str]], rows: list[list[str]], depth: int) -> int:
    """Lines of ``depth`` cards after ``rows``."""
    legal = position.cards(hands, rows)
    if not legal or depth <= 1:
        return len(legal) or 1
    begun, row = (rows, []) if not rows or position.whole(hands, rows[-1]) else (rows[:-1], rows[-1])
    return sum(lines_of_cards(position, hands, [*begun, [*row, card]], depth - 1) for card in legal)


def play_count(entry: Entry, depth: int) -> int:
    """The count of a play, or of an exchange with the play after it."""
    position = Position(entry)
    sets = list(position.hands())
    plies = depth - (len(sets) > 1)
    rows = [list(row) for row in entry.input["cards"]]
    if not plies:
        return len(sets)
    return sum(lines_of_cards(position, hands, rows, plies) for hands in sets)


@pytest.mark.parametrize("entry", [entry for entry in AUCTIONS if len(entry.input["players"]) < 4
                                   or 3 not in ruleset_of(entry.variant, {})["players"]], ids=lambda entry: entry.id)
def test_whole_auctions(entry: Entry) -> None:
    """With four the three who bid do what three players do: those entries are compared in the next test."""
    position = Position(entry)
    assert lines_of_calls(position.calls, position.state, [])[1:] == list(entry.counts)


def test_auctions_of_four_are_those_of_three() -> None:
    three = {(entry.variant, entry.input.get("all_pass_run", 0)): entry.counts for entry in AUCTIONS
             if len(entry.input["players"]) == 3 and not entry.overrides}
    four = [entry for entry in AUCTIONS if len(entry.input["players"]) == 4]
    assert len(four) > 8
    for entry in four:
        key = entry.variant, entry.input.get("all_pass_run", 0)
        assert three.get(key, entry.counts) == entry.counts


def test_whole_defences() -> None:
    for entry in DEFENCES:
        position = Position(entry)
        found = lines_of_calls(position.answers, tuple, [])
        assert found[1:] == list(entry.counts) or (len(found) == 1 and entry.counts == (1,)), entry.id


@pytest.mark.parametrize("entry", PLAYS, ids=lambda entry: entry.id)
def test_plays(entry: Entry) -> None:
    depths = [depth for depth, count in enumerate(entry.counts, 1) if count <= MOST]
    assert [play_count(entry, depth) for depth in depths] == list(entry.counts[: len(depths)])

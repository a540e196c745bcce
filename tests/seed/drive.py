"""Short ways to say what a seed statement's case shows, and the rows that say them.

A `Row` is one statement: its id and the checks that show it, each run under every variant that the statement names.
A check is made of plain words (calls, contracts, cards and roles as the notation has them) and asks the law of the
variant, or replays records.  Players are indices into playing order: 0 is forehand, and the declarer unless said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from itertools import pairwise
from typing import Any, TypeAlias

import pytest
from click.testing import CliRunner

from preferans_pbn.cards import CARD_BY_NAME, CARD_NAMES, cards_of, mask_of
from preferans_pbn.checking import Checked, check_stream
from preferans_pbn.cli import cli
from preferans_pbn.diagnostics import Diagnostic
from preferans_pbn.families import law_of
from preferans_pbn.families.balkan.sheet import BuleScore, BuleSheet
from preferans_pbn.families.russian.amounts import PoolScore
from preferans_pbn.families.russian.sheet import PoolSheet
from preferans_pbn.notation import iter_records, loads
from preferans_pbn.rules.interface import Auction, Defence, Law
from preferans_pbn.rules.outcome import Number, Outcome
from preferans_pbn.variants import Ruleset, UndefinedByVariant, load_variant
from preferans_pbn.variants.values import to_json

Check: TypeAlias = Callable[[str], None]
"""Asserts something under the variant with this name."""

ROLES = {"w": "whist", "p": "pass", "c": "come", "s": "stay-out", "i": "call-partner", "d": "called"}


@dataclass(frozen=True)
class Row:
    """A statement and what shows it; ``variants`` are the ids that it names."""

    id: str
    variants: tuple[str, ...]
    checks: tuple[Check, ...]

    def show(self) -> None:
        """Runs every check under every variant."""
        assert self.checks and self.variants
        for variant in self.variants:
            for number, check in enumerate(self.checks, start=1):
                try:
                    check(variant)
                except BaseException as problem:
                    problem.add_note(f"{self.id} under {variant}, check {number}")
                    raise


def rows_for(*variants: str) -> Callable[..., Row]:
    """Makes rows about ``variants``: ``row("S0-33", check, check)``."""

    def row(statement: str, *checks: Check, only: Sequence[str] = ()) -> Row:
        return Row(statement, tuple(only) or variants, checks)

    return row


def under(variant: str, *checks: Check) -> Check:
    """The checks under this variant, whichever the row is about."""

    def run(_: str) -> None:
        for check in checks:
            check(variant)

    return run


def each(*checks: Check) -> Check:
    """Several checks as one."""

    def run(variant: str) -> None:
        for check in checks:
            check(variant)

    return run


# --- rules ---------------------------------------------------------------------------------------------------
def rules_of(variant: str, rules: dict[str, Any]) -> Ruleset:
    """The variant with some parameters set."""
    return load_variant(variant).with_overrides(rules)


def law(variant: str, rules: dict[str, Any]) -> Law:
    """Its law."""
    return law_of(rules_of(variant, rules))


def value(parameter: str, expected: Any, **by_variant: Any) -> Check:
    """The parameter has this value (as plain data), or the one named for the variant (``leningrad=…``)."""

    def run(variant: str) -> None:
        assert to_json(load_variant(variant)[parameter]) == _by_variant(variant, expected, by_variant)

    return run


def sourced(parameter: str, *keys: str) -> Check:
    """The parameter's value names these statements as its source."""

    def run(variant: str) -> None:
        assert set(keys) <= set(load_variant(variant).source(parameter).keys)

    return run


def reads(parameter: str, *words: str) -> Check:
    """The reading beside the parameter's value says these words."""

    def run(variant: str) -> None:
        reading = load_variant(variant).source(parameter).reading
        for word in words:
            assert word in reading, reading

    return run


def _by_variant(variant: str, expected: Any, by_variant: dict[str, Any]) -> Any:
    """What is expected under ``variant``: keyed by the first word of its name, else ``expected``."""
    return by_variant.get(variant.partition("-")[0], expected)


# --- auction and contract ------------------------------------------------------------------------------------
def _called(variant: str, calls: str, rules: dict[str, Any]) -> Auction:
    auction = law(variant, rules).auction(0)
    for word in calls.split():
        violation = auction.call(word)
        assert violation is None, (calls, word, violation)
    return auction


def says(calls: str, can: str = "", cannot: str = "", *, only: str | None = None, by: int | None = None,
         **rules: Any) -> Check:
    """After ``calls`` player ``by`` may say the words of ``can`` and none of ``cannot``; ``only``: no others."""

    def run(variant: str) -> None:
        auction = _called(variant, calls, rules)
        assert auction.turn >= 0
        if by is not None:
            assert auction.turn == by
        legal = auction.legal()
        assert set(can.split()) <= set(legal), legal
        if only is not None:
            assert legal == only.split()
        for word in cannot.split():
            assert word not in legal
            assert _called(variant, calls, rules).call(word) is not None, word
        for word in can.split():
            assert _called(variant, calls, rules).call(word) is None, word

    return run


def won(calls: str, declarer: int | None, bid: str = "", *, hand: bool = False, **rules: Any) -> Check:
    """The auction is over, and ``declarer`` has it at ``bid`` (None: all passed)."""

    def run(variant: str) -> None:
        auction = _called(variant, calls, rules)
        assert auction.turn == -1
        assert auction.legal() == []
        assert auction.call("pass") is not None
        result = auction.result()
        assert result is not None
        assert (result.declarer, result.bid, result.hand) == (declarer, bid, hand)

    return run


def unfinished(calls: str, by: int) -> Check:
    """The auction goes on, and it is the turn of ``by``."""

    def run(variant: str) -> None:
        auction = _called(variant, calls, {})
        assert (auction.turn, auction.result()) == (by, None)

    return run


def names(calls: str, can: str = "", cannot: str = "", **rules: Any) -> Check:
    """After this auction the declarer may play the contracts of ``can`` and none of ``cannot``."""

    def run(variant: str) -> None:
        result = _called(variant, calls, rules).result()
        assert result is not None
        rule = law(variant, rules)
        contracts = rule.contracts(result)
        for contract in can.split():
            assert contract in contracts
            assert rule.contract_violation(contract, result) is None, contract
        for contract in cannot.split():
            assert contract not in contracts
            assert rule.contract_violation(contract, result) is not None, contract

    return run


# --- defence --------------------------------------------------------------------------------------------------
def answers(contract: str, words: str, can: str = "", cannot: str = "", *, declarer: int = 0, by: int | None = None,
            roles: dict[int, str] | None = None, open_: str | None = None, manner: str | None = None,
            kontra: tuple[int, int] | None = None, **rules: Any) -> Check:
    """After the defenders' ``words`` player ``by`` (-1: nobody) may say ``can`` and none of ``cannot``; their roles,
    which hands are open, what comes of the deal, and the kontra."""

    def start(variant: str) -> Defence:
        defence = law(variant, rules).defence(contract, declarer, max(load_variant(variant)["players"]))
        assert defence is not None
        for word in words.split():
            violation = defence.call(word)
            assert violation is None, (word, violation)
        return defence

    def run(variant: str) -> None:
        defence = start(variant)
        if by is not None:
            assert defence.turn == by
        for word in can.split():
            assert start(variant).call(word) is None, word
        for word in cannot.split():
            assert start(variant).call(word) is not None, word
        if roles is not None:
            assert defence.roles() == roles
        if open_ is not None:
            assert defence.open() == open_
        if manner is not None:
            assert defence.manner() == manner
        if kontra is not None:
            assert defence.kontra() == kontra

    return run


# --- tricks ---------------------------------------------------------------------------------------------------
def _outcome(variant: str, contract: str, declarer: int, **more: Any) -> Outcome:
    players = min(load_variant(variant)["players"])
    return Outcome(players, contract, None if contract == "all-pass" else declarer, **more)


def may_play(contract: str, trick: str, hand: str, expected: str, **rules: Any) -> Check:
    """The cards of ``hand`` that may follow the cards of ``trick`` (none: that may lead)."""

    def run(variant: str) -> None:
        cards = [CARD_BY_NAME[name] for name in trick.split()]
        held = mask_of(CARD_BY_NAME[name] for name in hand.split())
        outcome = _outcome(variant, contract, 0)
        rule = law(variant, rules)
        first = rule.trickplay(outcome, (0, 0, 0), ()).turn
        hands = [0, 0, 0]
        for step, card in enumerate(cards):
            hands[(first + step) % 3] = 1 << card
        hands[(first + len(cards)) % 3] = held
        play = rule.trickplay(outcome, hands, ())
        for card in cards:
            assert play.play(card)
        assert {CARD_NAMES[card] for card in cards_of(play.legal())} == set(expected.split())

    return run


def trick_to(contract: str, trick: str, place: int, **rules: Any) -> Check:
    """The trick is won by its card number ``place`` (0: the one led), who leads the next; nobody else gets it."""

    def run(variant: str) -> None:
        cards = [CARD_BY_NAME[name] for name in trick.split()]
        rule = law(variant, rules)
        outcome = _outcome(variant, contract, 0)
        first = rule.trickplay(outcome, (0, 0, 0), ()).turn
        hands = [0, 0, 0]
        for step, card in enumerate(cards):
            hands[(first + step) % 3] = 1 << card
        play = rule.trickplay(outcome, hands, ())
        for card in cards:
            assert play.play(card)
        winner = (first + place) % 3
        assert play.winners == [winner]
        assert play.taken == [int(player == winner) for player in range(3)]
        if play.turn >= 0:
            assert play.turn == winner

    return run


def ladder_of_ranks(contract: str, suit: str, ranks: str) -> Check:
    """In ``suit`` each rank of ``ranks`` beats the next."""
    return each(*(trick_to(contract, f"{suit}{low} {suit}{high} D7" if suit != "D" else f"D{low} D{high} S7", 1)
                  for high, low in pairwise(ranks)))


def leads(contract: str, leader: int, declarer: int = 0, *, roles: dict[int, str] | None = None, **rules: Any) -> Check:
    """Who leads to the first trick."""

    def run(variant: str) -> None:
        outcome = _outcome(variant, contract, declarer, roles=roles or {})
        assert law(variant, rules).trickplay(outcome, (0, 0, 0), ()).turn == leader

    return run


def plays_out(contract: str, tricks: int, winner: int, *, declarer: int = 0, **rules: Any) -> Check:
    """The play is over after just so many tricks if all are ``winner``'s, and not before."""

    def run(variant: str) -> None:
        play = law(variant, rules).trickplay(_outcome(variant, contract, declarer), (0, 0, 0), ())
        done = 0
        while play.turn >= 0:
            for _ in range(play.size):
                play.skip()
            play.end_trick(winner)
            done += 1
        assert done == tricks

    return run


def complete(contract: str, taken: Sequence[int], expected: bool, **rules: Any) -> Check:
    """May a deal be over with these tricks?"""

    def run(variant: str) -> None:
        assert law(variant, rules).all_played(_outcome(variant, contract, 0), taken) is expected

    return run


# --- Russian scores -------------------------------------------------------------------------------------------
def _pool(variant: str, text: str) -> PoolScore:
    """A score in letters: P and G the declarer's pool and dump, g the dumps of the defenders, D his whists on them,
    W theirs on him, the resting dealer's third; X whists of one defender on the other, both ways."""
    players = min(load_variant(variant)["players"])
    score = PoolScore([0] * players, [0] * players)
    for letter, amounts in re.findall(r"([PGWgDX])([\d,/]+)", text):
        values = [_number(part) for part in amounts.split(",")]
        if letter == "P":
            score.pool[0] = values[0]
        elif letter == "G":
            score.dump[0] = values[0]
        for step, amount in enumerate(values, start=1):
            if letter == "g":
                score.dump[step] = amount
            elif letter in "WDX" and amount:
                score.whists[{"W": (step, 0), "D": (0, step), "X": (step, 3 - step)}[letter]] = amount
    return score


def _number(text: str) -> Number:
    return Fraction(text) if "/" in text else int(text)


def _row(variant: str, row: str) -> Outcome:
    """``6 d5 3w 2p``: a six, declarer five tricks, first defender three and whist, second two and pass."""
    contract, mine, *defence = row.split()
    players = min(load_variant(variant)["players"])
    tricks = [int(mine[1:]), *(int(word[:-1]) for word in defence)] + [0] * (players - 3)
    roles = {step: ROLES[word[-1]] for step, word in enumerate(defence, start=1) if word[-1] in ROLES}
    manner = "passed-out" if set(roles.values()) == {"pass"} else "played"
    return Outcome(players, contract if not contract.isdigit() else f"{contract}S", 0, roles=roles,
                   tricks=tuple(tricks), manner=manner)


def writes(row: str, expected: str, *, rules: dict[str, Any] | None = None, **by_variant: str) -> Check:
    """The whole score of a deal, in letters; ``rostov=``, ``leningrad=``, ``gusarik=`` where their own line (S1-126
    to S1-134) changes it."""

    def run(variant: str) -> None:
        score = law(variant, rules or {}).score(_row(variant, row))
        assert score == _pool(variant, _by_variant(variant, expected, by_variant))

    return run


def all_passed(tricks: str, dump: str, pool: str = "0 0 0", run: int = 0, **rules: Any) -> Check:
    """What an all-pass round after ``run`` others writes: dump and pool of the three who play.  Under Rostov's line
    each dump point is five whists of each opponent, under Leningrad's it is doubled."""

    def check(variant: str) -> None:
        players = min(load_variant(variant)["players"])
        taken = [int(part) for part in tricks.split()] + [0] * (players - 3)
        score = law(variant, rules).score(Outcome(players, "all-pass", tricks=tuple(taken), all_pass_run=run))
        points = pool_sheet(pool + " 0" * (players - 3), dump + " 0" * (players - 3)).dump
        expected = PoolScore(pool_sheet(pool + " 0" * (players - 3)).pool, points)
        if variant == "rostov-guide":
            expected = PoolScore(expected.pool, [0] * players, {
                (by, on): 5 * points[on] for by in range(3) for on in range(3) if by != on and points[on]})
        elif variant == "leningrad-guide":
            expected.dump = [2 * amount for amount in points]
        assert score == expected

    return check


def pool_sheet(pool: str, dump: str = "0 0 0", whists: dict[tuple[int, int], Number] | None = None) -> PoolSheet:
    """A sheet in the order of the table."""
    return PoolSheet([int(part) for part in pool.split()], [int(part) for part in dump.split()], whists or {})


def ends(pool: str, ended: bool, target: Fraction | None = None, **rules: Any) -> Check:
    """Does the session end with these pools?  A fourth player of Gusarik has none."""

    def run(variant: str) -> None:
        players = min(load_variant(variant)["players"])
        rule = law(variant, rules)
        sheet = pool_sheet(pool + " 0" * (players - 3), " ".join("0" * players))
        assert rule.add_to_sheet(sheet, PoolScore.blank(players), range(players), rule.target(target))[1] is ended

    return run


def settles(sheet: PoolSheet | BuleSheet, *expected: Number, **rules: Any) -> Check:
    """The final result of each player."""

    def run(variant: str) -> None:
        assert law(variant, rules).settle(sheet) == list(expected)

    return run


# --- Balkan and Slovak scores -------------------------------------------------------------------------------------
PLENTY = 10**6
"""Bule that no deal uses up."""


def bule(*amounts: int, refe: tuple[int, ...] = (0, 0, 0), entered: int | None = None) -> BuleSheet:
    """A sheet: bule or heads, refe held, and how many refe were entered in all (else what is held)."""
    return BuleSheet(list(amounts or (PLENTY,) * 3), {}, list(refe), max(refe) if entered is None else entered)


def counts(row: str, heads: Sequence[int] | None = None, *, sides: dict[tuple[int, int], int] | None = None,
           entered: Sequence[int] | None = None, sheet: BuleSheet | None = None, kontra: tuple[int, int] | None = None,
           culprit: int | None = None, winners: Sequence[int] = (), manner: str | None = None, **rules: Any) -> Check:
    """What a deal writes.  ``row``: contract, tricks of declarer and followers, their roles (``H 6 3 1 come
    stay-out``; none: both come).  ``sides`` by (writer, on);
    ``entered``: the change of each player's refe."""

    def run(variant: str) -> None:
        contract, *words = row.split()
        tricks = tuple(int(word) for word in words if word.isdigit()) or (0, 0, 0)
        said = [word for word in words if not word.isdigit()] or ["come", "come"]
        rule = law(variant, rules)
        declarer = None if contract == "all-pass" else 0
        outcome = Outcome(3, contract, declarer, "1" if contract == "thrown-in" else None,
                          contract.endswith("-hand"), {1: said[0], 2: said[1]} if declarer == 0 else {}, tricks=tricks,
                          kontra=kontra, culprit=culprit, winners=tuple(winners), standing=sheet or bule())
        came = rule.all_pass_manner if declarer is None else rule.manner_of_roles(contract, outcome.roles, kontra)
        settled = rule.final_manner(came, outcome)
        assert settled is not None
        if manner is not None:
            assert settled == manner
        outcome.manner = settled
        score: BuleScore = rule.score(outcome)
        if heads is not None:
            assert score.bule == list(heads)
        if sides is not None:
            assert score.supe == sides
        if entered is not None:
            assert score.refe == list(entered)

    return run


def bule_ends(before: Sequence[int], change: Sequence[int], ended: bool, **rules: Any) -> Check:
    """Is the game over after a deal that changes the bule so?"""

    def run(variant: str) -> None:
        sheet, over = law(variant, rules).add_to_sheet(
            bule(*before), BuleScore(list(change), {}, [0, 0, 0]), (0, 1, 2), None)
        assert sheet.bule == [old + new for old, new in zip(before, change, strict=True)]
        assert over is ended

    return run


# --- records ------------------------------------------------------------------------------------------------------
def found(text: str) -> list[Diagnostic]:
    """All findings of records, in order."""
    return [finding for one in checked(text) for finding in one.diagnostics]


def checked(text: str) -> list[Checked]:
    """The records of a text, checked."""
    return list(check_stream(iter_records(StringIO(text))))


def changed(text: str, *edits: tuple[str, str]) -> str:
    """``text`` with each ``before`` (which stands there once) replaced by its ``after``."""
    for before, after in edits:
        assert text.count(before) == 1, (before, text)
        text = text.replace(before, after)
    return text


def finds(text: str, fault: str) -> None:
    """The records have no fault (``""``), or their first one has this name or begins with this code."""
    findings = found(text)
    if not fault:
        assert findings == []
        return
    assert findings
    first = findings[0]
    assert first.name == fault or first.code.startswith(fault), [one.name for one in findings]
    if first.name != fault:
        assert fault[0] in "EW" and fault[1:].isdigit()


def record(base: Callable[[str], str], *edits: tuple[str, str], fault: str = "") -> Check:
    """The family's record with ``edits`` has this first fault, or none; the record itself has none."""

    def run(variant: str) -> None:
        text = base(variant)
        assert found(text) == []
        finds(changed(text, *edits), fault)

    return run


def lenient(base: Callable[[str], str], *edits: tuple[str, str], reads_as: tuple[str, str] | None = None) -> Check:
    """The family's record with ``edits`` of its spelling: an error when read strictly, and read leniently the record
    itself (or the one with the edit ``reads_as``)."""

    def run(variant: str) -> None:
        text = base(variant)
        spelled = changed(text, *edits)
        wanted = changed(text, reads_as) if reads_as is not None else text
        assert any(one.severity == "error" for one in found(spelled))
        assert loads(spelled, lenient=True) == loads(wanted)

    return run


def refused(action: Callable[[str], Any]) -> Check:
    """The variant does not define what ``action`` asks for."""

    def run(variant: str) -> None:
        with pytest.raises(UndefinedByVariant) as undefined:
            action(variant)
        assert undefined.value.variant == variant

    return run


def tables(text: str) -> Iterator[dict[str, tuple[str, ...]]]:
    """What each deal of a text writes, by seat, as cells."""
    for one in checked(text):
        assert one.rules is not None and one.replay is not None
        yield dict(law_of(one.rules).cells(one.replay.score, one.replay.seats))


def command(*args: str, text: str = "") -> str:
    """What the command line prints, with ``text`` as its input."""
    result = CliRunner(env={"NO_COLOR": "1", "COLUMNS": "200"}).invoke(cli, list(args), input=text)
    assert result.exit_code == 0, result.output
    return result.stdout

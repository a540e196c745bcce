"""Short ways to say a Balkan auction, a deal's score and a record, for the tests of this folder.

Indices are places in playing order; in scores the declarer is 0, the followers 1 and 2 in playing order.
"""

from __future__ import annotations

from io import StringIO
from typing import Any

from preferans_pbn.checking import Checked, check_stream
from preferans_pbn.families import law_of
from preferans_pbn.families.balkan.law import BalkanLaw
from preferans_pbn.families.balkan.sheet import BuleScore, BuleSheet
from preferans_pbn.notation import iter_records
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.rules.violation import Violation
from preferans_pbn.variants import load_variant

PAJCHO: dict[str, Any] = {"duty_two": "each_two"}
"""What the program G-PAJCHO plays, as overrides of serbian-klub: each follower owes two (C-14)."""
PLENTY = 10**6
"""Bule that no deal uses up."""


def law(variant: str = "serbian", **rules: str) -> BalkanLaw:
    ruleset = load_variant(variant).with_overrides(rules)
    found = law_of(ruleset)
    assert isinstance(found, BalkanLaw)
    return found


def said(calls: str, variant: str = "serbian", **rules: str) -> tuple[Any, Violation | None]:
    """The auction after ``calls`` and the violation of the last one, if it has one."""
    auction = law(variant, **rules).auction(0)
    words = calls.split()
    for i, word in enumerate(words):
        violation = auction.call(word)
        if violation is not None:
            assert i == len(words) - 1, (word, violation)
            return auction, violation
    return auction, None


def fault(calls: str, variant: str = "serbian", **rules: str) -> str | None:
    violation = said(calls, variant, **rules)[1]
    return violation.name if violation else None


def legal(calls: str, variant: str = "serbian", **rules: str) -> list[str]:
    auction, violation = said(calls, variant, **rules)
    assert violation is None
    found: list[str] = auction.legal()
    return found


def winner(calls: str, variant: str = "serbian", **rules: str) -> tuple[int | None, str]:
    auction, violation = said(calls, variant, **rules)
    assert violation is None
    assert auction.turn == -1
    result = auction.result()
    return result.declarer, result.bid


def contracts(calls: str, variant: str = "serbian", **rules: str) -> list[str]:
    auction, violation = said(calls, variant, **rules)
    assert violation is None
    return law(variant, **rules).contracts(auction.result())


def answered(words: str, contract: str = "C", variant: str = "serbian", **rules: str) -> Any:
    """The defence against ``contract`` of player 0 after ``words``, all of them allowed."""
    defence = law(variant, **rules).defence(contract, 0, 3)
    assert defence is not None
    for word in words.split():
        assert defence.call(word) is None, word
    return defence


def refused(words: str, contract: str = "C", variant: str = "serbian", **rules: str) -> Violation:
    """Why the last of ``words`` may not be said."""
    *before, last = words.split()
    violation: Violation | None = answered(" ".join(before), contract, variant, **rules).call(last)
    assert violation is not None
    return violation


def sheet(bule: tuple[int, ...] = (PLENTY,) * 3, refe: tuple[int, ...] = (0, 0, 0),
          entered: int | None = None) -> BuleSheet:
    return BuleSheet(list(bule), {}, list(refe), max(refe) if entered is None else entered)


def score(contract: str, tricks: tuple[int, int, int] = (0, 0, 0), roles: str = "come come",
          variant: str = "serbian", *, kontra: tuple[int, int] | None = None, standing: BuleSheet | None = None,
          culprit: int | None = None, **rules: str) -> BuleScore:
    """What a deal of declarer 0 writes; without followers it passes without play."""
    words = roles.split()
    rule = law(variant, **rules)
    outcome = Outcome(3, contract, 0, hand=contract.endswith("-hand"), roles={1: words[0], 2: words[1]}, tricks=tricks,
                      kontra=kontra, culprit=culprit, standing=standing or sheet())
    manner = rule.final_manner(rule.manner_of_roles(contract, outcome.roles, kontra), outcome)
    assert manner is not None
    outcome.manner = manner
    return rule.score(outcome)


def on_declarer(result: BuleScore) -> tuple[Any, Any]:
    """Supe of both followers on the declarer; nobody else writes any."""
    assert all(on == 0 and by != 0 for by, on in result.supe)
    return result.supe.get((1, 0), 0), result.supe.get((2, 0), 0)


DEAL = """[Deal "S:SQ98.CK.DA.HKJT98 E:SAKJT.CT9.D98.HAQ W:S7.CAQJ87.DKQJ7"]
[Talon "H7 DT"]"""
"""Dealer W, S is forehand, E next: the deal of the notation's Serbian sample."""


def record(*lines: str, variant: str = "serbian", rules: str = "", board: str = "1", bule: str = "60",
           deal: str = DEAL, dealer: str = "W") -> str:
    """The text of a record of one deal."""
    head = [f'[Event "x"]\n[Board "{board}"]\n[Variant "{variant}"]']
    if rules:
        head.append(f'[Rules "{rules}"]')
    if bule:
        head.append(f'[Bule "{bule}"]')
    return "\n".join([*head, f'[Dealer "{dealer}"]', deal, *lines]) + "\n"


def table(name: str, *rows: str) -> str:
    return "\n".join([f'[{name} "Seat;Bule;Supe;Refe"]', *rows])


def check(text: str) -> list[Checked]:
    return list(check_stream(iter_records(StringIO(text))))


def codes(text: str) -> list[str]:
    return [found.code for one in check(text) for found in one.diagnostics]

"""Mutants that nothing can tell from the original, and those that no operation reaches, each with the reason.

Three ways to know it, in this order: the two relations agree on every word that can stand there (the values of a
parameter in its family, or the words listed here); the same object is asked for instead of the same word or small
number, of which CPython keeps one; ``equivalent.txt`` says why.  What no operation reaches is no equivalent: it counts
as living.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

NO_OTHER_WORD: Final = "No word that can stand there is on the side where the two relations differ."
ONE_OBJECT: Final = ("Words that come from one table, and small numbers, are one object in CPython: to ask for the "
                     "same object is to ask for the same word.")
_RELATIONS: Final[Mapping[str, Callable[[str, str], bool]]] = {
    "Eq": operator.eq, "NotEq": operator.ne, "Lt": operator.lt, "LtE": operator.le, "Gt": operator.gt,
    "GtE": operator.ge}
_SIGNS: Final = {"Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=", "Is": "is",
                 "IsNot": "is not"}
_OPERATOR: Final = re.compile(r"ReplaceComparisonOperator_(\w+?)_(\w+)")
_PARAMETER: Final = re.compile(r"""(?:self\._?|law\._?)?rules(?:\[|\.get\()"(\w+)"(?:\]|, "?\w*"?\))$""")
_ATTRIBUTES: Final = {
    "self.zero": "all_pass_zero", "self.cut": "last_deal_cut", "self.block": "refe_block", "cut": "last_deal_cut",
    "self.scoring.cut": "last_deal_cut", "self.betl_fail_supe": "betl_fail_supe", "self._min_trumps": "min_trumps",
    "law.whist_rounding": "whist_rounding", "law.short_penalty_split": "short_penalty_split", "law.hold": "hold",
    "hold": "hold", "self._raise": "contract_raise", "rounding": "settle_rounding", "self._first_lead": "first_lead",
    "scope": "overtake_scope", "rules.surplus_when_all_full": "surplus_when_all_full", "help_": "help",
    "law.sheet.zero_when_pool_full": "zero_when_pool_full", "law.sheet.win_writes": "win_writes",
    "end_when": "end_when", "self.exit_by": "exit_by", "paid": "paid_talon", "without": "without_talon_bids",
    "liable": "liable_89", "self.contracts.paid_talon": "paid_talon", "law.paid_talon": "paid_talon",
}
"""Names that hold the value of a parameter."""
_GAMES: Final = ("S", "D", "H", "C", "betl", "sans", "preferans")
_RUSSIAN: Final = (*(f"{level}{strain}" for level in range(6, 11) for strain in ("S", "C", "D", "H", "NT")), "misere",
                   "all-pass", "concede-2", "concede-3")
_WORDS: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    ("balkan", "game"): _GAMES, ("balkan", "game_of(contract)"): _GAMES,
    ("balkan", "game_of(outcome.contract)"): _GAMES, ("balkan", "game_of(self._contract)"): _GAMES,
    ("balkan", "contract"): (*_GAMES, *(f"{game}-hand" for game in _GAMES), "all-pass"),
    ("balkan", "outcome.manner"): ("played", "passed-out", "conceded", "refe", "redeal"),
    ("balkan", "manner"): ("played", "passed-out", "refe", "redeal"),
    ("balkan", "role"): ("come", "stay-out", "call-partner", "called"),
    ("balkan", "roles.get(player)"): ("come", "stay-out", "call-partner", "called"),
    ("balkan", "self._roles[other]"): ("come", "stay-out", "call-partner", "called"),
    ("balkan", "outcome.roles.get(leader)"): ("come", "call-partner", "called"),
    ("balkan", "column"): ("Bule", "Supe", "Refe"),
    ("austrian", "outcome.roles.get(player)"): ("come", "stay-out", "call-partner", "called"),
    ("austrian", "contract"): ("C", "S", "D", "H", "all-pass"),
    ("greek", "strain"): ("S", "C", "D", "H", "NT"),
    ("greek", "contract"): (*_RUSSIAN[:25], "all-pass", "solo"),
    ("greek", "outcome.contract"): (*_RUSSIAN[:25], "all-pass", "solo"),
    ("greek", "outcome.manner"): ("played", "passed-out", "conceded", "redeal"),
    ("greek", "bid"): (*_RUSSIAN[:25], "stay"),
    ("slovak", "game"): ("S", "D", "H", "C", "betl", "durch", "preferans"),
    ("slovak", "game_of(outcome.contract)"): ("S", "D", "H", "C", "betl", "durch", "preferans"),
    ("slovak", "outcome.manner"): ("played", "thrown-in"),
    ("russian", "outcome.contract"): _RUSSIAN, ("russian", "contract"): _RUSSIAN,
    ("russian", "outcome.manner"): ("played", "passed-out", "half", "own", "conceded", "redeal"),
    ("russian", "manner"): ("played", "passed-out", "half", "own", "conceded", "redeal"),
    ("russian", "roles.get(first)"): ("whist", "pass", "half", "own"),
    ("russian", "roles.get(second)"): ("whist", "pass", "half", "own"),
    ("russian", "role"): ("whist", "pass", "half", "own"),
    ("russian", "column"): ("Pool", "Dump", "Whists"),
    ("russian", "outcome.roles.get(first)"): ("whist", "pass", "half", "own"),
}
"""The words that an expression can be, by family."""
OUT_OF_REACH: Final = "Out of reach: "
"""So the reason of a mutant begins that no operation of the protocol can reach."""
NOTES: Final = Path(__file__).with_name("equivalent.txt")


class Note(NamedTuple):
    """An entry of ``equivalent.txt``: in a module (``*`` at an end stands for anything), where the line has ``text``,
    changes by an operator that begins so."""

    reason: str
    module: str
    text: str
    operator: str

    def fits(self, result: Mapping[str, Any]) -> bool:
        """Is it about this mutant?"""
        module = result["module"]
        same = module.endswith(self.module[1:]) if self.module.startswith("*") else (
            module.startswith(self.module[:-1]) if self.module.endswith("*") else module == self.module)
        change = f"{result['operator']} {result['now']}"
        return same and self.text in result["was"] and change.startswith(self.operator)


def reasons(results: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str], str]:
    """The reason of each mutant that lives and is equivalent or out of reach, by its key."""
    notes = read_notes(NOTES.read_text(encoding="utf-8"))
    found = {}
    for result in results:
        if result["outcome"] in ("survived", "unreached"):
            reason = of_relation(result) or next((note.reason for note in notes if note.fits(result)), "")
            if reason:
                found[result["module"], f"{result['operator']}:{result['occurrence']}"] = reason
    return found


def read_notes(text: str) -> list[Note]:
    """The entries: below each reason, which begins with ``=`` (equivalent) or ``~`` (out of reach), lines of module,
    text and operator (may be missing) with ``|`` between."""
    notes = []
    reason = ""
    for line in text.splitlines():
        if line.startswith(("= ", "~ ")):
            reason = OUT_OF_REACH * line.startswith("~") + line[2:].strip()
        elif line.strip() and not line.startswith("#"):
            module, text, *rest = (part.strip() for part in line.rstrip().removesuffix(" |").split(" | "))
            notes.append(Note(reason, module, text, rest[0] if rest else ""))
    return notes


def of_relation(result: Mapping[str, Any]) -> str:
    """Why two relations are the same here, ``""`` where that is not known."""
    match = _OPERATOR.fullmatch(result["operator"])
    if match is None:
        return ""
    before, after = match.groups()
    sides = _sides(result, before, after)
    if sides is None:
        return ""
    left, right = sides
    words = _words(result["module"], left)
    if words and right is not None and after in _RELATIONS and all(
            _RELATIONS[before](word, right) == _RELATIONS[after](word, right) for word in words):
        return NO_OTHER_WORD
    return ONE_OBJECT if (before, after) in (("Eq", "Is"), ("NotEq", "IsNot")) else ""


def _sides(result: Mapping[str, Any], before: str, after: str) -> tuple[str, str | None] | None:
    """The expression left of the changed relation, and the word right of it."""
    was, now = result["was"], result["now"]
    for place in re.finditer(re.escape(_SIGNS[before]), was):
        if re.sub(r"\s+", "", was[:place.start()] + _SIGNS[after] + was[place.end():]) == re.sub(r"\s+", "", now):
            left = re.search(r"""((?:[\w.]+(?:\[[^][]*\]|\([^()]*\))*)+)\s*$""", was[:place.start()])
            right = re.match(r"""\s*(?:"([^"]*)"|([A-Z_]+)\b)""", was[place.end():])
            return (left[1] if left else ""), _word(result["module"], right)
    return None


def _word(module: str, found: re.Match[str] | None) -> str | None:
    if found is None:
        return None
    if found[1] is not None:
        return found[1]
    value = getattr(import_module(f"preferans_pbn.{module}"), found[2], None)
    return value if isinstance(value, str) else None


@cache
def _words(module: str, left: str) -> tuple[str, ...]:
    family = module.split(".")[1]
    parameter = _PARAMETER.fullmatch(left)
    name = parameter[1] if parameter else _ATTRIBUTES.get(left)
    if name is None:
        return _WORDS.get((family, left), ())
    from preferans_pbn.variants.parameters import PARAMETERS

    found = PARAMETERS.get(name)
    if found is None:
        return ()
    values: Iterable[Any] = found.within.get(family) or getattr(found.type, "allowed", None) or ()
    return tuple(value for value in values if isinstance(value, str))

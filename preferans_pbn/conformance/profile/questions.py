"""What a subject is asked to find its rules: the inputs of the corpus, and grids that tell values apart.

Grids go through contracts, tricks and roles in order; they are made for the values of parameters, so that each value
that matters anywhere matters in some question.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from preferans_pbn.conformance.cases import Case
from preferans_pbn.conformance.protocol import TEXT_OPS
from preferans_pbn.variants import UnknownVariant, load_variant


class Question(NamedTuple):
    """``family`` of the game that it is about; ``origin``: the case it comes from, or the grid."""

    family: str
    op: str
    input: Mapping[str, Any]
    origin: str


_NOT_ASKED: Final = TEXT_OPS | {"convert", "perft"}
_THREE: Final[dict[str, Any]] = {"players": ["S", "W", "E"], "dealer": "E"}
_FOUR: Final[dict[str, Any]] = {"players": ["S", "W", "N", "E"], "dealer": "N"}
_RING: Final[dict[str, Any]] = {"players": ["S", "E", "W"], "dealer": "W"}


def questions(cases: Iterable[Case]) -> list[Question]:
    """Every question once: those of ``cases``, then the grids."""
    found: dict[str, Question] = {}
    for question in (*_of_cases(cases), *_russian(), *_balkan(), *_slovak(), *_greek()):
        key = json.dumps([question.family, question.op, question.input], sort_keys=True)
        found.setdefault(key, question)
    return list(found.values())


def _of_cases(cases: Iterable[Case]) -> Iterator[Question]:
    for case in cases:
        if case.op not in _NOT_ASKED:
            try:
                family = load_variant(case.variant, files=False).family
            except UnknownVariant:
                continue
            yield Question(family, case.op, case.input, case.id)


def _tricks(seats: str, *counts: int) -> dict[str, int]:
    return {seat: count for seat, count in zip(seats, counts, strict=True) if count}


# ---- Russian ---------------------------------------------------------------------------------------------------

_SPLITS: Final = ((0.5, 0.5), (1.0, 0.0), (0.25, 0.75), (0.0, 1.0))
_ROLES: Final = (("whist", "whist"), ("whist", "pass"), ("pass", "whist"))


def _russian() -> Iterator[Question]:
    for op, data in (*_russian_scores(), *_russian_auctions(), *_russian_defences(), *_russian_tricks(),
                     *_russian_sheets()):
        yield Question("russian", op, data, "grid")


def _russian_scores() -> Iterator[tuple[str, dict[str, Any]]]:
    for level in (6, 7, 8, 9, 10):
        contract = f"{level}S"
        for first, second in _ROLES:
            for declarer in sorted({max(level - 2, 4), level - 1, level, min(level + 1, 10), min(level + 2, 10), 10}):
                rest = 10 - declarer
                for share, _ in _SPLITS if first == second == "whist" or declarer >= level else _SPLITS[2:3]:
                    one = int(rest * share)
                    yield "score", {**_THREE, "declarer": "S", "contract": contract, "bid": contract,
                                    "defence": {"W": first, "E": second},
                                    "tricks": _tricks("SWE", declarer, one, rest - one)}
        yield "score", {**_THREE, "declarer": "S", "contract": contract, "bid": contract,
                        "defence": {"W": "pass", "E": "pass"}}
        for role in ("half", "own"):
            yield "score", {**_THREE, "declarer": "S", "contract": contract, "bid": contract,
                            "defence": {"W": "pass", "E": role}}
        yield "score", {**_FOUR, "declarer": "E", "contract": contract, "bid": contract,
                        "defence": {"S": "whist", "W": "pass"}, "tricks": _tricks("ESW", level - 1, 11 - level, 0)}
        yield "score", {**_THREE, "declarer": "S", "contract": contract, "bid": contract, "tricks": {"S": 10}}
    for surrender in ("concede-2", "concede-3"):
        yield "score", {**_THREE, "declarer": "S", "contract": surrender, "bid": "7H"}
    for declarer in (0, 1, 3):
        for run in (0, 2):
            yield "score", {**_THREE, "declarer": "S", "contract": "misere", "bid": "misere", "all_pass_run": run,
                            "tricks": _tricks("SWE", declarer, 7, 3 - declarer)}
    for run in range(6):
        for counts in ((4, 3, 3), (0, 4, 6), (2, 3, 5)):
            yield "score", {**_THREE, "contract": "all-pass", "all_pass_run": run, "tricks": _tricks("SWE", *counts)}
    for counts in ((0, 0, 10), (5, 5, 0), (1, 1, 8)):
        yield "score", {**_THREE, "contract": "all-pass", "tricks": _tricks("SWE", *counts)}
    for dealer in (0, 2):
        yield "score", {**_FOUR, "contract": "all-pass", "tricks": _tricks("ESWN", 4, 3, 3 - dealer, dealer)}
    for won, roles in (((8, 1, 1), ("whist", "whist")), ((6, 2, 2), ("whist", "pass")), ((0, 0, 0), ("pass", "pass")),
                          ((0, 0, 0), ("pass", "half"))):
        data: dict[str, Any] = {**_THREE, "declarer": "S", "contract": "7S", "bid": "7S", "all_pass_run": 2,
                                "defence": {"W": roles[0], "E": roles[1]}}
        if sum(won):
            data["tricks"] = _tricks("SWE", *won)
        yield "score", data
    for talon in (["SA", "SK"], ["CA", "DA"], ["HK", "HQ"]):
        for table, player, others in ((_THREE, "S", "WE"), (_FOUR, "E", "SW")):
            yield "score", {**table, "declarer": player, "contract": "6S", "bid": "6S", "talon": talon,
                            "defence": dict.fromkeys(others, "whist"),
                            "tricks": _tricks(player + others, 6, 2, 2)}
    yield "score", {**_FOUR, "declarer": "E", "contract": "8S", "bid": "8S",
                    "defence": {"S": "pass", "W": "pass", "N": "whist"}, "tricks": _tricks("ESW", 9, 1, 0)}


def _russian_auctions() -> Iterator[tuple[str, dict[str, Any]]]:
    for calls in ("", "pass", "6S", "6S 6C", "6S 6C pass", "6S 6C 6D", "6S 7C pass hold", "pass 6S 6C", "8NT", "10NT",
                  "6S pass 7H", "misere", "misere 9S", "misere 9S pass", "misere pass", "6S misere", "6S misere pass",
                  "6S 6C misere pass", "misere 9S-hand", "misere misere-hand", "9S", "9S-hand", "6", "6 7",
                  "6 6", "6 6 pass", "6 7 pass hold", "8", "misere 8", "misere 9", "9-hand", "6S 7S pass",
                  "pass pass 7D", "pass misere 9C", "7S-hand", "misere 9H pass pass"):
        yield "legal-calls", {**_THREE, "calls": calls.split()}
    for run in range(1, 6):
        yield "legal-calls", {**_THREE, "calls": [], "all_pass_run": run}
    for calls in ("7D pass pass", "misere pass pass", "6S pass pass", "8NT pass pass", "6 pass pass", "pass pass pass",
                  "9S-hand pass pass"):
        yield "legal-contracts", {**_THREE, "calls": calls.split()}


def _russian_defences() -> Iterator[tuple[str, dict[str, Any]]]:
    for contract in ("6S", "6H", "7H", "8H", "9H", "10H"):
        for calls in ("", "whist", "whist whist", "whist pass", "pass", "pass whist", "pass pass", "pass half",
                      "pass half return", "whist pass whist"):
            yield "legal-defence", {**_THREE, "declarer": "S", "contract": contract, "calls": calls.split()}
    for contract in ("6H", "7H", "8H"):
        for calls in ("pass half pass", "pass pass"):
            yield "legal-defence", {**_FOUR, "declarer": "E", "contract": contract, "calls": calls.split()}


_HANDS: Final = {
    "S": ["SQ", "CQ", "C9", "C7", "DA", "DT", "D9", "HK", "H8", "H7"],
    "W": ["ST", "S7", "CA", "C8", "DQ", "DJ", "D8", "HA", "HQ", "H9"],
    "E": ["SA", "SK", "SJ", "S9", "S8", "CJ", "DK", "D7", "HJ", "HT"],
}


def _russian_tricks() -> Iterator[tuple[str, dict[str, Any]]]:
    for trick in (["(H8)", "C7", "CA", "H9"], ["(HA)", "H9", "HK", "HT"], ["(H8)", "C7", "CA", "D9"]):
        yield "trick-winner", {"trump": None, "trick": trick}
    for trump, contract in (("H", "6H"), (None, "misere"), (None, "all-pass")):
        for trick, hand in ((["SJ"], ["SA", "S7", "H9"]), (["SJ", "SQ"], ["SA", "S7", "H9"]), (["SJ"], ["DA", "H9"]),
                            (["SJ", "H8"], ["SA", "S7"]), (["SJ", "H8"], ["DA", "H9", "H7"])):
            yield "legal-cards", {"trump": trump, "trick": trick, "hand": hand, "contract": contract}
    for hand in (["CA", "H9", "D7"], ["DA", "H7"]):
        yield "legal-cards", {"trump": None, "trick": ["(H8)", "C7"], "hand": hand, "contract": "all-pass"}
    for rows in ([], [["(CT)", "CQ", "C8", "CJ"]], [["(CT)", "CQ", "C8", "CJ"], ["(CK)", "C7", "CA", "DK"]],
                 [["CQ", "C8", "CJ"]], [["(CT)", "C7", "CA", "CJ"]],
                 [["(CT)", "C7", "CA", "CJ"], ["(CK)", "CQ", "C8", "DK"]]):
        for table in (_THREE, {**_FOUR, "players": ["S", "W", "E", "N"]}):
            yield "play", {**table, "contract": "all-pass", "hands": _HANDS, "talon": ["CT", "CK"], "cards": rows}
    for declarer, roles in (("S", {"W": "whist", "E": "whist"}), ("W", {"E": "pass", "S": "whist"})):
        for contract in ("6H", "6NT"):
            yield "play", {**_THREE, "declarer": declarer, "contract": contract, "defence": roles, "hands": _HANDS,
                           "talon": ["CT", "CK"], "cards": []}


def _russian_sheets() -> Iterator[tuple[str, dict[str, Any]]]:
    sheets: tuple[dict[str, Any], ...] = (
        {"pool": {"S": 9, "W": 1, "E": 3}, "dump": {"S": 4, "W": 1, "E": 1}},
        {"pool": {"S": 10, "W": 9, "E": 10}, "dump": {"S": 4, "W": 4}},
        {"pool": {"S": 10, "W": 2, "E": 5}, "dump": {"S": 5}},
        {"pool": {"S": 20, "W": 1, "E": 20}},
        {"pool": {"S": 14, "W": 8, "E": 7}},
    )
    scores: tuple[dict[str, Any], ...] = (
        {"pool": {"S": 2}}, {"pool": {"W": 10}}, {"pool": {"S": 1}, "all_pass": True})
    for sheet in sheets:
        for score in scores:
            yield "sheet", {**_THREE, "target": 10, "sheet": sheet, "scores": [score]}
            yield "sheet", {**_THREE, "sheet": sheet, "scores": [score]}
    finals: tuple[dict[str, Any], ...] = (
        {"dump": {"S": 2, "W": 5, "E": 8}}, {"pool": {"S": 3}}, {"whists": {"S": {"W": 12}}})
    for players in (["S", "W", "E"], ["S", "W", "N", "E"]):
        for sheet in finals:
            yield "settle", {"players": players, "sheet": sheet}


# ---- Balkan ----------------------------------------------------------------------------------------------------


def _balkan() -> Iterator[Question]:
    for op, data in (*_balkan_scores(), *_balkan_calls(), *_balkan_rest()):
        yield Question("balkan", op, data, "grid")


def _balkan_scores() -> Iterator[tuple[str, dict[str, Any]]]:
    for contract in ("S", "C", "H-hand", "betl", "betl-hand", "sans", "preferans"):
        for first, second in (("come", "come"), ("come", "stay-out"), ("call-partner", "called"),
                              ("stay-out", "stay-out")):
            for counts in ((6, 2, 2), (6, 3, 1), (8, 1, 1), (10, 0, 0), (4, 4, 2), (0, 6, 4), (6, 4, 0), (5, 3, 2)):
                data: dict[str, Any] = {**_RING, "declarer": "S", "contract": contract,
                                        "defence": {"E": first, "W": second}}
                if (first, second) == ("stay-out", "stay-out"):
                    yield "score", data
                    break
                yield "score", {**data, "tricks": _tricks("SEW", *counts)}
        for counts in ((6, 2, 2), (6, 3, 1), (0, 6, 4)):
            yield "score", {**_RING, "declarer": "S", "contract": contract, "defence": {"E": "come", "W": "come"},
                            "kontra": {"by": "E", "level": 1}, "tricks": _tricks("SEW", *counts)}
    for totals in ({"bule": {"S": 60, "E": 60, "W": 60}}, {"bule": {"S": -2, "E": 60, "W": 60}},
                   {"bule": {"S": 60, "E": -2, "W": 60}, "refe": {"S": 1, "E": 1, "W": 1}},
                   {"bule": {"S": 60, "E": 60, "W": 60}, "refe": {"S": 2, "E": 2, "W": 2}, "refe_entered": 2}):
        yield "score", {**_RING, "contract": "all-pass", "totals": totals}
        yield "score", {**_RING, "declarer": "S", "contract": "S", "defence": {"E": "come", "W": "come"},
                        "totals": totals}
    for bule in ({"S": 4, "E": 2}, {"S": 4, "E": 20, "W": 20}):
        for counts in ((6, 2, 2), (5, 3, 2)):
            yield "score", {**_RING, "declarer": "S", "contract": "C", "defence": {"E": "come", "W": "come"},
                            "totals": {"bule": bule}, "tricks": _tricks("SEW", *counts)}
    yield "score", {**_RING, "declarer": "S", "contract": "C", "defence": {"E": "come", "W": "come"}, "culprit": "E",
                    "tricks": _tricks("SEW", 7, 2, 1)}


def _balkan_calls() -> Iterator[tuple[str, dict[str, Any]]]:
    for calls in ("", "pass", "2", "2 3", "2 3 4", "2 3 pass", "2 pass 3", "2 3 pass hold", "2 hand", "hand",
                  "hand hand", "hand hand pass", "2 3 hand", "hand-betl", "2 hand-sans", "pass 2 3", "2 pass 3 hold",
                  "7", "2 betl", "hand-2", "2 3 4 hold", "hand hand hand"):
        yield "legal-calls", {**_RING, "calls": calls.split()}
    for calls in ("2 pass pass", "3 pass pass", "2 3 pass pass", "hand pass pass", "hand-betl pass pass"):
        yield "legal-contracts", {**_RING, "calls": calls.split()}
        yield "legal-contracts", {**_RING, "calls": calls.split(),
                                  "hand": ["SA", "SK", "ST", "CA", "C8", "C7", "DA", "DK", "H9", "H7"]}
    for contract in ("S", "H", "betl", "betl-hand", "sans"):
        for calls in ("", "come", "come come", "come stay-out", "come stay-out call-partner", "stay-out stay-out",
                      "come come kontra", "come come kontra rekontra", "come come kontra rekontra subkontra",
                      "kontra", "fine", "come come fine"):
            yield "legal-defence", {**_RING, "declarer": "S", "contract": contract, "calls": calls.split()}


def _balkan_rest() -> Iterator[tuple[str, dict[str, Any]]]:
    hands = {"S": _HANDS["S"], "E": _HANDS["E"], "W": _HANDS["W"]}
    for contract in ("H", "sans", "betl"):
        for declarer, others in (("S", "EW"), ("E", "WS")):
            yield "play", {**_RING, "declarer": declarer, "contract": contract,
                           "defence": dict.fromkeys(others, "come"), "hands": hands, "cards": []}
    hand = ["SA", "C9", "C7", "DA", "HK"]
    for extra in ({}, {"called": True}, {"kontra": True, "bids": "4"}, {"kontra": True}):
        yield "legal-cards", {"trump": None, "trick": [], "hand": hand, "contract": "sans", "first_lead": True, **extra}
    for trick, held in ((["SJ"], ["SA", "S7", "H9"]), (["SJ"], ["DA", "H9"])):
        yield "legal-cards", {"trump": "H", "trick": trick, "hand": held, "contract": "H"}
    yield "sheet", {**_RING, "scores": [{"bule": {"S": -10}}]}
    yield "sheet", {**_RING, "bule": 4, "scores": [{"bule": {"S": -12}}]}
    yield "settle", {"players": ["S", "E", "W"], "sheet": {"bule": {"S": -10}, "supe": {"S": {"E": 40}}}}


# ---- Slovak ----------------------------------------------------------------------------------------------------


def _slovak() -> Iterator[Question]:
    for op, data in _slovak_questions():
        yield Question("slovak", op, data, "grid")


def _slovak_questions() -> Iterator[tuple[str, dict[str, Any]]]:
    for contract in ("S", "C", "H-hand", "betl", "durch", "preferans"):
        for counts in ((6, 2, 2), (6, 3, 1), (8, 1, 1), (10, 0, 0), (4, 4, 2), (0, 6, 4)):
            data: dict[str, Any] = {**_THREE, "declarer": "S", "contract": contract, "tricks": _tricks("SWE", *counts)}
            yield "score", data
            yield "score", {**data, "refe": {"S": 1}}
            yield "score", {**data, "totals": {"bule": {"S": 4, "W": 2}}}
    for winners in ("SSSSSSWEWE", "SWSSSSSEWE"):
        yield "score", {**_THREE, "declarer": "S", "contract": "durch", "tricks": _tricks("SWE", 6, 2, 2),
                        "winners": list(winners)}
    yield "score", {**_THREE, "contract": "all-pass"}
    yield "score", {**_THREE, "declarer": "S", "contract": "thrown-in", "bid": "1"}
    for calls in ("", "pass", "1", "1 2", "1 pass", "1 pass 3", "1 2 pass", "1 1", "1 3 hold", "hand", "1 hand",
                  "1 2 hand", "8", "hand-betl"):
        yield "legal-calls", {**_THREE, "calls": calls.split()}
    for calls in ("1 pass pass", "1 3 pass pass", "2 pass pass", "hand pass pass"):
        yield "legal-contracts", {**_THREE, "calls": calls.split()}
    for contract in ("H", "durch", "betl", "preferans"):
        yield "play", {**_THREE, "declarer": "W", "contract": contract, "hands": _HANDS, "cards": []}
    for trick, hand in ((["SJ"], ["SA", "S7", "H9"]), (["SJ"], ["DA", "H9"])):
        yield "legal-cards", {"trump": "H", "trick": trick, "hand": hand, "contract": "H"}
    yield "sheet", {**_THREE, "scores": [{"bule": {"S": -4}}]}
    yield "sheet", {**_THREE, "bule": 4, "scores": [{"bule": {"S": -12}}]}
    yield "settle", {"players": ["S", "W", "E"], "sheet": {"bule": {"S": -10}, "supe": {"S": {"W": 40}}}}


# ---- Greek -----------------------------------------------------------------------------------------------------


def _greek() -> Iterator[Question]:
    for op, data in _greek_questions():
        yield Question("greek", op, data, "grid")


def _greek_questions() -> Iterator[tuple[str, dict[str, Any]]]:
    for contract in ("6S", "6H", "7S", "7NT", "8S", "9S", "10S"):
        level = int(contract.rstrip("SHNT"))
        for first, second in (("play", "play"), ("play", "pass"), ("together", "helper"), ("pass", "pass")):
            data: dict[str, Any] = {**_RING, "declarer": "S", "contract": contract, "bid": "6S",
                                    "defence": {"E": first, "W": second}}
            if first == "pass":
                yield "score", data
                continue
            for taken in sorted({level - 2, level - 1, level, min(level + 1, 10), 10}):
                rest = 10 - taken
                for one in sorted({rest, rest // 2, 0}):
                    yield "score", {**data, "tricks": _tricks("SEW", taken, one, rest - one)}
    for taken in (6, 4, 10):
        yield "score", {**_RING, "declarer": "S", "contract": "6H", "bid": "6S", "aces": "S",
                        "defence": {"E": "play", "W": "play"}, "tricks": _tricks("SEW", taken, 10 - taken, 0)}
    yield "score", {**_RING, "declarer": "S", "contract": "solo", "bid": "6S"}
    for taken in (6, 5):
        yield "score", {**_RING, "declarer": "S", "contract": "8S", "bid": "6S", "defence": {"E": "play", "W": "play"},
                        "tricks": _tricks("SEW", taken + 2, 8 - taken, 0), "totals": {"kasa": 40, "deposit": 500}}
    yield "score", {**_RING, "contract": "all-pass", "tricks": _tricks("SEW", 2, 3, 5)}
    for calls in ("", "stay", "pass", "6S", "6S 6C", "6S 6C 6D", "6S 6C pass", "6S 6C pass hold", "pass pass",
                  "stay pass pass", "stay 6S"):
        yield "legal-calls", {**_RING, "calls": calls.split()}
    for calls in ("stay pass pass", "6S 6C pass hold 6D pass"):
        yield "legal-contracts", {**_RING, "calls": calls.split()}
    for calls in ("", "play", "pass", "play pass", "pass play", "pass pass", "play play"):
        yield "legal-defence", {**_RING, "declarer": "S", "contract": "6H", "calls": calls.split()}
    for trick, hand in ((["SJ"], ["SA", "S7", "H9"]), (["SJ"], ["DA", "H9"])):
        yield "legal-cards", {"trump": "H", "trick": trick, "hand": hand, "contract": "6H"}
    yield "sheet", {**_RING, "scores": [{"kasa": {"S": 20}, "pay": {"S": -8, "E": 6, "W": 2}}]}
    yield "settle", {"players": ["S", "E", "W"], "sheet": {"kasa": 1480, "deposit": 500,
                                                          "balance": {"S": 12, "E": 6, "W": 2}}}

"""The tool that mutates the engine: what is a mutant, which cases are asked, what is kept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.mutation.engine import ROOT, digest
from tests.mutation.equivalence import NO_OTHER_WORD, ONE_OBJECT, OUT_OF_REACH, of_relation, read_notes
from tests.mutation.execution import cases_for
from tests.mutation.forks import Ended, Tell, forked
from tests.mutation.mutants import Mutant, Places, edit
from tests.mutation.report import change, summary
from tests.mutation.results import changed_lines, read_results, still_holds, table, write_result
from tests.mutation.tracing import Trace

SOURCE = '''\
from typing import TypeAlias, cast

Number: TypeAlias = int | float
LIMIT: int | None = 3 + 4

def play(card: int | None, *, times: int = 2 * 3) -> int | None:
    if card == 7 and (
        times > 1
    ):
        return cast("int | None", card + 1)
    why = "a" if card else "b"
    return Violation("too-low", {"next": card - 1})
'''


def at(text: str) -> tuple[int, int]:
    """Line and column of the operator in ``text``, which stands once in `SOURCE`."""
    assert SOURCE.count(text) == 1
    start = SOURCE.index(text) + next(n for n, letter in enumerate(text) if letter in "|+*>-=:")
    return SOURCE.count("\n", 0, start) + 1, start - SOURCE.rfind("\n", 0, start) - 1


@pytest.mark.parametrize("text", ["int | float", "int | None =", "card: int | None", "-> int | None", " *, times",
                                  "card - 1"])
def test_what_no_answer_shows_is_no_mutant(text: str) -> None:
    line, col = at(text)
    assert Places(SOURCE).unseen(line, col + 1 if text.startswith("->") else col)


@pytest.mark.parametrize("text", ["3 + 4", "2 * 3", "times > 1", "card + 1"])
def test_what_runs_is_mutated(text: str) -> None:
    assert not Places(SOURCE).unseen(*at(text))


@pytest.mark.parametrize(("text", "lines", "loading"), [
    ("3 + 4", (4, 4), True), ("2 * 3", (6, 7), True), ("times > 1", (7, 10), False), ("card + 1", (10, 10), False),
])
def test_the_lines_of_a_statement(text: str, lines: tuple[int, int], loading: bool) -> None:
    assert Places(SOURCE).statement(*at(text)) == (*lines, loading)


@pytest.mark.parametrize(("before", "after"), [("a < b", "a <= b"), ("a <= b", "a < b"), ("aa", "a"), ("", "x")])
def test_an_edit_makes_the_mutant_of_the_original(before: str, after: str) -> None:
    start, end, text = edit(before, after)
    assert before[:start] + text + before[end:] == after


def mutant(first: int, last: int, loading: bool = False) -> Mutant:
    return Mutant("NumberReplacer", 0, first, 0, first, last, loading, 0, 1, "f")


def test_only_cases_that_run_the_line_are_asked_the_quickest_first() -> None:
    traces = {"PC-1": Trace(True, 3.0, {"m": frozenset({4, 5})}), "PC-2": Trace(True, 1.0, {"m": frozenset({5})}),
              "PC-3": Trace(True, 2.0, {"m": frozenset({9})}), "PC-4": Trace(True, 0.5, {"n": frozenset({5})})}
    assert cases_for("m", mutant(5, 6), traces) == ["PC-2", "PC-1"]
    assert cases_for("m", mutant(1, 1, True), traces) == ["PC-2", "PC-3", "PC-1", "PC-4"]
    assert cases_for("m", mutant(1, 1), traces) == []


def test_forks_tell_their_lines_their_error_and_their_signal() -> None:
    def work(task: str, tell: Tell) -> None:
        tell(f"begin {task}")
        if task == "wrong":
            raise ValueError("no")
        if task == "dead":
            os.kill(os.getpid(), signal.SIGPROF)
            time.sleep(9)

    ended = {one.task: one for one in forked(["right", "wrong", "dead"], work, 2)}
    assert ended == {"right": Ended("right", ["begin right"], 0),
                     "wrong": Ended("wrong", ["begin wrong", "error: ValueError: no"], 0),
                     "dead": Ended("dead", ["begin dead"], signal.SIGPROF)}


def result(occurrence: int, outcome: str, **more: str) -> dict[str, object]:
    return {"module": "m", "operator": "AddNot", "occurrence": occurrence, "line": 1, "was": "if a:",
            "now": "if not a:", "outcome": outcome, "by": "PC-1" if outcome == "killed" else "", "case": "c1",
            "source": "s1", **more}


def test_results_are_read_back_the_last_counts_and_a_broken_line_does_not(tmp_path: Path) -> None:
    path = tmp_path / "results.ndjson"
    with path.open("w", encoding="utf-8") as stream:
        write_result(stream, result(0, "survived"))
        write_result(stream, result(0, "killed"))
        stream.write('{"module": "m", "oper')
    assert list(read_results(path).values()) == [result(0, "killed")]
    assert read_results(tmp_path / "none") == {}


def test_a_mutant_is_dead_while_its_module_and_its_case_are_the_same() -> None:
    assert still_holds(result(0, "killed"), "s1", {"PC-1": "c1"})
    assert not still_holds(result(0, "killed"), "s2", {"PC-1": "c1"})
    assert not still_holds(result(0, "killed"), "s1", {"PC-1": "c2"})
    assert not still_holds(result(0, "survived"), "s1", {"PC-1": "c1"})


def test_the_score_counts_timeouts_and_leaves_out_what_nothing_can_tell() -> None:
    results = [result(0, "killed"), result(1, "timeout"), result(2, "survived"), result(3, "unreached")]
    [row, whole] = table(results, {("m", "AddNot:3")})
    assert (row.module, whole.module) == ("m", "all") and row[1:] == whole[1:] == (4, 1, 1, 1, 1, 1)
    assert row.raw == 50.0 and round(row.score, 1) == 66.7
    said = summary(results, {("m", "AddNot:3")}, "2026-11-30", "1.0.0", 9, 4)
    assert "| m | 4 | 2 | 2 | 1 | 50.0 % | 66.7 % |" in said and "drawn" not in said
    assert "of 4 mutants of the engine (drawn at random from 8)" in summary(results, set(), "2026-11-30", "1.0.0", 9, 8)


def relation(operator: str, was: str, now: str, module: str = "families.balkan.law") -> str:
    return of_relation({"module": module, "operator": f"ReplaceComparisonOperator_{operator}", "was": was, "now": now})


def test_relations_that_agree_on_every_word_are_equivalent() -> None:
    was = 'left = 2 if self._rules["direction"] == "ccw" else 1'
    assert relation("Eq_LtE", was, was.replace("==", "<=")) == NO_OTHER_WORD  # ccw < cw
    assert relation("Eq_GtE", was, was.replace("==", ">=")) == ""
    assert relation("Eq_Is", was, was.replace("==", "is")) == ONE_OBJECT
    assert relation("Eq_GtE", 'if outcome.manner == "refe":', 'if outcome.manner >= "refe":') == NO_OTHER_WORD
    assert relation("Eq_GtE", 'if unheard == "refe":', 'if unheard >= "refe":') == ""


def test_notes_name_module_line_and_operator() -> None:
    [note, other] = read_notes("# notes\n= Nobody.\n\n*.auction | NOBODY = -1 | Number\n~ Far.\nm | if a: |\n")
    assert (note.reason, other.reason) == ("Nobody.", OUT_OF_REACH + "Far.")
    about = {"module": "families.greek.auction", "was": "NOBODY = -1", "now": "", "operator": "NumberReplacer"}
    assert note.fits(about) and not note.fits({**about, "operator": "AddNot"}) and not other.fits(about)


def test_what_changed_is_shown_in_words() -> None:
    source = "def f():\n    return a < b + 1\n"
    changed = Mutant("x", 0, 2, 0, 2, 2, False, source.index("<"), source.index("<") + 1, "<=")
    was, now = changed_lines(source, changed)
    assert (was, now) == ("return a < b + 1", "return a <= b + 1")
    assert change({"was": was, "now": now}) == "< → <="


def test_a_wrong_settlement_is_noticed_and_the_right_one_is_not() -> None:
    """In a process of its own: the engine is loaded afresh."""
    script = """
from pathlib import Path
from tests.mutation.engine import Asker, modules
from tests.mutation.execution import Job, cases_for, verdicts
from tests.mutation.mutants import Mutant
from tests.mutation.tracing import traces

asker = Asker(Path("conformance/cases/sochi-codex/settlement.yaml"))
found = dict(traces(asker, sorted(asker.cases)[:6], 1))
module = "families.russian.settlement"
source = modules()[module].read_text(encoding="utf-8")
at = source.index("result[by] += amount") + len("result[by] ")
line = source.count("\\n", 0, at) + 1
for text in ("+", "-"):
    mutant = Mutant("x", 0, line, 0, line, line, False, at, at + 1, text)
    [verdict] = verdicts(asker, iter([Job(module, source, mutant, cases_for(module, mutant, found))]), found, 1)
    print(verdict.outcome)
"""
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=120,
                         check=True)
    assert run.stdout.split() == ["survived", "killed"]


def test_a_digest_tells_parts_apart() -> None:
    assert digest("a", "b") != digest("ab") and digest("a", b"b") == digest("a", "b")

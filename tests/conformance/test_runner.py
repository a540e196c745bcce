"""The runner beside subjects that are wrong on purpose: each fault gets its verdict, on its own cases only."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from preferans_pbn.conformance.cases import Case, load_corpus
from preferans_pbn.conformance.compare import judge
from preferans_pbn.conformance.runner import Scope, request_of, run_reference, run_subject
from preferans_pbn.conformance.schema import fault
from preferans_pbn.conformance.subject import Limits, SubjectError, python_command
from preferans_pbn.conformance.yaml_reading import read_yaml
from tests.conformance.support import QUICK, WRONG, a_case, answer_of, script

CAUGHT: list[dict[str, Any]] = read_yaml(WRONG / "caught.yaml", "caught.yaml", strict=True).content
REFERENCE = python_command("-m", "preferans_pbn", "conform", "serve")
HELLO = 'print(json.dumps({"protocol": 1, "name": "x"}), flush=True)'


def names(key: str) -> list[dict[str, Any]]:
    return [entry for entry in CAUGHT if key in entry]


def by_name(entry: dict[str, Any]) -> str:
    return str(entry["subject"])


def test_every_wrong_subject_has_its_catch() -> None:
    assert {path.stem for path in WRONG.glob("*.py") if not path.stem.startswith("_")} == {
        entry["subject"] for entry in CAUGHT}
    assert not read_yaml(WRONG / "caught.yaml", "caught.yaml", strict=True).findings


@pytest.mark.parametrize("entry", names("tag"), ids=by_name)
def test_a_bent_answer_fails_exactly_where_it_is_bent(entry: dict[str, Any]) -> None:
    cases = load_corpus()
    answer = answer_of(entry["subject"])
    bent = {case.id for case in cases
            if judge(case.op, case.expect, case.alternatives,
                     answer({"op": case.op, "rules": {"variant": case.variant, "set": case.overrides},
                             "input": case.input})).verdict != "pass"}
    run = run_subject(cases, [sys.executable, str(WRONG / f"{entry['subject']}.py")], limits=QUICK)
    failed = {result.case.id: result for result in run.results if result.verdict != "pass"}
    assert set(failed) == bent
    caught = [result for result in failed.values() if entry["tag"] in result.case.tags]
    # A rule that another family does not have makes no record of it wrong.
    assert not [ident for ident, result in failed.items()
                if "E212" in str(result.got) and "E212" not in str(result.case.expect)]
    assert caught, f"no case with the tag {entry['tag']} catches it"
    assert entry["verdict"] in {result.verdict for result in caught}
    assert not run.ok


@pytest.mark.parametrize("entry", names("op"), ids=by_name)
def test_a_faulty_process_fails_the_cases_of_its_fault_and_no_others(entry: dict[str, Any]) -> None:
    cases = [case for case in load_corpus() if case.op in ("settle", "sheet", "legal-discard", "trick-winner")
             and "error" not in case.expect]
    run = run_subject(cases, [sys.executable, str(WRONG / f"{entry['subject']}.py")], limits=QUICK)
    wrong = [case.id for case in cases if case.op == entry["op"]]
    assert len(wrong) > 2
    assert {result.case.id: result.verdict for result in run.results} == {
        case.id: entry["verdict"] if case.id in wrong else "pass" for case in cases}
    assert all(result.reason for result in run.results if result.verdict != "pass")
    assert run.problems == []


@pytest.mark.parametrize("entry", names("problem"), ids=by_name)
def test_what_goes_wrong_beside_the_cases_is_a_problem(entry: dict[str, Any]) -> None:
    run = run_subject([a_case(1)], [sys.executable, str(WRONG / f"{entry['subject']}.py")], limits=QUICK)
    assert [result.verdict for result in run.results] == ["pass"]
    assert entry["problem"] in run.problems[0]
    assert not run.ok


@pytest.mark.parametrize("entry", names("start"), ids=by_name)
def test_a_subject_that_does_not_start_is_an_error(entry: dict[str, Any]) -> None:
    with pytest.raises(SubjectError, match=entry["start"]):
        run_subject([a_case(1)], [sys.executable, str(WRONG / f"{entry['subject']}.py")],
                    limits=Limits(1.0, 0.5, 0.5))


@pytest.mark.parametrize(("text", "said"), [
    ("raise SystemExit(3)", "exit code 3"),
    ("import sys; sys.stderr.write('no board\\n'); sys.exit(1)", "no board"),
    ("print('hello', flush=True); input(); input()", "no JSON"),
    ("print('{\"protocol\": 2, \"name\": \"x\"}', flush=True); input(); input()", "1 was expected"),
])
def test_a_wrong_greeting_is_an_error(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(SubjectError, match=said):
        run_subject([a_case(1)], script(tmp_path, text), limits=QUICK)


def test_a_command_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(SubjectError, match="cannot be started"):
        run_subject([a_case(1)], ["no-such-program-anywhere"], limits=QUICK)


def test_the_reference_as_a_process_passes_what_it_passes_in_process() -> None:
    cases = load_corpus()
    run = run_subject(cases, REFERENCE, jobs=2, limits=QUICK)
    assert [result.case.id for result in run.results] == [case.id for case in cases]
    assert Counter(result.verdict for result in run.results) == {"pass": len(cases)}
    assert run.ok
    assert run.subject is not None
    assert run.subject["name"] == "preferans-pbn"
    assert run_reference(cases).ok


def test_children_of_a_subject_are_ended(tmp_path: Path) -> None:
    mark = tmp_path / "child"
    text = f"""
import json, subprocess, sys, time
sys.stdin.readline()
{HELLO}
sys.stdin.readline()
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open({str(mark)!r}, "w").write(str(child.pid))
time.sleep(600)
"""
    run = run_subject([a_case(1)], script(tmp_path, text), limits=QUICK)
    assert [result.verdict for result in run.results] == ["timeout"]
    child = int(mark.read_text())
    for _ in range(100):
        if not _runs(child):
            break
        time.sleep(0.05)
    assert not _runs(child)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not (stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z")


def test_answers_may_come_in_any_order(tmp_path: Path) -> None:
    text = f"""
import json, sys
sys.stdin.readline()
{HELLO}
requests = [json.loads(sys.stdin.readline()) for _ in range(3)]
for request in reversed(requests):
    seat = request["input"]["sheet"]["dump"]["S"]
    print(json.dumps({{"seq": request["seq"], "output": {{"result": {{"S": seat, "E": -seat}}, "good": "high"}}}}),
          flush=True)
sys.stdin.readline()
"""
    cases = [a_case(n, expect={"result": {"S": 2 * n, "E": -2 * n}, "good": "high"}) for n in (1, 2, 3)]
    run = run_subject(cases, script(tmp_path, text), limits=QUICK)
    assert [result.verdict for result in run.results] == ["pass"] * 3
    assert run.ok


def test_a_subject_that_only_fails_is_given_up(tmp_path: Path) -> None:
    text = f"import json, sys\nsys.stdin.readline()\n{HELLO}\nsys.stdin.readline()\n"
    run = run_subject([a_case(n) for n in range(1, 60)], script(tmp_path, text), limits=QUICK, give_up=3)
    assert {result.verdict for result in run.results} == {"crashed"}
    assert "3 times in a row" in run.problems[0]


def test_what_is_not_declared_is_not_asked(tmp_path: Path) -> None:
    parameters = {"ten": ["checked"], "min_bid": [[6], [6, 7]]}
    hello = {"ops": ["score"], "variants": ["sochi-codex"], "parameters": parameters}
    scope = Scope(hello)
    assert "settle" in scope.outside(a_case(1))
    score: dict[str, Any] = {"op": "score", "level": "L5", "input": {}, "expect": {"pool": {"S": 1}}}
    assert scope.outside(a_case(1, **score, rules={"variant": "greek"})) == "the subject does not declare greek"
    assert scope.outside(a_case(1, **score)) == "the subject does not declare ten=whisted"
    checked = {"variant": "sochi-codex", "set": {"ten": "checked"}}
    assert scope.outside(a_case(1, **score, rules=checked)) == ""
    wide = {"variant": "sochi-codex", "set": {"ten": "checked", "min_bid": [6, 8]}}
    assert scope.outside(a_case(1, **score, rules=wide)) == "the subject does not declare min_bid=6,8"
    text = """
import json, sys
sys.stdin.readline()
print(json.dumps({"protocol": 1, "name": "x", "ops": []}), flush=True)
assert json.loads(sys.stdin.readline()) == {"cmd": "stop"}
"""
    run = run_subject([a_case(1)], script(tmp_path, text), limits=QUICK)
    assert [result.verdict for result in run.results] == ["unsupported"]
    assert run.ok


def test_requests_have_every_parameter_and_no_expected_value() -> None:
    import json

    for case in load_corpus():
        request = json.loads(request_of(7, case))
        assert fault("messages#/$defs/run", request) == ""
        assert set(request) == {"cmd", "seq", "op", "rules", "input"}
        assert request["rules"].get("set", {}) == case.overrides
        assert len(request["rules"]["all"]) > 15


def test_a_case_without_rules_is_no_reason_to_fall(tmp_path: Path) -> None:
    cases: list[Case] = [a_case(1, rules={"variant": "no-such-variant"}), a_case(1, id="PC-0002")]
    run = run_subject(cases, REFERENCE, limits=QUICK)
    assert run.results[0].verdict in ("crashed", "unsupported")
    assert run.results[1].verdict == "pass"

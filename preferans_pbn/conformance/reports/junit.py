"""JUnit XML: a suite a level, a test case a case."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final
from xml.sax.saxutils import escape, quoteattr

from preferans_pbn.conformance.protocol import LEVEL_NAMES
from preferans_pbn.conformance.reports.data import SKIPPED, is_failure, kind_of, levels_of, name_of

_ERRORS: Final = frozenset({"malformed", "timeout", "crashed"})


def junit_report(data: Mapping[str, Any]) -> str:
    """A run as JUnit XML.  Verdicts that are no answer are errors, wrong answers failures; what is unsupported or
    expected to fail is skipped.  Problems of the run are a suite of their own."""
    suites = [_suite(data, level) for level in levels_of(data)]
    if data["problems"]:
        cases = "".join(
            f'    <testcase classname="run" name="problem {n}">\n      <error message={_attribute(problem)}/>\n'
            "    </testcase>\n" for n, problem in enumerate(data["problems"], 1))
        number = len(data["problems"])
        suites.append(f'  <testsuite name="run" tests="{number}" failures="0" errors="{number}" skipped="0">\n'
                      f"{cases}  </testsuite>\n")
    return (f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name={_attribute(name_of(data))}>\n'
            f"{''.join(suites)}</testsuites>\n")


def _suite(data: Mapping[str, Any], level: str) -> str:
    results = [result for result in data["results"] if result["level"] == level]
    wrong = [result for result in results if is_failure(result)]
    errors = sum(result["verdict"] in _ERRORS for result in wrong)
    skipped = sum(kind_of(result) in (SKIPPED, "unsupported") for result in results)
    name = f"{level} {LEVEL_NAMES[level]}"
    return (f'  <testsuite name={_attribute(name)} tests="{len(results)}" failures="{len(wrong) - errors}" '
            f'errors="{errors}" skipped="{skipped}">\n{"".join(map(_case, results))}  </testsuite>\n')


def _case(result: Mapping[str, Any]) -> str:
    head = (f'    <testcase classname={_attribute(result["variant"] + "." + result["op"])} '
            f'name={_attribute(result["id"] + " " + result["title"])} time="{result.get("seconds") or 0:.4f}"')
    kind = kind_of(result)
    if kind == "pass":
        return f"{head}/>\n"
    if not is_failure(result):
        why = result.get("skipped") or result.get("reason") or kind
        return f"{head}>\n      <skipped message={_attribute(why)}/>\n    </testcase>\n"
    element = "error" if result["verdict"] in _ERRORS else "failure"
    lines = [result.get("reason") or "", *result.get("difference", ())]
    body = "\n".join([*filter(None, lines), f"input: {_json(result.get('input'))}",
                      f"expected: {_json(result.get('expect'))}", f"got: {_json(result.get('got'))}"])
    first = next(filter(None, lines), kind)
    return (f'{head}>\n      <{element} type={_attribute(kind)} message={_attribute(first)}>'
            f"{escape(_allowed(body))}</{element}>\n    </testcase>\n")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _attribute(text: str) -> str:
    return quoteattr(_allowed(text))


def _allowed(text: str) -> str:
    """``text`` without the characters that XML 1.0 cannot hold."""
    return "".join(
        char if char in "\t\n" or " " <= char <= "\ud7ff" or "\ue000" <= char <= "\ufffd" or char >= "\U00010000"
        else "\ufffd" for char in text)

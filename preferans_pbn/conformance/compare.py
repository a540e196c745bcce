"""Is an answer right?  What counts as the same, and which verdict a difference gets.

A zero, ``false``, an empty map, null and a missing name are the same thing; ``legal`` is a set; 2.0 is 2.  In `parse`
and `replay` only what the expectation names is compared, its diagnostics always.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from preferans_pbn.conformance.protocol import ERROR_CODES, Verdict

_SETS: Final = frozenset({"legal"})
_PARTIAL: Final = frozenset({"parse", "replay"})
"""Operations of whose output only the parts are compared that the expectation names."""
ABSENT: Final = "∅"


@dataclass(slots=True)
class Judgement:
    """A verdict; ``reason``: why, in a sentence; ``difference``: where expected and got differ, a line each."""

    verdict: Verdict
    reason: str = ""
    difference: list[str] = field(default_factory=list)


def judge(op: str, expect: Mapping[str, Any], alternatives: tuple[Mapping[str, Any], ...],
          answer: Mapping[str, Any]) -> Judgement:
    """Judge ``answer``: a message with ``output``, ``error`` or ``unsupported``."""
    first = _judge(op, expect, answer)
    if first.verdict == "pass" or first.verdict in ("malformed", "unsupported"):
        return first
    for other in alternatives:
        again = _judge(op, other, answer)
        if again.verdict == "pass":
            return again
    return first


def _judge(op: str, expect: Mapping[str, Any], answer: Mapping[str, Any]) -> Judgement:
    said = [name for name in ("output", "error", "unsupported") if name in answer]
    if len(said) != 1:
        return Judgement("malformed", "an answer has one of output, error and unsupported")
    kind = said[0]
    if kind == "unsupported":
        return Judgement("unsupported", str(answer["unsupported"]))
    if kind == "error":
        return _judge_error(expect, answer["error"])
    return _judge_output(op, expect, answer["output"])


def _judge_error(expect: Mapping[str, Any], error: Any) -> Judgement:
    if not isinstance(error, Mapping) or error.get("code") not in ERROR_CODES:
        return Judgement("malformed", f"an error has one of the codes {', '.join(ERROR_CODES)}")
    code, at = error["code"], error.get("at")
    wanted = expect.get("error")
    if wanted is None:
        return Judgement("fail", f"an output is expected, not {code}: {error.get('message', '')}".rstrip(": "))
    if code != wanted["code"]:
        return Judgement("wrong-error", f"the error is {wanted['code']}, not {code}")
    if "at" in wanted and plain(at) != plain(wanted["at"]):
        return Judgement("wrong-span", f"the fault is at {wanted['at']}, not at {at}")
    return Judgement("pass")


def _judge_output(op: str, expect: Mapping[str, Any], output: Any) -> Judgement:
    if "error" in expect:
        return Judgement("fail", f"the error {expect['error']['code']} is expected")
    if output == expect and isinstance(output, dict) and _same_kinds(output, expect):
        return Judgement("pass")
    if not isinstance(output, Mapping):
        return Judgement("malformed", "an output is an object")
    from preferans_pbn.conformance.schema import fault, output_names, output_of

    known = output_names(op)
    output = {name: value for name, value in output.items() if name in known}
    wrong = fault(output_of(op), output)
    if wrong:
        return Judgement("malformed", f"this is no output of {op}: {wrong}")
    if op in _PARTIAL:
        judged = _judge_diagnostics(expect.get("diagnostics") or [], output.get("diagnostics") or [])
        if judged is not None:
            return judged
        expect = {name: value for name, value in expect.items() if name != "diagnostics"}
        output = {name: output.get(name) for name in expect}
    if plain(output) == plain(expect):
        return Judgement("pass")
    return Judgement("fail", "", differences(expect, output))


def _judge_diagnostics(expected: list[Mapping[str, Any]], got: list[Mapping[str, Any]]) -> Judgement | None:
    """None where they agree."""
    codes = [sorted(str(one["code"]) for one in side) for side in (expected, got)]
    if codes[0] != codes[1]:
        shown = [", ".join(side) or "no diagnostic" for side in codes]
        return Judgement("wrong-error" if codes[0] and codes[1] else "fail",
                         f"expected {shown[0]}, got {shown[1]}")
    places = [sorted(_place(one) for one in side) for side in (expected, got)]
    if places[0] != places[1]:
        wrong = [f"{code} at {line}:{col}-{end}" for code, line, col, end in places[1]
                 if (code, line, col, end) not in places[0]]
        right = [f"{code} at {line}:{col}-{end}" for code, line, col, end in places[0]
                 if (code, line, col, end) not in places[1]]
        return Judgement("wrong-span", f"expected {', '.join(right)}; got {', '.join(wrong)}")
    return None


def _place(one: Mapping[str, Any]) -> tuple[str, int, int, int]:
    return str(one["code"]), one.get("line") or 0, one.get("col") or 0, one.get("end_col") or 0


# ---- the same ----------------------------------------------------------------------------------------------


def plain(value: Any, name: str = "") -> Hashable:
    """``value`` in a form that is equal for equal answers."""
    if isinstance(value, Mapping):
        pairs = ((key, plain(item, str(key))) for key, item in value.items())
        return frozenset(pair for pair in pairs if pair[1] not in _NOTHING)
    if isinstance(value, list | tuple):
        items = [plain(item) for item in value]
        return ("set", frozenset(items)) if name in _SETS else ("list", *items)
    if value is False or value is None or value == "":
        return 0
    if value is True:
        return ("true",)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, Hashable) else str(value)


_NOTHING: Final[tuple[Hashable, ...]] = (0, frozenset(), ("list",))


def _same_kinds(one: Any, other: Any) -> bool:
    """Python takes 1 for True and 2.0 for 2: are the kinds the same too?"""
    if isinstance(one, dict):
        return all(_same_kinds(item, other[key]) for key, item in one.items())
    if isinstance(one, list):
        return all(map(_same_kinds, one, other))
    return type(one) is type(other)


def differences(expected: Any, got: Any, place: str = "") -> list[str]:
    """Where two outputs differ, a line each: ``whists.W.S: expected 12, got 8``."""
    if plain(expected) == plain(got):
        return []
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        found: list[str] = []
        for name in sorted({*map(str, expected), *map(str, got)}):
            one, other = expected.get(name), got.get(name)
            if isinstance(one, Mapping) or isinstance(other, Mapping):
                one, other = one or {}, other or {}
            if plain({name: one}) != plain({name: other}):
                found += differences(one, other, f"{place}.{name}" if place else name) or [
                    f"{place}.{name}: expected {shown(one)}, got {shown(other)}"]
        return found
    if isinstance(expected, list) and isinstance(got, list):
        if place.rpartition(".")[2] in _SETS:
            missing = [item for item in expected if item not in got]
            extra = [item for item in got if item not in expected]
            parts = [f"missing {' '.join(map(str, missing))}"] * bool(missing)
            parts += [f"too many {' '.join(map(str, extra))}"] * bool(extra)
            return [f"{place}: {', '.join(parts)}"]
        if len(expected) == len(got):
            return [line for n, (one, other) in enumerate(zip(expected, got, strict=True))
                    for line in differences(one, other, f"{place}[{n}]")]
    return [f"{place}: expected {shown(expected)}, got {shown(got)}"]


def shown(value: Any) -> str:
    """``value`` in a line."""
    import json

    if value is None:
        return ABSENT
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 160 else f"{text[:157]}…"

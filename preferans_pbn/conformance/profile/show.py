"""A profile as text and as JSON."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from typing import Any, Final

from preferans_pbn.conformance.ops import answer
from preferans_pbn.conformance.profile.search import Observation, Profile
from preferans_pbn.variants import format_value, load_variant

_SHOWN: Final = 20
_WIDTH: Final = 100


def profile_lines(profile: Profile, *, brief: bool = False) -> Iterator[str]:
    """The profile in words: the variant it is nearest to, what differs, what cannot be told, what nothing explains.

    ``brief``: of the values that cannot be told apart only the parameters are named, as befits a log, which tells
    little.
    """
    rules = profile.rules
    yield f"nearest variant: {rules.id} ({rules.family} family), {profile.asked} answers"
    base = load_variant(rules.id)
    differing = [name for name in rules.values if name not in base or rules[name] != base[name]]
    yield "rules that differ from it:" if differing else "no rule differs from it"
    for name in differing:
        other = f"instead of {format_value(base[name])}" if name in base else "which it does not define"
        yield f"  {name}={format_value(rules[name])}  ({other})"
    first, *others = profile.settings
    open_ = {name: values for name, values in first.possible.items() if len(values) > 1}
    if open_ and brief:
        yield from wrapped(f"not told by these answers: {', '.join(open_)}")
    elif open_:
        yield "values that no question tells apart:"
        for name, values in open_.items():
            yield f"  {name}={' or '.join(values)}"
    for group in first.exclusive if not brief else ():
        yield f"  but not together: {' '.join(f'{name}={value}' for name, value in group)}"
    for setting in others:
        changed = [f"{name}={format_value(setting.rules[name])}" for name in setting.rules.values
                   if name not in rules or setting.rules[name] != rules[name]]
        yield f"or else {' and '.join(changed)}"
    if profile.unanswered:
        yield f"{len(profile.unanswered)} questions got no answer, for example: {profile.unanswered[0][1]}"
    if profile.explained:
        yield "these rules explain every answer"
        return
    left = len(profile.unexplained)
    yield f"no rules explain {'this answer' if left == 1 else f'these {left} answers'}:"
    for one in profile.unexplained[:_SHOWN]:
        if brief:
            yield from wrapped(f"  {one.question.origin}, {one.question.op}: {'; '.join(_differences(profile, one))}")
            continue
        yield f"  {one.question.op} {json.dumps(one.question.input, ensure_ascii=False)}"
        yield f"    got {_text(one)}, by these rules {json.dumps(_right(profile, one), ensure_ascii=False)}"
    if len(profile.unexplained) > _SHOWN:
        yield f"  … and {len(profile.unexplained) - _SHOWN} more"


def wrapped(line: str) -> list[str]:
    """A long line for people, broken at blanks."""
    return textwrap.wrap(line, _WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def _differences(profile: Profile, one: Observation) -> Iterator[str]:
    """Where a claim and the rules part: ``whists.W.S 4 instead of 6``."""
    claimed, right = dict(one.parts), dict(one.by(profile.rules))
    for place in sorted({*claimed, *right}):
        if claimed.get(place, 0) != right.get(place, 0):
            yield f"{place.lstrip('.')} {claimed.get(place, 0)} instead of {right.get(place, 0)}"


def _text(one: Observation) -> str:
    return json.dumps({name: one.said[name] for name in ("output", "error") if name in one.said}, ensure_ascii=False)


def _right(profile: Profile, one: Observation) -> dict[str, Any]:
    return answer(one.question.op, profile.rules, one.question.input)


def profile_json(profile: Profile) -> dict[str, Any]:
    """The profile as data."""
    return {
        "variant": profile.rules.id, "family": profile.rules.family, "explained": profile.explained,
        "asked": profile.asked,
        "settings": [
            {"set": {name: format_value(value) for name, value in setting.rules.overrides.items()},
             "possible": {name: list(values) for name, values in setting.possible.items()},
             "exclusive": [dict(group) for group in setting.exclusive]}
            for setting in profile.settings],
        "unexplained": [
            {"op": one.question.op, "input": one.question.input, "origin": one.question.origin,
             "got": {name: one.said[name] for name in ("output", "error") if name in one.said},
             "expected": _right(profile, one)} for one in profile.unexplained],
        "unanswered": [{"op": question.op, "input": question.input, "reason": reason}
                       for question, reason in profile.unanswered],
    }

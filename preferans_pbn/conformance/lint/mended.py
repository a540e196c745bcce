"""Does the mended form of an invalid record mend just the fault?"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from typing import Any

from preferans_pbn.conformance.cases import Case
from preferans_pbn.conformance.findings import Finding
from preferans_pbn.conformance.lint import Corpus, at
from preferans_pbn.conformance.ops import answer
from preferans_pbn.conformance.ops.text import content_of
from preferans_pbn.conformance.reference import ruleset_of


def errors_of(expect: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The expected diagnostics that are errors."""
    return [one for one in expect.get("diagnostics") or () if one["code"].startswith("E")]


def check_fixed(corpus: Corpus) -> Iterator[Finding]:
    """Every case of `parse` or `replay` that expects an error has its mended form, or says why it has none."""
    for case in corpus.cases:
        if case.op not in ("parse", "replay"):
            continue
        errors = errors_of(case.expect)
        fixed = _fixed(case)
        if not errors:
            if fixed is not None:
                yield at("fixed", case, "nothing is to be mended: no error is expected")
        elif fixed is None:
            if "fixed_elsewhere" not in case.data:
                yield at("fixed", case, "an invalid record has its mended form (fixed), or says why not "
                                        "(fixed_elsewhere)")
        else:
            yield from _check(case, fixed, errors)


def _fixed(case: Case) -> bytes | None:
    if "fixed" in case.data:
        return str(case.data["fixed"]).encode("utf-8", "surrogateescape")
    if "fixed_base64" in case.data:
        return base64.b64decode(case.data["fixed_base64"])
    return None


def _check(case: Case, fixed: bytes, errors: list[Mapping[str, Any]]) -> Iterator[Finding]:
    data = {"base64": base64.b64encode(fixed).decode()}
    output = answer(case.op, ruleset_of(case.variant, case.overrides), data).get("output")
    wrong = [one["code"] for one in output["diagnostics"] if one["severity"] == "error"] if output else ["no answer"]
    if wrong:
        yield at("fixed", case, f"the mended form is not valid: {', '.join(wrong)}")
    if "fixed_elsewhere" in case.data:
        return
    text = content_of(case.input).decode("utf-8", "surrogateescape")
    mended = fixed.decode("utf-8", "surrogateescape")
    spans = [_offsets(text, one) for one in errors]
    start, end = min(span[0] for span in spans), max(span[1] for span in spans)
    tail = len(text) - end
    if text[:start] != mended[:start] or (tail and text[end:] != mended[-tail:]) or len(mended) < start + tail:
        yield at("fixed", case, "the mended form differs outside the diagnostic's span (or says fixed_elsewhere)")


def _offsets(text: str, one: Mapping[str, Any]) -> tuple[int, int]:
    """Where a diagnostic's span begins and ends in ``text``."""
    lines = text.split("\n")
    before = sum(len(line) + 1 for line in lines[: max(one["line"] - 1, 0)])
    return before + max(one["col"] - 1, 0), before + max(one["end_col"] - 1, one["col"] - 1, 0)

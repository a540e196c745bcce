"""``parse``, ``format`` and ``replay``: records as text."""

from __future__ import annotations

import base64
import binascii
import io
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from preferans_pbn.checking import Checked, Checker
from preferans_pbn.conformance.ops.errors import OpError, malformed
from preferans_pbn.conformance.ops.ledger import score_json
from preferans_pbn.diagnostics import Diagnostic
from preferans_pbn.families import law_of
from preferans_pbn.notation import ReadRecord, canonical, dump, iter_text, to_json
from preferans_pbn.record import Record
from preferans_pbn.replaying.seating import seating_of
from preferans_pbn.rulesets import Rulesets
from preferans_pbn.variants import Ruleset, format_value


def content_of(data: Mapping[str, Any]) -> bytes:
    """The bytes of ``text`` or ``base64``.  Raises OpError."""
    if ("text" in data) == ("base64" in data):
        raise malformed("either text or base64")
    if "text" in data:
        return bytes(data["text"], "utf-8", "surrogateescape")
    try:
        return base64.b64decode(data["base64"], validate=True)
    except binascii.Error as problem:
        raise malformed(f"base64: {problem}") from None


def diagnostic_json(found: Diagnostic) -> dict[str, Any]:
    """A finding: code, place (columns from 1, ``end_col`` exclusive; 0: no place) and severity."""
    return {"code": found.code, "line": found.line, "col": found.col, "end_col": found.end_col,
            "severity": found.severity}


def parse(rules: Ruleset, data: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a text as JSON (null where it cannot be read; ``records`` where there are several), and what
    was found wrong in reading it."""
    reads = list(iter_text(content_of(data)))
    found = [diagnostic_json(one) for read in reads for one in read.diagnostics]
    records = [None if read.record is None else _plain(read) for read in reads if read.number]
    content: dict[str, Any] = {"records": records} if len(records) > 1 else {"record": records[0] if records else None}
    return {**content, "diagnostics": found}


def _plain(read: ReadRecord) -> dict[str, Any]:
    assert read.record is not None
    return to_json(read.record)


def format_(rules: Ruleset, data: Mapping[str, Any]) -> dict[str, Any]:
    """The canonical text of records without errors."""
    reads = list(iter_text(content_of(data)))
    wrong = [one for read in reads for one in read.diagnostics if one.severity == "error"]
    if wrong:
        raise malformed(f"{wrong[0].code} {wrong[0].message}")
    rulesets = _rulesets(rules)
    stream = io.StringIO()
    dump([_in_playing_order(read.record, rulesets, rules) for read in reads if read.record is not None], stream)
    return {"text": stream.getvalue()}


def _rulesets(rules: Ruleset) -> Rulesets:
    """The rules that records name, or ``rules`` where they name none."""
    return Rulesets(rules.id, None, {name: format_value(value) for name, value in rules.overrides.items()})


def _in_playing_order(record: Record, rulesets: Rulesets, rules: Ruleset) -> Record:
    """``record`` in export form, its hands from forehand by the record's own rules."""
    if record.dealer is None:
        return canonical(record)
    own = rulesets.of(record)[0] or rules
    return canonical(record, seats=seating_of(record, own["direction"]).order)


def replay(rules: Ruleset, data: Mapping[str, Any]) -> dict[str, Any]:
    """What is wrong with the records of a text under the rules that they name (``rules`` where they name none),
    and what each deal came to."""
    checker = Checker(_rulesets(rules))
    found: list[dict[str, Any]] = []
    deals: list[dict[str, Any]] = []
    for read in iter_text(content_of(data)):
        checked = checker.check(read)
        found += [diagnostic_json(one) for one in checked.diagnostics]
        if checked.number:
            deals.append(_deal(checked))
    return {"diagnostics": found, **(deals[0] if len(deals) == 1 else {"records": deals})}


def _deal(checked: Checked) -> dict[str, Any]:
    """Outcome, tricks and score of one record, as far as they can be told."""
    replayed = checked.replay
    if replayed is None or checked.rules is None or replayed.outcome is None:
        return {}
    outcome = replayed.outcome
    result: dict[str, Any] = {
        "outcome": outcome.manner,
        "tricks": {seat: count for seat, count in zip(replayed.seats, outcome.tricks, strict=False) if count}}
    if replayed.score is not None:
        # What hangs on totals that no record tells is left out.
        with suppress(OpError):
            result["score"] = score_json(law_of(checked.rules), replayed.score, replayed.seats)
    return result

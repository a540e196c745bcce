"""What holds for every record and every text."""

from __future__ import annotations

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from preferans_pbn.notation import canonical, dumps, from_json, iter_text, loads, spans, to_json
from preferans_pbn.record import Record
from tests.notation.samples import MISERE, SAMPLE, SERBIAN
from tests.notation.strategies import records

relaxed = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much], deadline=None)


@given(records())
@relaxed
def test_what_is_written_reads_back_equal(record: Record) -> None:
    wanted = canonical(record)
    assert loads(dumps(record)) == [wanted]


@given(records())
@relaxed
def test_writing_twice_is_writing_once(record: Record) -> None:
    once = dumps(record)
    assert dumps(loads(once)) == once
    assert canonical(canonical(record)) == canonical(record)


@given(st.lists(records(), min_size=2, max_size=3))
@relaxed
def test_records_of_a_file_keep_apart(several: list[Record]) -> None:
    for record in several:
        record.comments = tuple(c for c in record.comments if c.owner)
    assert loads(dumps(several)) == [canonical(record) for record in several]


@given(records())
@relaxed
def test_json_loses_nothing(record: Record) -> None:
    assert from_json(json.loads(json.dumps(to_json(record)))) == record


@given(records())
@relaxed
def test_every_span_lies_in_the_text(record: Record) -> None:
    [read] = loads(dumps(record))
    assert read.source is not None
    for span in spans(read).values():
        assert 0 <= span.start <= span.end <= len(read.source.text)


_pieces = st.one_of(
    st.binary(max_size=4),
    st.sampled_from([b"\n", b"\n\n", b"[", b"]", b'"', b"{", b"}", b"%", b";", b"\r\n", b"\r", b"\\", b'[Deal "',
                     b"\xc3",
                     "А".encode(), b"#", b"- ", b" * ", b"^R", b"[Note \"1:x\"]\n"]),
)
_edits = st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 30), _pieces), min_size=1, max_size=3)


def _mutate(data: bytes, edits: list[tuple[float, int, bytes]]) -> bytes:
    for place, length, piece in edits:
        at = int(place * len(data))
        data = data[:at] + piece + data[at + length :]
    return data


@given(st.sampled_from((SAMPLE, SERBIAN, MISERE)), _edits)
@settings(max_examples=400, deadline=None)
def test_a_broken_record_never_changes_its_neighbours(text: str, edits: list[tuple[float, int, bytes]]) -> None:
    first = SAMPLE.replace("Thursday club", "first").encode()
    last = SAMPLE.replace("Thursday club", "last").encode()
    # All but the words that begin a record may change.
    middle = text.encode()[:8] + _mutate(text.encode()[8:], edits)
    read = list(iter_text(first + b"\n" + middle + b"\n" + last))
    assert read[0].ok
    assert read[-1].ok
    assert [read[0].record] == loads(first)
    assert [read[-1].record] == loads(last)


@given(st.text(max_size=300))
@settings(deadline=None)
def test_no_text_raises(text: str) -> None:
    for one in iter_text(text):
        for finding in one.diagnostics:
            assert finding.line >= 1
            assert finding.col >= 1
            assert finding.end_col > finding.col


@given(st.text(st.sampled_from('[]{}";%\n #SWNEAKQ789T-:.^=$!*+()>'), max_size=200))
@settings(deadline=None)
def test_no_heap_of_signs_raises(text: str) -> None:
    for one in iter_text('[Event "x"]\n[Play "S"]\n' + text):
        if one.ok and one.record is not None:
            dumps(one.record)


@given(st.sampled_from((SAMPLE, SERBIAN, MISERE)), _edits)
@settings(max_examples=300, deadline=None)
def test_what_is_accepted_can_be_written(text: str, edits: list[tuple[float, int, bytes]]) -> None:
    for one in iter_text(_mutate(text.encode(), edits)):
        if one.ok and one.record is not None:
            once = dumps(one.record)
            [again] = loads(once)
            assert dumps(again) == once
            assert again == canonical(one.record)

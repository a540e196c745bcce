"""The registry, sources, and the project's own two formats."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from preferans_pbn.convert import (
    FORMATS,
    Converted,
    Loss,
    Options,
    Source,
    UnknownFormat,
    detect_format,
    find_format,
    read_source,
)
from preferans_pbn.convert.decoding import decode
from preferans_pbn.convert.faults import SourceFault
from preferans_pbn.convert.json_source import Document
from preferans_pbn.notation import loads
from preferans_pbn.record import Record
from tests.convert.logs import codes, converted

TEXT = '[Event "one"]\n[Board "1"]\n[Contract "6S"]\n\n[Event "two"]\n[Board "2"]\n[Contract "misere"]\n'


def read(data: bytes, name: str = "-", form: str = "", options: Options | None = None) -> list[Converted]:
    return list(read_source(Source.of_bytes(data, name), form, options))


def written(form: str, records: list[Record]) -> tuple[str, list[Loss]]:
    stream = io.StringIO()
    losses = list(find_format(form).write(records, stream))
    return stream.getvalue(), losses


def test_unknown_name() -> None:
    with pytest.raises(UnknownFormat) as problem:
        find_format("suntechnik")
    assert problem.value.suggestion == "suntehnik"
    with pytest.raises(ValueError, match="not written"):
        find_format("suntehnik").write([], io.StringIO())


def test_source_that_fits_no_format() -> None:
    for data in (b"", b"hello\n", b"\x00\x01\x02", b"{}"):
        [one] = read(data)
        assert one.record is None
        assert codes([one]) == ["E225"]


def test_every_format_survives_junk() -> None:
    junk = (b"", b"\x00\xff\xfe", b"[" * 100_000, b"{" * 5000, b"[1", b'"x"', b"null", b"[]", b"{}", b"9" * 6000)
    for form in (form for form in FORMATS if form.reads):
        for data in junk:
            for one in form.read(Source.of_bytes(data, "junk")):
                assert one.record is not None or one.diagnostics, (form.name, data[:10])
                assert all(finding.path == "junk" for finding in one.diagnostics)


def test_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nothing"):
        Source.of_path(tmp_path / "nothing.json")


def test_large_source_is_refused() -> None:
    [one] = read(b'{"bulletTarget": 1, "tenGameIsChecked": 2}' + b" " * 1000, options=Options(size_limit=500))
    assert codes([one]) == ["E011"]


def test_ppbn_both_ways() -> None:
    deals = read(TEXT.encode())
    assert [one.record and one.record.event for one in deals] == ["one", "two"]
    records = [one.record for one in deals if one.record is not None]
    text, losses = written("ppbn", records)
    assert losses == []
    assert text.startswith("% PREFERANS-PBN 1.0\n")
    assert loads(text) == records


def test_record_that_no_text_can_say_is_a_loss() -> None:
    text, losses = written("ppbn", [Record(event="a\nb"), Record(event="c")])
    assert [(loss.record, loss.code) for loss in losses] == [(1, "W705")]
    assert [record.event for record in loads(text)] == ["c"]


def test_json_both_ways() -> None:
    records = [one.record for one in converted("suntehnik", "game-05-finished.json", True) if one.record is not None]
    text, losses = written("json", records)
    assert losses == []
    assert len(text.splitlines()) == 19
    assert [one.record for one in read(text.encode(), "x.ndjson")] == records
    listed = json.dumps([json.loads(line) for line in text.splitlines()], indent=1)
    assert [one.record for one in read(listed.encode(), "x.json")] == records
    single = json.dumps(json.loads(text.splitlines()[0]), indent=1)
    assert [one.record for one in read(single.encode())] == records[:1]


def test_broken_line_of_ndjson_leaves_its_neighbours() -> None:
    lines = ['{"event": "a", "contract": "6S"}', '{"event": "b", ', "7", '{"event": "c", "contract": "misere"}']
    deals = read("\n".join(lines).encode(), "x.ndjson")
    assert [one.record.event if one.record else None for one in deals] == ["a", None, None, "c"]
    assert [(finding.code, finding.line) for one in deals for finding in one.diagnostics] == [("E220", 2), ("E222", 3)]


def test_wrong_value_in_a_json_record_has_its_place() -> None:
    data = b'[{"event": "a", "contract": "6S"},\n {"event": "b",\n  "contract": "11S"}]'
    deals = read(data, form="json")
    assert [one.record is None for one in deals] == [False, True]
    [finding] = deals[1].diagnostics
    assert (finding.code, finding.line, finding.col) == ("E220", 3, 15)


def test_detection_looks_at_the_content_first() -> None:
    found = detect_format(TEXT.encode(), "records.txt")
    assert found is not None
    assert found.name == "ppbn"
    assert detect_format(b'{"x": 1}', "x.json") is None


def test_stream_is_read_in_pieces() -> None:
    class Slow(io.RawIOBase):
        def __init__(self) -> None:
            self.rest = TEXT.encode()

        def readable(self) -> bool:
            return True

        def read(self, size: int = -1) -> bytes:
            part, self.rest = self.rest[:7], self.rest[7:]
            return part

    source = Source.of_stream(Slow())  # type: ignore[arg-type]
    assert source.head() == TEXT.encode()
    assert source.read(10_000) == TEXT.encode()


def test_files_beside_are_bare_names(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text("x", "utf-8")
    (tmp_path / "secret").write_text("y", "utf-8")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.log").write_text("x", "utf-8")
    assert Source.of_path(tmp_path / "a.log").beside("secret") == b"y"
    beside = Source.of_path(tmp_path / "sub" / "b.log").beside
    assert [beside(name) for name in ("../secret", "secret", "..", "", "a\0b")] == [None] * 5


@pytest.mark.parametrize(("data", "encoding", "name", "place"), [
    (b"ab\nc\xff", "", "invalid-utf8", (2, 2)),
    (b"ab\nc\x98", "cp1251", "wrong-encoding", (2, 2)),
    (b"abc", "klingon", "unknown-encoding", (0, 0)),
    (b"abc", "hex", "unknown-encoding", (0, 0)),
    (b"a\nb\x00", "", "binary-file", (2, 2)),
])
def test_bytes_that_are_no_text(data: bytes, encoding: str, name: str, place: tuple[int, int]) -> None:
    with pytest.raises(SourceFault) as problem:
        decode(data, encoding)
    assert problem.value.finding.name == name
    assert (problem.value.finding.line, problem.value.finding.col) == place


def test_text_of_other_encodings() -> None:
    for encoding in ("utf-8-sig", "utf-16", "utf-32"):
        assert decode("Ж\r\n".encode(encoding)) == "Ж\n"
    assert decode("Ж".encode("koi8-r"), "koi8-r") == "Ж"


@pytest.mark.parametrize(("text", "place"), [
    ('{"a": 1,\n "a": 2}', (1, 1)),
    ("[1,\n 2", (2, 3)),
    ("[NaN]", (1, 1)),
    ('{"a": }', (1, 7)),
])
def test_json_that_is_refused(text: str, place: tuple[int, int]) -> None:
    with pytest.raises(SourceFault) as problem:
        Document(text, "game")
    assert problem.value.finding.name == "foreign-syntax"
    assert (problem.value.finding.line, problem.value.finding.col) == place


def test_places_in_json() -> None:
    root = Document('{"a": [1,\n  {"b c": "x"}],\n "d": 2.50}', "game").root
    node = root["a"][1]["b c"]
    assert (node.name, node.place) == ('a[1]["b c"]', (2, 11))
    assert root["d"].place == (3, 7)
    assert str(root["d"].number()) == "5/2"
    with pytest.raises(SourceFault, match="a\\[2\\] is missing") as problem:
        root["a"][2]
    assert (problem.value.finding.line, problem.value.finding.col) == (1, 7)


def test_loss_as_report_and_as_warning() -> None:
    loss = Loss("seed", 3, "has no place")
    assert loss.to_json() == {"code": "W701", "field": "seed", "reason": "has no place", "record": 3}
    finding = loss.diagnostic("x.json")
    assert (finding.message, finding.severity, finding.record) == ("seed: has no place", "warning", 3)

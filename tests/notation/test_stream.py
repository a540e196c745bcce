"""Reading files and streams."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from preferans_pbn.data_files import data_path
from preferans_pbn.notation import Limits, NotationError, iter_records, iter_text, load, loads
from tests.notation.samples import SAMPLE, SERBIAN

BAD = sorted(p for p in data_path("fixtures/bad").iterdir() if p.name[:4] <= "E207")


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_bad_fixture_has_its_one_fault_and_the_fixed_one_none(path: Path) -> None:
    findings = [d for one in iter_records(path) for d in one.diagnostics]
    assert [f"{d.code}-{d.name}" for d in findings] == [path.stem]
    fixed = path.parent.parent / "fixed" / path.name
    assert [d for one in iter_records(fixed) for d in one.diagnostics] == []


def test_every_reading_code_has_a_fixture() -> None:
    assert {p.name[:4] for p in BAD} == {
        *(f"E00{n}" for n in range(1, 7)), *(f"E10{n}" for n in range(1, 9)), *(f"E20{n}" for n in range(1, 8))}


def test_sources(tmp_path: Path) -> None:
    path = tmp_path / "a.ppbn"
    path.write_text(SAMPLE + "\n" + SERBIAN.replace("Ana", "Ана"), encoding="utf-8")
    wanted = [one.record for one in iter_records(path)]
    assert [one.number for one in iter_records(str(path))] == [1, 2]
    with path.open("rb") as binary, path.open(encoding="utf-8", newline="") as text:
        assert [one.record for one in iter_records(binary)] == wanted
        assert [one.record for one in iter_records(text)] == wanted
        assert not text.closed
    assert load(io.StringIO(path.read_text(encoding="utf-8"))) == wanted
    assert load(path) == wanted
    [first, second] = iter_records(path)
    assert second.record is not None
    assert second.record.players["S"] == "Ана"
    assert (second.source.path, second.source.line) == (str(path), SAMPLE.count("\n") + 2)
    assert first.ok


def test_text_stream_with_long_lines_of_letters_beyond_ascii() -> None:
    text = f'[Event "{"é" * 60}"]\n[Event "b"]\n'
    read = list(iter_records(io.StringIO(text), limits=Limits(line=100)))
    assert [[d.code for d in one.diagnostics] for one in read] == [["E006"], []]
    assert [one.ok for one in iter_records(io.StringIO(text), limits=Limits(line=200))] == [True, True]


def test_file_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "none.ppbn", tmp_path, "a\0b"):
        [one] = iter_records(path)
        assert [d.code for d in one.diagnostics] == ["E008"]
        assert (one.record, one.number) == (None, 0)


def test_stream_that_breaks_off() -> None:
    class Broken(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            line = super().readline(size)
            if not line:
                raise OSError(5, "Input/output error")
            return line

    read = list(iter_records(Broken(SAMPLE.encode() + b"\n" + SAMPLE.encode())))
    assert [one.ok for one in read] == [True, False]
    assert [d.code for d in read[1].diagnostics] == ["E008"]


def test_loads_raises_with_the_findings() -> None:
    with pytest.raises(NotationError, match=r"-:2:10: E107 X is not a seat \(and 1 more\)") as caught:
        loads('[Event "x"]\n[Dealer "X"]\n[Contract "7"]\n')
    assert [d.code for d in caught.value.diagnostics] == ["E107", "E203"]
    assert [r.board for r in loads('[Board "1"]\n')] == ["1"]


def test_lone_surrogates_are_reported() -> None:
    [one] = iter_text('[Event "\udcff"]\n')
    assert [d.code for d in one.diagnostics] == ["E005"]


def test_findings_carry_path_and_record() -> None:
    _, second = iter_text('[Event "a"]\n[Event "b"]\n[Dealer "X"]\n', path="club.ppbn")
    [finding] = second.diagnostics
    assert (finding.path, finding.record, finding.line) == ("club.ppbn", 2, 3)


def test_importing_loads_no_parser() -> None:
    code = ("import sys, preferans_pbn.notation as n; n.iter_records; n.dumps;"
            "print([m for m in ('lark', 'jsonschema', 'rich', 'yaml', 'hypothesis') if m in sys.modules])")
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout == "[]\n"

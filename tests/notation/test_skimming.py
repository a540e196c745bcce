"""Looking through records without reading them."""

from __future__ import annotations

import doctest
import io
from pathlib import Path

import pytest

from preferans_pbn.notation import Limits, Skimmed, iter_records, iter_text, skim, skimming
from tests.notation.readings import corpus_texts, fixture_files
from tests.notation.samples import MISERE, SAMPLE, SERBIAN


def skimmed(text: str) -> list[Skimmed]:
    return list(skim(io.BytesIO(text.encode())))


def test_tags_of_the_sample() -> None:
    [one] = skimmed("% PREFERANS-PBN 1.0\n\n" + SAMPLE)
    assert list(one.tags) == [
        "Event", "Site", "Date", "Table", "Board", "Variant", "Rules", "South", "West", "East", "Target", "Dealer",
        "Deal", "Talon", "Declarer", "Discard", "Contract", "Tricks"]
    assert one.tags["Site"] == "Tallinn EST"
    assert (one.number, one.line) == (1, 1)
    assert one.read().record == next(iter_text(SAMPLE)).record
    assert one.read() is one.read()


def test_tags_of_records_with_comments_notes_and_faults() -> None:
    escaped = '[Event "a \\\\ \\"b\\""]\n[Site "x"] [Date "y"]\n'
    first, second, third = skimmed(MISERE + SERBIAN.replace("H7 DT", "H7 XX") + escaped)
    assert "Note" not in first.tags
    assert first.tags["Ruling"] == "accepted"
    assert (second.tags["Talon"], second.number, second.line) == ("H7 XX", 2, MISERE.count("\n") + 1)
    assert [found.name for found in second.read().diagnostics] == ["bad-card"]
    assert third.tags == {"Event": 'a \\ "b"', "Site": "x"}


def test_the_first_of_repeated_tags() -> None:
    [one] = skimmed('[Event "a"]\n[Site "b"]\n[Site "c"]\n')
    assert one.tags["Site"] == "b"


def test_what_is_the_same_as_before() -> None:
    same = '[Event "#"]\n[Site "#"]\n[Board "#"]\n'
    read = skimmed('[Event "a"]\n[Site "b"]\n' + same + same + '[Event "c"]\n[Site "\\#"]\n[Date "#"]\n')
    assert [(one.tags["Event"], one.tags["Site"]) for one in read] == [("a", "b")] * 3 + [("c", "#")]
    assert [one.tags.get("Board") for one in read] == [None, "#", "#", None]
    assert read[3].tags["Date"] == "#"
    records = [one.read().record for one in read]
    assert [record and record.event for record in records] == ["a", "a", "a", "c"]
    assert [found.name for found in read[3].read().diagnostics] == ["nothing-before"]


def test_nothing_is_read_that_is_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(skimming, "read_chunk", refuse)
    boards = [one.tags["Event"] for one in skim(io.StringIO(SAMPLE + MISERE + SERBIAN))]
    assert boards == ["Thursday club", "club", "Nedelja"]
    with pytest.raises(AssertionError):
        skimmed(SAMPLE)[0].read()


def test_what_was_skimmed_reads_like_the_stream() -> None:
    joined = b"\n".join(fixture_files()) + "".join(corpus_texts()).encode("utf-8", "surrogateescape")
    for data in (*fixture_files(), joined):
        wanted = list(iter_records(io.BytesIO(data)))
        assert [one.read() for one in skim(io.BytesIO(data))] == wanted


def test_sources_and_limits(tmp_path: Path) -> None:
    path = tmp_path / "a.ppbn"
    path.write_text(SAMPLE + SERBIAN, encoding="utf-8")
    assert [one.read().source.path for one in skim(path)] == [str(path)] * 2
    assert [one.read().source.path for one in skim(path, path="b")] == ["b", "b"]
    first, _ = skim(path, limits=Limits(record=len(SERBIAN.encode()) + 1))
    assert first.tags == {}
    assert [found.name for found in first.read().diagnostics] == ["record-too-long"]
    with pytest.raises(OSError, match="none"):
        list(skim(tmp_path / "none.ppbn"))
    [nothing] = skimmed("")
    assert (nothing.number, nothing.tags) == (0, {})


def test_the_example_in_the_module() -> None:
    assert doctest.testmod(skimming).failed == 0

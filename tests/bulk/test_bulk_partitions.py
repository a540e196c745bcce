"""Files that are read in parts: where parts begin and end, and that nothing is found twice or missed."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import fsspec  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from preferans_pbn.bulk.checking_work import CheckMerger, CheckWork
from preferans_pbn.bulk.cutting import Chunk
from preferans_pbn.bulk.dask_pool import work_on
from preferans_pbn.bulk.partitions import boundary, parts_of, read_part
from preferans_pbn.inputs import find_inputs
from preferans_pbn.notation import Limits
from preferans_pbn.rulesets import Rulesets
from tests.bulk.support import texts
from tests.bulk.test_bulk_checking import ALL, Told, archive, deals, in_order


def parts(data: bytes, size: int) -> list[bytes]:
    stream = io.BytesIO(data)
    ends = [boundary(stream, at, len(data)) for at in [*range(0, len(data), size), len(data)]]
    assert ends == sorted(ends)
    return [data[start:end] for start, end in pairwise(ends)]


@pytest.mark.parametrize("size", [7, 100, 333, 5000])
def test_parts_are_the_file_and_begin_with_sessions(size: int) -> None:
    data = deals(*((f"s{number}", board) for number in range(30) for board in (1, 2, 3)))
    found = parts(data, size)
    assert b"".join(found) == data
    for part in filter(None, found):
        assert part.startswith(b'[Event "e"]\n[Session "s')
        assert b'[Board "1"]' in part[:50]


def test_a_range_takes_the_sessions_that_begin_in_it_behind_its_first_record() -> None:
    data = deals(("a", 1), ("a", 2), ("b", 1), ("b", 2), ("c", 1))
    one = len(deals(("a", 1)))
    stream = io.BytesIO(data)
    # At the first byte of a record that record is the first one; one byte later the next one is.
    assert boundary(stream, one, len(data)) == 2 * one
    assert boundary(stream, one + 1, len(data)) == 4 * one
    assert boundary(stream, 2 * one, len(data)) == 4 * one
    assert boundary(stream, 4 * one, len(data)) == len(data)


LINES = ['[Event "a"]', '[Event "b"]', '[Event "#"]', '[Board "1"]', '[Session "s"]', "{", "}", "", "x", ' [Event "c"]']


@settings(max_examples=300, deadline=None)
@given(lines=st.lists(st.sampled_from(LINES), max_size=40), size=st.integers(1, 200))
def test_neighbours_agree_on_any_lines(lines: list[str], size: int) -> None:
    data = "\n".join(lines).encode()
    assert b"".join(parts(data, size)) == data


def in_parts(paths: list[str], size: int) -> tuple[Told, int]:
    """What the machines of a cluster find together, and how often something had to be done twice."""
    told = Told()
    merger = CheckMerger(told, Rulesets())
    work = CheckWork(Rulesets(), Limits(), ALL)
    again = 0
    for part in parts_of(paths, size):
        pieces, result = work_on(work, part, None)
        chunk = Chunk(part.number, pieces)
        if not merger.agrees(chunk, result):
            again += 1
            pieces, result = work_on(work, part, merger.start(chunk))
        merger.take(chunk, result)
    return told, again


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files in order and with faults, compressed ones, an archive, one that is empty and one that breaks off."""
    made = tmp_path_factory.mktemp("parts")
    for number, data in enumerate((*texts()[-5:], archive(), b"")):
        (made / f"{number}.ppbn").write_bytes(data)
    packed = gzip.compress(archive())
    (made / "packed.ppbn.gz").write_bytes(packed)
    (made / "short.ppbn.gz").write_bytes(packed[:-500])
    with zipfile.ZipFile(made / "archive.ppbn.zip", "w") as target:
        target.writestr("a.ppbn", archive()[:9000])
        target.writestr("b/c.ppbn", texts()[3])
    return made


@pytest.mark.parametrize("size", [3000, 40_000, 1 << 25])
def test_parts_have_the_findings_of_the_whole(size: int, folder: Path) -> None:
    paths = [str(folder), str(folder / "5.ppbn"), "no/such/file.ppbn", "no/such/file.ppbn.gz"]
    whole = in_order(list(find_inputs(paths)))
    told, _ = in_parts(paths, size)
    assert told.told == whole.told
    assert (told.records, told.names) == (whole.records, whole.names)


def test_an_archive_in_order_is_worked_on_once(folder: Path) -> None:
    _, again = in_parts([str(folder / "5.ppbn")], 9000)
    assert again == 0


def test_sessions_much_longer_than_a_part_are_read_piece_by_piece(tmp_path: Path) -> None:
    path = tmp_path / "long.ppbn"
    path.write_bytes(deals(*(("a", board) for board in range(1, 5000))) + deals(("b", 1), ("c", 1), ("b", 2)))
    [first] = next(parts_of([str(path)], 60_000)).pieces
    assert [piece.rest is not None for piece in read_part(first)] == [True]
    whole = in_order(list(find_inputs([str(path)])))
    told, _ = in_parts([str(path)], 60_000)
    assert (told.told, told.records) == (whole.told, whole.records)


@pytest.fixture
def remote() -> Iterator[str]:
    """A file that only fsspec finds."""
    filesystem: Any = fsspec.filesystem("memory")
    filesystem.pipe("/club/a.ppbn", archive())
    filesystem.pipe("/club/b.ppbn.gz", gzip.compress(archive()[:20_000]))
    yield "memory://club"
    filesystem.rm("/club", recursive=True)


def test_urls(remote: str, tmp_path: Path) -> None:
    (tmp_path / "a.ppbn").write_bytes(archive())
    (tmp_path / "b.ppbn.gz").write_bytes(gzip.compress(archive()[:20_000]))
    whole = in_order(list(find_inputs([str(tmp_path)])))
    named, _ = in_parts([f"{remote}/a.ppbn", f"{remote}/b.ppbn.gz"], 5000)
    found, _ = in_parts([f"{remote}/*"], 50_000)
    for told in (named, found):
        assert told.records == whole.records
        assert [one[0] for one in told.told] == [one[0] for one in whole.told]
        assert [(d.code, d.line) for one in told.told for d in one[3]] == [
            (d.code, d.line) for one in whole.told for d in one[3]]
    assert named.names == ["memory://club/a.ppbn", "memory://club/b.ppbn.gz"]
    assert found.names == ["memory:///club/a.ppbn", "memory:///club/b.ppbn.gz"] or found.names == named.names


def test_what_cannot_be_found_is_said(tmp_path: Path) -> None:
    told, _ = in_parts(["memory://nothing/here.ppbn", "memory://nothing/*.ppbn", "memory://x.zip",
                        f"file://{tmp_path}/none.ppbn"], 100)
    assert [[d.code for d in one[3]] for one in told.told] == [["E008"]] * 4

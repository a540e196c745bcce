"""Files appear whole or not at all."""

from __future__ import annotations

import errno
import gzip
import io
import os
import stat
import sys
from pathlib import Path

import pytest

from preferans_pbn.inputs import decompressed
from preferans_pbn.outputs import PackedOtherwise, atomic_write, text_of, without_packing


def test_a_new_file(tmp_path: Path) -> None:
    path = tmp_path / "x"
    before = os.umask(0o027)
    try:
        with atomic_write(path) as stream:
            stream.write(b"all")
            assert not path.exists()
    finally:
        os.umask(before)
    assert path.read_bytes() == b"all"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["x"]


def _write_and_fail(path: Path) -> None:
    with atomic_write(path, overwrite=True) as stream:
        stream.write(b"half")
        raise RuntimeError


def _write_beside_another(path: Path) -> None:
    with atomic_write(path) as stream:
        stream.write(b"new")
        path.write_bytes(b"somebody else's")


def test_an_exception_leaves_everything_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "x"
    for content in (None, b"old"):
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(RuntimeError):
            _write_and_fail(path)
        assert (path.read_bytes() if path.exists() else None) == content
    assert os.listdir(tmp_path) == ["x"]


def test_an_existing_file_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"old")
    with pytest.raises(FileExistsError), atomic_write(path):
        pass
    assert path.read_bytes() == b"old"


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_appears_meanwhile_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    def refused(*arguments: object) -> None:
        raise PermissionError

    if not links:
        monkeypatch.setattr(os, "link", refused)
    path = tmp_path / "x"
    with pytest.raises(FileExistsError):
        _write_beside_another(path)
    assert path.read_bytes() == b"somebody else's"
    assert os.listdir(tmp_path) == ["x"]


def test_without_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*arguments: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refused)
    with atomic_write(tmp_path / "x") as stream:
        stream.write(b"all")
    assert (tmp_path / "x").read_bytes() == b"all"


def test_a_folder_that_does_not_exist(tmp_path: Path) -> None:
    path = tmp_path / "no" / "x"
    with pytest.raises(FileNotFoundError) as caught, atomic_write(path):
        pass
    assert caught.value.filename == str(path)


def test_a_folder_in_the_place_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError) as caught, atomic_write(tmp_path, overwrite=True):
        pass
    assert caught.value.filename == str(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_names_the_file_that_was_to_be(tmp_path: Path) -> None:
    path = tmp_path / "x"
    with pytest.raises(OSError, match="No space") as caught, atomic_write(path):
        raise OSError(errno.ENOSPC, "No space left on device")
    assert caught.value.filename == str(path)
    assert list(tmp_path.iterdir()) == []


def test_text_is_utf_8_with_plain_line_ends_and_the_stream_stays_open() -> None:
    binary = io.BytesIO()
    with text_of(binary) as text:
        text.write("Анна\n\udcff")
    assert binary.getvalue() == "Анна\n".encode() + b"\xff"
    assert not binary.closed


@pytest.mark.parametrize("name", ["x.ppbn.gz", "X.PPBN.GZ", "x.ppbn.zst", "x.gz"])
def test_a_name_says_how_the_file_is_compressed(tmp_path: Path, name: str) -> None:
    if name.endswith("zst"):
        pytest.importorskip("zstandard")
    for again in range(2):
        with atomic_write(tmp_path / name, overwrite=bool(again)) as stream:
            with text_of(stream) as text:
                text.write("Дама\n" * 1000)
            stream.write(b"end")
    data = (tmp_path / name).read_bytes()
    assert len(data) < 500
    with open(tmp_path / name, "rb") as stored:
        assert decompressed(stored, name).read() == "Дама\n".encode() * 1000 + b"end"
    assert os.listdir(tmp_path) == [name]


def test_a_compressed_file_is_the_same_each_time(tmp_path: Path) -> None:
    for name in ("x.gz", "y.gz"):
        with atomic_write(tmp_path / name) as stream:
            stream.write(b"all")
    assert (tmp_path / "x.gz").read_bytes() == (tmp_path / "y.gz").read_bytes()
    assert gzip.decompress((tmp_path / "x.gz").read_bytes()) == b"all"


def test_what_is_half_compressed_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "x.ppbn.gz"
    with pytest.raises(RuntimeError):
        _write_and_fail(path)
    assert os.listdir(tmp_path) == []


def test_a_zip_archive_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(PackedOtherwise) as caught, atomic_write(tmp_path / "x.ZIP") as stream:
        stream.write(b"all")
    assert "a zip archive is read but not written; .gz and .zst are" in str(caught.value)
    assert os.listdir(tmp_path) == []


def test_zstandard_is_named_where_it_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(PackedOtherwise, match=r"writing \.zst needs the package zstandard") as caught, atomic_write(
            tmp_path / "x.zst") as stream:
        stream.write(b"all")
    assert caught.value.filename == str(tmp_path / "x.zst")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(("name", "without"), [
    ("a.json.gz", "a.json"), ("a.ppbn.ZST", "a.ppbn"), ("b.d/a.zip", "b.d/a"), ("a.json", "a.json"), ("a", "a"),
])
def test_a_name_without_its_packing(name: str, without: str) -> None:
    assert without_packing(name) == without

"""Text sources line by line."""

from __future__ import annotations

import io

import pytest

from preferans_pbn.convert import Options, Source
from preferans_pbn.convert.faults import SourceFault
from preferans_pbn.convert.text_lines import LINE_LIMIT, text_lines


def lines(data: bytes, encoding: str = "") -> list[tuple[int, str, str]]:
    found = text_lines(Source.of_bytes(data), Options(encoding=encoding))
    return [(line.number, line.text, line.fault.code if line.fault else "") for line in found]


def test_line_ends_marks_and_encodings() -> None:
    expected = [(1, "дом", ""), (2, "", ""), (3, "x", "")]
    for data, encoding in (("дом\r\n\r\nx".encode(), ""), ("\ufeffдом\n\nx\n".encode(), ""),
                           ("\ufeffдом\n\nx".encode("utf-16-le"), ""), ("\ufeffдом\n\nx".encode("utf-16-be"), ""),
                           ("дом\n\nx".encode("cp1251"), "cp1251"), ("дом\n\nx".encode("koi8-r"), "koi8-r")):
        assert lines(data, encoding) == expected


def test_a_wrong_byte_loses_its_line_alone() -> None:
    assert lines(b"a\nb\xffc\nd\n") == [(1, "a", ""), (2, "", "E005"), (3, "d", "")]
    [_, second, _] = text_lines(Source.of_bytes(b"a\nb\xffc\nd\n"), Options())
    assert second.fault is not None
    assert (second.fault.line, second.fault.col) == (2, 2)


def test_a_line_without_end_is_not_held() -> None:
    class Endless(io.RawIOBase):
        left = 40

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: object) -> int:
            assert isinstance(buffer, memoryview)
            self.left -= 1
            part = (b"x" * len(buffer) if self.left > 0 else b"\ny\n" if not self.left else b"")
            buffer[: len(part)] = part
            return len(part)

    source = Source.of_stream(io.BufferedReader(Endless(), LINE_LIMIT))
    assert [(line.number, line.text, bool(line.fault)) for line in text_lines(source, Options())] == [
        (1, "", True), (2, "y", False)]


def test_what_is_no_text() -> None:
    with pytest.raises(SourceFault, match="not a text file"):
        list(text_lines(Source.of_bytes(b"a\nb\0c\n"), Options()))
    with pytest.raises(SourceFault, match="no text encoding"):
        list(text_lines(Source.of_bytes(b"a\n"), Options(encoding="klingon")))

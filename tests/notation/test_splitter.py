"""Records are told apart by their lines."""

from __future__ import annotations

import io
import time
import tracemalloc

import pytest

from preferans_pbn.notation.splitter import Limits, split


def chunks(text: str | bytes, limits: Limits | None = None) -> list[tuple[int, str]]:
    data = text.encode() if isinstance(text, str) else text
    return [(c.line, c.text) for c in split(io.BytesIO(data), limits)]


def codes(text: str | bytes, limits: Limits | None = None) -> list[tuple[str, int, int]]:
    data = text.encode() if isinstance(text, str) else text
    found = split(io.BytesIO(data), limits)
    return [(d.code, d.line, d.col) for c in found for d in c.file_diagnostics + c.diagnostics]


def test_event_line_starts_a_record() -> None:
    assert chunks('[Event "a"]\n[Board "1"]\n[Event "b"]\n') == [
        (1, '[Event "a"]\n[Board "1"]\n'), (3, '[Event "b"]\n')]


@pytest.mark.parametrize("open_end", ['{ a comment', '{ a\n\nb', '[Site "open', "; x {", "SA {", '[Site "x] {'])
def test_event_line_starts_a_record_even_inside(open_end: str) -> None:
    assert [text for _, text in chunks(f'[Event "a"]\n{open_end}\n[Event "b"]\n')][-1] == '[Event "b"]\n'


def test_comments_at_the_top_belong_to_the_first_record() -> None:
    assert chunks('% x\n\n; y\n\n[Event "a"]\n') == [(1, '% x\n\n; y\n\n[Event "a"]\n')]


def test_what_stands_between_records_belongs_to_the_first() -> None:
    assert chunks('[Event "a"]\n\n; y\n[Event "b"]\n') == [(1, '[Event "a"]\n\n; y\n'), (4, '[Event "b"]\n')]


def test_rubbish_at_the_top_is_not_part_of_the_first_record() -> None:
    assert chunks('hello\n[Event "a"]\n') == [(1, "hello\n"), (2, '[Event "a"]\n')]


def test_tag_behind_a_blank_line_starts_a_record() -> None:
    assert [line for line, _ in chunks('[Board "1"]\n[Play "S"]\nSA\n\n[Board "2"]\n')] == [1, 5]


def test_comment_does_not_hide_the_blank_line() -> None:
    assert [line for line, _ in chunks('[Board "1"]\n\n; c\n{d\n\ne}\n[Board "2"]\n')] == [1, 7]


def test_row_behind_a_blank_line_goes_on() -> None:
    assert len(chunks('[Play "S"]\n\nSA\n[Tricks "S:1"]\n')) == 1


def test_blank_line_inside_a_comment_counts_for_nothing() -> None:
    assert len(chunks('[Board "1"]\n{a\n\nb}\n[Date "2026.01.01"]\n')) == 1


def repeated(text: str | bytes, limits: Limits | None = None) -> list[tuple[int, str]]:
    data = text.encode() if isinstance(text, str) else text
    return [(c.line, c.repeated) for c in split(io.BytesIO(data), limits)]


def test_tags_that_repeat_start_a_record_where_the_first_of_them_stands() -> None:
    text = '[Board "1"]\n[Date "2026.01.01"]\n[Board "2"]\n; c\n[Date "2026.01.02"]\n'
    assert repeated(text) == [(1, ""), (3, "Board")]
    assert repeated(text * 2) == [(1, ""), (3, "Board"), (6, "Board"), (8, "Board")]


@pytest.mark.parametrize("text", [
    '[Board "1"]\n[Date "2026.01.01"]\n[Board "2"]\n[Talon "H8 H7"]\n',
    '[Event "a"]\n[Dealer "E"]\n[Dealer "W"]\n[Deal "S:-"]\n[Talon "H8 H7"]\n[Talon "H8 H7"]\n',
    '[Dealer "E"]\n' * 40,
])
def test_one_tag_that_repeats_starts_none(text: str) -> None:
    assert repeated(text + '[Event "b"]\n') == [(1, ""), (text.count("\n") + 1, "")]


def test_a_record_behind_a_repeated_tag_of_its_own() -> None:
    first = '[Talon "H8 H7"]\n[Talon "H8 H7"]\n[Dealer "E"]\n[Board "1"]\n'
    assert repeated(first + '[Dealer "W"]\n[Board "2"]\n') == [(1, ""), (5, "Dealer")]


def test_a_long_line_behind_a_repeated_tag_does_not_lose_the_record_before() -> None:
    text = '[Variant "x"]\n[Dealer "E"]\n[Variant "x"]\n;' + "x" * 200 + '\n[Dealer "W"]\n'
    found = list(split(io.BytesIO(text.encode()), Limits(line=100)))
    assert [(c.line, c.lost) for c in found] == [(1, False), (3, True)]
    text = text.replace("x" * 200, "x" * 90)
    found = list(split(io.BytesIO(text.encode()), Limits(record=120)))
    assert [(c.line, c.lost) for c in found] == [(1, False), (3, False)]


def test_many_repeated_tags_take_no_long_time() -> None:
    # Quadratic work would take minutes here.
    text = "".join(f'[Dealer "E"]\n[X{n} ""]\n' for n in range(20000))
    start = time.process_time()
    assert len(chunks(text, Limits(record=10_000_000))) == 1
    assert time.process_time() - start < 10


def test_a_note_on_line_ends_goes_with_the_record_of_its_line() -> None:
    found = list(split(io.BytesIO(b'[Event "a"]\n[Event "b"]\r\n')))
    assert [[d.code for d in c.file_diagnostics] for c in found] == [[], ["W802"]]


def test_an_open_comment_at_the_top_is_kept() -> None:
    assert chunks('% x\n{\n[Event "a"]\n') == [(1, "% x\n{\n"), (3, '[Event "a"]\n')]


def test_notes_repeat_freely() -> None:
    assert len(chunks('[Auction "S"]\npass=1= pass=2=\n[Note "1:a"]\n[Note "2:b"]\n')) == 1


@pytest.mark.parametrize("before", ["\ufeff", "  ", "\t", "x\n\nrubbish", "xx", "\ufeff  \ufeff", "[Ev "])
def test_event_behind_what_does_not_belong_there(before: str) -> None:
    found = chunks(f'[Event "a"]\n\n{before}[Event "b"]\n')
    assert found[-1][1].endswith('[Event "b"]\n')
    assert found[0][1].startswith('[Event "a"]')
    assert len(found) == 2


@pytest.mark.parametrize("before", ["\ufeff\ufeff", "xx", "; top\nxx", "\n\ufeff", "xx [", "\n\n\ufeffxx"])
@pytest.mark.parametrize("above", ["", '[Event "a"]\n[Site "a"]\n\n'])
def test_a_record_with_something_before_its_event_tag_is_one(above: str, before: str) -> None:
    found = chunks(f'{above}{before}[Event "b"]\n[Site "b"]\n[Date "2026.01.01"]\n')
    assert len(found) == (2 if above else 1)
    assert found[-1][1].endswith('[Event "b"]\n[Site "b"]\n[Date "2026.01.01"]\n')


def test_a_byte_order_mark_before_a_record_without_event() -> None:
    assert [line for line, _ in chunks('[Board "1"]\n\n\ufeff[Board "2"]\n[Site "b"]\n')] == [1, 3]


@pytest.mark.parametrize(("data", "code"), [
    (b"", "E001"), (b"\n\n", "E001"), (b"% PREFERANS-PBN 1.0\n; only this\n", "E001"),
    (b"PK\x03\x04\x00\x00", "E002"), (b"\x89PNG\r\n\x1a\n\x00", "E002"),
    ('[Event "a"]'.encode("utf-16"), "E003"), ('[Event "a"]'.encode("utf-16-be"), "E003"),
    ('[Event "a"]'.encode("utf-16-le"), "E003"), ('[Event "a"]'.encode("utf-32"), "E003"),
    ('[Event "a"]'.encode("utf-32-be"), "E003"),
])
def test_files_that_are_no_text(data: bytes, code: str) -> None:
    assert codes(data) == [(code, 1, 1)]


def test_byte_order_mark_and_line_ends() -> None:
    text = b'\xef\xbb\xbf[Event "a"]\r\n[Site "b"]\r\n'
    assert codes(text) == [("W801", 1, 1), ("W802", 1, 12)]
    assert chunks(text) == [(1, '[Event "a"]\n[Site "b"]\n')]


def test_lone_carriage_return() -> None:
    assert codes(b'[Event "a"]\n[Site "b"]\r[Date "c"]\n[Event "d"]\n') == [("E004", 2, 11)]
    assert codes(b'[Event "a"]\r[Site "b"]\r' * 9000) == [("E004", 1, 12)]


def test_a_file_with_lone_carriage_returns_only() -> None:
    assert codes(b'[Event "a"]\r[Site "b"]\r') == [("E004", 1, 12)]
    assert codes(b'[Event "a"]\n[Site "b"]\r') == [("E004", 2, 11)]


@pytest.mark.parametrize("before", [b"", b"hello\n", b"\xef\xbb\xbf", b"; a\r\n"])
def test_the_offset_of_a_control_character_counts_from_the_files_start(before: bytes) -> None:
    [one] = split(io.BytesIO(before + b"\x00x"))
    [finding] = one.file_diagnostics
    assert finding.arguments == {"byte": "0x00", "offset": len(before)}


def test_invalid_byte_costs_one_record() -> None:
    data = '[Event "a"]\n[Event "é'.encode() + b'\xe9"]\n[Event "c"]\n'
    assert codes(data) == [("E005", 2, 10)]
    assert [c.lost for c in split(io.BytesIO(data))] == [False, True, False]


def test_nul_inside_a_record_is_not_a_binary_file() -> None:
    assert codes(b'[Event "a"]\n\x00\n[Event "b"]\n') == []


def test_long_line_costs_one_record() -> None:
    data = b'[Event "a"]\n[Event "b"]\n;' + b"x" * 200 + b'\n[Site "y"]\n[Event "c"]\n'
    assert codes(data, Limits(line=100)) == [("E006", 3, 101)]
    assert [text for _, text in chunks(data, Limits(line=100))] == ['[Event "a"]\n', "", '[Event "c"]\n']


def test_line_at_the_limit_is_read() -> None:
    line = '[Event "' + "x" * 90 + '"]'
    assert len(line) == 100
    for end in ("\n", "\r\n", ""):
        assert [d for d in codes(line + end, Limits(line=100)) if d[0] == "E006"] == []
    assert codes(line[:-2] + 'x"]\n', Limits(line=100)) == [("E006", 1, 101)]


def test_long_record_costs_one_record() -> None:
    data = b'[Event "a"]\n[Event "b"]\n' + b"; comment\n" * 50 + b'[Event "c"]\n'
    found = list(split(io.BytesIO(data), Limits(record=200)))
    assert [[d.code for d in c.diagnostics] for c in found] == [[], ["E007"], []]
    assert [c.line for c in found] == [1, 2, 53]


class _Endless:
    """A stream with one line of ``size`` bytes between two records, made as it is read."""

    def __init__(self, size: int) -> None:
        self.parts: list[bytes | int] = [b'[Event "a"]\n', b'[Event "b"]\n', size, b'\n', b'[Event "c"]\n']

    def readline(self, limit: int = -1, /) -> bytes:
        while self.parts:
            part = self.parts[0]
            if isinstance(part, bytes):
                self.parts.pop(0)
                return part
            take = min(limit, part)
            if part > take:
                self.parts[0] = part - take
            else:
                self.parts.pop(0)
            return b"x" * take
        return b""


def test_a_line_of_100_megabytes_is_not_held() -> None:
    tracemalloc.start()
    try:
        found = list(split(_Endless(100_000_000)))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert [[d.code for d in c.diagnostics] for c in found] == [[], ["E006"], []]
    assert peak < 2_000_000

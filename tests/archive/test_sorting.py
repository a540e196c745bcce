"""The order of an archive."""

from __future__ import annotations

import random
import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from preferans_pbn.archive.order import Keys
from preferans_pbn.archive.sorting import Sorter
from tests.archive.support import pieces_of
from tests.archive.test_pieces import relaxed


def _record(event: str = "Club", date: str = "2026.11.26", board: str | None = "1", session: str | None = None,
            table: str | None = None, mark: str = "") -> str:
    tags = [f'[Event "{event}"]', f'[Date "{date}"]']
    tags += [f'[{name} "{value}"]' for name, value in (("Table", table), ("Board", board), ("Session", session),
                                                      ("Ruling", mark)) if value]
    return "\n".join(tags) + "\n"


def _sorted(*inputs: list[str]) -> list[str]:
    with Sorter() as sorter:
        for number, texts in enumerate(inputs):
            keys = Keys()
            for piece in pieces_of("\n".join(texts)) if texts else ():
                piece.source = number
                sorter.add(keys.of(piece), piece)
        sorter.finish()
        return [one.body.decode() for one in sorter.records()]


def test_by_date_event_table_and_board() -> None:
    wanted = [
        _record(date="2025.12.31", board="12"), _record("A", board="2"), _record("A", board="10"),
        _record("A", table="2"), _record("B", board="1"), _record("B", board="1a"),
        _record(date="2026.11.??"), _record(date="????.??.??"),
    ]
    for seed in range(8):
        assert _sorted(random.Random(seed).sample(wanted, len(wanted))) == wanted


def test_equal_records_keep_their_order() -> None:
    texts = [_record(mark=str(n)) for n in (3, 1, 2)]
    assert _sorted(texts[:1], texts[1:]) == texts


def test_a_session_goes_on_past_midnight() -> None:
    long = [_record(date=date, board=board, session="A") for date, board in (
        ("2026.11.26", "1"), ("2026.11.26", "2"), ("2026.11.27", "3"))]
    other = [_record(date="2026.11.26", board=board, session="B") for board in "12"]
    assert _sorted(long[2:], other, long[:2]) == long + other


def test_a_second_board_one_begins_another_game() -> None:
    first = [_record(board=board, mark="first") for board in "123"]
    second = [_record(board=board, mark="second") for board in "12"]
    assert _sorted(first + second) == first + second
    assert _sorted([first[2], first[0], first[1]]) == first


def test_two_clubs_may_use_the_same_session() -> None:
    a = [_record("A", board=board, session="1") for board in "12"]
    b = [_record("B", board=board, session="1") for board in "12"]
    assert _sorted([b[1], a[1]], [a[0], b[0]]) == a + b


def test_what_cannot_be_read_stays_behind_the_record_before_it() -> None:
    with Sorter() as sorter:
        keys = Keys()
        for piece in pieces_of(_record("B").encode() + b'\n[Event "\xff"]\n\n' + _record("A").encode()):
            sorter.add(keys.of(piece), piece)
        sorter.finish()
        found = [one.body for one in sorter.records()]
    assert found == [_record("A").encode(), _record("B").encode(), b'[Event "\xff"]\n']


def test_sessions_in_two_inputs_are_told() -> None:
    with Sorter() as sorter:
        for number, texts in enumerate(([_record("A"), _record("B", session="1")], [_record("B", session="1")],
                                        [_record("A", board="2")], ['[Board "1"]\n'], ['[Board "1"]\n'])):
            keys = Keys()
            for piece in pieces_of("\n".join(texts)):
                piece.source = number
                sorter.add(keys.of(piece), piece)
        sorter.finish()
        assert list(sorter.joined()) == [("2026.11.26", 0, 2)]


def test_memory_does_not_grow_with_the_number() -> None:
    def peak(count: int) -> int:
        [piece] = pieces_of(_record(mark="x" * 2000))
        key = Keys().of(piece)
        tracemalloc.start()
        with Sorter() as sorter:
            for number in range(count):
                sorter.add(key._replace(board=-number), piece)
            sorter.finish()
            assert sum(1 for _ in sorter.records()) == count
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return used

    assert peak(20_000) < 1_000_000, "20,000 records are 40 MB of text"


_any = st.builds(
    _record, st.sampled_from(["A", "B"]), st.sampled_from(["2026.11.26", "2026.11.27", "2026.??.??"]),
    st.sampled_from([None, "1", "2", "10", "x"]), st.sampled_from([None, "s", "t"]), st.sampled_from([None, "1"]),
    st.sampled_from(["", "m"]))


@given(st.lists(_any, max_size=12), st.integers(0, 12))
@relaxed
def test_sorting_loses_nothing_and_sorting_twice_is_sorting_once(texts: list[str], cut: int) -> None:
    once = _sorted(texts[:cut], texts[cut:])
    assert sorted(once) == sorted(texts)
    assert _sorted(once) == once


def test_a_record_without_a_board_stays_where_it_stood() -> None:
    """Behind the game that it belongs to, not before another one; so also when it is sorted again."""
    loose = '[Event "A"]\n[Date "2026.11.26"]\n'
    first = [loose, _record("A"), _record("A", mark="second"), loose]
    assert _sorted(first) == first
    assert _sorted(_sorted(first)) == first
    session = [_record("B", "2026.11.26", "2", "s"), _record("B", "2026.??.??", None, "s"),
               _record("B", "2026.??.??", "1", "s")]
    assert _sorted(session) == _sorted(_sorted(session)) == session

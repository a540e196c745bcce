"""Records keep their text and can stand anywhere."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from preferans_pbn.notation import Limits, canonical, dumps, iter_text, loads
from preferans_pbn.record import Record
from tests.archive.support import pieces_of, written
from tests.cli.conftest import ALL_PASS, DEAL, HEADER, file_of
from tests.notation.strategies import records

relaxed = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much], deadline=None)


def test_the_text_stays_as_it_is() -> None:
    odd = '[Event   "x"]\n[Wind "strong"] {a {comment} \n  [Contract "7S"]  ; why not\n[Tricks "E:2 S:8 W:0"]\n'
    odd = odd.replace("{a {comment} ", "{a comment}")
    [one] = pieces_of(odd)
    assert written([one]) == (f"{HEADER}\n{odd}", [])


def test_the_value_of_the_record_before_is_written_out() -> None:
    short = ALL_PASS
    for value in ("Thursday club", "Anna", "sochi-codex", "ten=checked", "20", "2026.11.26"):
        short = short.replace(f'"{value}"', '"#"')
    [_, second] = pieces_of(f"{DEAL}\n{short}")
    assert second.body.decode() == ALL_PASS
    assert written([second]) == (f"{HEADER}\n{ALL_PASS}", [])


def test_a_sign_that_is_text_stays() -> None:
    [_, second] = pieces_of(DEAL + '\n[Event "a \\# b"]\n[Site "\\#"]\n[Board "#"]\n[West "#"]\n')
    assert '[Site "\\#"]' in second.body.decode()
    assert '[West "Boris"]' in second.body.decode()
    assert '[Board "#"]' in second.body.decode(), "that is no tag of the session: an error of this record"


def test_a_value_that_is_not_known_is_not_taken_from_another_record() -> None:
    [orphan] = pieces_of('[Event "#"]\n[Contract "7S"]\n')
    [good] = pieces_of(DEAL)
    text, refused = written([good, orphan, good])
    assert text == f"{HEADER}\n{DEAL}\n{DEAL}"
    assert refused == ["its # stands for a value that is not known"]


def test_quotes_in_a_repeated_name() -> None:
    [_, second] = pieces_of('[Event "a"]\n[South "A \\"B\\" \\\\"]\n\n[Event "b"]\n[South "#"]\n')
    assert second.body == b'[Event "b"]\n[South "A \\"B\\" \\\\"]\n'


def test_comments_above_the_first_record_go_with_it() -> None:
    top = "; kept by hand\n{for\nus}"
    text = f"{HEADER}{top}\n\n{DEAL}"
    [one] = pieces_of(text)
    [other] = pieces_of(ALL_PASS)
    assert written([one])[0] == f"{HEADER}\n{top}\n\n{DEAL}"
    first, rest = DEAL.split("\n", 1)
    assert written([other, one])[0] == f"{HEADER}\n{ALL_PASS}\n{first}\n{top}\n{rest}"
    assert loads(written([other, one])[0])[0].comments == ()


def test_joined_files_and_marks() -> None:
    joined = f"\ufeff{HEADER}\n{DEAL}{HEADER}\n{ALL_PASS}"
    both = pieces_of(joined)
    assert written(both[::-1])[0].count("PREFERANS-PBN") == 1
    assert [one.record.board for one in pieces_of(written(both)[0]) if one.record] == ["1", "2"]


def test_line_ends_stay() -> None:
    text = (DEAL + "\n" + ALL_PASS.replace('[Site "Tallinn EST"]', '[Site "#"]')).replace("\n", "\r\n")
    [first, second] = pieces_of(text)
    assert first.body == DEAL.replace("\n", "\r\n").encode()
    assert second.body == ALL_PASS.replace("\n", "\r\n").encode()


def test_a_damaged_record_keeps_its_bytes() -> None:
    damaged = DEAL.replace("Anna", "Ann\xe4").encode("latin-1")
    pieces = pieces_of(damaged + b"\n" + ALL_PASS.encode())
    assert pieces[0].body == damaged
    text, refused = written(pieces)
    assert text.encode("utf-8", "surrogateescape") == HEADER.encode() + b"\n" + damaged + b"\n" + ALL_PASS.encode()
    assert refused == []


def test_a_damaged_record_does_not_reach_the_next() -> None:
    [damaged] = pieces_of(DEAL.replace('[Talon', '{open\n[Talon').replace("S9 CA DQ\n", "S9 CA DQ {open\n"))
    assert not damaged.read.ok
    no_event = ALL_PASS.partition("\n")[2]
    [orphan] = pieces_of(no_event)
    [good] = pieces_of(ALL_PASS)
    for after in (orphan, good):
        text, refused = written([damaged, after])
        found = [read.record for read in iter_text(text)]
        assert len(found) == 2 - len(refused)
        if not refused:
            assert found[1] == after.record


def test_text_without_a_tag_is_no_record() -> None:
    [nothing, good] = pieces_of("a letter\n\n" + DEAL)
    text, refused = written([good, nothing])
    assert text == f"{HEADER}\n{DEAL}"
    assert refused == ["it has no tag, so it would belong to the record before it"]


def test_a_record_beyond_the_limit_is_not_held() -> None:
    long = DEAL.replace("[Auction", "{" + "x" * 60 + "\n" * 9000 + "}\n[Auction")
    [lost, good] = pieces_of(long + "\n" + ALL_PASS, Limits(100, 2000))
    assert (lost.body, lost.why) == (b"", "it is longer than the limit")
    assert good.body.decode() == ALL_PASS


def test_a_stream_that_breaks_off_gives_what_came_before(tmp_path: object) -> None:
    import gzip

    from preferans_pbn.inputs import find_inputs

    whole = gzip.compress(file_of(*[DEAL] * 2000).encode(), mtime=0)
    path = f"{tmp_path}/broken.ppbn.gz"
    with open(path, "wb") as stream:
        stream.write(whole[: len(whole) * 3 // 4])
    from preferans_pbn.archive.pieces import read_pieces

    [source] = find_inputs([path])
    pieces = list(read_pieces(source, Limits()))
    assert pieces[-1].read.number == 0
    assert [found.code for found in pieces[-1].errors()] == ["E008"]
    assert pieces[0].body.decode() == DEAL


@pytest.mark.parametrize("seed", range(6))
def test_what_stands_where_does_not_matter(seed: int) -> None:
    shuffled = random.Random(seed).sample([DEAL, ALL_PASS, '[Event "x"]\n', "[Board \"7\"]\n[Contract \"7S\"]\n"], 4)
    pieces = [piece for text in shuffled for piece in pieces_of(text)]
    assert written(pieces) == (HEADER + "".join(f"\n{text}" for text in shuffled), [])


@given(st.lists(records(), min_size=1, max_size=3), st.randoms(use_true_random=False))
@relaxed
def test_records_are_the_same_in_any_order(several: list[Record], mixer: random.Random) -> None:
    pieces = [pieces_of(HEADER + "\n" + dumps(record))[0] for record in several]
    order = list(range(len(several)))
    mixer.shuffle(order)
    text, refused = written([pieces[n] for n in order])
    assert refused == []
    found = loads(text)
    assert len(found) == len(order)
    for n, record in zip(order, found, strict=True):
        wanted = canonical(several[n])
        # Comments above a record that does not come first stand behind its first tag.
        assert sorted((c.style, c.text) for c in record.comments) == sorted((c.style, c.text) for c in wanted.comments)
        record.comments = wanted.comments = ()
        assert record == wanted


@given(st.lists(st.one_of(
    st.sampled_from([DEAL, ALL_PASS, '[Event "#"]\n', "{open\n", "}\n", "\n", '[Site "x"]\n', "junk\n", '"\n', "% x\n",
                     '  [Event "y"]\n', "; c\n", "\ufeff", '[Auction "S"]\n', "6S {pass\n"]),
    st.text(max_size=8)), max_size=8))
@relaxed
def test_no_text_reaches_its_neighbours(parts: list[str]) -> None:
    """Between two good records anything may stand: both come out as they were, and nothing becomes a new record."""
    good = '[Event "good"]\n[Board "1"]\n'
    text = good + "\n" + '[Event "z"]\n' + "".join(parts) + "\n"
    middle = [piece for piece in pieces_of(text)[1:] if piece.read.number]
    [first], [last] = pieces_of(good), pieces_of(good)
    result, refused = written([first, *middle, last])
    found = list(iter_text(result.encode("utf-8", "surrogateescape")))
    assert len(found) == 2 + len(middle) - len(refused)
    assert found[0].record == found[-1].record == first.record

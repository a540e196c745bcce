"""The readers that do without Lark: what they take, and that they read it as Lark does."""

from __future__ import annotations

import random
import subprocess
import sys
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from preferans_pbn.cards import CARD_BY_NAME
from preferans_pbn.generate import generate
from preferans_pbn.notation import dumps, loads, scanner_maker
from preferans_pbn.notation.lark_reader import read_tokens
from preferans_pbn.notation.scanner import scan
from preferans_pbn.notation.tokens import tokenise
from preferans_pbn.record import UNKNOWN_CARD, Calls, Record, Source, Table, Trick
from preferans_pbn.variants import load_variant, variant_names
from tests.notation.readings import accepted, corpus_texts, fixture_files, mutated, record_texts
from tests.notation.samples import MISERE, SAMPLE, SERBIAN
from tests.notation.strategies import records

PARTS = 10


def scanned(body: str) -> Record | None:
    text = f'[Event "x"]\n{body}'
    accepted(text)
    return scan(text)


def read(body: str) -> Record:
    record = scanned(body)
    assert record is not None, body
    return record


def test_the_committed_patterns_are_those_of_the_grammar() -> None:
    assert scanner_maker.FILE.read_text(encoding="utf-8") == scanner_maker.module_text()


# ---- what is read ------------------------------------------------------------------------------------


def test_the_sample() -> None:
    record = scan(SAMPLE)
    assert record is not None
    assert [record] == loads(SAMPLE)
    assert accepted(SAMPLE) == (True, True)
    assert scan("% PREFERANS-PBN 1.0\n\n" + SAMPLE + "\n\n") == record


def test_values() -> None:
    record = read('[Rules "ten=a hold=b"]\n[Target "20"]\n[Kasa "184/4"]\n[Deal "S:SA9.H7 W:- E:C7"]\n[Talon "H8 DA"]\n'
                  '[Discard "H7 S9 SA"]\n[Defenders "W:whist E:pass"]\n[Kontra "W:2"]\n[Tricks "S:8 W:? E:2"]\n')
    assert record.rules == (("hold", "b"), ("ten", "a"))
    assert (record.target, record.kasa) == (Fraction(20), Fraction(46))
    assert record.deal == {"S": 1 << 7 | 1 << 2 | 1 << 24, "W": None, "E": 1 << 8}
    assert record.talon == (CARD_BY_NAME["H8"], CARD_BY_NAME["DA"])
    assert record.discard == tuple(CARD_BY_NAME[name] for name in ("SA", "S9", "H7"))
    assert record.defenders == {"W": "whist", "E": "pass"}
    assert record.kontra == ("W", 2)
    assert record.tricks == {"S": 8, "W": None, "E": 2}


def test_sections() -> None:
    record = read('[Auction "W"]\n6S 10NT-hand pass\n?\n[Defence "S"]\n[Play "S"]\n(H8) H9 HK HA\n(D7)\n- S7\n*\n'
                  '[ScoreTable "Seat;Pool;Whists"]\nS 4 S:-8,E:4\nE ? 184/4\n')
    assert record.auction == Calls("W", ("6S", "10NT-hand", "pass", "?"))
    assert record.defence == Calls("S")
    assert record.play is not None
    cards = tuple(CARD_BY_NAME[name] for name in ("H9", "HK", "HA"))
    assert record.play.tricks == (
        Trick(cards, CARD_BY_NAME["H8"]), Trick((), CARD_BY_NAME["D7"]), Trick((UNKNOWN_CARD, CARD_BY_NAME["S7"])))
    assert record.play.end == "*"
    assert record.score_table == Table(("Seat", "Pool", "Whists"), (("S", "4", "S:-8,E:4"), ("E", "?", "46")))


def test_rows_of_other_lengths() -> None:
    play = read('[Play "S"]\nSA SK\nS7 S8 S9 SQ\n').play
    assert play is not None and [len(trick.cards) for trick in play.tricks] == [2, 4]
    play = read('[Play "S"]\nSA SK SQ\n-\n').play
    assert play is not None and [len(trick.cards) for trick in play.tricks] == [3, 1]


def test_nothing_is_shared_between_records() -> None:
    first, second = read('[Refe "S:1"]\n[Tricks "S:8"]\n'), read('[Refe "S:1"]\n[Tricks "S:8"]\n')
    assert first.tricks is not None and first.refe is not None
    first.tricks["S"] = 0
    first.refe["W"] = 2
    assert (second.tricks, second.refe) == ({"S": 8}, {"S": 1})
    assert read('[Tricks "S:8"]\n').tricks == {"S": 8}


@pytest.mark.parametrize("body", [
    '[Site "#"]\n', '[Site "a\\"b"]\n', '[Dealer "X"]\n', '[Rules "a=1 a=2"]\n', '[Tricks "S:1 S:2"]\n',
    '[Deal "S:SA W:SA"]\n', '[Deal "S:SAA"]\n', '[Deal "S:SA.SA"]\n', '[Deal "S:SA S:SK"]\n', '[Deal "S:S9A"]\n',
    '[Dealer "S"]\n[Site "a"]\n', '[Dealer "S"]\n\n[Talon "SA"]\n', '[Dealer "S"]\n{why}\n', '[Wind "S"]\n',
    '[Dealer "S"][Dummy "N"]\n', '[Deal "S:SA"]\n[Position "S:SA"]\n', '[Site "a\u2028b"]\r\n', "% a line\n",
    "; a line\n",
    '[Auction "S"]\n6S! pass\n', '[Auction "S"]\nPass\n', '[Auction "S"]\n6S  pass\n', '[Play "S"]\nE:SA\n',
    '[Play "S"]\nSA >E\n', '[Play "S"]\nSA S1\n', '[Play "S"]\n*\nSA\n',
    *(f'[ScoreTable "Seat;Pool"]\n{rows}' for rows in (
        "S 1 2\n", "W 1\nS 2\n", "S 1\nS 1\n", "S E:1,S:2\n", "S 01\n", "S S:1,\n", "S\n", "S S:1W:2\n", "S ,S:1\n")),
    '[ScoreTable "Seat;Pool;Pool"]\nS 1 2\n',
])
def test_what_is_left_to_others(body: str) -> None:
    assert scanned(body) is None


def test_what_is_no_record() -> None:
    for text in ("", "\n", "% PREFERANS-PBN 1.0\n", '[Site "x"]\n', '\ufeff[Event "x"]\n', '[Event "x"]', "a"):
        assert scan(text) is None


def test_tokens_keep_comments_marks_and_notes() -> None:
    for text in (MISERE, SERBIAN, '{at\n the top}\n% PREFERANS-PBN 1.0\n; more\n' + MISERE):
        assert accepted(text) == (False, True)
    assert tokenise('[Event "x"] % no line of its own\n') is None
    assert tokenise('[Wind "x"]\n') is None
    assert read_tokens(Source('[Event "x"]\n[Event "y"]\n')) is None
    reading = read_tokens(Source('[Event "#"]\n'))
    assert reading is not None and reading.repeats == {"Event": 8}


@given(records())
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_the_export_form_needs_no_lark(record: Record) -> None:
    record.extras = ()
    if record.deal is not None:
        record.position = None
    assert accepted(dumps(record))[1]
    sections = [section for section in (record.auction, record.defence, record.play) if section is not None]
    tricks = record.play.tricks if record.play is not None else ()
    if record.comments or any(section.marks or section.notes for section in sections):
        return
    if any(trick.leader or trick.winner for trick in tricks):
        return
    text = dumps(record)
    assert accepted(text)[0] or "\\" in text or '"#"' in text


# ---- held equal --------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", range(PARTS))
def test_corpus(part: int) -> None:
    texts = corpus_texts()
    assert len(texts) > 500
    taken = [accepted(text) for text in texts[part::PARTS]]
    assert any(scanner for scanner, _ in taken)
    assert any(tokens and not scanner for scanner, tokens in taken)


def test_fixtures() -> None:
    files = fixture_files()
    assert len(files) > 100
    taken = [accepted(text) for data in files for text in record_texts(data)]
    assert sum(scanner for scanner, _ in taken) > 100


def _generated(variant: str, count: int, seed: int = 5) -> list[str]:
    return [dumps(record) for record in islice(generate(load_variant(variant), seed, count), count)]


@pytest.mark.parametrize("variant", variant_names())
def test_generated_records(variant: str) -> None:
    assert {accepted(text) for text in _generated(variant, 60)} == {(True, True)}


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("variant", variant_names())
def test_many_generated_records(variant: str, part: int) -> None:
    assert {accepted(text) for text in _generated(variant, 500, 100 + part)} == {(True, True)}


def _mutations(part: int, count: int) -> None:
    rng = random.Random(part)
    variants = variant_names()
    texts = [text for variant in variants[part % 4 :: 4] for text in _generated(variant, 12, part + 1)]
    texts += rng.sample(corpus_texts(), 150)
    taken = [accepted(mutated(rng.choice(texts), rng)) for _ in range(count)]
    assert count // 10 < sum(scanner for scanner, _ in taken) < count
    assert count // 10 < sum(tokens for _, tokens in taken) < count


@pytest.mark.parametrize("part", range(4))
def test_mutated_records(part: int) -> None:
    _mutations(part, 500)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4, 54))
def test_many_mutated_records(part: int) -> None:
    _mutations(part, 1000)


@given(st.text(st.sampled_from('[]{}";%\n #SWNEAKQ789T-:.^=$!*+()>'), max_size=120))
@settings(deadline=None)
def test_heaps_of_signs(text: str) -> None:
    for before in ('[Event "x"]\n', '[Event "x"]\n[Play "S"]\n', '[Event "x"]\n[ScoreTable "Seat;Pool"]\n',
                   '[Event "x"]\n[Auction "S"]\n'):
        accepted(before + text)


# ---- what is loaded ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "code"), [
    (f"% PREFERANS-PBN 1.0\n\n{SAMPLE}", 0),
    (f"; ours\n{SAMPLE}{{a fine hand}}\n", 0),
    (SAMPLE.replace("S:8 W:0", "S:7 W:1"), 1),  # a claim is wrong: the text is not
])
def test_checking_text_without_faults_loads_no_parser(tmp_path: Path, text: str, code: int) -> None:
    path = tmp_path / "a.ppbn"
    path.write_text(text, encoding="utf-8")
    program = ("import sys; from preferans_pbn.cli import main\n"
               "try: main()\n"
               "except SystemExit as end: print(end.code, end=' ')\n"
               "print([m for m in ('lark', 'jsonschema', 'rich', 'jinja2') if m in sys.modules])")
    command = [sys.executable, "-c", program, "check", "--format", "concise", str(path)]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == f"{code} []", result

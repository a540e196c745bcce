"""The readers of one text held against each other."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from preferans_pbn.conformance.cases import load_corpus
from preferans_pbn.data_files import data_path
from preferans_pbn.notation.engine import Parsed, parse
from preferans_pbn.notation.lark_reader import Reading, read_parsed, read_tokens
from preferans_pbn.notation.scanner import scan
from preferans_pbn.notation.splitter import split
from preferans_pbn.notation.tokens import Tokens, tokenise
from preferans_pbn.record import Source


def accepted(text: str) -> tuple[bool, bool]:
    """Whether the scanner and whether the reader of tokens take the record ``text``; fails where Lark does not read
    the same there, or finds anything."""
    source = Source(text)
    scanned = scan(text)
    tokens = tokenise(text)
    reading = read_tokens(source)
    if scanned is None and tokens is None:
        return False, False
    parsed = parse(text)
    lark = read_parsed(source, parsed)
    # What is written of records is compared: it tells types and orders that are equal apart.
    if tokens is not None:
        assert _written(tokens) == _written(parsed), text
        assert not parsed.stops, text
    if scanned is not None:
        assert lark.faults == [] and not lark.repeats, text
        assert repr(scanned) == repr(lark.record), text
    if reading is not None:
        assert lark.faults == [], text
        assert _parts(reading) == _parts(lark), text
    return scanned is not None, reading is not None


def _parts(reading: Reading) -> tuple[str, dict[str, int]]:
    return repr(reading.record), reading.repeats


def _written(parsed: Parsed | Tokens) -> list[tuple[str, str, int]]:
    found: list[tuple[str, str, int]] = []
    tokens: list[Any]
    for item in (*parsed.items, *parsed.comments):
        tokens = [item] if isinstance(item, str) else item[1]
        found += [(str(token), token.type, token.start_pos) for token in tokens]
    return found


def record_texts(data: bytes) -> list[str]:
    """The texts of the records of a file."""
    return [chunk.text for chunk in split(io.BytesIO(data))]


@lru_cache(maxsize=1)
def corpus_texts() -> tuple[str, ...]:
    """The texts of all records that stand in the corpus's cases, in their inputs and in their fixed forms."""
    found: list[str] = []
    for case in load_corpus():
        for text in _strings(case.data):
            if '[Event "' in text:
                found += record_texts(text.encode("utf-8", "surrogatepass"))
    return tuple(dict.fromkeys(found))


def _strings(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for part in data.values():
            yield from _strings(part)
    elif isinstance(data, list | tuple):
        for part in data:
            yield from _strings(part)


@lru_cache(maxsize=1)
def fixture_files() -> tuple[bytes, ...]:
    """The contents of all fixtures in this notation, good and bad."""
    paths = sorted(data_path("fixtures/bad").parent.rglob("*.ppbn"))
    return tuple(path.read_bytes() for path in paths)


_SIGNS = ' \t\n\n[]"{};%#*+->=^!?$()/:.,0123456789TJQKASCDHWNEabc\\\r\u00a0é'


def mutated(text: str, rng: random.Random) -> str:
    """``text`` with one to three edits of words, characters or lines."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = rng.choice(_EDITS)(text, rng)
    return text


def _word(text: str, rng: random.Random) -> tuple[int, int]:
    at = rng.randrange(len(text) + 1)
    start = max(text.rfind(sign, 0, at) for sign in ' \n"') + 1
    ends = [end for sign in ' \n"' if (end := text.find(sign, at)) >= 0]
    return start, min(ends, default=len(text))


def _delete_word(text: str, rng: random.Random) -> str:
    start, end = _word(text, rng)
    return text[:start] + text[end + rng.choice((0, 1)) :]


def _swap_words(text: str, rng: random.Random) -> str:
    (a, b), (c, d) = sorted((_word(text, rng), _word(text, rng)))
    return text if c < b else text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def _repeat_word(text: str, rng: random.Random) -> str:
    start, end = _word(text, rng)
    return text[:end] + rng.choice((" ", "", "\n")) + text[start:end] + text[end:]


def _change_character(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(_SIGNS) + text[at + 1 :]


def _same_kind(text: str, rng: random.Random) -> str:
    places = [at for at, sign in enumerate(text) if any(sign in kind for kind in _KINDS)]
    if not places:
        return text
    at = rng.choice(places)
    kind = rng.choice([kind for kind in _KINDS if text[at] in kind])
    return text[:at] + rng.choice(kind) + text[at + 1 :]


def _swap_neighbours(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    words = lines[at].split(" ")
    rng.shuffle(words)
    lines[at] = " ".join(words)
    return "\n".join(lines)


def _insert_character(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(_SIGNS) + text[at:]


def _move_line(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    if len(lines) > 1:
        lines.insert(rng.randrange(len(lines)), lines.pop(rng.randrange(len(lines))))
    return "".join(lines)


def _delete_line(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    if lines:
        del lines[rng.randrange(len(lines))]
    return "".join(lines)


def _insert_comment(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    comment = rng.choice(("{a comment}", "{two\nlines}", "; to the end\n", "\n% a line\n", "\n\n", "^R", " $3", "=1=",
                          '[Note "1:noted"]\n', "S:", " >E"))
    return text[:at] + comment + text[at:]


_KINDS = ("SCDH", "AKQJT987", "SWNE", "0123456789", ":,./-", "abcdefghijklmnopqrstuvwxyz")
_EDITS = (*[_same_kind] * 4, _swap_neighbours, _swap_neighbours, _delete_word, _swap_words, _repeat_word,
          _change_character, _insert_character, _move_line, _delete_line, _insert_comment)

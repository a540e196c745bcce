"""Which encoding a source has, and a source in another encoding as UTF-8.

A byte order mark decides; else the encoding that the user names; else UTF-8, strictly.  ``auto`` looks for the
encoding: charset-normalizer says how much each candidate looks like text, and how many words and cards of the game
stand in it (`preferans_pbn.notation.spellings`) decides between candidates, since records are short.
"""

from __future__ import annotations

import codecs
import io
import re
from functools import lru_cache
from typing import Any, BinaryIO, Final, NamedTuple

from preferans_pbn.convert.faults import SourceFault, fault, shown
from preferans_pbn.convert.model import Source

AUTO: Final = "auto"
SAMPLE: Final = 1 << 18
"""Bytes that are looked at to find the encoding."""
CANDIDATES: Final = ("cp1251", "koi8-r", "cp866", "cp1250", "latin-1")
"""The older encodings in which records are found, those more often met first."""
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16: its mark begins with UTF-16's
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WESTERN: Final = frozenset("àâäåæçèéêëìíîïñòóôöøùúûüÿßœ")
"""Letters of the languages that latin-1 is for."""
_CENTRAL: Final = tuple(map(frozenset, (
    "áäčďéěíĺľňóôŕřšťúůýž",  # Slovak, Czech
    "čćđšž",  # Serbian, Croatian, Slovene
    "áéíóöőúüű", "ąćęłńóśźż", "ăâîşţ",  # Hungarian, Polish, Romanian
    "äöüß",  # German
)))
"""Letters of each language that cp1250 is for."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_RUSSIAN: Final = re.compile("[А-Яа-яЁё]")
_LATIN: Final = re.compile("[A-Za-z]")
_CARDS: Final = re.compile(r"[птбч]|[ТКДВтх]{2,}|[птбч][ТКДВ]+")
"""Suits and ranks of Russian print."""
_LOG_WORDS: Final = (
    "игрок", "взятка", "ходит", "взял", "торговля", "голос", "пасует", "спасовали", "раздача", "сдаёт", "контракт",
    "играет", "пулька", "гора", "висты", "итого", "рука", "карты", "козырь", "козыря", "первый", "ход", "партия",
    "вистует", "igrač", "štih", "licitacija", "karte", "deli", "nosilac", "kup", "poen", "hráč", "zdvih", "rozdáva",
)
"""Words of logs that are no spelling of anything in the notation."""


class Encoding(NamedTuple):
    """``name`` is a Python codec; ``how``: ``mark``, ``named``, ``found`` or ``assumed``."""

    name: str
    how: str

    @property
    def wide(self) -> bool:
        """A character is more than one byte, also a letter of ASCII."""
        return self.name.startswith(("utf-16", "utf-32"))


def encoding_of(source: Source, asked: str = "") -> Encoding:
    """The encoding of ``source``, of which only the beginning is looked at.

    ``asked`` is a codec's name, `AUTO` or ``""``.  Raises SourceFault: unknown-encoding, encoding-not-found.
    """
    if asked and asked != AUTO:
        try:
            name = codecs.lookup(asked).name
            "".encode(asked)
        except (LookupError, ValueError, TypeError):  # no such codec, or one that does not give text
            raise fault("unknown-encoding", encoding=shown(asked)) from None
        head = source.head(4)
        if name in ("utf-16", "utf-32"):  # without a mark it is little-endian
            found = _by_mark(head)
            name = found if found is not None and found.startswith(name) else f"{name}-le"
        return Encoding(name, "named")
    marked = _by_mark(source.head(4))
    if marked is not None:
        return Encoding(marked, "mark")
    if not asked:
        return Encoding("utf-8", "assumed")
    return Encoding(detected(source.head(SAMPLE), whole=len(source.head(SAMPLE)) < SAMPLE), "found")


def _by_mark(head: bytes) -> str | None:
    return next((name for mark, name in _MARKS if head.startswith(mark)), None)


def detected(data: bytes, *, whole: bool = True) -> str:
    """The encoding that ``data`` most likely has.  ``whole``: nothing follows it.

    Raises SourceFault (encoding-not-found) where it looks like text in none.
    """
    wide = wide_encoding(data)
    if wide:
        return wide
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data, final=whole)
    except UnicodeDecodeError:
        pass
    else:
        return "utf-8"
    from charset_normalizer import from_bytes

    odd = b"".join(line for line in data.splitlines(keepends=True) if not line.isascii())[:SAMPLE >> 2]
    matches = from_bytes(odd, cp_isolation=list(CANDIDATES), threshold=0.6, preemptive_behaviour=False)
    looks = {codecs.lookup(match.encoding).name: match.coherence - match.chaos for match in matches}
    names = [name for name in CANDIDATES if codecs.lookup(name).name in looks]
    if not names:
        raise fault("encoding-not-found", tried=", ".join(CANDIDATES))

    def likely(name: str) -> float:
        text = odd.decode(name, "replace")
        return _known_share(text) - _mixed_share(text) + looks[codecs.lookup(name).name]

    best = max(names, key=likely)
    return _western(odd) or best if best == "cp1250" else best


def _western(data: bytes) -> str:
    """``latin-1`` or ``cp1252``, where ``data`` has western letters only and those of no language of cp1250, nor more
    words of the game in it; else ``""``."""
    west, central = data.decode("cp1252", "replace"), data.decode("cp1250", "replace")
    # No language of cp1250 has a word of one letter that is another one there.
    alone = any(len(word) == 1 and not word.isascii() and word not in west for word in _WORD.findall(central))
    if _letters(west) <= _WESTERN and (alone or not any(_letters(central) <= one for one in _CENTRAL)) and (
            _known_share(west) >= _known_share(central)):
        return "latin-1" if all(byte < 0x80 or byte >= 0xA0 for byte in data) else "cp1252"
    return ""


def _letters(text: str) -> frozenset[str]:
    """The letters beyond ASCII, and what stands for bytes that are none."""
    return frozenset(c for c in text.lower() if not c.isascii() and (c.isalpha() or c == "\ufffd"))


def wide_encoding(data: bytes) -> str:
    """UTF-16 or UTF-32 without a mark, told by where its zero bytes are; ``""`` for other data."""
    sample = data[:4096]
    if b"\0" not in sample:
        return ""
    width = len(sample) // 4 * 4
    zeros = [sample[at:width:4].count(0) / max(1, width // 4) for at in range(4)]
    if zeros[1] > 0.9 and zeros[2] > 0.9:
        return "utf-32-be" if zeros[0] > 0.9 else "utf-32-le"
    if min(zeros[1], zeros[3]) > 2 * max(zeros[0], zeros[2]):
        return "utf-16-le"
    if min(zeros[0], zeros[2]) > 2 * max(zeros[1], zeros[3]):
        return "utf-16-be"
    return ""


@lru_cache(maxsize=1)
def _known() -> frozenset[str]:
    """The words of the game in all languages, as they are compared; ASCII words tell nothing."""
    from preferans_pbn.notation import spellings as table

    texts = [*table.STRAINS, *table.RANKS, *table.AUCTION, *table.DEFENCE, *table.CONTRACTS, *table.SEATS,
             *table.TALON, *table.DISCARD, *_LOG_WORDS]
    return frozenset(word for text in texts for word in _WORD.findall(table.folded(text)))


def _known_share(text: str) -> float:
    """Which part of the words with letters beyond ASCII is known or a card, from 0 to 1."""
    from preferans_pbn.notation.spellings import folded

    words = [word for word in _WORD.findall(text) if not word.isascii()]
    known = sum(bool(_CARDS.fullmatch(word)) or (len(word) > 1 and folded(word) in _known()) for word in words)
    return known / len(words) if words else 0.0


def _mixed_share(text: str) -> float:
    """Which part of those words has letters of ASCII and of Russian in one, from 0 to 1: hardly any word has."""
    words = [word for word in _WORD.findall(text) if not word.isascii()]
    mixed = sum(_RUSSIAN.search(word) is not None and _LATIN.search(word) is not None for word in words)
    return mixed / len(words) if words else 0.0


# ---- as UTF-8 -------------------------------------------------------------------------------------------------


def recoded(source: Source, encoding: Encoding) -> Source:
    """``source`` with its bytes as UTF-8, without a byte order mark; decoded as it is read.

    Reading raises SourceFault (wrong-encoding) behind the last character before a byte that does not exist in the
    encoding.
    """
    return source.over(io.BufferedReader(_Recoder(source.open(), encoding.name), 1 << 16))


class _Recoder(io.RawIOBase):
    """A stream of one encoding as UTF-8."""

    def __init__(self, stream: BinaryIO, encoding: str) -> None:
        self._stream = stream
        self._encoding = encoding
        self._decoder = codecs.getincrementaldecoder(encoding)()
        self._ready = b""
        self._fault: SourceFault | None = None
        self._started = False
        self._ended = False
        self._line, self._col = 1, 1

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._ready and not self._ended:
            if self._fault is not None:
                raise self._fault
            self._fill()
        data = self._ready[: len(buffer)]
        self._ready = self._ready[len(data):]
        buffer[: len(data)] = data
        return len(data)

    def _fill(self) -> None:
        block = self._stream.read(1 << 16)
        self._ended = not block
        try:
            text = self._decoder.decode(block, final=not block)
        except UnicodeDecodeError as problem:
            good = problem.object[: problem.start]
            text = good.decode(self._encoding, "ignore")
            self._ended = False
            self._take(text)
            self._fault = fault("wrong-encoding", self._line, self._col, byte=f"0x{problem.object[problem.start]:02X}",
                                encoding=self._encoding)
            return
        self._take(text)

    def _take(self, text: str) -> None:
        if not self._started and text:
            self._started = True
            text = text.removeprefix("\ufeff")
        lines = text.count("\n")
        self._line += lines
        self._col = len(text) - text.rfind("\n") if lines else self._col + len(text)
        self._ready += text.encode("utf-8", "surrogatepass")

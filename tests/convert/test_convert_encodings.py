"""Finding the encoding of short texts of the game, and reading a source in it."""

from __future__ import annotations

import codecs
import io

import pytest

from preferans_pbn.convert import Options, Source, read_source
from preferans_pbn.convert.encodings import detected, encoding_of, recoded
from preferans_pbn.convert.faults import SourceFault

RUSSIAN = (
    "торговля: первый голос 1\nигрок 1 пасует\nвсе спасовали - распасы (без козыря)\n",
    "С: пики ТКД97 трефы 10 8\nЮ: мизер\nприкуп",
    "С: п ТКД97 т 10 8 б ДВ",
    "Пасую. Вист!",
    "Юг: п В10 т ТКД б ТКД ч ТК\n",
)
SLAVIC = ("licitacija: dalje, mogu, dođem, ne dođem, može\n", "dođem", "červeň zeleň guľa žaluď horník dolník eso\n")


@pytest.mark.parametrize("encoding", ["cp1251", "koi8-r", "cp866", "utf-8", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", RUSSIAN)
def test_short_russian_texts(text: str, encoding: str) -> None:
    assert detected(text.encode(encoding)) == encoding


@pytest.mark.parametrize("encoding", ["cp1250", "utf-8", "utf-16-le"])
@pytest.mark.parametrize("text", SLAVIC)
def test_short_serbian_and_slovak_texts(text: str, encoding: str) -> None:
    assert detected(text.encode(encoding)) == encoding


def test_german_and_plain_texts() -> None:
    assert detected("Südspieler: König, Zehn; Misère\n".encode("latin-1")) == "latin-1"
    assert detected(b"plain ASCII only\n") == "utf-8"
    assert detected(b"") == "utf-8"


@pytest.mark.parametrize(("text", "encoding"), [
    ("José Müller à Genève\n", "latin-1"), ("Où est François? À Besançon\n", "latin-1"),
    ("Søren Ågård\nGöteborg\n", "latin-1"), ("“José Müller” à Genève\n", "cp1252"),
    ("Señor Núñez\n", "latin-1"), ("L’élève naïf paie la tournée à l’hôtel\n", "cp1252"),
    ("Köszönöm szépen, játék közben\n", "cp1250"), ("Ľubomír Šťastný\n", "cp1250"),
    ("Đorđe Šćepanović, Čačak\n", "cp1250"), ("Świętosław Żółć\n", "cp1250"),
])
def test_western_letters_alone_are_no_text_of_central_europe(text: str, encoding: str) -> None:
    found = detected(text.encode(encoding))
    assert text.encode(encoding).decode(found) == text


def test_a_mark_decides_and_a_name_is_taken() -> None:
    marks = {"utf-8": codecs.BOM_UTF8, "utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE,
             "utf-32-le": codecs.BOM_UTF32_LE}
    for name, mark in marks.items():
        for asked in ("", "auto"):
            found = encoding_of(Source.of_bytes(mark + "x".encode(name)), asked)
            assert (found.name, found.how) == (name, "mark")
    assert encoding_of(Source.of_bytes(b"x"), "CP1251") == ("cp1251", "named")
    assert encoding_of(Source.of_bytes(b"x")) == ("utf-8", "assumed")
    for asked in ("klingon", "hex"):
        with pytest.raises(SourceFault, match="no text encoding is called"):
            encoding_of(Source.of_bytes(b"x"), asked)


def test_text_behind_the_sample_is_read_too() -> None:
    """What is looked at is the beginning; what follows is decoded all the same, and strictly."""
    text = "игрок 1 пасует\n" * 40_000
    source = Source.of_bytes(text.encode("cp1251"))
    encoding = encoding_of(source, "auto")
    assert encoding.name == "cp1251"
    assert recoded(source, encoding).read(1 << 24).decode("utf-8") == text


def test_a_byte_that_does_not_exist_stands_behind_what_was_read() -> None:
    data = ("Юг\n" * 50_000).encode("utf-16-le") + b"\x00\xd8x\x00"
    stream = recoded(Source.of_bytes(data), encoding_of(Source.of_bytes(data), "utf-16-le")).open()
    read: list[str] = []
    with io.TextIOWrapper(stream, "utf-8") as lines, pytest.raises(SourceFault) as problem:
        read.extend(lines)
    assert len(read) >= 49_000
    assert (problem.value.finding.code, problem.value.finding.line, problem.value.finding.col) == ("E010", 50_001, 1)


@pytest.mark.parametrize("encoding", ["cp1251", "koi8-r", "cp866", "utf-16"])
def test_a_source_of_any_encoding_is_recognised(encoding: str) -> None:
    data = "Юг: п В10 т ТКД б ТКД ч ТК\nЗапад: п 8 т В97 б В1098 ч Д8\n".encode(encoding)
    [one] = read_source(Source.of_bytes(data, "x.txt"), options=Options(encoding="auto"))
    assert one.record is not None and one.diagnostics == []
    assert one.record.deal is not None and set(one.record.deal) == {"S", "W", "E"}

"""The page as text: what it holds as data, how that is escaped, and that it is written deal by deal."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Iterator
from hashlib import sha256
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest

from preferans_pbn.convert import find_format
from preferans_pbn.notation import iter_records, loads
from preferans_pbn.record import Record
from preferans_pbn.render.language import Language
from preferans_pbn.render.languages import CODES, language
from preferans_pbn.render.page import page, script_data
from preferans_pbn.render.page.data import tidy, words_json
from tests.render.page_support import FIXTURES, records
from tests.render.test_words import FORMS, _fields

EVIL = ('<script>alert(1)</script>', '</script><img src=x onerror=alert(1)>', ']]>', '--!><!--', "\"'`", '<!--<script>',
        '&lt;b&gt;', '\u2028\u2029', '{{ 7 * 7 }}', '{% raw %}')


class Elements(HTMLParser):
    """The elements of a page by name, and the text of its scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.scripts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self.names.append(f"/{tag}")

    def handle_data(self, data: str) -> None:
        if self.names and self.names[-1] == "script" and self.scripts:
            self.scripts[-1] += data


def deals_of(text: str) -> list[dict[str, Any]]:
    """The deals of a page."""
    return [json.loads(data) for data in re.findall(
        r'<script type="application/json" data-kind="deal">(.*?)</script>', text)]


def text_of(path: str) -> str:
    """The page of a fixture."""
    return "".join(page(records(path)))


@pytest.mark.parametrize("evil", EVIL)
def test_texts_of_a_record_stay_texts(evil: str) -> None:
    [record] = loads('[Event "x"]\n[Deal "S:SAKQJT9.C7.D7.HAK W:S87.CAKQJT98.DA E:DKQJT98.HQJT9"]\n')
    record.event = record.site = record.board = record.ruling = evil
    record.players = dict.fromkeys("SWE", evil)
    written = "".join(page([record]))
    [deal] = deals_of(written)
    plain = "".join(page(loads('[Event "x"]\n[Deal "S:SAKQJT9.C7.D7.HAK W:S87.CAKQJT98.DA E:DKQJT98.HQJT9"]\n')))
    assert Elements(written).names == Elements(plain).names
    assert deal["players"]["S"].replace("\ufffd", "").strip() == evil.replace("\u2028\u2029", "").strip()
    assert "<!--" not in written.replace("<!doctype", "")
    title = re.search(r"<title>(.*?)</title>", written)
    assert title is not None and (unescape(title[1]) == evil or not evil.isprintable())


def test_nothing_in_data_can_end_a_script() -> None:
    text = script_data({"a": list(EVIL)})
    assert not set(text) & set("<>&\u2028\u2029")
    assert json.loads(text) == {"a": list(EVIL)}


def test_texts_do_not_turn_the_writing_direction() -> None:
    assert tidy({"a": ["x\u202ey", "two\nlines"]}) == {"a": ["x\ufffdy", "two\nlines"]}


def test_scripts_and_styles_are_those_that_the_policy_names() -> None:
    text = text_of("good/contract-made.ppbn")
    policy = re.search(r'Content-Security-Policy" content="(.*?)">', text)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; ")
    named = {b64decode(one) for one in re.findall(r"sha256-([^']*)'", unescape(policy[1]))}
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)
    assert style is not None
    script = Elements(text).scripts[-1]
    assert {sha256(style[1].encode()).digest(), sha256(script.encode()).digest()} == named
    assert "unsafe" not in policy[1]
    # No attribute that the policy would refuse, and no address outside.
    assert not re.search(r"\s(style|on\w+|src|href)=\"(?!#)", re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL))


def test_the_page_is_written_deal_by_deal() -> None:
    taken = 0

    def counted() -> Iterator[Record]:
        nonlocal taken
        for record in records("session/evening-three.ppbn"):
            taken += 1
            yield record

    seen = []
    for piece in page(counted()):
        seen += [taken] * piece.startswith('{"n":')
    # When a deal is written, no record behind it has been taken.
    assert seen == [1, 2, 3, 4, 5]


def test_rules_stand_once_on_the_page() -> None:
    text = text_of("session/evening-three.ppbn")
    assert text.count('data-kind="rules"') == 1
    assert [deal["rules"] for deal in deals_of(text)] == [0] * 5
    [data] = re.findall(r'data-kind="rules">(.*?)</script>', text)
    law = json.loads(data)
    assert law["name"] == "sochi-codex@1"
    says = law["rules"]["must_trump"]["says"]
    assert tuple(says) == CODES
    assert says["en"] == "Follow suit; who is void must trump."
    assert says["de"] == "Farbe bedienen; wer sie nicht hat, muss stechen."
    assert "CODEX" in law["rules"]["must_trump"]["keys"]
    assert law["sources"]["CODEX"].startswith("Кодекс преферанса")


def test_the_sheet_runs_from_deal_to_deal() -> None:
    deals = deals_of(text_of("session/evening-three.ppbn"))
    # The dump of E: down one (2), then an all-pass (8), then a misère caught once (10).
    assert [deal["sheet"]["E"][1] for deal in deals[:3]] == ["2", "10", "20"]
    assert deals[0]["result"]["ru"] == "без 1"


def test_a_faulty_record_is_said_to_be() -> None:
    [deal] = deals_of(text_of("bad/E512-revoke.ppbn"))
    assert "ok" not in deal
    assert [one["code"] for one in deal["findings"]] == ["E512"]
    [good] = deals_of(text_of("good/contract-made.ppbn"))
    assert good["ok"] is True and "findings" not in good


def test_what_could_not_be_read_is_shown_as_it_was_written() -> None:
    path = "bad/E105-bad-card.ppbn"
    [deal] = deals_of(text_of(path))
    assert any(one["code"] == "E105" for one in deal["findings"])
    source = (FIXTURES / path).read_text("utf-8")
    line = next(one["line"] for one in deal["findings"] if one["code"] == "E105")
    assert deal["text"].split("\n")[0] in source
    assert source.split("\n")[line - 1] in deal["text"]


def test_a_record_stands_on_the_page_as_notation() -> None:
    [deal] = deals_of(text_of("good/contract-made.ppbn"))
    assert loads(deal["text"]) == records("good/contract-made.ppbn")


def test_what_no_notation_can_hold_is_a_loss() -> None:
    [record] = loads('[Event "x"]\n[Contract "7S"]\n[Declarer "S"]\n')
    record.site, record.source = "two\nlines", None
    lost: list[tuple[int, str, str]] = []
    written = "".join(page([record], lambda *one: lost.append(one)))
    assert [(number, what) for number, what, _ in lost] == [(1, "record")]
    assert len(deals_of(written)) == 1


def test_the_format_writes_but_does_not_read() -> None:
    form = find_format("html")
    assert form.writes and not form.reads
    assert form.sniff(b"<!doctype html>", "x.html") == 0
    with pytest.raises(ValueError, match="not read"):
        form.read(None)  # type: ignore[arg-type]  # never looked at


def test_without_scripts_the_page_has_the_deals_as_text() -> None:
    text = text_of("session/evening-three.ppbn")
    assert text.count("<noscript><pre>") == 5
    assert "Result       1 down" in unescape(text)


@pytest.mark.parametrize("tongue", [language(code) for code in CODES], ids=CODES)
def test_every_language_has_the_words_of_the_page(tongue: Language) -> None:
    english = language("en").page
    assert set(tongue.page) == set(english)
    for name, text in tongue.page.items():
        assert _fields(text) == _fields(english[name]), name
        assert tongue.code == "en" or text != english[name] or name in ("notation", "keys"), name


@pytest.mark.parametrize("tongue", [language(code) for code in CODES], ids=CODES)
def test_plural_forms_reach_the_script(tongue: Language) -> None:
    forms = words_json()[tongue.code]["plural"]
    assert [int(form) for form in forms] == [tongue.plural(count) for count in range(len(forms))]
    assert len(forms) == 33 and max(map(int, forms)) == FORMS[tongue.plural] - 1  # type: ignore[index]


def test_unreadable_files_give_a_page_without_deals() -> None:
    assert deals_of("".join(page([]))) == []
    assert [one.record for one in iter_records(FIXTURES / "bad/E001-empty-file.ppbn")] == [None]

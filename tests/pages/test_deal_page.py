"""The page of deals, clicked through in a real Chromium and compared with the replay."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from preferans_pbn.cards import CARD_NAMES, Hand, cards_of
from preferans_pbn.notation import loads
from preferans_pbn.record import Comment, Record
from preferans_pbn.render.languages import CODES, language
from preferans_pbn.render.page import page as page_of
from preferans_pbn.render.rule_words import NAMED_RULES, rule_sentence
from preferans_pbn.render.words import Spelling
from preferans_pbn.replaying import replay
from preferans_pbn.variants import load_variant, variant_names
from tests.pages.watched import Opener, least_contrast, overflow
from tests.render.page_support import FIXTURES, did, records, told

Made = Callable[..., Path]
TEXTS = ("h1, h2, h3, p, th, td, dt, dd, .at, .tag, .bubble, .letter, .count, bdi, .card b, button, summary, option, "
         "label, .call, .of, code")
EVIL = "<script>alert(1)</script></script>'\"]]>--!><!--<img src=x onerror=alert(1)>&amp;"


@pytest.fixture
def made(tmp_path: Path) -> Made:
    """Writes the page of fixtures, or of records, and says where it is."""

    def make(*sources: str | Record, lang: str = "") -> Path:
        found = [record for one in sources for record in (records(one) if isinstance(one, str) else [one])]
        file = tmp_path / "deals.html"
        file.write_text("".join(page_of(found, lang=lang)), encoding="utf-8")
        return file

    return make


def line(page: Any) -> str:
    """What was just done, without the marks that keep names apart."""
    return re.sub("[\u2068\u2069]", "", page.locator("#line").inner_text())


def hand_of(page: Any, seat: str) -> list[str]:
    """The cards that lie at a seat."""
    return [str(card) for card in page.locator(f"#table .seat.{seat} .card").evaluate_all(
        "nodes => nodes.map(node => node.dataset.card)")]


WALK = """
() => {
  const slide = document.getElementById('slide'), seen = [];
  const cards = nodes => [...nodes].map(node => node.dataset.card);
  for (let step = 0; step <= +slide.max; step += 1) {
    slide.value = step;
    slide.dispatchEvent(new Event('input'));
    seen.push({
      said: document.getElementById('said').innerText, text: document.getElementById('view').innerText,
      hands: Object.fromEntries([...document.querySelectorAll('#table .seat')].map(
        seat => [seat.dataset.seat, cards(seat.querySelectorAll('.card'))])),
      plates: Object.fromEntries([...document.querySelectorAll('#table .seat')].map(
        seat => [seat.dataset.seat, seat.querySelector('.plate').innerText])),
      trick: Object.fromEntries([...document.querySelectorAll('#centre .slot:not(.T) > .card')].map(
        card => [card.parentElement.classList[1], card.dataset.card])),
      middle: cards(document.querySelectorAll('#centre .T .card')),
      won: document.querySelectorAll('#centre .won').length,
      wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    });
  }
  return seen;
}
"""
"""What is to be seen at every step of the deal that is open."""
SAID = """
() => {
  const slide = document.getElementById('slide'), seen = [];
  const text = id => document.getElementById(id).textContent;
  for (let step = 0; step <= +slide.max; step += 1) {
    slide.value = step;
    slide.dispatchEvent(new Event('input'));
    seen.push([text('said'), text('view').includes('undefined')]);
  }
  return seen;
}
"""
"""What is said at every step, and whether something on the page is missing then."""


def on_table(page: Any) -> dict[str, str]:
    """The cards of the trick by seat."""
    found: dict[str, str] = page.locator("#centre .slot:not(.T) > .card").evaluate_all(
        "nodes => Object.fromEntries(nodes.map(node => [node.parentElement.classList[1], node.dataset.card]))")
    return found


def test_a_whole_deal_is_the_replay(made: Made, opened: Opener) -> None:
    [record] = records("good/contract-made.ppbn")
    rules = load_variant("sochi-codex")
    replayed = replay(record, rules)
    assert record.deal is not None and record.play is not None
    hands: dict[str, Hand] = {seat: hand or 0 for seat, hand in record.deal.items()}
    seats = list(replayed.seats)
    said = Spelling(language("en"))
    with opened(made("good/contract-made.ppbn")) as page:
        assert line(page) == "The cards are dealt"
        for seat, hand in hands.items():
            assert sorted(hand_of(page, seat)) == sorted(CARD_NAMES[card] for card in cards_of(hand))
        forward = page.locator("#forward")
        for seat, word in zip("SWESW", ["6S", "6C", "pass", "7S", "pass"], strict=True):
            forward.click()
            assert line(page) == f"{seat} {record.players[seat]}: {said.call(word)}"
        forward.click()
        assert line(page) == "S Anna takes the talon: ♥8 ♥7"
        assert {"H8", "H7"} <= set(hand_of(page, "S"))
        forward.click()
        assert line(page) == "S Anna: Discard ♣7 ♦7"
        hands["S"] = sum(1 << card for card, name in enumerate(CARD_NAMES) if name in hand_of(page, "S"))
        assert hands["S"].bit_count() == 10
        forward.click()
        assert line(page) == "7♠ by S Anna"
        assert page.locator(".seat.S .tag.game").inner_text().strip() == "7♠"
        for seat in "WE":
            forward.click()
            assert line(page) == f"{seat} {record.players[seat]}: whist"
        taken = dict.fromkeys(seats, 0)
        leader = "S"
        for number, trick in enumerate(record.play.tricks):
            lying: dict[str, str] = {}
            winner = seats[replayed.winners[number]]
            at = seats.index(leader)
            for place, card in enumerate(trick.cards):
                seat = seats[(at + place) % 3]
                forward.click()
                lying[seat] = CARD_NAMES[card]
                hands[seat] &= ~(1 << card)
                done = place == 2
                takes = f". {winner} {record.players[winner]} takes the trick." if done else ""
                assert line(page) == f"{seat} {record.players[seat]}: {said.card(CARD_NAMES[card])}{takes}"
                assert on_table(page) == lying
                assert hand_of(page, seat) == [CARD_NAMES[one] for one in cards_of(hands[seat])]
                assert page.locator("#centre .won").count() == done
            taken[winner] += 1
            assert page.locator(f"#centre .slot.{winner}.won").count() == 1
            for seat in seats:
                assert page.locator(f".seat.{seat} .count").inner_text().split()[-1] == str(taken[seat])
            leader = winner
        forward.click()
        assert line(page) == "Result: made, 1 over"
        assert "Tricks: S 8, W 0, E 2" in page.locator("#centre").inner_text()
        page.keyboard.press("ArrowRight")  # there is nothing behind the end
        assert line(page) == "Result: made, 1 over"
        page.locator("#back").click()
        assert line(page) == "E Clara: ♦Q. S Anna takes the trick."
        page.locator("#first").click()
        assert line(page) == "The cards are dealt"
        page.locator("#last").click()
        assert line(page) == "Result: made, 1 over"


def test_keys(made: Made, opened: Opener) -> None:
    with opened(made("good/contract-made.ppbn")) as page:
        press = page.keyboard.press
        press("ArrowRight")
        assert line(page) == "S Anna: 6♠"
        press("Space")
        assert line(page) == "W Boris: 6♣"
        press("ArrowLeft")
        assert line(page) == "S Anna: 6♠"
        press("ArrowDown")
        assert line(page) == "S Anna: ♠A"
        press("ArrowDown")
        assert line(page) == "S Anna: ♠K"
        press("ArrowUp")
        assert line(page) == "S Anna: ♠A"
        press("End")
        assert line(page) == "Result: made, 1 over"
        press("Shift+Space")
        assert line(page) == "E Clara: ♦Q. S Anna takes the trick."
        press("Home")
        assert line(page) == "The cards are dealt"
        # A focused button keeps its own space bar, and the slider its arrows.
        page.locator("#last").focus()
        press("Space")
        assert line(page) == "Result: made, 1 over"
        page.locator("#slide").focus()
        press("ArrowLeft")
        assert line(page) == "E Clara: ♦Q. S Anna takes the trick."


def test_everything_is_reached_by_the_tab_key(made: Made, opened: Opener) -> None:
    with opened(made("good/contract-made.ppbn")) as page:
        reached = set()
        for _ in range(90):
            page.keyboard.press("Tab")
            reached.add(page.evaluate("document.activeElement.id || document.activeElement.className || "
                                      "document.activeElement.tagName"))
        assert {"tongue", "theme", "first", "back", "slide", "forward", "last", "SUMMARY", "at"} <= reached
        nameless = page.locator("button, select, input").evaluate_all(
            "nodes => nodes.filter(node => !(node.getAttribute('aria-label') || node.textContent).trim()).length")
        assert nameless == 0
        assert page.locator("#said").get_attribute("aria-live") == "polite"
        assert page.locator(".seat.W .hand").get_attribute("aria-label").endswith(
            ": spades 8 7; clubs A K Q J 10 9 8; diamonds A")


def swipe(page: Any, across: int, down: int = 0) -> None:
    """A finger that moves over the table."""
    box = page.locator("#table").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 120
    client = page.context.new_cdp_session(page)
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (1, 2, 3):
        client.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [
            {"x": x + across * part / 3, "y": y + down * part / 3}]})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_touch(made: Made, opened: Opener) -> None:
    with opened(made("good/contract-made.ppbn"), width=360, height=740, touch=True) as page:
        swipe(page, -110)
        assert line(page) == "S Anna: 6♠"
        swipe(page, -110)
        assert line(page) == "W Boris: 6♣"
        swipe(page, 110)
        assert line(page) == "S Anna: 6♠"
        swipe(page, -50, 100)  # scrolling
        assert line(page) == "S Anna: 6♠"
        page.locator("#centre").tap()
        assert line(page) == "W Boris: 6♣"
        page.locator("#first").tap()
        page.locator("#forward").tap()
        assert line(page) == "S Anna: 6♠"


def test_a_trick_is_jumped_to(made: Made, opened: Opener) -> None:
    with opened(made("good/contract-made.ppbn")) as page:
        page.locator("#panel").get_by_role("button", name="Trick 6", exact=True).click()
        assert line(page) == "E Clara: ♥Q"
        assert page.locator(".seat.S .count").inner_text().split()[-1] == "4"
        assert len(hand_of(page, "W")) == 5
        current = page.locator("#panel [aria-current=step]")
        assert current.count() == 1
        assert page.locator("tr[data-trick='6'] [aria-current=step]").count() == 1
        # Each card, call and the contract is a place to go to as well.
        page.locator("tr[data-trick='5'] .won .at").click()
        assert line(page) == "E Clara: ♥J. E Clara takes the trick."
        page.locator(".calls .at").nth(3).click()
        assert line(page) == "S Anna: 7♠"
        page.locator("#slide").fill("11")
        assert line(page) == "S Anna: ♠A"
        assert page.url.endswith("#1.11")


def test_winners_are_marked_in_the_table_of_tricks(made: Made, opened: Opener) -> None:
    with opened(made("good/contract-made.ppbn")) as page:
        won = page.locator(".tricks td.won").all_inner_texts()
        assert [re.sub(r"[›\s]", "", text) for text in won] == [
            "♠A★", "♠K★", "♥A★", "♥K★", "♥J★", "♥Q★", "♠Q★", "♠J★", "♠10★", "♠9★"]
        counts = page.locator(".tricks tr").last.locator("td.n").all_inner_texts()
        assert counts == ["8", "0", "2"]


def test_the_rule_that_bound_a_player(made: Made, opened: Opener) -> None:
    with opened(made("good/contract-made.ppbn")) as page:
        assert not page.locator("#rule .why").is_visible()
        page.keyboard.press("r")
        page.locator("#slide").fill("12")
        rule = page.locator("#rule")
        assert "W Boris: Holds the suit led and must follow it." in re.sub("[\u2068\u2069]", "", rule.inner_text())
        legal = rule.locator(".card").evaluate_all("nodes => nodes.map(node => node.dataset.card)")
        assert legal == ["S8", "S7"]
        assert rule.locator(".card.chosen").get_attribute("data-card") == "S7"
        assert page.locator(".seat.W .card.may").get_attribute("data-card") == "S8"
        text = rule.inner_text()
        assert "must_trump=true" in text and "sochi-codex@1" in text
        assert "Follow suit; who is void must trump." in text and "Кодекс преферанса" in text
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        assert rule.locator(".call.chosen").inner_text() == "6♠"
        assert "misère" in rule.locator(".call").all_inner_texts()


def test_a_page_opens_in_the_language_it_was_made_for_until_another_is_chosen(made: Made, opened: Opener) -> None:
    with opened(made("session/evening-three.ppbn", lang="ru")) as page:
        assert page.locator("html").get_attribute("lang") == "ru"
        assert page.locator("#tongue").input_value() == "ru"
        page.locator("#tongue").select_option("de")
        page.reload()
        assert page.locator("html").get_attribute("lang") == "de"
    with opened(made("session/evening-three.ppbn")) as page:
        assert page.locator("html").get_attribute("lang") == "en"


@pytest.mark.parametrize("code", CODES)
def test_languages(made: Made, opened: Opener, code: str) -> None:
    tongue = language(code)
    spelling = Spelling(tongue)
    seats = tongue.seats
    with opened(made("session/evening-three.ppbn")) as page:
        page.locator("#tongue").select_option(code)
        assert page.locator("html").get_attribute("lang") == code
        assert page.locator("#index h2").inner_text() == tongue.page["deals"]
        page.locator("#index button").first.click()
        assert page.locator("#heading h2").inner_text() == tongue.term("board", board="\u20681\u2069")
        page.keyboard.press("End")
        assert line(page) == f"{tongue.terms['result']}: {tongue.term('down', count=1)}"
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowDown")
        assert line(page) == f"{seats['S']} Olha: {spelling.card('CA')}"
        assert page.locator("#slide").get_attribute("aria-valuetext") == (
            f"{tongue.page['trick'].format(number=1)}, {seats['S']} Olha: {spelling.card('CA')}")
        assert page.locator("#forward").get_attribute("aria-label") == tongue.page["forward"]
        # Nothing of a template is left, and nothing is missing.
        for view in ("#view", "header"):
            text = page.locator(view).inner_text()
            assert "{" not in text.split("[Event")[0] and "undefined" not in text


SAYS = """
() => {
  const apart = '[lang=en]:not(html), bdi, code, pre, noscript, script, style, #tongue, #paper';
  const slide = document.getElementById('slide'), seen = new Set();
  const look = root => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent.trim();
      if (text && !walker.currentNode.parentElement.closest(apart)) seen.add(text);
    }
    for (const name of ['aria-label', 'title', 'aria-valuetext'])
      for (const node of root.querySelectorAll(`[${name}]`))
        if (!node.closest('#paper')) seen.add(node.getAttribute(name));
  };
  document.getElementById('rule').open = true;
  const pick = document.getElementById('pick');
  for (let deal = 0; deal < pick.options.length; deal += 1) {
    pick.value = String(deal);
    pick.dispatchEvent(new Event('change'));
    for (let step = 0; step <= +slide.max; step += 1) {
      slide.value = step;
      slide.dispatchEvent(new Event('input'));
      for (const id of ['table', 'said', 'controls', 'rule']) look(document.getElementById(id));
    }
    look(document.body);
  }
  document.getElementById('list').click();
  look(document.body);
  return [...seen];
}
"""
"""What the page says anywhere in any deal at any step, but for what is English by its mark and what is a person's."""


def phrases(text: str) -> list[str]:
    """The parts of an English text between what is filled in, as far as they are a phrase of their own."""
    return [part.strip(" .:,;") for part in re.split(r"\{[^}]*\}", text) if len(part.strip(" .:,;")) > 8]


@pytest.mark.parametrize("code", [code for code in CODES if code != "en"])
def test_no_english_is_left_on_a_page_of_another_language(made: Made, opened: Opener, code: str) -> None:
    sources = ["good/all-pass-three.ppbn", "bad/E512-revoke.ppbn", "bad/E404-bid-too-low.ppbn",
               "warned/W805-state-unknown.ppbn",
               *(str(path.relative_to(FIXTURES)) for family in ("serbian", "slovak", "greek", "regional")
                 for path in sorted((FIXTURES / family).glob("*.ppbn"))[:1])]
    deals = [record for source in sources for record in records(source)]
    names = {name for record in deals for name in record.players.values()}
    tongue, english = language(code), language("en")
    assert tongue.rules is not None
    with opened(made(*deals)) as page:
        page.locator("#tongue").select_option(code)
        seen = page.evaluate(SAYS)
        # Every element in English is marked so, and the sentences of the rules are none of them.
        assert page.locator("dl[lang=en]").count() == 0
    said = "\n".join(seen)
    rules = {rule_sentence(load_variant(name), one, english) for name in variant_names() for one in NAMED_RULES
             if one in load_variant(name)}
    wanted = {phrase for text in (*english.page.values(), *english.terms.values(), *rules) for phrase in phrases(text)}
    own = "\n".join((*tongue.page.values(), *tongue.terms.values(), *tongue.words.values()))
    assert len(wanted) > 100
    assert [phrase for phrase in wanted if phrase in said and phrase not in own] == []
    assert sum(text in tongue.rules.values() for text in seen) > 20
    if code in ("ru", "uk", "el"):
        for name in sorted(names, key=len, reverse=True):
            said = said.replace(name, "")
        assert set(re.findall(r"[A-Za-z]*[a-z]{3,}", said)) <= {"Home", "End"}  # names of keys


def test_several_deals_and_their_index(made: Made, opened: Opener) -> None:
    with opened(made("session/evening-three.ppbn")) as page:
        rows = page.locator("#index tr[data-deal]")
        assert rows.count() == 5
        assert page.url.endswith("#all")
        assert page.evaluate("scrollY") == 0
        texts = [re.sub(r"\s+", " ", text).strip() for text in rows.all_inner_texts()]
        assert texts[0].startswith("Board 1 E 6♠ E 1 down")
        assert texts[2].startswith("Board 3 W misère E caught, 1 trick")
        assert texts[4].endswith("0 · 20 · S 12")
        rows.nth(2).get_by_role("button").click()
        assert page.locator("#heading h2").inner_text() == "Board \u20683\u2069"
        assert page.url.endswith("#3.0")
        page.locator("#after").click()
        assert page.url.endswith("#4.0")
        page.locator("#before").click()
        page.locator("#pick").select_option("4")
        assert page.url.endswith("#5.0")
        page.keyboard.press("PageUp")
        assert page.url.endswith("#4.0")
        page.locator("#list").click()
        assert page.locator("#index").is_visible() and not page.locator("#view").is_visible()
        page.evaluate("location.hash = '#2.3'")
        page.wait_for_function("!document.getElementById('view').hidden")
        assert line(page) == "S Olha: pass"


def test_score_and_running_sheet(made: Made, opened: Opener) -> None:
    with opened(made("session/evening-three.ppbn")) as page:
        page.evaluate("location.hash = '#5.0'")
        page.wait_for_function("!document.getElementById('view').hidden")
        score, sheet = page.locator(".amounts").all()[:2]
        assert [re.split(r"\s+", row)[-3:] for row in score.locator("tr").all_inner_texts()[1:2]] == [["6", "0", "-"]]
        assert re.sub(r"\s+", " ", sheet.inner_text()).strip() == (
            "Sheet Pool Dump Whists S Olha 11 0 E 6 W Petro 0 2 E 8 E Ivan 0 20 S 12")


def evil_record() -> Record:
    """A record with markup wherever a text may stand."""
    text = (FIXTURES / "good/comments.ppbn").read_text("utf-8")
    [record] = loads(text)
    for name in ("event", "site", "date", "table", "board", "session", "ruling"):
        setattr(record, name, EVIL)
    record.players = dict.fromkeys("SWNE", EVIL)
    record.comments = tuple(Comment(one.owner, one.index, one.style, EVIL) for one in record.comments)
    for section in (record.auction, record.play):
        assert section is not None
        section.notes = {1: EVIL}
    record.variant = EVIL
    record.base = "sochi-codex"
    record.source = None
    return record


@pytest.mark.parametrize("base", ["sochi-codex", None])
def test_texts_of_a_record_are_never_markup(made: Made, opened: Opener, base: str | None) -> None:
    record = evil_record()
    record.base = base
    plain = records("good/comments.ppbn")[0]
    with opened(made(plain, plain)) as page:
        scripts = page.locator("script").count()
    with opened(made(record, record)) as page:
        assert page.locator("script").count() == scripts - (base is None)  # no rules, no data of rules
        assert page.locator("img").count() == 0
        assert page.title() == EVIL
        assert EVIL in page.locator("#index").inner_text()
        page.locator("#index button").first.click()
        deal_steps = int(page.locator("#slide").get_attribute("max"))
        for _ in range(deal_steps):
            page.keyboard.press("ArrowRight")
        assert page.locator(".seat.W bdi").inner_text() == EVIL
        page.locator(".calls .at").nth(2).click()
        assert EVIL in page.locator("#said").inner_text()
        page.emulate_media(media="print")
        page.wait_for_selector("#paper article")
        assert EVIL in page.locator("#paper").inner_text()
        assert page.locator("img").count() == 0


def test_a_faulty_record_says_so_and_steps_as_far_as_it_goes(made: Made, opened: Opener) -> None:
    with opened(made("bad/E512-revoke.ppbn")) as page:
        assert "This record has errors." in page.locator("#heading .faulty").inner_text()
        finding = page.locator("#panel .wrong")
        assert finding.inner_text().startswith("E512 W must follow diamonds: holds DK DJ D9")
        page.keyboard.press("r")
        finding.get_by_role("button").click()
        assert line(page) == "W Boris: ♥Q. E Clara takes the trick."
        assert page.locator("#said .wrong").inner_text().startswith("E512")
        assert page.locator("#rule .wrong").inner_text().endswith(": not allowed here")
        page.keyboard.press("End")
        assert page.locator("#slide").input_value() == page.locator("#slide").get_attribute("max")


@pytest.mark.slow
def test_every_faulty_fixture_steps_to_its_end(made: Made, opened: Opener) -> None:
    paths = sorted(path.relative_to(FIXTURES).as_posix() for folder in ("bad", "warned")
                   for path in (FIXTURES / folder).glob("*.ppbn"))
    count = sum(len(records(path)) for path in paths)
    assert count > 100
    with opened(made(*paths)) as page:
        assert page.locator("#index tr[data-deal]").count() == count
        page.locator("#index button").first.click()
        for number in range(count):
            for said, missing in page.evaluate(SAID):
                assert said and not missing and "{" not in said, number
            page.keyboard.press("PageDown")


@pytest.mark.parametrize("path", [
    "good/misere-caught.ppbn", "good/all-pass-four.ppbn", "regional/gusarik-2.ppbn", "serbian/nedeljna-partija.ppbn",
    "greek/session.ppbn", "slovak/session.ppbn", "good/partial-unknown-hands.ppbn", "good/partial-unknown-cards.ppbn",
    "good/partial-contract-only.ppbn", "good/partial-deal-only.ppbn", "good/position-ending.ppbn", "good/claim.ppbn",
    "good/partial-unknown-discard.ppbn", "good/to-be-continued.ppbn", "good/conceded.ppbn",
])
def test_every_kind_of_deal_is_stepped_through_as_its_steps_say(made: Made, opened: Opener, path: str) -> None:
    with opened(made(path)) as page:
        if page.locator("#index").is_visible():
            page.locator("#index button").nth(1).click()
        steps = told(path, 2 if "session" in path or "gusarik" in path or "nedeljna" in path else 1)
        walked = page.evaluate(WALK)
        assert len(walked) == len(steps.steps)
        known = {seat: {CARD_NAMES[card] for card in cards} for seat, cards in steps.hands.items()}
        backs = dict(steps.unknown)
        for step, seen in zip(steps.steps, walked, strict=True):
            names = ["?" if card < 0 else CARD_NAMES[card] for card in step.cards]
            if step.do == "take":
                known[step.seat] |= set(names) - {"?"}
                backs[step.seat] += names.count("?")
            for card in names if step.do in ("play", "discard") else ():
                if card in known[step.seat]:
                    known[step.seat].remove(card)
                elif backs[step.seat] and (step.do == "play" or card != "?" or not known[step.seat]):
                    backs[step.seat] -= 1
            if step.do == "play":
                assert seen["trick"][step.seat] == names[0]
            if step.do == "talon":
                assert seen["middle"] == [CARD_NAMES[step.cards[0]]]
            if step.do == "open":
                assert all("open" in seen["plates"][seat] for seat in step.seats)
            assert seen["won"] == bool(step.won)
            for seat, cards in known.items():
                lying = seen["hands"][seat]
                assert set(lying) - {"?"} == cards and lying.count("?") == backs[seat]
            assert "undefined" not in seen["text"]
        assert did(steps, "end")


def test_bid_kontra_and_aces_that_only_tags_tell(made: Made, opened: Opener) -> None:
    [balkan] = loads('[Event "x"]\n[Variant "serbian"]\n[Dealer "W"]\n[Declarer "S"]\n[Bid "hand-4"]\n[Discard "-"]\n'
                     '[Contract "H-hand"]\n[Defenders "E:come W:come"]\n[Kontra "W:2"]\n[Tricks "S:8 W:2 E:0"]\n')
    [greek] = loads('[Event "y"]\n[Variant "greek"]\n[Dealer "W"]\n[East "Eleni"]\n[Declarer "S"]\n[Contract "7C"]\n'
                    '[Aces "E"]\n[Tricks "S:7 W:2 E:1"]\n')
    with opened(made(balkan, greek)) as page:
        page.locator("#index button").first.click()
        text = page.locator("#panel").inner_text()
        assert "bid hand 4" in text and "W: rekontra" in text
        page.locator("#after").click()
        page.keyboard.press("ArrowRight")
        assert line(page) == "7♣ by S; E Eleni: 4 × A"


def test_the_dealer_who_rests_has_no_cards_and_may_take_a_trick(made: Made, opened: Opener) -> None:
    with opened(made("good/all-pass-four.ppbn")) as page:
        assert page.locator(".seat.N .card").count() == 0
        assert "deals and rests" in page.locator(".seat.N .plate").inner_text()
        page.locator("#panel").get_by_role("button", name="Trick 1", exact=True).click()
        assert line(page) == "♥A of the talon leads"
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        assert line(page) == "W Boris: ♥K. N Dan takes the trick."
        assert page.locator("#centre .T .won .card").get_attribute("data-card") == "HA"


def test_german_pips_for_german_cards(made: Made, opened: Opener) -> None:
    with opened(made("slovak/session.ppbn")) as page:
        page.locator("#index button").first.click()
        pips = set(page.locator("#table use").evaluate_all("nodes => nodes.map(node => node.getAttribute('href'))"))
        assert pips == {"#gS", "#gC", "#gD", "#gH"}
        drawn = page.locator("#table .seat.S .card .big").first.evaluate(
            "node => { const box = node.getBoundingClientRect(); return box.width > 5 && box.height > 5; }")
        assert drawn
        page.locator("#tongue").select_option("sk")
        assert "žaluď" in page.locator(".seat.S .hand").get_attribute("aria-label")


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("path", ["good/comments.ppbn", "slovak/session.ppbn", "bad/E512-revoke.ppbn"])
def test_it_reads_on_a_phone_and_in_the_dark(made: Made, opened: Opener, path: str, width: int, dark: bool) -> None:
    with opened(made(path), width=width, height=800, dark=dark, touch=width < 500) as page:
        if page.locator("#index").is_visible():
            assert overflow(page) == 0
            ratio, text = least_contrast(page, TEXTS)
            assert ratio >= 4.5, text
            page.locator("#index button").nth(3).click()
        page.locator("details").evaluate_all("nodes => nodes.forEach(node => node.open = true)")
        last = int(page.locator("#slide").get_attribute("max"))
        for step in (0, 1, 3, 8, 14, 20, last):
            page.locator("#slide").fill(str(min(step, last)))
            assert overflow(page) == 0
            ratio, text = least_contrast(page, TEXTS)
            assert ratio >= 4.5, (step, text)


@pytest.mark.parametrize("code", CODES)
def test_no_language_is_too_wide_for_a_phone(made: Made, opened: Opener, code: str) -> None:
    with opened(made("session/evening-four.ppbn"), width=360, height=740) as page:
        page.locator("#tongue").select_option(code)
        assert overflow(page) == 0
        page.locator("#index button").first.click()
        assert {seen["wide"] for seen in page.evaluate(WALK)} == {0}


def test_light_and_dark_by_the_button(made: Made, opened: Opener) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    with opened(made("good/contract-made.ppbn")) as page:
        light = page.evaluate(ground)
        page.locator("#theme").click()
        dark = page.evaluate(ground)
        assert light != dark
        page.locator("#theme").click()
        assert page.evaluate(ground) == light
    with opened(made("good/contract-made.ppbn"), dark=True) as page:
        assert page.evaluate(ground) == dark
        page.locator("#theme").click()
        assert page.evaluate(ground) == light


def test_nothing_moves_where_motion_is_not_wanted(made: Made, opened: Opener) -> None:
    with opened(made("good/contract-made.ppbn")) as page:
        moving = "() => getComputedStyle(document.querySelector('.slot.now > *')).animationName"
        page.locator("#slide").fill("11")
        assert page.evaluate(moving) == "come"
        page.emulate_media(reduced_motion="reduce")
        assert page.evaluate(moving) == "none"


def test_print_shows_the_whole_deal(made: Made, opened: Opener) -> None:
    with opened(made("good/comments.ppbn"), dark=True) as page:
        page.emulate_media(media="print")
        page.wait_for_selector("#paper article")
        paper = page.locator("#paper")
        assert not page.locator("#table").is_visible()
        assert paper.locator("tr[data-trick]").count() == 10
        assert all(row.is_visible() for row in paper.locator("tr[data-trick]").all())
        text = paper.inner_text()
        assert "Boris and Dan were both too weak for six hearts." in text
        assert "♥ K 10 8 7" in re.sub(r"\s+", " ", text)
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        ratio, what = least_contrast(page, "#paper p, #paper td, #paper th, #paper h2, #paper h3, #paper .at")
        assert ratio >= 4.5, what


def test_print_from_the_index_shows_every_deal(made: Made, opened: Opener) -> None:
    with opened(made("session/evening-three.ppbn")) as page:
        page.emulate_media(media="print")
        page.wait_for_selector("#paper article")
        assert page.locator("#paper article").count() == 6
        assert page.locator("#paper tr[data-trick]").count() == 40
        assert page.pdf()[:5] == b"%PDF-"


def test_without_scripts_the_deals_can_be_read(made: Made, opened: Opener) -> None:
    with opened(made("session/evening-three.ppbn"), scripts=False) as page:
        assert page.locator("noscript pre").count() == 5
        assert "Result       1 down" in page.locator("noscript pre").first.inner_text()

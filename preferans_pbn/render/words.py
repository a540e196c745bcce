"""The words of the renderers, by language: headings, calls, contracts, ranks and seats.

A new language is one new entry of `LANGUAGES`; a test compares the keys.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from preferans_pbn.cards import RANKS, SUITS

SUIT_SIGNS: Final = "♠♣♦♥"
_BID: Final = re.compile(r"(10|[6-9])(NT|[SCDH])?(-hand)?")
_CONCEDE: Final = re.compile(r"concede-([23])")


@dataclass(frozen=True, slots=True)
class Language:
    """One language.

    ``seats`` by letter; ``suits`` the letters of S C D H where suit signs cannot be shown; ``ranks`` the
    names of 7 8 9 T J Q K A; ``no_trump`` and ``hand`` (added to a game played without the talon); ``words``
    calls, contracts and roles by their notation; ``terms`` headings and phrases, with ``{…}`` to be filled.
    """

    code: str
    seats: Mapping[str, str]
    suits: str
    ranks: tuple[str, ...]
    no_trump: str
    hand: str
    words: Mapping[str, str]
    terms: Mapping[str, str]

    def term(self, name: str, **parts: object) -> str:
        """A heading or phrase."""
        return self.terms[name].format(**parts)


EN: Final = Language(
    "en",
    dict(zip("SWNE", "SWNE", strict=True)),
    "SCDH",
    ("7", "8", "9", "10", "J", "Q", "K", "A"),
    "NT",
    " hand",
    {word: word.replace("-", " ") for word in (
        "pass", "hold", "stay", "blind-pass", "whist", "half", "return", "own", "open", "closed",
        "come", "stay-out", "call-partner", "called", "kontra", "rekontra", "subkontra", "mortkontra", "fine",
        "play", "together", "alone", "helper", "betl", "sans", "durch", "preferans", "hand", "solo", "thrown-in",
        "played", "passed-out", "conceded", "refe", "redeal", "pair", "passer",
    )} | {"all-pass": "all-pass", "misere": "misère", "concede": "given up, {count} down"},
    {
        "board": "Board {board}", "table": "table {table}", "record": "Record {number}",
        "target": "to {target}", "dealer": "dealer", "dealer_rests": "deals and rests", "dummy": "dummy",
        "unknown": "not known",
        "talon": "Talon", "auction": "Auction", "contract": "Contract", "by": "{contract} by {seat}",
        "bid": "bid {bid}", "discard": "Discard", "nothing_discarded": "none, played from hand",
        "defence": "Defence", "open": "{seats} open", "play": "Play", "tricks": "Tricks",
        "agreed": "rest agreed: {shares}", "agreed_only": "ended by agreement", "continued": "to be continued",
        "result": "Result", "score": "Score", "sheet": "Sheet", "settlement": "Settlement",
        "before": "before", "ruling": "Ruling",
        "made": "made", "over": "made, {count} over", "down": "{count} down", "caught": "caught, {count} tricks",
        "caught_1": "caught, 1 trick",
        "passed-out": "made without play, no defence", "half": "made without play, half whist",
        "own": "made without play, own whist", "conceded": "given up", "refe": "refe", "redeal": "dealt again",
        "thrown-in": "thrown in",
        "Pool": "Pool", "Dump": "Dump", "Whists": "Whists", "Bule": "Bule", "Supe": "Supe", "Refe": "Refe",
        "Kasa": "Kasa", "Pay": "Pay", "Result": "Result", "sum": "Sum", "deal_column": "Deal",
        "dealer_column": "Dealer",
        "written": "Written", "on": "{column} on", "amount_on": "{amount} on {seat}",
        "unknown_score": "score not known", "no_score": "{variant} does not define how a deal is scored",
        "sheet_unknown": "The sheet is not known: {why}.",
        "why_start": "the session does not begin at board 1 and has no opening sheet",
        "why_deal": "record {number} has no certain score",
        "why_read": "record {number} could not be read",
        "why_variant": "{variant} does not define how a sheet is kept",
        "not_ended": "the session has not ended: this is how it would settle now",
        "no_settlement": "how this session is settled is not known",
    },
)

RU: Final = Language(
    "ru",
    {"S": "Ю", "W": "З", "N": "С", "E": "В"},
    "птбч",
    ("7", "8", "9", "10", "В", "Д", "К", "Т"),
    "БК",
    " без прикупа",
    {
        "pass": "пас", "hold": "здесь", "stay": "остаюсь", "all-pass": "распасы", "blind-pass": "пас втёмную",
        "whist": "вист", "half": "полвиста", "return": "вист", "own": "за свои", "open": "лёжа",
        "closed": "стоя", "come": "иду", "stay-out": "не иду", "call-partner": "зову", "called": "позван",
        "kontra": "контра", "rekontra": "реконтра", "subkontra": "субконтра", "mortkontra": "мортконтра",
        "fine": "хорошо", "play": "играю", "together": "вместе", "alone": "один", "helper": "помогает",
        "betl": "бетл", "sans": "санс", "durch": "дурх", "preferans": "преферанс", "hand": "без прикупа",
        "solo": "соло", "thrown-in": "брошено", "played": "сыграно", "passed-out": "без виста",
        "conceded": "сдано", "refe": "рефе", "redeal": "пересдача", "pair": "оба", "passer": "спасовавший",
        "misere": "мизер", "concede": "сдано без {count}",
    },
    {
        "board": "Сдача {board}", "table": "стол {table}", "record": "Запись {number}",
        "target": "до {target}", "dealer": "сдаёт", "dealer_rests": "сдаёт и отдыхает", "dummy": "болван",
        "unknown": "неизвестно",
        "talon": "Прикуп", "auction": "Торговля", "contract": "Игра", "by": "{contract}, играет {seat}",
        "bid": "заявка {bid}", "discard": "Снос", "nothing_discarded": "нет, без прикупа",
        "defence": "Вист", "open": "{seats} лёжа", "play": "Розыгрыш", "tricks": "Взятки",
        "agreed": "остальное по соглашению: {shares}", "agreed_only": "закончено по соглашению",
        "continued": "продолжение следует",
        "result": "Итог", "score": "Запись", "sheet": "Пулька", "settlement": "Расчёт",
        "before": "до этого", "ruling": "Решение",
        "made": "сыграна", "over": "сыграна, лишних взяток: {count}", "down": "без {count}",
        "caught": "пойман, взяток: {count}", "caught_1": "пойман, взяток: 1",
        "passed-out": "сыграна без розыгрыша, никто не вистовал", "half": "не разыгрывалась, полвиста",
        "own": "не разыгрывалась, за свои", "conceded": "сдана", "refe": "рефе", "redeal": "пересдача",
        "thrown-in": "брошена",
        "Pool": "Пуля", "Dump": "Гора", "Whists": "Висты", "Bule": "Буле", "Supe": "Супе", "Refe": "Рефе",
        "Kasa": "Каса", "Pay": "Плата", "Result": "Итог", "sum": "Сумма", "deal_column": "Сдача",
        "dealer_column": "Сдаёт",
        "written": "Записано", "on": "{column} на", "amount_on": "{amount} на {seat}",
        "unknown_score": "запись неизвестна", "no_score": "{variant} не определяет, что пишется за сдачу",
        "sheet_unknown": "Пулька неизвестна: {why}.",
        "why_start": "партия начинается не с первой сдачи, и начальной записи нет",
        "why_deal": "в записи {number} результат неизвестен",
        "why_read": "запись {number} не прочитана",
        "why_variant": "{variant} не определяет, как ведётся запись",
        "not_ended": "партия не закончена: такой расчёт был бы сейчас",
        "no_settlement": "расчёт неизвестен",
    },
)

LANGUAGES: Final = {language.code: language for language in (EN, RU)}


@dataclass(frozen=True, slots=True)
class Spelling:
    """How cards, calls and contracts are written: in which language, with suit signs or letters."""

    language: Language
    signs: bool = True

    def suit(self, letter: str) -> str:
        """A suit of S C D H."""
        number = SUITS.index(letter)
        return SUIT_SIGNS[number] if self.signs else self.language.suits[number]

    def rank(self, letter: str) -> str:
        """A rank of 7 8 9 T J Q K A."""
        return self.language.ranks[RANKS.index(letter)]

    def card(self, name: str) -> str:
        """A card by its name in the notation (``HT``)."""
        return self.suit(name[0]) + self.rank(name[1])

    def call(self, word: str) -> str:
        """A call, a contract, a role or an outcome by its word in the notation."""
        bid = _BID.fullmatch(word)
        if bid is not None:
            strain = bid[2] or ""
            name = f" {self.language.no_trump}" if strain == "NT" else self.suit(strain) if strain else ""
            return f"{bid[1]}{name}{self.language.hand if bid[3] else ''}"
        known = self.language.words.get(word)
        if known is not None:
            return known
        if word in SUITS:
            return self.suit(word)
        concede = _CONCEDE.fullmatch(word)
        if concede is not None:
            return self.language.words["concede"].format(count=concede[1])
        if word.endswith("-hand"):
            return self.call(word.removesuffix("-hand")) + self.language.hand
        if word.startswith("hand-"):
            return f"{self.language.words['hand']} {self.call(word.removeprefix('hand-'))}"
        return word

    def column(self, name: str) -> str:
        """The heading of a table's column."""
        return self.language.terms.get(name, name)


ENGLISH: Final = Spelling(EN)

"""How people and programs spell cards, calls, contracts, seats and their headings: one table for the whole project.

The notation has one spelling for everything (clause N-3.2).  Here are the others: suit signs, ten as ``10`` and ``X``,
the ranks of Russian cards, words of the languages in which the game is played, and letters of other alphabets that look
like the ones meant.  The lenient reader of the notation and every importer look words up here; nothing is guessed, a
word that two games use for different things is not in the table.

Words are compared without regard to case and accents (`folded`): ``MOŽE``, ``može`` and ``moze`` are one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

# ---- letters of other alphabets ------------------------------------------------------------------------------

CYRILLIC_LOOKS: Final = dict(zip("АСЕНКТЅЈМРОВХаеорсухіѕјһԛԝ", "ACEHKTSJMPOBXaeopcyxisjhqw", strict=True))
GREEK_LOOKS: Final = dict(zip("ΑΕΗΚΝΤΜΡΟΒΧΙΖΥονια", "AEHKNTMPOBXIZYovia", strict=True))
LOOK_ALIKES: Final = {**CYRILLIC_LOOKS, **GREEK_LOOKS}
"""Letters of other alphabets that look like an ASCII letter, with that letter."""
_TO_ASCII: Final = str.maketrans(LOOK_ALIKES)
TWO_WAYS: Final = "ТВ"
"""Cyrillic letters that are ranks of Russian cards (ace, jack) and look like another letter too (T, B)."""


def in_ascii(text: str) -> str:
    """``text`` with its look-alike letters replaced by the ASCII letters that they look like."""
    return text.translate(_TO_ASCII)


def script_of(letter: str) -> str:
    """``Cyrillic`` or ``Greek``: the alphabet of a look-alike letter."""
    return "Cyrillic" if letter in CYRILLIC_LOOKS else "Greek"


_PLAIN: Final = str.maketrans({"đ": "d", "ł": "l", "ё": "е", "ς": "σ"})


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """``text`` as it is compared: small letters, without accents, single blanks."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(c for c in parts if not unicodedata.combining(c)).translate(_PLAIN)
    return " ".join(plain.replace("\u2013", "-").split())


def _table(entries: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """Folded spelling to what it stands for.  Two meanings of one spelling are a mistake in the table."""
    made: dict[str, str] = {}
    for meaning, spellings in entries.items():
        for spelling in spellings:
            word = folded(spelling)
            assert made.setdefault(word, meaning) == meaning, word
    return made


def _words(text: str) -> list[str]:
    """Spellings that stand between bars."""
    return [part.strip() for part in text.split("|")]


# ---- cards -----------------------------------------------------------------------------------------------------

SUITS: Final = _table({
    "S": _words("♠|♤|S|spade|spades|pik|pika|pike|пик|пики|пика|піки|вино|п|пик.|zeleň|zelene|listy|list|laub|grün|"
                "gras|blatt|piky|μπαστούνια|πίκες|picas|pique"),
    "C": _words("♣|♧|C|club|clubs|tref|treff|trefa|трефы|трефа|треф|трефи|крести|кресты|хрести|т|žaluď|žalude|eichel|"
                "kreuz|žir|detelina|kríže|σπαθιά|tréboles"),
    "D": _words("♦|♢|D|diamond|diamonds|karo|karó|бубны|бубна|бубен|буби|бубни|дзвінка|б|guľa|gule|schell|schellen|"
                "bundeva|kocka|káro|kára|καρά|diamantes|каро"),
    "H": _words("♥|♡|H|heart|hearts|herc|herz|червы|черви|черва|червей|чирва|ч|červeň|červene|rot|srce|srdce|srdcia|"
                "κούπες|corazones|"
                "херц"),
})
"""Suits: signs, words, and the letters of Russian print (п т б ч)."""

NO_TRUMP: Final = "NT"
_NO_TRUMP_WORDS: Final = _words(
    "NT|no trump|no-trump|notrump|no trumps|no_trump|БК|б/к|бк.|без козыря|без козырей|без|BK|bez|bez aduta|sans|sanac|"
    "sans atout|ohne trumpf|άχροα|sin triunfo|без козиря")
STRAINS: Final = {**SUITS, **_table({NO_TRUMP: _NO_TRUMP_WORDS})}
"""Suits and no trump."""

RANKS: Final = _table({
    "A": _words("A|ace|туз|т|as|ás|ass|kec|eso|daus|άσος"),
    "K": _words("K|king|король|к|kralj|kráľ|könig|ρήγας|παπάς|rey"),
    "Q": _words("Q|queen|дама|д|dama|horník|ober|dame|ντάμα"),
    "J": _words("J|jack|валет|в|dečko|žandar|pub|dolník|unter|bube|βαλές|φάντης|jota"),
    "T": _words("T|10|ten|десятка|десять|desetka|desiatka|zehn|δεκάρι|diez"),
    "9": _words("9|nine|девятка|devetka|deviatka"),
    "8": _words("8|eight|восьмёрка|osmica|osmička"),
    "7": _words("7|seven|семёрка|sedmica|sedmička"),
})
"""Ranks.  Cyrillic Т is the ace (туз), Latin T the ten."""
SMALL: Final = "xх"
"""A small card of no rank that is said (``ТКДхх``): Latin and Cyrillic small x.  The capital is the ten."""
_TENS: Final = "XХ"
_EXACT_RANKS: Final = {"ž": "J"}
"""Letters that only their accent tells from another: Serbian Ž is the jack (žandar), a plain Z is no rank."""


def suit_of(text: str) -> str | None:
    """The suit letter ``S C D H`` for a sign, word or letter; None if it is none."""
    return SUITS.get(folded(text))


def strain_of(text: str) -> str | None:
    """A suit letter or ``NT``; None if the text is neither."""
    return STRAINS.get(folded(text))


def rank_of(text: str) -> str | None:
    """The rank letter for ``10``, ``Д``, ``queen``, ``X``; None if the text is no rank (a small x is none)."""
    if text in _TENS:
        return "T" if text else None
    return _EXACT_RANKS.get(text.casefold()) or RANKS.get(folded(text))


def ranks_of(text: str) -> list[str] | None:
    """The ranks of ``ТКД1097`` or ``AKT9``, one after the other; None where a sign is no rank."""
    found: list[str] = []
    at = 0
    while at < len(text):
        step = 2 if text.startswith("10", at) else 1
        rank = rank_of(text[at : at + step])
        if rank is None:
            return None
        found.append(rank)
        at += step
    return found


def card_of(text: str) -> str | None:
    """The notation's name of one card written suit first (``♠A``, ``S10``, ``пВ``) or, with a suit sign, rank first
    (``10♥``); None if it is none."""
    for suit_text, rank_text in ((text[:1], text[1:]), (text[-1:], text[:-1])):
        if suit_text is text[-1:] and suit_text.isalnum():
            break
        suit, rank = suit_of(suit_text), rank_of(rank_text)
        if suit is not None and rank is not None:
            return suit + rank
    return None


def hand_of(text: str) -> str | None:
    """A holding of the notation for ``♠ТК10.♣97``: suits joined by points, each a suit sign and its ranks; None if it
    is none."""
    groups = []
    for group in text.split("."):
        suit, ranks = suit_of(group[:1]), ranks_of(group[1:])
        if suit is None or not ranks:
            return None
        groups.append(suit + "".join(ranks))
    return ".".join(groups)


# ---- calls and contracts --------------------------------------------------------------------------------------------

_PASS: Final = _words("pass|пас|пасс|pas|dalje|даље|πάσο|passe|weiter|paso")
_MISERE: Final = _words("misere|misère|мизер|мізер|miser|mizer|RMZ|Мз|μιζέρια")
AUCTION: Final = _table({
    "pass": _PASS,
    "hold": _words("hold|здесь|тут|mine|here|mogu|могу|moje|моје|ja bi|έχω|držím|hier"),
    "stay": _words("stay|άμα μείνουν"),
    "misere": _MISERE,
    "blind-pass": _words("blind-pass|dark pass|тёмный пас|темний пас"),
    "hand": _words("hand|igra|igra!|игра|iz ruke|z ruky|aus der Hand"),
})
"""Calls of the auction, but for the numbers and bids."""

DEFENCE: Final = _table({
    "whist": _words("whist|вист|вистую|віст|vist"),
    "pass": _PASS,
    "half": _words("half|half whist|полвиста|пол-виста|піввіста|pola vista|halber Whist|pol whistu"),
    "return": _words("return|возврат|возвращаю|возврат виста"),
    "own": _words("own|за своими|уйти за своими|піти за своїми"),
    "open": _words("open|light|в светлую|светлая|в светлой|у світлу|offen|otvorene|otvoreno"),
    "closed": _words("closed|dark|в тёмную|тёмная|в тёмной|у темну|verdeckt|zatvorene|zatvoreno"),
    "come": _words("come|dolazim|dođem|долазим|дођем|idem|gehe mit|mitgehen"),
    "stay-out": _words("stay-out|ne dolazim|ne dođem|не долазим|не дођем|nejdem|bleibe zu Hause|zu Hause bleiben"),
    "call-partner": _words("call-partner|zovem|зовем|idemo zajedno|volám|lade ein|einladen"),
    "kontra": _words("kontra|контра|contra|double"),
    "rekontra": _words("rekontra|реконтра|recontra|redouble"),
    "subkontra": _words("subkontra|субконтра"),
    "mortkontra": _words("mortkontra|мортконтра"),
    "fine": _words("fine|može|може|dobre|gut"),
    "play": _words("play|παίζω"),
    "together": _words("together|μαζί"),
    "alone": _words("alone|μόνος"),
})
"""Answers to the contract."""

CONTRACTS: Final = _table({
    "misere": _MISERE,
    "all-pass": _words("all-pass|all pass|распасы|распас|распасовка|raspasy|raspas|raspass|raspasovka|svi dalje|"
                       "všetci pas|alle passen|розпаси|todos pasan"),
    "betl": _words("betl|betla|бетл|bettel|bettler|malý|žobrák|šesť"),
    "sans": _words("sans|sanac|sans atout|санс"),
    "durch": _words("durch|durh|дурх|durchmarsch|veľký"),
    "preferans": _words("preferans|préférence|преферанс"),
    "solo": _words("solo|σόλο|sólo"),
    "thrown-in": _words("thrown-in|zahodené|hingeworfen"),
})
"""Contracts without a number."""
_EXACT: Final = {"misére": "betl"}
"""Words that only their accent tells from another: Slovak misére is betl, French misère is not."""

_LEVELS: Final = ("10", "6", "7", "8", "9")


def bid_of(text: str) -> str | None:
    """A bid with a suit (``6♠``, ``7 червей``, ``8БК``, ``6bez``) as ``6S`` … ``10NT``; None if it is none."""
    for level in _LEVELS:
        if text.startswith(level) and text != level:
            strain = strain_of(text.removeprefix(level))
            return None if strain is None else level + strain
    return None


def call_of(text: str) -> str | None:
    """The call of the auction for a word or phrase of another spelling; None if it is none."""
    return AUCTION.get(folded(text)) or bid_of(text)


def answer_of(text: str) -> str | None:
    """The call of the defence for a word or phrase of another spelling; None if it is none."""
    return DEFENCE.get(folded(text))


def contract_of(text: str) -> str | None:
    """The contract for ``6♠``, ``мизер``, ``распасы``, ``betla``, ``veľký``; None if it is none.

    A suit alone (``tref``, ``♥``) is the Balkan and Slovak game in that suit.
    """
    return _EXACT.get(text.casefold()) or CONTRACTS.get(folded(text)) or bid_of(text) or suit_of(text)


# ---- seats and headings ---------------------------------------------------------------------------------------------

SEATS: Final = _table({
    "S": _words("South|Юг|Ю|Південь|jug|juh|Süd|Süden|νότος|sur"),
    "W": _words("West|Запад|З|Захід|zapad|západ|Westen|δύση|oeste"),
    "N": _words("North|Север|Північ|sever|Nord|Norden|βορράς|norte"),
    "E": _words("East|Восток|Схід|istok|východ|Ost|Osten|ανατολή|este"),
})
"""The words for seats; ``seats_of`` knows the letters too."""
_LETTERS: Final = (
    {"S": "S", "W": "W", "N": "N", "E": "E"},
    {"S": "S", "W": "W", "N": "N", "O": "E"},  # German
    {"J": "S", "Z": "W", "S": "N", "V": "E"},  # Slovak
    {"J": "S", "Z": "W", "S": "N", "I": "E"},  # Serbian, Croatian
    {"Ю": "S", "З": "W", "С": "N", "В": "E"},  # Russian
)

TALON: Final = frozenset(map(folded, _words(
    "talon|widow|прикуп|прик|prikup|kup|talón|skat|τζόγος|талон")))
"""What stands before the talon's cards."""
DISCARD: Final = frozenset(map(folded, _words("discard|снос|škart|шкарт|Abwurf|descarte|odhodené|drop")))
"""What stands before the discard."""


def seat_of(text: str) -> str | None:
    """The seat ``S W N E`` for a word (``Север``, ``Jug``, ``Ost``); None if it is none.  Letters alone are looked at
    together with the others of their text (`seats_of`)."""
    return SEATS.get(folded(text)) if len(text) > 1 else None


def seats_of(labels: Iterable[str]) -> dict[str, str] | None:
    """The seat of each label of one text, words and letters of one language; None where no language has them all.

    ``S`` is south beside ``W``, but north (sever) beside ``J``: letters are read together.
    """
    asked = list(dict.fromkeys(labels))
    found = {label: seat for label in asked if (seat := seat_of(label)) is not None}
    letters = [label for label in asked if label not in found]
    for table in _LETTERS:
        if all(label.upper() in table for label in letters):
            seats = {**found, **{label: table[label.upper()] for label in letters}}
            return seats if len(set(seats.values())) == len(seats) else None
    return None

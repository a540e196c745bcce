"""``begin … end`` records, a scraper's form of protocols of gambler.ru; the syntax is `grammar/begin_end.lark`.

They hold hands, talon, auction and contract, and the cards of an all-pass; no variant, defence, discard or score.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, TextIO

from preferans_pbn.cards import CARD_NAMES, RANKS, SUITS, Card, cards_of
from preferans_pbn.convert.deal import SourceDeal, SourceSession, SourceTrick, record_of
from preferans_pbn.convert.faults import SourceFault, placed, shown
from preferans_pbn.convert.grammars import parse, place_of
from preferans_pbn.convert.judging import Place, locate, placed_at
from preferans_pbn.convert.model import Converted, Loss, Options, Source
from preferans_pbn.convert.rereading import losses_of
from preferans_pbn.convert.spelling import card_of
from preferans_pbn.convert.text_lines import text_lines
from preferans_pbn.convert.whole_deal import SEATS, NotWritable, cards_against, refuse_other_games, refuse_parts
from preferans_pbn.diagnostics import BY_NAME, Diagnostic
from preferans_pbn.record import UNKNOWN_CARD, Record, Where
from preferans_pbn.rulesets import Rulesets

TITLE: Final = "begin–end record"
BEGIN, END = "begin", "end"
LONGEST: Final = 65536
_HAND_ORDER: Final = (2, 0, 1)
_WORD: Final = re.compile(r"\S+")
_CALL: Final = re.compile(r"(10|[16-9])(?:(-3)|(\S+))")
_STRAINS: Final = {"s": "S", "c": "C", "d": "D", "h": "H", "nt": "NT", "bk": "NT", "бк": "NT"}
_STRAIN_WORDS: Final = {"S": "s", "C": "c", "D": "d", "H": "h", "NT": "nt"}
_BID: Final = re.compile(r"([6-9]|10)(S|C|D|H|NT)")
_PASSES: Final = ("pass", "пас", "распасы")
_REFUSED: Final = BY_NAME["not-written"].code
_OTHERWISE: Final = "a begin–end record has no place for it"
_REASONS: Final = {
    "Auction": "the words of the auction are pass, bids with a suit and misère",
    "Declarer": "it follows from the auction, which cannot be written",
    "Bid": "the level alone is kept",
    "Play": "the cards of an all-pass are kept, one by one and without those of the talon",
    "Discard": "a begin–end record has no exchange",
}


def sniff(head: bytes, name: str = "") -> float:
    """How sure it is that a file that begins like this holds begin–end records."""
    words = head.decode("utf-8", "replace").split()
    if words[:2] == [BEGIN, "CONTRACT"]:
        return 1.0
    return 0.8 if BEGIN in words and {"CONTRACT", "FIRSTPLAYER"} <= set(words) else 0.0


def read(source: Source, options: Options) -> Iterator[Converted]:
    """The records of a source, one at a time."""
    found = False
    for item in _pieces(source, options):
        found = True
        if isinstance(item, Diagnostic):
            yield Converted(None, [item])
            continue
        one = Converted(None)
        try:
            _Reading(item, one).read()
        except SourceFault as problem:
            one.diagnostics.append(problem.finding)
        yield one
    if not found:
        yield Converted(None, [placed("empty-file", 1, 1)])


def write(records: Iterable[Record], stream: TextIO, options: Options) -> Iterator[Loss]:
    """Writes a record after the other; what each of them does not hold is a loss."""
    rulesets = Rulesets()
    for number, record in enumerate(records, 1):
        try:
            refuse_parts(record)
            refuse_other_games(record, rulesets)
            text = _text(record)
        except NotWritable as problem:
            yield Loss("record", number, f"not written: {problem}", _REFUSED)
            continue
        again = Converted(None)
        with suppress(SourceFault):
            _Reading(_Piece(text, 1, 1), again).read()
        if again.record is None or any(found.severity == "error" for found in again.diagnostics):
            yield Loss("record", number, "not written: it contradicts itself in a way that the format cannot hold",
                       _REFUSED)
            continue
        stream.write(text)
        yield from losses_of(record, again.record, number, _REASONS, _OTHERWISE)


# --- from text to pieces -----------------------------------------------------------------------------------
@dataclass(slots=True)
class _Piece:
    """The text of a record and where it begins."""

    text: str
    line: int
    col: int


def _pieces(source: Source, options: Options) -> Iterator[_Piece | Diagnostic]:
    """The records of a source as text; a finding for what stands between them and for what is not closed."""
    piece: _Piece | None = None
    stray: tuple[int, int, str] | None = None
    for line in text_lines(source, options):
        if line.fault is not None:
            if piece is not None:
                yield _unclosed(piece)
            yield line.fault
            piece = None
            continue
        at = 0
        for found in _WORD.finditer(line.text):
            word = found[0]
            if word == BEGIN:
                if piece is not None:
                    yield _unclosed(piece)
                if stray is not None:
                    yield _stray(stray)
                stray = None
                piece, at = _Piece("", line.number, found.start() + 1), found.start()
            elif piece is None:
                stray = stray or (line.number, found.start() + 1, word)
            elif word == END:
                piece.text += line.text[at : found.end()]
                yield piece
                piece, at = None, found.end()
        if piece is not None:
            piece.text += line.text[at:] + "\n"
            if len(piece.text) > LONGEST:
                yield placed("record-too-long", piece.line, piece.col, limit=LONGEST)
                piece = None
    if piece is not None:
        yield _unclosed(piece)
    if stray is not None:
        yield _stray(stray)


def _unclosed(piece: _Piece) -> Diagnostic:
    return placed("foreign-incomplete", piece.line, piece.col, what="this record (begin without end)")


def _stray(stray: tuple[int, int, str]) -> Diagnostic:
    line, col, word = stray
    return placed("foreign-syntax", line, col, format=TITLE, problem=f"{shown(word, 30)} stands outside of any record")


# --- from a piece to a record --------------------------------------------------------------------------------
@dataclass(slots=True)
class _Card:
    card: Card
    place: Place


@dataclass(slots=True)
class _Reading:
    """One record on its way from text."""

    piece: _Piece
    one: Converted
    places: dict[Where, Place] = field(default_factory=dict)
    seen: dict[Card, str] = field(default_factory=dict)

    def read(self) -> None:
        """Sets the record of ``one``.  Raises SourceFault."""
        piece = self.piece
        tree = parse("begin_end", piece.text, piece.line, TITLE, piece.col)
        parts: dict[str, list[Any]] = {"hand": [], "trade": [], "move": []}
        for child in tree.children:
            parts.setdefault(child.data, []).append(child.children)
        self.places[Where("")] = Place(piece.line, piece.col, piece.col + len(BEGIN))
        players = parts["players"][0][0]
        if players != "3":
            raise self._bad("NUMOFPLAYERS", players, "3")
        first = int(parts["first"][0][0]) % 3
        self.places[Where("Dealer")] = self._place(parts["first"][0][0])
        deal = SourceDeal(0, (first + 2) % 3)
        unknown = self._hands(deal, parts["hand"])
        deal.talon = [one.card for one in map(self._card, parts["widow"][0]) if self._dealt(one, "the widow")]
        for number, token in enumerate(parts["widow"][0]):
            self.places[Where("Talon", number)] = self._place(token)
        self._auction(deal, parts["trade"])
        self._contract(deal, parts["contract"][0][0])
        self._moves(deal, [self._card(child[0]) for child in parts["move"]])
        session = SourceSession(seats=SEATS, event="", site="", session="")
        record = record_of(session, deal, self.one.losses, self.places)
        record.event = record.site = record.session = record.board = None
        record.contract = deal.contract  # also where the auction that would tell the declarer is not written
        for player in unknown:
            if record.deal is not None:
                record.deal[SEATS[player]] = None
        if len(deal.talon) != 2:
            record.talon = None
        self.one.record, self.one.places = record, self.places
        self.one.theirs["winners"] = []
        self.one.diagnostics += [locate(found, self.places) for found in cards_against(deal)]
        self.one.diagnostics.sort(key=lambda found: (found.line, found.col))

    def _place(self, token: Any) -> Place:
        line, col = place_of(self.piece.text, token.start_pos, self.piece.line, self.piece.col)
        return Place(line, col, col + len(token))

    def _bad(self, name: str, token: Any, expected: str) -> SourceFault:
        return SourceFault(placed_at("foreign-value", self._place(token), field=name, value=shown(str(token)),
                                     format=TITLE, expected=expected))

    def _card(self, token: Any) -> _Card:
        rank = token[:-1].upper().replace("10", "T")
        return _Card(card_of(token[-1].upper(), rank), self._place(token))

    def _dealt(self, one: _Card, owner: str) -> bool:
        """Note that ``owner`` was dealt a card; False and a finding where somebody has it already."""
        before = self.seen.setdefault(one.card, owner)
        if before is owner:
            return True
        self.one.diagnostics.append(placed_at("card-twice", one.place, card=CARD_NAMES[one.card], first=before,
                                              second=owner))
        return False

    def _hands(self, deal: SourceDeal, hands: list[Any]) -> list[int]:
        """The hands; gives the players whose hand cannot be told."""
        if len(hands) != 3:
            raise SourceFault(placed_at("foreign-value", self.places[Where("")], field="HAND", format=TITLE,
                                        value=f"there {len(hands)} times", expected="three hands"))
        unknown = []
        for player, tokens in zip(_HAND_ORDER, hands, strict=True):
            cards = []
            owner = f"player {player}"
            for token in tokens:
                one = self._card(token)
                if one.card in cards:
                    self.one.diagnostics.append(placed_at("card-twice", one.place, card=CARD_NAMES[one.card],
                                                          first=owner, second="the same again"))
                elif self._dealt(one, owner):
                    cards.append(one.card)
                    self.places[Where("Deal", (SEATS[player], CARD_NAMES[one.card]))] = one.place
            if len(tokens) != 10:
                place = self._place(tokens[0]) if tokens else self.places[Where("")]
                self.one.diagnostics.append(placed_at("foreign-value", place, field=f"HAND of player {player}",
                                                      value=f"{len(tokens)} cards", format=TITLE, expected="ten cards"))
            if len(cards) != 10:
                unknown.append(player)
            deal.hands[player] = cards
        return unknown

    # --- words ------------------------------------------------------------------------------------------------
    def _call(self, token: Any, name: str) -> str:
        """A call in the notation's words; ``6-3`` stays as it is."""
        text = str(token).lower()
        if text in _PASSES:
            return "pass"
        found = _CALL.fullmatch(text)
        if found is None:
            return "misere"
        level = "10" if found[1] == "1" else found[1]
        if found[2]:
            return f"{level}-3"
        strain = _STRAINS.get(found[3])
        if strain is None:
            raise self._bad(name, token, "a bid such as 6s, 10nt")
        return level + strain

    def _auction(self, deal: SourceDeal, trades: list[Any]) -> None:
        waiting = [(deal.dealer + step) % 3 for step in (1, 2, 3)]
        said = False
        for number, [token] in enumerate(trades):
            word = self._call(token, "TRADE")
            if word.endswith("-3"):
                raise self._bad("TRADE", token, "pass, misère or a bid such as 6s")
            if not waiting or (len(waiting) == 1 and said):
                raise SourceFault(placed_at("foreign-contradiction", self._place(token),
                                            what=f"{token} is called when the auction is over"))
            self.places[Where("Auction", number)] = self._place(token)
            player = waiting.pop(0)
            if word != "pass":
                waiting.append(player)
                deal.bid, said = word, True
            deal.calls.append((player, word))
        if said and len(waiting) == 1:
            deal.declarer = waiting[0]

    def _contract(self, deal: SourceDeal, token: Any) -> None:
        word = self._call(token, "CONTRACT")
        place = self.places[Where("Contract")] = self._place(token)
        bid = any(said != "pass" for _, said in deal.calls)
        if (word == "pass") == bid and deal.calls:
            what = "somebody bid" if bid else "all passed"
            raise SourceFault(placed_at("foreign-contradiction", place, what=f"the contract is {token}, but {what}"))
        if word == "pass":
            deal.contract, deal.bid = "all-pass", None
        elif word.endswith("-3"):
            deal.contract = "concede-3"
            if bid and deal.bid and not deal.bid.startswith(word[:-2]):
                self.one.losses.append(Loss("CONTRACT", 0, f"{token}: the auction was won with {deal.bid}"))
        else:
            deal.contract = word

    def _moves(self, deal: SourceDeal, moves: list[_Card]) -> None:
        """The cards played, in threes: who holds the first leads."""
        for number, move in enumerate(moves):
            self.places[Where("Play", number)] = move.place
        due = (deal.dealer + 1) % 3
        for start in range(0, len(moves), 3):
            trick = moves[start : start + 3]
            leader = next((player for player in range(3) if trick[0].card in deal.hands.get(player, ())), due)
            deal.tricks.append(SourceTrick([((leader + step) % 3, one.card) for step, one in enumerate(trick)]))
        deal.finished = len(moves) in (0, 30)


# --- writing --------------------------------------------------------------------------------------------------
def _text(record: Record) -> str:
    assert record.deal is not None and record.talon is not None and record.dealer is not None
    first = (SEATS.index(record.dealer) + 1) % 3
    lines = [f"begin CONTRACT {_contract_word(record)} FIRSTPLAYER {first} NUMOFPLAYERS 3"]
    lines += ["HAND " + _cards(cards_of(record.deal[SEATS[player]] or 0)) for player in _HAND_ORDER]
    calls = [] if record.auction is None else [_trade(word) for word in record.auction.calls]
    if calls and all(calls):
        lines.append(" ".join(f"TRADE {word}" for word in calls))
    lines.append("WIDOW " + _cards(record.talon))
    if record.contract == "all-pass" and record.play is not None:
        cards = [card for trick in record.play.tricks for card in trick.cards]
        if UNKNOWN_CARD in cards:
            raise NotWritable("a card of the play is not known")
        lines += [" ".join(f"MOVE {_card(card)}" for card in cards[at : at + 3]) for at in range(0, len(cards), 3)]
    return "\n".join((*lines, "end\n"))


def _contract_word(record: Record) -> str:
    contract = record.contract
    if contract is None:
        raise NotWritable("the contract is not known")
    if contract == "concede-3":
        bids = [] if record.auction is None else [word for word in record.auction.calls if _BID.fullmatch(word)]
        found = _BID.fullmatch(bids[-1] if bids else record.bid or "")
        if found is None:
            raise NotWritable("the level that was given up is not known")
        return f"{found[1]}-3"
    word = "pass" if contract == "all-pass" else _trade(contract)
    if not word:
        raise NotWritable(f"the format has no word for the contract {contract}")
    return word


def _trade(word: str) -> str:
    """A call in the words of the format, "" where it has none."""
    if word in ("pass", "misere"):
        return {"pass": "pass", "misere": "miser"}[word]
    found = _BID.fullmatch(word)
    return found[1] + _STRAIN_WORDS[found[2]] if found else ""


def _card(card: Card) -> str:
    return RANKS[card & 7].replace("T", "10") + SUITS[card >> 3].lower()


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(_card, cards))

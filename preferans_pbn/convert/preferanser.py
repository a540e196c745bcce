"""Etudes of Preferanser as JSON: three hands, who leads, what each says, and two cards of the widow.

The hands are those of the play, so that a record has a Position.  The file does not say whether the widow is the talon
as dealt or what the declarer laid away: where all pass it is the talon, else it is kept as a comment and reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from preferans_pbn.cards import CARD_NAMES, Card, mask_of
from preferans_pbn.convert.decoding import decode
from preferans_pbn.convert.faults import SourceFault, placed
from preferans_pbn.convert.json_source import Document, Node
from preferans_pbn.convert.model import Converted, Loss, Options, Source
from preferans_pbn.convert.node_places import NodePlaces
from preferans_pbn.convert.spelling import bid_in_words, words_of_card
from preferans_pbn.notation import spellings
from preferans_pbn.record import Comment, Play, Record, Trick

TITLE: Final = "Preferanser etude"
_SEATS: Final = {"south": "S", "west": "W", "east": "E"}
_KEYS: Final = frozenset((
    "id", "name", "description", "shared", "created", "userId", "firstTurn", "players", "widow", "turns",
    "currentTrickIndex", *(f"{seat}Contract" for seat in _SEATS), *(f"{seat}Cards" for seat in _SEATS),
))


def sniff(head: bytes, name: str = "") -> float:
    """How sure it is that a file that begins like this is such an etude."""
    if b'"firstTurn"' in head and re.search(rb'"(?:south|west|east)(?:Contract|Cards)"', head):
        return 1.0
    return 0.0


def read(source: Source, options: Options) -> Iterator[Converted]:
    """The etude of a file, or those of a list.  Raises SourceFault where the file as a whole cannot be read."""
    root = Document(decode(source.read(options.size_limit), options.encoding), TITLE).root
    for number, node in enumerate(root.array() if isinstance(root.value, list) else [root], 1):
        one = Converted(None)
        try:
            one.diagnostics += node.unknown(_KEYS)
            one.record = _record(one, node, number)
            one.places = _places(node)
        except SourceFault as problem:
            one.record = None
            one.diagnostics.append(problem.finding)
        yield one


def _record(one: Converted, node: Node, number: int) -> Record:
    record = Record(site="Preferanser")
    title, text = node.get("name"), node.get("description")
    record.event = None if title is None else title.text()
    comments = [] if text is None or not text.value else [_plain(text.text(10_000))]
    hands = {letter: _hand(node[f"{seat}Cards"]) for seat, letter in _SEATS.items()}
    _no_card_twice(node, hands)
    leads = _SEATS[node["firstTurn"].word({seat.upper(): seat for seat in _SEATS})]
    said = {letter: _said(found) for seat, letter in _SEATS.items()
            if (found := node.get(f"{seat}Contract")) is not None}
    widow = _widow(node)
    games = [seat for seat, word in said.items() if word not in ("pass", "whist")]
    if len(games) > 1:
        raise node.contradiction(f"{' and '.join(games)} both play a game")
    if games:
        [declarer] = games
        record.declarer, record.contract = declarer, said[declarer]
        if record.contract != "misere":
            record.defenders = {seat: said[seat] for seat in "SWE" if seat != declarer and seat in said} or None
    elif len(said) == 3 and set(said.values()) == {"pass"}:
        record.contract = "all-pass"
    if record.contract == "all-pass" and all(len(cards) == 10 for cards in hands.values()) and len(widow) == 2:
        # Forehand leads where all have passed.
        record.dealer = "SWE"["SWE".index(leads) - 1]
        record.deal = {seat: mask_of(hands[seat]) for seat in _from(leads)}
        record.talon = tuple(widow)
    else:
        record.position = {seat: mask_of(hands[seat]) for seat in _from(leads)}
        record.leader = leads
        if widow:
            names = " ".join(CARD_NAMES[card] for card in widow)
            comments.append(f"widow: {names}")
            one.losses.append(Loss("widow", number,
                                   f"it is not said whether {names} are the talon as dealt or what was laid away; they "
                                   "are kept as a comment"))
    _turns(one, node, record, leads, number)
    record.comments = tuple(Comment("Event" if record.event else "Site", 0, "{", text) for text in comments)
    return record


def _from(leads: str) -> str:
    at = "SWE".index(leads)
    return "SWE"[at:] + "SWE"[:at]


def _plain(text: str) -> str:
    """A text as a comment may hold it."""
    return " ".join(text.replace("{", "(").replace("}", ")").split())


def _card(node: Node) -> Card:
    found = words_of_card(node.text())
    if found is None:
        raise node.unexpected("a card such as HEART_10 or SPADE_ACE")
    return found


def _hand(node: Node) -> list[Card]:
    cards = [_card(one) for one in node.array()]
    if not 1 <= len(cards) <= 10:
        raise node.unexpected("one to ten cards")
    return cards


def _widow(node: Node) -> list[Card]:
    widow = node.get("widow")
    if widow is None:
        return []
    return [_card(one) for key in ("card1", "card2") if (one := widow.get(key)) is not None]


def _no_card_twice(node: Node, hands: dict[str, list[Card]]) -> None:
    holders: dict[Card, str] = {}
    for seat, letter in _SEATS.items():
        for entry, card in zip(node[f"{seat}Cards"].array(), hands[letter], strict=True):
            if card in holders:
                raise entry.contradiction(f"{CARD_NAMES[card]} is in the hand of {holders[card]} too")
            holders[card] = letter
    for entry in () if node.get("widow") is None else [one for _, one in node["widow"].members() if one.value]:
        if (card := _card(entry)) in holders:
            raise entry.contradiction(f"{CARD_NAMES[card]} is in the hand of {holders[card]} too")


def _said(node: Node) -> str:
    text = node.text()
    bid = bid_in_words(text)
    if bid is not None:
        return bid
    word = spellings.call_of(text) or spellings.answer_of(text)
    if word not in ("pass", "misere", "whist"):
        raise node.unexpected("a contract such as SIX_SPADE, MISER, PASS or WHIST")
    return word


def _turns(one: Converted, node: Node, record: Record, leads: str, number: int) -> None:
    """The cards played, where the file says them with who played each."""
    turns = node.get("turns")
    if turns is None or turns.value == []:
        return
    rows: list[Trick] = []
    for turn in turns.array():
        if not isinstance(turn.value, dict) or turn.get("card") is None:
            line, col = turn.place
            one.diagnostics.append(placed("unknown-in-source", line, col, what=f"{turn.name} of this {TITLE}"))
            one.losses.append(Loss("turns", number, "cards that were played are not written so that they can be read"))
            return
        card = _card(turn["card"])
        if not rows or len(rows[-1].cards) == 3:
            rows.append(Trick((card,)))
        else:
            rows[-1] = rows[-1]._replace(cards=(*rows[-1].cards, card))
        hand = turn.get("hand")
        if len(rows[-1].cards) == 1 and len(rows) > 1 and hand is not None:
            rows[-1] = rows[-1]._replace(leader=_SEATS[hand.word({seat.upper(): seat for seat in _SEATS})])
    record.play = Play(leads, tuple(rows), "+" if len(rows) < 10 or len(rows[-1].cards) < 3 else "")


def _places(node: Node) -> NodePlaces:
    places = NodePlaces(node)
    for seat, letter in _SEATS.items():
        for owner in ("Deal", "Position"):
            places.put(owner, node.get(f"{seat}Cards"), letter)
        places.put("Defenders", node.get(f"{seat}Contract"), letter)
    places.put("Talon", node.get("widow"))
    places.put("Leader", node.get("firstTurn"))
    for number, turn in enumerate(turns.array() if (turns := node.get("turns")) is not None else ()):
        places.put("Play", turn, number)
    return places

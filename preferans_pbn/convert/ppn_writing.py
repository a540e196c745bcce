"""From records to PPN: the fields of a deal line, the tags of a game, and what neither of them holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from tempfile import SpooledTemporaryFile
from typing import Any, Final, TextIO

from preferans_pbn.cards import Card, Hand, cards_of
from preferans_pbn.checking import Files
from preferans_pbn.convert.deal import ANTICLOCKWISE
from preferans_pbn.convert.faults import SourceFault
from preferans_pbn.convert.model import Loss, Options
from preferans_pbn.convert.ppn_auction import highest_bids
from preferans_pbn.convert.ppn_game import UNKNOWN, Game
from preferans_pbn.convert.ppn_json import json_text
from preferans_pbn.convert.ppn_model import (
    CODES,
    GAMES,
    INVITATION,
    KONTRA_LEVELS,
    OWN_TAGS,
    REQUIRED_TAGS,
    PpnDeal,
    Tag,
)
from preferans_pbn.convert.ppn_reading import GameReader
from preferans_pbn.convert.ppn_syntax import read_line
from preferans_pbn.convert.rereading import losses_of
from preferans_pbn.convert.whole_deal import NotWritable, refuse_parts
from preferans_pbn.diagnostics import BY_NAME
from preferans_pbn.families import law_of
from preferans_pbn.families.balkan.defence import CALLED, CALLER, COME
from preferans_pbn.families.balkan.law import BalkanLaw
from preferans_pbn.record import SECTIONS, UNKNOWN_CARD, Record, Seat
from preferans_pbn.replaying import Replay
from preferans_pbn.rules.seat_amounts import parse_seat_amounts
from preferans_pbn.rulesets import Rulesets
from preferans_pbn.session import Sessions
from preferans_pbn.variants import Ruleset, UndefinedByVariant, format_value

_NUMBERS: Final = {game: number for number, game in GAMES.items()}
_SIGNS: Final = {level: sign for sign, level in KONTRA_LEVELS.items()}
_IN_MEMORY: Final = 1 << 20
_REFUSED: Final = BY_NAME["not-written"].code
_WHOLE: Final = re.compile(r"[-+]?[0-9]{1,9}")
_CONTRADICTS: Final = "not written: it contradicts itself in a way that PPN cannot hold"
_OTHERWISE: Final = "PPN has no place for it"
_REASONS: Final = {
    "Auction": "PPN keeps the highest bid of each player; the calls that it is read back to are others",
    "Board": "a PPN deal has a number",
    "Outcome": "PPN does not say it; it follows from the deal",
    "ScoreTable": "the summary of a PPN deal holds the bule and supe of a game that was played or passed to the "
                  "declarer, and no refe but the one he played",
    "SheetTable": "PPN has no running totals",
    "SettlementTable": "the results stand once, behind the last deal of a game",
    "Defence": "PPN keeps who came and one call: an invitation, or how far kontra went",
    "Defenders": "PPN keeps the roles as who came and who gave kontra; they are read back as answers",
    "Kontra": "PPN keeps the kontra with its giver; it is read back as answers",
    "Play": "PPN keeps the cards and the winner of each trick, and nothing else of the play",
    "Claim": "PPN keeps the tricks of each player in all",
    "Tricks": "the summary of a deal that was not played has none, that of one that was has all three players",
}
Score = tuple[str, int, int, str, int]
"""A player's part of the summary: M, F or 0, tricks, bule, the side (L, R or none) and the supe written there."""


class DealWriter:
    """Turns records into fields, one after the other: value and refa hang on the session so far."""

    def __init__(self) -> None:
        self._rulesets = Rulesets()
        self._sessions = Sessions()
        self._files = Files()
        self.number = 0

    def fields(self, record: Record) -> dict[str, Any]:
        """The fields of the deal line by name; those behind the bids only where somebody bid.  Raises NotWritable."""
        self.number += 1
        law, replayed = self._replay(record)
        refuse_parts(record, ANTICLOCKWISE)
        if record.contract is None:
            raise NotWritable("the contract is not known")
        order = _order(record)
        assert record.deal is not None and record.talon is not None
        fields: dict[str, Any] = {
            "id": record.board if record.board is not None and record.board.isdigit() and len(record.board) < 7 and
            record.board == str(int(record.board)) else str(self.number),
            "order": "".join(_digit(seat) for seat in order),
            "cards": "".join(_codes(_cards(record.deal[seat])) for seat in order) + _codes(record.talon),
            "bids": _bids(record, law),
        }
        if record.contract == "all-pass":
            return fields
        if record.contract is None or record.declarer is None:
            raise NotWritable("contract and declarer are not known")
        if replayed is None or replayed.outcome is None:
            raise NotWritable("the deal cannot be replayed, so its value is not known")
        try:
            self._outcome(fields, record, order, law, replayed)
        except UndefinedByVariant as undefined:
            raise NotWritable(f"{undefined.variant} does not define {undefined.parameter}") from None
        return fields

    def _replay(self, record: Record) -> tuple[BalkanLaw, Replay | None]:
        if self._files.another(record):
            self._sessions = Sessions()
        rules, findings = self._rulesets.of(record)
        law = None if rules is None else law_of(rules)
        if rules is None or not isinstance(law, BalkanLaw):
            self._sessions.lose()
            what = findings[0].message if rules is None and findings else "PPN is a notation of the Serbian game"
            raise NotWritable(what)
        try:
            return law, self._sessions.replay(record, rules)
        except UndefinedByVariant:
            self._sessions.lose()
            return law, None

    def _outcome(self, fields: dict[str, Any], record: Record, order: tuple[Seat, ...], law: BalkanLaw,
                 replayed: Replay) -> None:
        outcome = replayed.outcome
        assert outcome is not None and record.declarer is not None and record.contract is not None
        game = record.contract.removesuffix("-hand")
        if game not in _NUMBERS:
            raise NotWritable(f"PPN has no contract {record.contract}")
        hand = record.contract.endswith("-hand")
        declarer = order.index(record.declarer)
        roles = outcome.roles
        if len(roles) != 2:
            raise NotWritable("who follows the contract is not known")
        caller = next((player for player, role in roles.items() if role == CALLER), None)
        kontra = outcome.kontra
        held = _held(record, replayed, declarer)
        level = kontra[1] if kontra else 0
        played = record.play is not None
        fields.update(
            main=_digit(record.declarer), discarded=_discarded(record),
            contract=("G" if hand else "") + _NUMBERS[game],
            accepted=_accepted(roles, order, caller, kontra),
            kontra=(_SIGNS[kontra[1]] + _digit(order[kontra[0]]) if kontra else
                    INVITATION + _digit(order[caller]) if caller is not None else "0"),
            refa=str(int(held)), value=str((2 * law.scoring.value(record.contract) << level) * (2 if held else 1)),
            starts=_digit(record.play.first) if record.play is not None and record.play.tricks else "0",
            throws=_throws(record, replayed, order) if played else [],
        )
        fields["scores"] = _scores(record, law, replayed, order, declarer)


def _order(record: Record) -> tuple[Seat, ...]:
    dealer = ANTICLOCKWISE.index(record.dealer or "S")
    return tuple(ANTICLOCKWISE[(dealer + step) % 3] for step in (1, 2, 3))


def _digit(seat: Seat) -> str:
    return str(ANTICLOCKWISE.index(seat) + 1)


def _cards(hand: Hand | None) -> list[Card]:
    return cards_of(hand or 0)


def _codes(cards: Iterable[Card]) -> str:
    return "".join(CODES[card] for card in cards)


def _bids(record: Record, law: BalkanLaw) -> list[str]:
    bids = None if record.auction is None else highest_bids(law, record.auction.calls)
    if bids is None and record.contract == "all-pass" and record.auction is None:
        return ["P"] * 3
    return [UNKNOWN] * 3 if bids is None else list(bids)


def _discarded(record: Record) -> str:
    discard = record.discard
    if isinstance(discard, tuple) and len(discard) == 2:
        return _codes(discard)
    if discard == "-":
        return "XX"
    raise NotWritable("the discard is not known")


def _accepted(roles: dict[int, str], order: tuple[Seat, ...], caller: int | None,
              kontra: tuple[int, int] | None) -> str:
    came = [player for player, role in roles.items() if role == COME or player == caller]
    if kontra is not None and kontra[0] not in came and roles.get(kontra[0]) != CALLED:
        came.append(kontra[0])
    return {0: "0", 1: _digit(order[came[0]]) if came else "0", 2: "8"}[len(came)]


def _held(record: Record, replayed: Replay, declarer: int) -> bool:
    """Does the declarer play a refe in this deal?"""
    assert replayed.outcome is not None and record.declarer is not None
    standing = replayed.outcome.standing
    if standing is not None:
        return bool(standing.refe[declarer])
    cell = _cell(record, record.declarer, "Refe")
    if cell is not None and _WHOLE.fullmatch(cell):
        return int(cell) < 0
    raise NotWritable("whether the declarer held a refe is not known, so the value is not")


def _cell(record: Record, seat: Seat, column: str) -> str | None:
    table = record.score_table
    if table is None or column not in table.columns:
        return None
    row = next((row for row in table.rows if row[0] == seat), None)
    at = table.columns.index(column)
    return None if row is None or at >= len(row) else row[at]


def _throws(record: Record, replayed: Replay, order: tuple[Seat, ...]) -> list[str]:
    assert record.play is not None
    throws = []
    tricks = record.play.tricks
    for number, trick in enumerate(tricks):
        if UNKNOWN_CARD in trick.cards:
            raise NotWritable("a card of the play is not known")
        winner = trick.winner
        if winner is None and number < len(replayed.winners):
            winner = order[replayed.winners[number]]
        if winner is None:
            raise NotWritable(f"who took trick {number + 1} is not known")
        throws.append(_codes(trick.cards) + _digit(winner))
    if len({len(throw) for throw in throws}) > 1:
        raise NotWritable("the last trick is not complete")
    leaders = [record.play.first, *(trick.leader for trick in tricks[1:])]
    for number, (_, leader) in enumerate(pairwise(leaders)):
        if leader is not None and _digit(leader) != throws[number][-1]:
            raise NotWritable(f"trick {number + 2} is led by another player than who took the one before")
    return throws


def _scores(record: Record, law: BalkanLaw, replayed: Replay, order: tuple[Seat, ...], declarer: int) -> list[Score]:
    outcome = replayed.outcome
    assert outcome is not None
    cells = None if replayed.score is None else law.cells(replayed.score, order)
    played = record.play is not None
    scores: list[Score] = []
    for player, seat in enumerate(order):
        if player != declarer and outcome.roles.get(player) == "stay-out":
            scores.append(("0", 0, 0, "", 0))
            continue
        row = [_cell(record, seat, column) or (cells[seat][at] if cells is not None else None)
               for at, column in enumerate(("Bule", "Supe"))]
        if row[0] is None or row[1] is None:
            raise NotWritable("what the deal writes is not known")
        bule = "0" if row[0] == "-" else row[0]
        supe = parse_seat_amounts(row[1])
        if not _WHOLE.fullmatch(bule) or supe is None or not set(supe) <= {order[declarer]}:
            raise NotWritable(f"the score {row[0]} {row[1]} of {seat} is none that PPN can say")
        if player == declarer and supe:
            raise NotWritable("the declarer writes no supe in PPN")
        tricks = _tricks(record, replayed, player, seat, played)
        if player == declarer:
            if not played and outcome.manner == "passed-out":
                tricks = 10  # as Prefko books a game that nobody follows
            scores.append(("M", tricks, int(bule), "", 0))
        else:
            side = "L" if (declarer + 1) % 3 == player else "R"
            scores.append(("F", tricks, int(bule), side, int(supe.get(order[declarer], 0))))
    return scores


def _tricks(record: Record, replayed: Replay, player: int, seat: Seat, played: bool) -> int:
    if not played:
        return 0
    count = (record.tricks or {}).get(seat)
    if count is None and replayed.outcome is not None and replayed.outcome.tricks:
        count = replayed.outcome.tricks[player]
    if count is None:
        raise NotWritable("the tricks of the players are not known")
    return count


# --- text ------------------------------------------------------------------------------------------------------
def _summary(score: Score) -> str:
    kind, tricks, bule, side, supe = score
    if kind == "0":
        return "0"
    if kind == "M":
        return f"M{tricks}:{bule}"
    return f"F{tricks}:{side}{supe}" + (f":{bule}" if bule else "")


def line_of(fields: dict[str, Any]) -> str:
    """The bracketed line of a deal."""
    parts = [fields["id"], fields["order"], fields["cards"], ",".join(fields["bids"])]
    if "contract" in fields:
        parts += [fields[name] for name in ("main", "discarded", "contract", "accepted", "kontra", "refa", "value",
                                            "starts")]
        parts += [",".join(fields["throws"]) or "0", ",".join(map(_summary, fields["scores"]))]
    return f"[{' '.join(parts)}]"


def _tag(name: str, value: str) -> str:
    if re.fullmatch(r"[^\s\"\]\\]+", value):
        return f"[{name} {value}]\n"
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]\n'


def _header(record: Record, rules: Ruleset | None) -> list[tuple[str, str]]:
    """The tags of a game but its results."""
    refe = None if rules is None else rules.get("refe")
    tags = [
        ("Bula", UNKNOWN if record.bule is None else str(record.bule)),
        ("Refe", "0" if refe in (None, "none") else format_value(refe)),
        *((f"Player{_digit(seat)}", record.players.get(seat, UNKNOWN)) for seat in ANTICLOCKWISE),
    ]
    for name, attribute in OWN_TAGS.items():
        value = getattr(record, attribute)
        if attribute == "rules":
            value = None if value is None else " ".join(f"{key}={setting}" for key, setting in value)
        if value is not None and "\n" not in value:
            tags.append((name, value))
    return tags


def _results(record: Record, rules: Ruleset | None) -> list[tuple[str, str]]:
    """The results by the record's settlement; unknown where it has none."""
    sign = -1 if rules is not None and rules.get("result_sign") == "low_wins" else 1
    table = record.settlement_table
    rows = {row[0]: row[1] for row in table.rows if len(row) == 2} if table is not None else {}
    known = all(_WHOLE.fullmatch(rows.get(seat, "")) for seat in ANTICLOCKWISE)
    return [(f"Result{_digit(seat)}", str(sign * int(rows[seat])) if known else UNKNOWN) for seat in ANTICLOCKWISE]


def _read_again(tags: list[tuple[str, str]], text: str) -> Record | None:
    """The record that this program reads out of a deal line in a game with these tags; None: it does not."""
    game = Game()
    try:
        for name, value in tags:
            item = read_line(_tag(name, value).rstrip("\n"), 1)
            assert isinstance(item, Tag)
            game.add(item)
        item = read_line(text, 1)
    except SourceFault:
        return None
    assert isinstance(item, PpnDeal)
    one = GameReader(Options(claims=True), judged=False).convert(game, item, last=True)
    return None if any(found.severity == "error" for found in one.diagnostics) else one.record


def write_games(records: Iterable[Record], stream: TextIO) -> Iterator[Loss]:
    """Writes the games of ``records``: those that follow each other with the same tags are one game."""
    writer = DealWriter()
    rulesets = Rulesets()
    common: list[tuple[str, str]] | None = None
    header: list[tuple[str, str]] = []
    last: list[tuple[str, str]] = []
    settled = 0  # the record of this game that has its settlement
    empty = True
    with SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8", newline="\n") as lines:  # results come first

        def flush() -> None:
            nonlocal empty
            if common is None:
                return
            stream.write("" if empty else "\n")
            empty = False
            stream.writelines(_tag(name, value) for name, value in (*header[:5], *last, *header[5:]))
            stream.write("\n")
            lines.seek(0)
            stream.writelines(lines)
            lines.seek(0)
            lines.truncate()

        for number, record in enumerate(records, 1):
            rules, _ = rulesets.of(record)
            tags = _header(record, rules)
            begins = common is None or tags != common or record.board == "1"
            count, written = writer.number, header
            if begins:
                writer.number, written = 0, tags + _extra_tags(record)
            try:
                fields = writer.fields(record)
                text = line_of(fields)
                results = _results(record, rules)
                again = _read_again([*written, *results], text)
            except NotWritable as problem:
                writer.number = count + (not begins)  # the numbers say that a deal is missing
                yield Loss("record", number, f"not written: {problem}", _REFUSED)
                continue
            if again is None:
                writer.number = count + (not begins)
                yield Loss("record", number, _CONTRADICTS, _REFUSED)
                continue
            if begins:
                flush()
                common, header = tags, written
            else:
                if settled:
                    yield Loss("SettlementTable", settled, _REASONS["SettlementTable"])
                again = replace(again, extras=())
            lines.write(text + "\n")
            last = results
            settled = number if again.settlement_table is not None else 0
            yield from losses_of(record, again, number, _REASONS, _OTHERWISE)
        flush()


def _extra_tags(record: Record) -> list[tuple[str, str]]:
    """Plain tags that the notation does not know go into the tags of the game."""
    known = {*OWN_TAGS, *SECTIONS, *REQUIRED_TAGS}
    return [(extra.name, extra.value) for extra in record.extras if not extra.body and extra.name not in known]


def _json_tags(record: Record, rules: Ruleset | None) -> dict[str, str]:
    """What is known of the tags that the text form would have; the first of two with one name."""
    tags: dict[str, str] = {}
    for name, value in (*_header(record, rules), *_extra_tags(record), *_results(record, rules)):
        if value != UNKNOWN:
            tags.setdefault(name, value)
    return tags


def write_json(records: Iterable[Record], stream: TextIO) -> Iterator[Loss]:
    """Writes a deal a line as JSON, each with its tags."""
    from preferans_pbn.convert.model import Source
    from preferans_pbn.convert.ppn_json import deals
    from preferans_pbn.convert.ppn_reading import json_records

    writer = DealWriter()
    rulesets = Rulesets()
    for number, record in enumerate(records, 1):
        rules, _ = rulesets.of(record)
        try:
            fields = writer.fields(record)
            text = json_text(fields, _json_tags(record, rules))
        except NotWritable as problem:
            yield Loss("record", number, f"not written: {problem}", _REFUSED)
            continue
        options = Options(claims=True)
        reader = GameReader(options, judged=False, tagged=False)
        [one] = json_records(reader, deals(Source.of_bytes(text.encode()), options))
        if one.record is None or any(found.severity == "error" for found in one.diagnostics):
            yield Loss("record", number, _CONTRADICTS, _REFUSED)
            continue
        stream.write(text + "\n")
        yield from losses_of(record, one.record, number, _REASONS, "the JSON twin has no place for it")



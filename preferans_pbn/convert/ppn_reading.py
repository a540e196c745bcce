"""From the tags and deals of a PPN game to records.

PPN is the Serbian game of the Prefko server.  A game that does not name its variant is taken as the club game with
what PPN fixes: preferans as an eighth number, the maximum of refe by its tag, results that are good above zero, and
a third player who may raise before the first hand has held (rules.md 8.1, 8.2b: G-PREFKO).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from preferans_pbn.cards import CARD_NAMES, Card, cards_of, mask_of
from preferans_pbn.convert.deal import (
    ANTICLOCKWISE,
    Scores,
    SourceDeal,
    SourceSession,
    SourceTrick,
    bule_by_seat,
    claim_scores,
    record_of,
)
from preferans_pbn.convert.faults import SourceFault, fault, placed, shown
from preferans_pbn.convert.holdings import BEFORE_THE_PLAY, wrong_cards
from preferans_pbn.convert.house_rules import house_rules
from preferans_pbn.convert.judging import Judge, Place, locate
from preferans_pbn.convert.model import Converted, Loss, Options
from preferans_pbn.convert.ppn_auction import bid_word, is_highest_bid, rebuild
from preferans_pbn.convert.ppn_model import (
    CARDS,
    GAMES,
    INVITATION,
    KONTRA_LEVELS,
    OWN_TAGS,
    REQUIRED_TAGS,
    TITLE,
    Field,
    PpnDeal,
    Tag,
)
from preferans_pbn.families import law_of
from preferans_pbn.families.balkan.defence import CALLER, COME, KONTRAS, OUT
from preferans_pbn.families.balkan.law import BalkanLaw
from preferans_pbn.record import PLAYER_TAGS, TAGS, Extra, Record, Seat, Where
from preferans_pbn.rules.outcome import Number
from preferans_pbn.rulesets import Rulesets
from preferans_pbn.variants import Ruleset, UndefinedByVariant

_DATE: Final = re.compile(r"(?:[0-9]{4}|\?{4})\.(?:0[1-9]|1[0-2]|\?\?)\.(?:0[1-9]|[12][0-9]|3[01]|\?\?)")
_WHOLE: Final = re.compile(r"[-+]?[0-9]{1,9}")
_VARIANT: Final = re.compile(r"[a-z][a-z0-9-]*(?:@[1-9][0-9]*)?")
_RULE: Final = re.compile(r"[a-z][a-z0-9_]*=[A-Za-z0-9_.,:/+-]+")
_VALUES: Final = "S:2,D:3,H:4,C:5,betl:6,sans:7,preferans:8"
"""Half of the values that PPN gives: pik 4 to sans 14, preferans 16 (rules.md 8.2)."""
UNKNOWN: Final = "?"
_PACKETS: Final = Loss("cards", 0, "the order in which the cards of a hand were dealt (the first five, then five more) "
                                   "has no place in a record")


@dataclass(slots=True)
class Game:
    """A game: what its tags say.  ``seats[n]`` is the seat of player n (1 to 3); "" until a deal tells."""

    tags: dict[str, Tag] = field(default_factory=dict)
    repeated: list[Tag] = field(default_factory=list)
    seats: str = ""
    order: str = ""
    deals: int = 0
    ruleset: Ruleset | None = None
    law: BalkanLaw | None = None
    variant: str | None = None
    rules: tuple[tuple[str, str], ...] | None = None
    base: str | None = None

    def add(self, tag: Tag) -> None:
        """Note a tag."""
        if tag.name.text in self.tags:
            self.repeated.append(tag)
        else:
            self.tags[tag.name.text] = tag

    def value(self, name: str) -> str | None:
        """What a tag says; None where it is missing or not known."""
        tag = self.tags.get(name)
        return None if tag is None or tag.value.text == UNKNOWN else tag.value.text


class GameReader:
    """Reads the deals of one source.  ``judged``: replay each record and report what contradicts the rules."""

    def __init__(self, options: Options, *, judged: bool = True, tagged: bool = True) -> None:
        self._options = options
        self._judge = Judge() if judged else None
        self._tagged = tagged
        self._said_packets = False

    def lose(self) -> None:
        """A line could not be read."""
        if self._judge is not None:
            self._judge.lose()

    def convert(self, game: Game, deal: PpnDeal, *, last: bool) -> Converted:
        """The record of ``deal``; ``last``: the game's results stand after it."""
        one = Converted(None)
        if not game.deals:
            self._open(game, one, deal)
        game.deals += 1
        try:
            reading = _Reading(game, deal, one)
            record = reading.record()
            if reading.as_dealt and not self._said_packets:
                one.losses.append(_PACKETS)
                self._said_packets = True
            if last:
                reading.results(record)
        except SourceFault as problem:
            finding = problem.finding
            if not finding.line:
                finding.line, finding.col, finding.end_col = deal.whole.place
            one.diagnostics.append(finding)
            self.lose()
            return one
        if game.deals == 1:
            record.extras = _extras(game)
        one.record = record
        claimed = replace(record)
        claim_scores(claimed, one.theirs)
        if self._judge is not None:
            if claimed.bule is None and claimed.board == "1":
                # Where the bule at the start are not known, the sheet before the first deal is not.
                self._judge.begin()
                judged = self._judge.judge(replace(claimed, board="first"), reading.places)
            else:
                judged = self._judge.judge(claimed, reading.places)
            if any(finding.code.startswith(BEFORE_THE_PLAY) for finding in judged):
                judged += [locate(finding, reading.places) for finding in wrong_cards(reading.source, ANTICLOCKWISE)]
            one.diagnostics += judged
            one.diagnostics.sort(key=lambda finding: (finding.line, finding.col))
        if self._options.claims:
            one.record = claimed
        return one

    def _open(self, game: Game, one: Converted, deal: PpnDeal) -> None:
        """What holds for the whole game: its rules, and what is wrong with its tags."""
        line, col, _ = deal.whole.place
        if self._tagged:
            missing = [name for name in REQUIRED_TAGS if name not in game.tags]
            if missing:
                one.diagnostics.append(placed("foreign-missing", line, col, missing="the tag " + ", ".join(missing),
                                              format="PPN game"))
        for tag in game.repeated:
            one.diagnostics.append(_placed("foreign-contradiction", tag.name.place,
                                           what=f"the tag {tag.name.text} stands twice; the first is taken"))
        for name, tag in tuple(game.tags.items()):
            if not tag.value.text.isprintable():
                del game.tags[name]
                one.diagnostics.append(_placed("foreign-value", tag.value.place, field=shown(name),
                                               value=shown(tag.value.text), format="PPN game",
                                               expected="a text without tabs and other control characters"))
        _take_rules(game, one)
        for name in ("Bula", "Refe", *(f"Result{n}" for n in "123")):
            value = game.value(name)
            if value is not None and not _WHOLE.fullmatch(value):
                tag = game.tags.pop(name)
                one.diagnostics.append(_placed("foreign-value", tag.value.place, field=name, value=shown(value),
                                               format="PPN game", expected="a whole number"))


def _placed(name: str, place: Place, **arguments: Any) -> Any:
    finding = placed(name, place.line, place.col, **arguments)
    finding.end_col = place.end_col
    return finding


def _take_rules(game: Game, one: Converted) -> None:
    """The variant: as the game's own tags have it, else the club game with what PPN fixes."""
    named = game.value("Variant")
    rules = [word.partition("=") for word in (game.value("Rules") or "").split() if _RULE.fullmatch(word)]
    if named is not None and _VARIANT.fullmatch(named):
        record = Record(variant=named, base=game.value("Base"),
                        rules=tuple(sorted((name, value) for name, _, value in rules)) or None)
        ruleset, findings = Rulesets().of(record)
        law = None if ruleset is None else law_of(ruleset)
        if isinstance(law, BalkanLaw):
            game.variant, game.base, game.rules = record.variant, record.base, record.rules
            game.ruleset, game.law = ruleset, law
            return
        tag = game.tags["Variant"]
        what = findings[0].message if findings else f"{named} is no game of the Balkan family"
        one.diagnostics.append(_placed("foreign-value", tag.value.place, field="Variant", value=shown(named),
                                       format="PPN game", expected=f"a variant of this family ({what})"))
    refe = game.value("Refe")
    wanted = {"bid_ladder": "balkan8", "game_value": _VALUES, "hold_before_raise": "false", "result_sign": "high_wins"}
    if refe is not None and refe.isdigit():
        wanted["refe"] = str(int(refe)) if int(refe) else "none"
    house = house_rules("serbian-klub", wanted, {})
    one.losses += house.losses
    game.variant, game.rules, game.ruleset = house.variant, house.pairs, house.ruleset
    game.law = house.law if isinstance(house.law, BalkanLaw) else None


def _extras(game: Game) -> tuple[Extra, ...]:
    """Tags that a record has no field for are kept in the first record of the game."""
    used = {*REQUIRED_TAGS, *OWN_TAGS}
    found = [Extra(name, tag.value.text, "") for name, tag in game.tags.items()
             if name not in used or (name == "Date" and not _DATE.fullmatch(tag.value.text))]
    return tuple(replace(extra, name=f"Ppn{extra.name}") if _means_something_else(extra.name) else extra
                 for extra in found)


def _means_something_else(name: str) -> bool:
    """Is this tag of PPN one of the notation, or no tag that it could have?"""
    return name in TAGS or name == "Note" or not _TAG_NAME.fullmatch(name)


_TAG_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


class _Reading:
    """One deal on its way to a record."""

    def __init__(self, game: Game, deal: PpnDeal, one: Converted) -> None:
        self.game = game
        self.deal = deal
        self.one = one
        self.order = self._order()
        self.source = SourceDeal(0, 0)
        self.as_dealt = False  # a hand stands in another order than that of its cards
        self.places: dict[Where, Place] = {Where(""): deal.whole.place, Where("Dealer"): deal.order.place,
                                           Where("Board"): deal.id.place}
        for name, tag in (("Bule", "Bula"), ("Rules", "Refe"), ("Variant", "Variant"), ("Event", "Event"),
                          ("Session", "Session")):
            if tag in game.tags:
                self.places[Where(name)] = game.tags[tag].value.place
        session_place = deal.whole.place
        for tag_name, seat in PLAYER_TAGS.items():
            self.places.setdefault(Where(tag_name), session_place)
            number = game.seats.find(seat) + 1
            if number and f"Player{number}" in game.tags:
                self.places[Where(tag_name)] = game.tags[f"Player{number}"].value.place

    # --- players ------------------------------------------------------------------------------------
    def _order(self) -> list[int]:
        """The players of the deal order as numbers 0 to 2, first receiver first."""
        digits = self.deal.order.text
        game = self.game
        if sorted(digits) != ["1", "2", "3"]:
            raise self._bad("deal order", self.deal.order, "each of 1, 2 and 3 once")
        ring = "123" if digits in "12312" else "132"
        if not game.seats:
            # Players sit so that the game goes round to the right, whichever way their numbers run.
            game.order = ring
            seats = dict(zip(ring, ANTICLOCKWISE, strict=True))
            game.seats = "".join(seats[number] for number in "123")
        elif game.order != ring:
            raise _fault("foreign-contradiction", self.deal.order.place,
                         what=f"the deal order {digits} goes round the other way than that of the deals before")
        return [game.order.index(digit) for digit in digits]

    def _player(self, digit: Field, name: str) -> int:
        if digit.text not in ("1", "2", "3"):
            raise self._bad(name, digit, "1, 2 or 3")
        return self.game.order.index(digit.text)

    def _seat(self, player: int) -> Seat:
        return ANTICLOCKWISE[player]

    def _bad(self, name: str, found: Field, expected: str) -> SourceFault:
        return _fault("foreign-value", found.place, field=name, value=shown(found.text), format=TITLE,
                      expected=expected)

    def _report(self, problem: SourceFault) -> None:
        self.one.diagnostics.append(problem.finding)

    # --- the record -----------------------------------------------------------------------------------
    def record(self) -> Record:
        game, deal = self.game, self.deal
        self.one.theirs["winners"] = []
        source = self.source = SourceDeal(int(deal.id.text), self.order[2])
        names = [game.value(f"Player{number}") or "" for number in game.order]
        session = SourceSession(
            seats=ANTICLOCKWISE, event="", site="", session="", names=names if any(names) else [],
            variant=game.variant, rules=game.rules, law=game.law, by_law=game.law is not None)
        bula = game.value("Bula")
        session.bule = int(bula) if bula is not None else None
        unknown = self._cards(source)
        self._auction(source, session)
        if deal.all_passed:
            source.contract = "all-pass"
        else:
            self._contract(source)
            self._defence(source)
            self._tricks(source)
            self._value(source)
            self._scores(source)
        record = record_of(session, source, self.one.losses)
        for seat in unknown:
            assert record.deal is not None
            record.deal[seat] = None
        self._session_tags(record)
        return record

    def _session_tags(self, record: Record) -> None:
        record.base = self.game.base
        for tag, name in OWN_TAGS.items():
            if name in ("variant", "base", "rules"):
                continue
            value = self.game.value(tag)
            setattr(record, name, value if name != "date" or (value and _DATE.fullmatch(value)) else None)
        record.players = {seat: name for seat, name in record.players.items() if name}

    # --- cards -------------------------------------------------------------------------------------------
    def _cards(self, source: SourceDeal) -> list[Seat]:
        """The hands; gives the seats whose hand cannot be told."""
        seen: set[Card] = set()
        unknown: list[Seat] = []
        whole = self.deal.cards
        if whole is not None:
            self.places[Where("Deal")] = self.places[Where("Talon")] = whole.place
        for player, hand in zip(self.order, self.deal.hands, strict=True):
            seat = self._seat(player)
            self.places[Where("Deal", seat)] = hand.place
            cards = self._codes(hand, seen, lambda card, seat=seat: Where("Deal", (seat, CARD_NAMES[card])), "cards")
            held = source.hands[player] = [card for card in cards if card is not None]
            self.as_dealt = self.as_dealt or held != cards_of(mask_of(held))
            if None in cards or len(cards) != 10:
                unknown.append(seat)
        talon = self._codes(self.deal.talon, seen, lambda card: Where("Talon", 0), "cards")
        if None not in talon:
            source.talon = [card for card in talon if card is not None]
            for number in range(len(talon)):
                self.places[Where("Talon", number)] = self.deal.talon.place.part(number)
        return unknown

    def _codes(self, text: Field, seen: set[Card] | None, where: Any, name: str) -> list[Card | None]:
        """The cards of ``text``; None for a code that is none or, where ``seen`` is kept, a card met before."""
        cards: list[Card | None] = []
        for number, code in enumerate(text.text):
            card = CARDS.get(code)
            part = text.part(number)
            if card is None:
                self._report(self._bad(name, part, "a card code: 1 to 9 or A to W"))
            elif seen is not None and card in seen:
                self._report(_fault("foreign-contradiction", part.place,
                                    what=f"{name}: {CARD_NAMES[card]} ({code}) is dealt twice"))
                card = None
            elif seen is not None:
                seen.add(card)
            if card is not None:
                self.places[where(card)] = part.place
            cards.append(card)
        return cards

    # --- auction -------------------------------------------------------------------------------------------
    def _auction(self, source: SourceDeal, session: SourceSession) -> None:
        deal = self.deal
        if deal.bid_field is not None:
            self.places[Where("Auction")] = deal.bid_field.place
        bids = [bid.text for bid in deal.bids]
        main = None if deal.main is None else self._player(deal.main, "main")
        if deal.main is not None:
            self.places[Where("Declarer")] = deal.main.place
        source.declarer = main
        if UNKNOWN in bids:
            return
        for bid in deal.bids:
            if not is_highest_bid(bid.text):
                self._report(self._bad("bids", bid, "P, 2 to 7, M and a number, G, or G and a number"))
                return
        found = [] if self.game.law is None else rebuild(self.game.law, bids)
        place = deal.bid_field.place if deal.bid_field is not None else deal.whole.place
        if len(found) == 1:
            auction = self.game.law.auction(0) if self.game.law is not None else None
            for number, word in enumerate(found[0]):
                assert auction is not None
                self.places[Where("Auction", number)] = deal.bids[auction.turn].place
                source.calls.append((self.order[auction.turn], word))
                auction.force(word)
            if main is None and not deal.all_passed:
                result = auction.result() if auction is not None else None
                source.declarer = None if result is None or result.declarer is None else self.order[result.declarer]
            return
        if found:
            self.one.losses.append(Loss(f"deal {deal.id.text}: bids", 0, f"more than one auction ends with the highest "
                                                                         f"bids {','.join(bids)}; none is written"))
        else:
            self._report(_fault("foreign-contradiction", place,
                                what=f"no auction leads to the highest bids {','.join(bids)}"))
        if main is not None:
            source.bid = bid_word(bids[self.order.index(main)])
            if source.bid == "P":
                source.bid = None

    # --- contract --------------------------------------------------------------------------------------------
    def _contract(self, source: SourceDeal) -> None:
        deal = self.deal
        assert deal.contract is not None
        if source.declarer is None:
            raise _fault("foreign-missing", deal.whole.place, missing="who plays (main)", format=TITLE)
        self.places[Where("Contract")] = deal.contract.place
        game = GAMES.get(deal.contract.text.removeprefix("G"))
        if game is None:
            raise self._bad("contract", deal.contract, "2 to 8, with G in hand")
        hand = deal.contract.text.startswith("G")
        source.contract = f"{game}-hand" if hand else game
        discarded = deal.discarded
        if discarded is None:
            return
        self.places[Where("Discard")] = discarded.place
        if discarded.text == "XX":
            source.discard = "-"
            return
        cards = self._codes(discarded, None, lambda card: Where("Discard", CARD_NAMES[card]), "discarded")
        known = [card for card in cards if card is not None]
        if len(set(known)) == 2:
            source.discard = known
            for number, card in enumerate(sorted(known, key=lambda card: (card & ~7) - (card & 7))):
                self.places[Where("Discard", number)] = self.places[Where("Discard", CARD_NAMES[card])]
        elif len(known) == 2:
            self._report(_fault("foreign-contradiction", discarded.place, what="the same card is discarded twice"))

    # --- defence ---------------------------------------------------------------------------------------------
    def _defence(self, source: SourceDeal) -> None:
        """The answers: who came, who called or gave kontra, and how far that went."""
        law, declarer = self.game.law, source.declarer
        if law is None or declarer is None or source.contract is None:
            return
        came = self._came(declarer)
        giver, level, called = self._kontra(declarer)
        defence = law.defence(source.contract, self.order.index(declarer), 3)
        if defence is None:
            return
        words: list[tuple[int, str]] = []
        # A hand that did not come and gave kontra all the same was called by the one that did.
        called_first = level > 0 and len(came) == 1 and giver not in came
        spot = self.deal.accepted or self.deal.came
        while defence.turn >= 0 and len(words) < 12:
            player = self.order[defence.turn]
            legal = defence.legal()
            if COME in legal:
                word = COME if player in came else OUT
            elif CALLER in legal and ((player == giver and called) or (player in came and called_first)):
                word = CALLER
            elif KONTRAS[0] in legal:
                word = KONTRAS[0] if player == giver and level and not called else "fine"
            else:
                step = sum(said in KONTRAS for _, said in words)
                word = KONTRAS[step] if step < level else "fine"
            place = self.deal.kontra if word in KONTRAS or word == CALLER else spot
            if place is not None:
                self.places[Where("Defence", len(words))] = place.place
            words.append((player, word))
            defence.force(word)
        while len(words) > 1 and words[-1][1] == "fine":
            words.pop()
        source.defence = words
        source.roles = {self.order[i]: role for i, role in defence.roles().items()}
        said = [word for _, word in words]
        if (level and said.count(KONTRAS[0]) != 1) or (called and CALLER not in said):
            assert self.deal.kontra is not None
            self._report(_fault("foreign-contradiction", self.deal.kontra.place,
                                what=f"{self.deal.kontra.text} in the field kontra does not go with who came"))
        for owner in ("Defence", "Defenders", "Outcome"):
            if spot is not None:
                self.places[Where(owner)] = spot.place
        if self.deal.kontra is not None:
            self.places[Where("Kontra")] = self.deal.kontra.place

    def _came(self, declarer: int) -> set[int]:
        """The followers who came by their own answer."""
        followers = [player for player in self.order if player != declarer]
        accepted, came = self.deal.accepted, self.deal.came
        if accepted is not None:
            if accepted.text == "0":
                return set()
            if accepted.text in "456789":
                return set(followers)
            player = self._player(accepted, "accepted")
            if player == declarer:
                raise _fault("foreign-contradiction", accepted.place,
                             what=f"player {accepted.text} plays the contract and does not follow it")
            return {player}
        if came is None:
            return set(followers)
        if came.text in ("0", "00"):
            return set()
        if not set(came.text) <= {"0", "1"} or len(came.text) != 2:
            raise self._bad("came", came, "a digit for each follower, 1 for who came")
        after = [(declarer + step) % 3 for step in (1, 2)]
        return {player for player, digit in zip(after, came.text, strict=True) if digit == "1"}

    def _kontra(self, declarer: int) -> tuple[int | None, int, bool]:
        """Who called or gave kontra, the steps of kontra, and whether it was a call."""
        kontra = self.deal.kontra
        if kontra is None or kontra.text == "0":
            return None, 0, False
        sign = kontra.text[0]
        if len(kontra.text) != 2 or sign not in (INVITATION, *KONTRA_LEVELS):
            raise self._bad("kontra", kontra, "0, or I K R S M and a player")
        player = self._player(kontra.part(1), "kontra")
        if player == declarer:
            raise _fault("foreign-contradiction", kontra.place,
                         what=f"player {kontra.text[1]} plays the contract and gives no kontra")
        return player, KONTRA_LEVELS.get(sign, 0), sign == INVITATION

    # --- play ------------------------------------------------------------------------------------------------
    def _played(self, source: SourceDeal) -> bool:
        """Is this game played: did somebody come, and was kontra given where it must be?"""
        law = self.game.law
        if all(role == OUT for role in source.roles.values()):
            return False
        level = self._kontra(source.declarer if source.declarer is not None else -1)
        kontra = (0, level[1]) if level[1] else None
        return law is None or law.manner_of_roles(source.contract or "", source.roles, kontra) == "played"

    def _tricks(self, source: SourceDeal) -> None:
        deal = self.deal
        played = self._played(source)
        if deal.throws_field is not None:
            for owner in ("Play", "Tricks", "Claim"):
                self.places[Where(owner)] = deal.throws_field.place
            end = deal.throws[-1].cards.place if deal.throws else deal.throws_field.place
            self.places[Where("Play", "@end")] = end
        active = [player for player in self.order if source.roles.get(player) != OUT or player == source.declarer]
        leader = None
        if deal.starts is not None and deal.starts.text != "0":
            leader = self._player(deal.starts, "starts")
            self.places[Where("Play")] = self.places[Where("Play", ("leader", "0"))] = deal.starts.place
        taken = dict.fromkeys(range(3), 0)
        count = 0
        for number, throw in enumerate(deal.throws):
            cards = self._codes(throw.cards, None, lambda card, at=number: Where(f"throw {at}", card), "throw")
            if leader is None:
                leader = self._leads(source, cards)
            if None in cards or leader not in active:
                if leader is not None and leader not in active:
                    self._report(_fault("foreign-contradiction", throw.cards.place,
                                        what=f"{self._name(leader)} leads trick {number + 1}, but does not play"))
                source.finished = False
                break
            if len(cards) != len(active):
                self._report(_fault("foreign-contradiction", throw.cards.place,
                                    what=f"trick {number + 1} has {len(cards)} cards, but {len(active)} play"))
                source.finished = False
                break
            plays = []
            for step, card in enumerate(cards):
                assert card is not None
                plays.append((active[(active.index(leader) + step) % len(active)], card))
                self.places[Where("Play", count)] = throw.cards.place.part(step)
                count += 1
            self.places[Where("Play", ("row", str(number)))] = throw.cards.place
            winner = self._winner(throw.winner, number)
            if throw.winner is not None:
                for part in ("winner", "leader"):
                    self.places.setdefault(Where("Play", (part, str(number + (part == "leader")))), throw.winner.place)
            source.tricks.append(SourceTrick(plays, winner))
            if winner is not None:
                taken[winner] += 1
                self.one.theirs["winners"].append(self._seat(winner))
            leader = winner
        self._totals(source, taken, played)

    def _leads(self, source: SourceDeal, cards: list[Card | None]) -> int | None:
        """Who holds the first card of a trick, where the line does not say who leads (the earlier edition)."""
        twelve = {player: set(hand) for player, hand in source.hands.items()}
        if source.declarer is not None and source.discard != "-":
            twelve[source.declarer] |= set(source.talon)
        holders = [player for player, hand in twelve.items() if cards and cards[0] in hand]
        return holders[0] if holders else None

    def _winner(self, mark: Field | None, number: int) -> int | None:
        if mark is None:
            return None
        if mark.text in ("1", "2", "3"):
            return self._player(mark, "winner")
        if self.deal.earlier:
            if not number:
                self.one.losses.append(Loss(f"deal {self.deal.id.text}: throws", 0,
                                            f"what {mark.text} behind the cards of a trick means is not known; who "
                                            "took it follows from the cards"))
            return None
        self._report(self._bad("winner", mark, "1, 2 or 3"))
        return None

    def _name(self, player: int) -> str:
        return f"player {self.game.order[player]}"

    def _totals(self, source: SourceDeal, taken: dict[int, int], played: bool) -> None:
        """Tricks by the summary, and what was settled without play."""
        scores = dict(zip(self.order, self.deal.scores, strict=False))
        if not scores:
            return
        for player, score in scores.items():
            self.places[Where("Tricks", self._seat(player))] = score.field.place
        totals = {player: score.tricks for player, score in scores.items()}
        if not played:
            if source.tricks:
                source.taken = totals
            return
        self.one.theirs["tricks"] = {self._seat(player): count for player, count in totals.items()}
        source.taken = totals
        if any(trick.winner is None for trick in source.tricks) or not source.finished:
            return
        # A called hand's tricks may stand with the caller's.
        rest = {player: totals[player] - taken[player] for player in totals}
        left = 10 - len(source.tricks)
        over = self._over(source)
        if not over and left and sum(rest.values()) == left and min(rest.values()) >= 0:
            source.agreed = dict(rest)

    def _over(self, source: SourceDeal) -> bool:
        """Do the rules end the play after these tricks?"""
        from preferans_pbn.rules.outcome import Outcome

        law, declarer = self.game.law, source.declarer
        if law is None or declarer is None or len(source.tricks) >= 10:
            return True
        roles = {self.order.index(player): role for player, role in source.roles.items()}
        outcome = Outcome(players=3, contract=source.contract or "", declarer=self.order.index(declarer), roles=roles)
        try:
            game = law.trickplay(outcome, (0, 0, 0), ())
        except UndefinedByVariant:
            return True
        for trick in source.tricks:
            for _, card in trick.plays:
                game.play(card, forced=True)
        return game.turn < 0

    # --- value and scores ------------------------------------------------------------------------------------
    def _value(self, source: SourceDeal) -> None:
        """The value against the contract, kontra and refa; where the refa is missing it follows from the value."""
        deal = self.deal
        value, unit = deal.value, self._unit(source)
        if value is None or unit is None:
            return
        self.places[Where("Refe")] = (deal.refa or value).place
        if deal.refa is None and not deal.earlier:
            self._report(_fault("foreign-missing", value.place, missing="the field refa", format=TITLE))
        if deal.refa is not None and deal.refa.text not in "01":
            raise self._bad("refa", deal.refa, "0 or 1")
        refa = deal.refa is not None and deal.refa.text == "1"
        fits = (unit, 2 * unit) if deal.refa is None else (2 * unit if refa else unit,)
        if int(value.text) not in fits:
            self._report(_fault("foreign-contradiction", value.place,
                                what=f"the value is {value.text}, but {source.contract} with this kontra and refa is "
                                     f"worth {' or '.join(map(str, fits))}"))

    def _refa(self, source: SourceDeal) -> int | None:
        """Was the declarer's refe played: by its field, else by the value."""
        deal = self.deal
        if deal.refa is not None:
            return int(deal.refa.text == "1")
        unit = self._unit(source)
        if deal.value is None or unit is None:
            return None
        return {unit: 0, 2 * unit: 1}.get(int(deal.value.text))

    def _unit(self, source: SourceDeal) -> int | None:
        """What the contract is worth without a refa: twice the game, doubled by kontra."""
        law = self.game.law
        if law is None or source.contract is None or source.declarer is None:
            return None
        try:
            return 2 * law.scoring.value(source.contract) << self._kontra(source.declarer)[1]
        except UndefinedByVariant:
            return None

    def _scores(self, source: SourceDeal) -> None:
        """The summary as claims."""
        scores = dict(zip(self.order, self.deal.scores, strict=False))
        declarer = source.declarer
        if len(scores) != 3 or declarer is None:
            return
        bule: dict[int, Number] = {}
        supe: dict[tuple[int, int], Number] = {}
        for player, score in scores.items():
            if score.kind == ("F" if player == declarer else "M"):
                self._report(_fault("foreign-contradiction", score.field.place,
                                    what=f"the summary has {score.field.text} for {self._name(player)}, but "
                                         f"{self._name(declarer)} plays the contract"))
                return
            bule[player] = score.bule
            if score.supe:
                supe[player, declarer] = score.supe
            seat = self._seat(player)
            for key in (seat, (seat, "Bule"), (seat, "Supe"), (seat, "Refe")):
                self.places[Where("ScoreTable", key)] = score.field.place
        refa = self._refa(source)
        unplayed_pik = source.contract in ("S", "S-hand") and not self._played(source) and not any(bule.values())
        table: Scores = bule_by_seat(ANTICLOCKWISE, bule, supe, {declarer: -(refa or 0)})
        if unplayed_pik or refa is None:
            for player in range(3):
                # Whether a refe was entered for a pik without kontra does not stand in the line.
                if unplayed_pik or player == declarer:
                    del table[self._seat(player)]["refe"]
        self.one.theirs["score"] = table

    def results(self, record: Record) -> None:
        """The results of the game, as claims of its last deal."""
        results: dict[Seat, Number] = {}
        law = self.game.ruleset
        sign = -1 if law is not None and law.get("result_sign") == "low_wins" else 1
        for number, seat in zip("123", self.game.seats, strict=True):
            value = self.game.value(f"Result{number}")
            if value is None:
                return
            results[seat] = sign * int(value)
            tag = self.game.tags[f"Result{number}"]
            self.places[Where("SettlementTable", seat)] = tag.value.place
            self.places[Where("SettlementTable", (seat, "Result"))] = tag.value.place
            self.places.setdefault(Where("SettlementTable"), tag.value.place)
        self.one.theirs["settlement"] = results


def _fault(name: str, place: Place, **arguments: Any) -> SourceFault:
    problem = fault(name, place.line, place.col, **arguments)
    problem.finding.end_col = place.end_col
    return problem


def converted_lines(reader: GameReader, items: Iterator[tuple[Game, PpnDeal] | Converted]) -> Iterator[Converted]:
    """Each deal once it is known whether another of its game follows."""
    held: tuple[Game, PpnDeal] | None = None
    for item in items:
        if isinstance(item, Converted):
            if held is not None:
                yield reader.convert(*held, last=False)
                held = None
            reader.lose()
            yield item
            continue
        if held is not None:
            yield reader.convert(*held, last=held[0] is not item[0])
        held = item
    if held is not None:
        yield reader.convert(*held, last=True)

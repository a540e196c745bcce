"""From what an engine's log says about a deal to a `Record`: the part that all log importers share.

Players are the engine's numbers 0 to n-1 in playing order.  Nothing is filled in: what the log does not
say stays out of the record, and what the notation cannot say becomes a loss.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from preferans_pbn.cards import CARD_NAMES, NO_TRUMP, SUITS, Card, Hand, cards_of, mask_of
from preferans_pbn.convert.faults import SourceFault, fault
from preferans_pbn.convert.judging import Places, locate
from preferans_pbn.convert.model import Loss
from preferans_pbn.record import SEATS, Calls, Key, Play, Record, Table, Trick, Where
from preferans_pbn.rules.amounts import amount_text
from preferans_pbn.rules.interface import Law
from preferans_pbn.rules.outcome import Number, Outcome
from preferans_pbn.rules.tricks import NOBODY, TrickLaw, Trickplay
from preferans_pbn.variants import UndefinedByVariant

SEATS_BY_PLAYERS: Final = {3: "SWE", 4: "SWNE"}
"""Seats of players 0, 1, 2 … in playing order."""

ANTICLOCKWISE: Final = "SEW"
"""Seats of three players in playing order where the game goes round to the right."""

_COLUMNS: Final = {"pool": "Pool", "dump": "Dump", "whists": "Whists", "bule": "Bule", "supe": "Supe", "refe": "Refe"}
_ON_OTHERS: Final = ("whists", "supe")

RESTING: Final = -1
"""The winner of a trick that a talon card takes for the resting dealer."""

Scores = dict[str, dict[str, Any]]


@dataclass(slots=True)
class SourceTrick:
    """A trick as logged: who played what in this order, the talon card that led, and who took it (None:
    the log does not say; `RESTING`: the talon's card)."""

    plays: list[tuple[int, Card]]
    winner: int | None = None
    talon: Card | None = None


@dataclass(slots=True)
class SourceDeal:
    """A deal as logged.  ``None`` and empty: the log does not say, or it did not happen.

    ``hands`` by player; ``calls`` and ``defence`` with who spoke; ``contract``, ``bid`` and calls are
    words of the notation; ``discard`` cards or ``"-"``; ``roles`` the defenders' words by player, for the
    record where ``defence`` has no answers; ``kontra`` giver and level; ``agreed`` tricks by player where the rest
    was settled without play (None: the log does not say who got them); ``opening`` the sheet before the deal, where
    the deals before it do not give it; ``finished``: the log goes on to the deal's end.
    """

    number: int
    dealer: int
    hands: dict[int, list[Card]] = field(default_factory=dict)
    talon: list[Card] = field(default_factory=list)
    calls: list[tuple[int, str]] = field(default_factory=list)
    declarer: int | None = None
    bid: str | None = None
    discard: list[Card] | str | None = None
    contract: str | None = None
    defence: list[tuple[int, str]] = field(default_factory=list)
    roles: dict[int, str] = field(default_factory=dict)
    kontra: tuple[int, int] | None = None
    open: str | None = None
    tricks: list[SourceTrick] = field(default_factory=list)
    agreed: dict[int, int | None] | None = None
    taken: dict[int, int] | None = None
    all_pass_run: int | None = None
    opening: Scores | None = None
    finished: bool = True


@dataclass(slots=True)
class SourceSession:
    """What holds for all deals of a log: ``seats`` of the players, tags, and the law of the variant with
    its house rules (None: the variant is not known).  ``by_law``: whose turn it is in auction and defence is as
    that law has it, not simply who sits next.  ``bule``: with which each player starts."""

    seats: str
    event: str
    site: str
    session: str
    names: list[str] = field(default_factory=list)
    variant: str | None = None
    rules: tuple[tuple[str, str], ...] | None = None
    target: Number | None = None
    bule: Number | None = None
    law: Law | None = None
    by_law: bool = False

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.seats)


def order_of(players: int, dealer: int) -> list[int]:
    """The players who hold cards, forehand first; with four at the table the dealer rests."""
    return [(dealer + 1 + i) % players for i in range(3)]


def record_of(session: SourceSession, deal: SourceDeal, losses: list[Loss], places: Places | None = None) -> Record:
    """The record of ``deal``.  Adds to ``losses`` what it cannot hold.

    Raises SourceFault (foreign-contradiction) where the log speaks against itself so that the record
    would say something else than the log: calls out of turn, a card twice in a hand.  The fault stands at its
    place by ``places``, in which the parts of the record are those that the log names.
    """
    try:
        return _record(session, deal, losses)
    except SourceFault as problem:
        if places is not None and not problem.finding.line:
            locate(problem.finding, places)
        raise


def _record(session: SourceSession, deal: SourceDeal, losses: list[Loss]) -> Record:
    from fractions import Fraction

    seats = session.seats
    order = order_of(session.players, deal.dealer)
    record = Record(
        event=session.event, site=session.site, board=str(deal.number), session=session.session,
        variant=session.variant, rules=session.rules,
        players={seats[i]: name for i, name in enumerate(session.names)},
        target=None if session.target is None else Fraction(session.target),
        bule=None if session.bule is None else Fraction(session.bule),
        opening_sheet_table=None if deal.opening is None else score_table(deal.opening),
        dealer=seats[deal.dealer], all_pass_run=deal.all_pass_run,
    )
    if deal.hands:
        record.deal = {seats[player]: _hand(deal, player, seats[player]) for player in order}
    if deal.talon:
        record.talon = tuple(deal.talon)
    if deal.calls:
        words = _calls_by_law(session.law, deal, order) if session.by_law and session.law else (
            _calls_in_turn(deal, order))
        record.auction = Calls(seats[order[0]], words)
    if deal.declarer is not None:
        record.declarer = seats[deal.declarer]
        record.contract = deal.contract
        if not deal.calls and deal.bid:
            record.bid = deal.bid
        if isinstance(deal.discard, list):
            record.discard = tuple(cards_of(mask_of(deal.discard)))  # the order of two cards laid away says nothing
        elif deal.discard:
            record.discard = deal.discard
        _defence(record, deal, order, session)
    elif deal.contract == "all-pass":
        record.contract = "all-pass"
    if deal.tricks:
        record.play = _play(session, deal, order)
    if deal.agreed is not None:
        _agreed(record, session, deal, order)
    if deal.taken is not None:
        record.tricks = {seats[player]: deal.taken.get(player, 0) for player in _in_seat_order(seats, deal)}
    return record


def roles_by_law(session: SourceSession, deal: SourceDeal) -> dict[int, str] | None:
    """The defenders' roles by player, from their answers; None where they have not all answered."""
    law = session.law
    if law is None or deal.contract is None or deal.declarer is None:
        return None
    order = order_of(session.players, deal.dealer)
    defence = law.defence(deal.contract, order.index(deal.declarer), 3)
    if defence is None:
        return None
    for _, word in deal.defence:
        defence.force(word)
    roles = {order[player]: role for player, role in defence.roles().items()}
    return roles if len(roles) == 2 else None


def play_is_over(session: SourceSession, deal: SourceDeal) -> bool:
    """Do the rules end the play after the tricks of ``deal``?  True where the rules are not known."""
    law = session.law
    if law is None or deal.contract is None or deal.declarer is None:
        return True
    order = order_of(session.players, deal.dealer)
    roles = {order.index(player): role for player, role in deal.roles.items()}
    outcome = Outcome(players=3, contract=deal.contract, declarer=order.index(deal.declarer), roles=roles)
    game = law.trickplay(outcome, (0, 0, 0), ())
    for trick in deal.tricks:
        for _, card in trick.plays:
            game.play(card, forced=True)
    return game.turn < 0


def scores_by_seat(seats: str, pool: Mapping[int, Number], dump: Mapping[int, Number],
                   whists: Mapping[tuple[int, int], Number] | None) -> Scores:
    """Scores in the form of `Converted.theirs`.  ``whists[i, j]``: written by i on j; None: not known."""
    table: Scores = {}
    for player, seat in enumerate(seats):
        row: dict[str, Any] = {"pool": pool.get(player, 0), "dump": dump.get(player, 0)}
        if whists is not None:
            row["whists"] = {seats[on]: amount for (by, on), amount in sorted(whists.items())
                             if by == player and amount}
        table[seat] = row
    return table


def bule_by_seat(seats: str, bule: Mapping[int, Number], supe: Mapping[tuple[int, int], Number],
                 refe: Mapping[int, int]) -> Scores:
    """Bule, supe and refe in the form of `Converted.theirs`.  ``supe[i, j]``: written by i on j."""
    return {seat: {"bule": bule.get(player, 0),
                   "supe": {seats[on]: amount for (by, on), amount in sorted(supe.items()) if by == player and amount},
                   "refe": refe.get(player, 0)}
            for player, seat in enumerate(seats)}


def claim_scores(record: Record, theirs: Mapping[str, Any]) -> None:
    """Writes the source's scores into the record as claims."""
    if "score" in theirs:
        record.score_table = score_table(theirs["score"])
    if "sheet" in theirs:
        record.sheet_table = score_table(theirs["sheet"])
    if "settlement" in theirs:
        results: Mapping[str, Number] = theirs["settlement"]
        record.settlement_table = Table(
            ("Seat", "Result"), tuple((seat, amount_text(results[seat])) for seat in SEATS if seat in results))


def score_table(scores: Scores) -> Table:
    """A ScoreTable or SheetTable of scores by seat; what is not known, such as whists, is ``?``."""
    columns = ("bule", "supe", "refe") if any("bule" in row for row in scores.values()) else ("pool", "dump", "whists")
    rows = tuple((seat, *(_cell(name, scores[seat].get(name)) for name in columns)) for seat in SEATS if seat in scores)
    return Table(("Seat", *(_COLUMNS[name] for name in columns)), rows)


def _cell(name: str, value: Any) -> str:
    if value is None:
        return "?"
    if name in _ON_OTHERS:
        return ",".join(f"{on}:{amount_text(value[on])}" for on in SEATS if value.get(on)) or "-"
    return amount_text(value)


# --- inside -----------------------------------------------------------------------------------------------
def _contradiction(what: str, owner: str, key: Key = None) -> SourceFault:
    """The fault that a part of the record cannot be as the log has it."""
    problem = fault("foreign-contradiction", what=what)
    problem.finding.where = Where(owner, key)
    return problem


def _in_seat_order(seats: str, deal: SourceDeal) -> list[int]:
    """Players in the order S W N E whose tricks are counted: those with cards, and a resting dealer who
    took tricks with the talon."""
    resting_took = deal.taken is not None and deal.taken.get(deal.dealer, 0) > 0
    counted = order_of(len(seats), deal.dealer)
    if resting_took and deal.dealer not in counted:
        counted.append(deal.dealer)
    return sorted(counted, key=lambda player: SEATS.index(seats[player]))


def _hand(deal: SourceDeal, player: int, seat: str) -> Hand | None:
    cards = deal.hands.get(player)
    if cards is None:
        return None
    hand = mask_of(cards)
    if hand.bit_count() != len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise _contradiction(f"deal {deal.number}: the hand of player {player} has {CARD_NAMES[twice]} twice", "Deal",
                             seat)
    return hand


def _calls_in_turn(deal: SourceDeal, order: Sequence[int]) -> tuple[str, ...]:
    """The words of the auction, checked to be in turn: who has passed is skipped."""
    waiting = list(order)
    words = []
    for number, (player, word) in enumerate(deal.calls, 1):
        if not waiting or player != waiting[0]:
            due = f"player {waiting[0]}" if waiting else "nobody"
            raise _contradiction(f"deal {deal.number}: call {number} of the auction is by player {player}, but it is "
                                 f"the turn of {due}", "Auction", number - 1)
        waiting.pop(0)
        if word != "pass":
            waiting.append(player)
        words.append(word)
    return tuple(words)


def _calls_by_law(law: Law, deal: SourceDeal, order: Sequence[int]) -> tuple[str, ...]:
    """The words of the auction, checked to be by those whose turn it is by ``law``; whether they may be said is
    not looked at."""
    auction = law.auction(0)
    for number, (player, word) in enumerate(deal.calls, 1):
        if auction.turn < 0 or order[auction.turn] != player:
            due = f"player {order[auction.turn]}" if auction.turn >= 0 else "nobody"
            raise _contradiction(f"deal {deal.number}: call {number} of the auction is by player {player}, but it is "
                                 f"the turn of {due}", "Auction", number - 1)
        auction.force(word)
    return tuple(word for _, word in deal.calls)


def _defence(record: Record, deal: SourceDeal, order: Sequence[int], session: SourceSession) -> None:
    seats = session.seats
    place = order.index(deal.declarer) if deal.declarer in order else NOBODY
    if place == NOBODY:
        raise _contradiction(f"deal {deal.number}: player {deal.declarer} is the declarer but has no cards", "Declarer")
    first, second = order[(place + 1) % 3], order[(place + 2) % 3]
    if deal.defence and session.by_law:
        speaker = _answers_by_law(session.law, deal, order, place)
        words = tuple(word for _, word in deal.defence)
        record.defence = Calls(seats[order[speaker] if speaker >= 0 else first], words)
    elif deal.defence:
        turns = (first, second, first)
        for number, (player, _) in enumerate(deal.defence):
            if number >= len(turns) or player != turns[number]:
                raise _contradiction(f"deal {deal.number}: answer {number + 1} to the contract is by player {player}, "
                                     "who is not to speak", "Defence", number)
        record.defence = Calls(seats[first], tuple(word for _, word in deal.defence))
    elif deal.roles:
        record.defenders = {seats[player]: deal.roles[player] for player in (first, second)
                            if player in deal.roles}
        if deal.kontra is not None:
            record.kontra = seats[deal.kontra[0]], deal.kontra[1]
    record.open = deal.open


def _answers_by_law(law: Law | None, deal: SourceDeal, order: Sequence[int], declarer: int) -> int:
    """Who speaks first in the defence, as an index; every answer checked to be in turn."""
    defence = None if law is None or deal.contract is None else law.defence(deal.contract, declarer, 3)
    if defence is None:
        return NOBODY
    first = defence.turn
    for number, (player, word) in enumerate(deal.defence, 1):
        if defence.turn < 0 or order[defence.turn] != player:
            raise _contradiction(f"deal {deal.number}: answer {number} to the contract is by player {player}, who is "
                                 "not to speak", "Defence", number - 1)
        defence.force(word)
    return first


def _play(session: SourceSession, deal: SourceDeal, order: Sequence[int]) -> Play:
    """The rows of the play.  A leader or winner that the rules would not give is written out, so that the
    record says what the log says."""
    seats = session.seats
    place = {player: index for index, player in enumerate(order)}
    active = [player for player in order if deal.roles.get(player) != "stay-out"]
    size = len(active)
    game = _trickplay(session, deal, place)
    rows = []
    before = 0
    for number, trick in enumerate(deal.tricks, 1):
        for step, (player, _) in enumerate(trick.plays):
            leads = trick.plays[0][0]
            due = active[(active.index(leads) + step) % size] if leads in active else NOBODY
            if player != due or step >= size:
                raise _contradiction(f"deal {deal.number}: card {step + 1} of trick {number} is played out of turn by "
                                     f"player {player}", "Play", before + step)
        before += len(trick.plays)
        if not trick.plays:
            break
        leader = trick.plays[0][0]
        row = Trick(tuple(card for _, card in trick.plays), trick.talon)
        expected = game.turn if game is not None else (place[leader] if number == 1 else NOBODY)
        if expected != place[leader]:
            if number > 1:
                row = row._replace(leader=seats[leader])
            if game is not None:
                game.turn = game.leader = place[leader]
        if game is not None:
            for _, card in trick.plays:
                game.play(card, forced=True)
        if len(trick.plays) == size and trick.winner is not None:
            winner = 3 if trick.winner == RESTING else place.get(trick.winner, NOBODY)
            if winner == NOBODY:
                raise _contradiction(f"deal {deal.number}: trick {number} is taken by player {trick.winner}, who has "
                                     "no cards", "Play", ("winner", str(number - 1)))
            if game is None or not game.winners or game.winners[-1] != winner:
                row = row._replace(winner=seats[deal.dealer if winner == 3 else trick.winner])
                if game is not None:
                    game.turn = game.leader = winner if winner < 3 else 0
        rows.append(row)
    return Play(seats[deal.tricks[0].plays[0][0]] if deal.tricks[0].plays else seats[order[0]], tuple(rows),
                "" if deal.finished else "+")


def _trickplay(session: SourceSession, deal: SourceDeal, place: Mapping[int, int]) -> Trickplay | None:
    """The play by the session's own rules, or where its variant is not known by what all games share; None
    where the contract is not known.  It has no hands: cards are played as logged."""
    contract = deal.contract
    if contract is None:
        return None
    hands = (0,) * session.players
    talon = tuple(deal.talon)
    if session.law is not None:
        declarer = None if deal.declarer is None else place.get(deal.declarer)
        roles = {place[player]: role for player, role in deal.roles.items() if player in place}
        outcome = Outcome(players=session.players, contract=contract, declarer=declarer,
                          roles=roles if session.by_law else {})
        try:
            return session.law.trickplay(outcome, hands, talon)
        except UndefinedByVariant:
            pass  # the replay says so; what all games share tells who leads next
    trump = SUITS.find(contract.removesuffix("-hand").lstrip("0123456789"))
    law = TrickLaw(trump if trump >= 0 else NO_TRUMP, talon_leads=any(trick.talon is not None for trick in deal.tricks))
    out = {place[player] for player, role in deal.roles.items() if role == "stay-out" and player in place}
    active = [player for player in range(3) if player not in out]
    return Trickplay(law, hands, active, place.get(deal.tricks[0].plays[0][0], 0), talon=talon)


def _agreed(record: Record, session: SourceSession, deal: SourceDeal, order: Sequence[int]) -> None:
    """A play that was settled before its end, or without a card: ``*`` and the tricks by agreement."""
    seats = session.seats
    agreed = deal.agreed or {}
    played = record.play or Play(seats[order[0]])
    record.play = Play(played.first, played.tricks, "*")
    record.claim = {seats[player]: agreed.get(player, 0)
                    for player in sorted(order, key=lambda player: SEATS.index(seats[player]))}

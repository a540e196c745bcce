"""The play: every card against the law of tricks, every mark in the rows against the cards.

A hand that is not known is held as the set of cards it may consist of, with a number (slack) of cards it
does not hold.  A card that only breaks the law if such a card were held tells that it was not held; the
record is wrong only when no hand is left that makes all of it legal (N-9.5).
"""

from __future__ import annotations

from preferans_pbn.cards import CARD_NAMES, NO_TRUMP, SUIT_NAMES, Card, Hand, cards_text
from preferans_pbn.record import Play, Trick, Where
from preferans_pbn.replaying.attendance import check_shares, takers_play
from preferans_pbn.replaying.bidding import ALL_PASS, OUT_OF_TURN
from preferans_pbn.replaying.course import Course
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.rules.tricks import Trickplay
from preferans_pbn.variants import UndefinedByVariant


def take_play(course: Course, outcome: Outcome) -> None:
    """Replay the Play section; tricks by player go to ``course.taken`` when they can be told."""
    play = course.record.play
    claim = course.record.claim
    if claim is not None and not course.doubtful:
        check_shares(course, "Claim", claim)
    if play is None:
        return
    if course.manner is not None and course.manner != "played":
        if play.tricks or play.end != "*":
            course.report("not-played", Where("Play"), why=_why_not_played(course.manner))
        return
    unknown = course.contract is None or (course.declarer is None and course.contract != ALL_PASS)
    if unknown or course.doubtful:
        course.doubtful = True
        return
    talon = course.record.talon or ()
    try:
        tricks = course.law.trickplay(outcome, course.hands, talon)
    except UndefinedByVariant as undefined:
        course.report("undefined-by-variant", Where("Play"), variant=undefined.variant, what=undefined.parameter)
        course.doubtful = True
        return
    if course.record.position is not None:
        from preferans_pbn.replaying.position import begin_play

        begin_play(course, tricks)
    number = 0
    plain = course.deal_ok and not play.marks and not _two_unknown(course)
    if plain and play.first == course.seating.order[tricks.turn]:
        # Rows without marks go through in one sweep, up to the first card that is not plainly legal.
        number = tricks.sweep(play.tricks)
        if tricks.turn < 0 and number == len(play.tricks) * tricks.size:
            course.taken = tricks.taken
            course.winners = tricks.winners
            return
    PlayReplay(course, play, tricks, number, outcome).run()


def _two_unknown(course: Course) -> bool:
    """Are two hands or more not known, so that a card may be thought to be in each?"""
    return any(course.slack) and sum(slack > 0 for slack in course.slack) > 1


def _why_not_played(manner: str) -> str:
    return {
        "passed-out": "both defenders passed",
        "half": "half-whist ends the deal",
        "own": "the whister took just his duty",
        "conceded": "the declarer gave up",
        "refe": "a refe stands instead of the play",
        "redeal": "the cards are dealt anew",
        "thrown-in": "the cards were thrown in",
    }.get(manner, manner)


class PlayReplay:
    """Replays one Play section, of which ``number`` cards have been played already."""

    __slots__ = (
        "broken", "by_row", "course", "faulty", "known_deal", "later", "loose", "number", "outcome", "overlooked",
        "play", "played", "ruled", "seats", "suspects", "tricks", "wrong_cards",
    )

    def __init__(self, course: Course, play: Play, tricks: Trickplay, number: int, outcome: Outcome) -> None:
        self.course = course
        self.outcome = outcome
        self.play = play
        self.tricks = tricks
        self.seats = course.seating.order
        self.number = number  # cards seen in this section
        self.played: dict[Card, int] = {}
        self.loose = 0  # bit mask of players whose hand is not judged any more
        self.known_deal = course.deal_ok
        self.overlooked = [0] * len(tricks.hands)  # by player: cards that a reported card was played instead of
        self.later: list[tuple[int, str, dict[str, object]]] = []
        self.faulty = -1  # the last row with a card against the law
        self.suspects: set[int] = set()  # who led such a row: the wrong card may be the one led
        self.broken = False  # something is wrong that hides who played what
        self.by_row = _two_unknown(course)  # no hand shows that a card is played twice: the rows must
        self.wrong_cards: set[int] = set()  # numbers of cards against the law, and of those that made them so
        self.ruled = -1  # who took the trick before by the cards, where it was ruled another's

    def run(self) -> None:
        """Go through the rows, then look at how the play ends."""
        tricks = self.tricks
        if not self.number:
            self._check_first()
        rows = self.play.tricks
        if not self.known_deal:
            self.loose = 0b1111
        done, cards = divmod(self.number, tricks.size)
        if done < len(rows) and not self._rows(rows, done, cards):
            return
        self._finish()

    def _rows(self, rows: tuple[Trick, ...], start: int, skip: int) -> bool:
        """Replay ``rows[start:]`` card by card, without the first ``skip`` cards; False: the rest of the
        play cannot be followed at all."""
        course = self.course
        tricks = self.tricks
        for n in range(start, len(rows)):
            row = rows[n]
            if tricks.turn < 0:
                self._structure("trick-too-many", Where("Play", ("row", str(n))), trick=n + 1, over=self._over())
                break
            if not skip:
                self._check_marks(n, row)
                if self.play.marks and row.cards and (row.leader is None or n == 0):
                    self._lead_by_holder(n, row.cards[0])
            if len(row.cards) != tricks.size and not self._check_length(n, row, tricks.size):
                break
            for card in row.cards[skip:]:
                if card < 0:
                    tricks.skip()
                elif self.loose or (self.by_row and self._seen_before(n, card)) or not tricks.play(card):
                    self._judge(n, card)
                self.number += 1
            skip = 0
            if tricks.uncertain and tricks.turn < 0 and not self._told_winner(n, row):
                course.doubtful = True
                return False
            if row.winner is not None:
                self._check_winner(n, row)
            else:
                self.ruled = -1
        return True

    # --- the marks of a row -----------------------------------------------------------------------
    def _check_first(self) -> None:
        tricks = self.tricks
        due = tricks.turn
        first = self.course.seating.index_of.get(self.play.first)
        if first == due:
            return
        if first is not None and tricks.takes_part(first) and self._leads_out_of_turn(self.play.first):
            tricks.begin_with(first)
            return
        record = self.course.record
        sure = self.course.seating.dealer_known if record.position is None else record.leader is not None
        if sure or first is None or not tricks.takes_part(first):
            self._wrong_leader(Where("Play"), self.play.first, 0)
        if first is not None and tricks.takes_part(first) and not (self.known_deal and self._leads(due, 0)):
            tricks.begin_with(first)

    def _leads_out_of_turn(self, seat: str) -> bool:
        """Is the card that comes next marked as led out of turn?  Then it is noted."""
        mark = self.play.marks.get(self.number)
        if mark is None or mark.irregularity != OUT_OF_TURN:
            return False
        card = next((card for row in self.play.tricks[len(self.tricks.winners):] for card in row.cards), -1)
        self._note(OUT_OF_TURN, f"{seat}'s lead" + (f" {CARD_NAMES[card]}" if card >= 0 else "") + " out of turn")
        return True

    def _lead_by_holder(self, n: int, card: Card) -> None:
        """Row ``n`` begins with a card that is marked as led out of turn, and no seat is written: he led who surely
        holds it."""
        mark = self.play.marks.get(self.number)
        tricks = self.tricks
        if (mark is None or mark.irregularity != OUT_OF_TURN or card < 0 or self.loose
                or (n == 0 and self.play.first != self.seats[tricks.turn])):
            return
        for player, hand in enumerate(tricks.hands):
            if (player != tricks.turn and hand >> card & 1 and not self.course.slack[player]
                    and tricks.takes_part(player) and not tricks.hands[tricks.turn] >> card & 1):
                self._leads_out_of_turn(self.seats[player])
                tricks.leader = tricks.turn = player
                return

    def _wrong_leader(self, where: Where, seat: str, n: int) -> None:
        """Report a leader's seat.  Where the card led is the due leader's only the seat is wrong."""
        due = self.tricks.turn
        in_doubt = "play" in self.course.doubts
        self.course.report("wrong-leader", where, seat=seat, trick=n + 1, expected=self.seats[due])
        if not in_doubt and self.known_deal and self._leads(due, n):
            self.course.doubts.discard("play")

    def _leads(self, player: int, n: int) -> bool:
        """Is the first card of row ``n`` surely ``player``'s?"""
        rows = self.play.tricks
        card = rows[n].cards[0] if n < len(rows) and rows[n].cards else -1
        return card >= 0 and bool(self.tricks.hands[player] >> card & 1) and not self.course.slack[player]

    def _check_marks(self, n: int, row: Trick) -> None:
        course = self.course
        tricks = self.tricks
        due = tricks.talon_lead()
        number = str(n)
        if row.talon is not None:
            where = Where("Play", ("talon", number))
            if due is None:
                why = "only the first two tricks of an all-pass round" if tricks.law.talon_leads else (
                    "this variant leaves the talon closed" if course.contract == "all-pass"
                    else "this is not an all-pass round")
                if tricks.law.talon_leads and course.record.talon is None and n < 2:
                    tricks.lead_from_talon(row.talon)
                else:
                    course.report("no-talon-lead", where, why=why)
            elif due != row.talon:
                course.report("wrong-talon-lead", where, trick=n + 1, expected=CARD_NAMES[due],
                              card=CARD_NAMES[row.talon])
        elif due is not None and row.cards:
            course.report("talon-lead-missing", Where("Play", ("row", number)), trick=n + 1,
                          expected=CARD_NAMES[due])
        # A first row that begins with the seat that Play names says nothing new.
        if row.leader not in (None, self.seats[tricks.turn], self.play.first if not n else None):
            leader = course.seating.index_of.get(row.leader)
            noted = leader is not None and (leader == self.ruled or self._leads_out_of_turn(row.leader))
            if not noted:
                self._wrong_leader(Where("Play", ("leader", number)), row.leader, n)
            # The cards are those of the seat that is written: go on from there.
            if leader is not None and tricks.takes_part(leader):
                tricks.leader = tricks.turn = leader

    def _check_length(self, n: int, row: Trick, size: int) -> bool:
        """A row that is too long is a fault; one that is too short may be the last."""
        last = n == len(self.play.tricks) - 1
        if len(row.cards) < size and last:
            return True
        self._structure("trick-length", Where("Play", ("row", str(n))), trick=n + 1, count=len(row.cards),
                        expected=size)
        self.course.doubtful = True
        return False

    def _told_winner(self, n: int, row: Trick) -> bool:
        """A trick with an unknown card: the row, or the next row's leader, says who took it."""
        rows = self.play.tricks
        seat = row.winner
        if seat is None and n + 1 < len(rows):
            seat = rows[n + 1].leader
            if seat is None:
                self.course.report("leader-missing", Where("Play", ("row", str(n + 1))), trick=n + 2)
        player = self.course.seating.index_of.get(seat) if seat is not None else None
        if seat is not None and not self._can_win(player):
            mark = ("winner", str(n)) if row.winner is not None else ("leader", str(n + 1))
            self.course.report("not-at-table", Where("Play", mark), tag="Play", seat=seat,
                               why=f"that seat plays no card in trick {n + 1}")
            return False
        if player is None:
            return False
        self.tricks.end_trick(player)
        return True

    def _can_win(self, player: int | None) -> bool:
        """Does this player take part in the play, or win with a talon card?"""
        tricks = self.tricks
        return player is not None and (
            tricks.takes_part(player) or (player == tricks.resting and tricks.law.talon_wins))

    def _check_winner(self, n: int, row: Trick) -> None:
        tricks = self.tricks
        self.ruled = -1
        if n < len(tricks.winners) and row.winner is not None and not self.course.doubtful:
            actual = tricks.winners[n]
            if row.winner == self.seats[actual]:
                return
            player = self.course.seating.index_of.get(row.winner)
            if self.course.record.ruling is None or player is None:
                self.course.report("wrong-winner", Where("Play", ("winner", str(n))), claimed=row.winner,
                                   trick=n + 1, actual=self.seats[actual])
                return
            self._give_trick(actual, player)

    def _give_trick(self, actual: int, player: int) -> None:
        """The trick that ``actual`` took was ruled ``player``'s (N-7.6, N-7.10): he leads on, unless the next row says
        that ``actual`` had led on before the ruling."""
        tricks = self.tricks
        tricks.taken[actual] -= 1
        tricks.taken[player] += 1
        tricks.winners[-1] = player
        if tricks.turn == actual and tricks.talon_lead() is None and tricks.takes_part(player):
            tricks.leader = tricks.turn = player
            self.ruled = actual

    # --- a card that is not plainly legal --------------------------------------------------------------
    def _judge(self, n: int, card: Card) -> None:
        """``card`` was refused, or its player is not judged: find out why, then play it."""
        tricks = self.tricks
        player = tricks.turn
        if self.loose >> player & 1:
            self._check_seen(n, card, player)
        elif self.by_row and self._played_in(card) is not None:
            self._judge_not_held(n, card, player)
        elif tricks.hands[player] >> card & 1:
            self._judge_held(n, card, player)
        elif self.course.slack[player] and not self._is_elsewhere(card, player):
            self._report(n, "no-completion",
                         why=f"{self.seats[player]} plays {CARD_NAMES[card]}, "
                             f"but was void by an earlier card (trick {n + 1})")
            self.loose |= 1 << player
        else:
            self._judge_not_held(n, card, player)
        tricks.play(card, forced=True)

    def _seen_before(self, n: int, card: Card) -> bool:
        """Note that ``card`` is played in row ``n``, unless it was played before."""
        return self.played.setdefault(card, n) != n or self._played_in(card) is not None

    def _check_seen(self, n: int, card: Card, player: int) -> None:
        first = self.played.get(card)
        if self.course.deal_ok:
            return
        if first is not None:
            self._report(n, "card-played-twice", card=CARD_NAMES[card], first=first + 1)
        else:
            self.played[card] = n

    def _judge_held(self, n: int, card: Card, player: int) -> None:
        """The card may be held, but another one had to be played."""
        tricks = self.tricks
        mark = self.play.marks.get(self.number)
        if mark is not None and mark.irregularity:
            self._note(mark.irregularity, f"{self.seats[player]}'s {CARD_NAMES[card]}")
            return
        hand = tricks.hands[player]
        if self.course.slack[player]:
            excluded = self._excluded(card, hand)
            if excluded.bit_count() <= self.course.slack[player]:
                tricks.hands[player] = hand & ~excluded
                self.course.slack[player] -= excluded.bit_count()
                return
            self._report(n, "no-completion",
                         why=f"{self.seats[player]} cannot have been without {cards_text(excluded)}")
            return
        name, due = self._duty(card, hand)
        overlooked = self.overlooked[player]
        if n == self.faulty or player in self.suspects or due & ~overlooked == 0 or overlooked >> card & 1:
            return  # what follows from the fault that was reported
        self.faulty = n
        self.suspects.add(tricks.leader)
        self.wrong_cards |= {self.number, self.number - tricks.count}
        if name == "must-overtake":
            self.wrong_cards |= set(range(self.number - tricks.count, self.number))
        self.overlooked[player] = overlooked | due
        suit = tricks.led_suit()
        arguments: dict[str, object] = {"seat": self.seats[player], "cards": cards_text(due),
                                        "suit": SUIT_NAMES[suit] if suit != NO_TRUMP else "suit",
                                        "trick": n + 1, "number": tricks.count + 1}
        if "card" in self.course.doubts:
            self.later.append((self.number, name, arguments))
        else:
            self.course.report(name, Where("Play", self.number), **arguments)

    def _excluded(self, card: Card, hand: Hand) -> Hand:
        """The cards that cannot be held if ``card`` was legal."""
        rest = hand
        while rest >> card & 1 and not (legal := self.tricks.legal_from(rest)) >> card & 1:
            rest &= ~legal
        return hand & ~rest

    def _duty(self, card: Card, hand: Hand) -> tuple[str, Hand]:
        """Which duty ``card`` breaks, and the cards that would have met it."""
        tricks = self.tricks
        legal = tricks.legal_from(hand)
        same = tricks.forced_by_suit(hand)
        if tricks.led_suit() == NO_TRUMP:
            return "agreed-lead", legal
        if same:
            return ("must-overtake", legal) if same >> card & 1 else ("revoke", same)
        if tricks.law.trump != NO_TRUMP and card >> 3 == tricks.law.trump:
            return "must-overtake", legal
        return "must-trump", legal

    def _is_elsewhere(self, card: Card, player: int) -> bool:
        """Is ``card`` surely not this player's: played, or in another hand that is known?"""
        course = self.course
        return any(
            course.hands[other] >> card & 1 and not course.slack[other]
            for other in range(len(course.hands)) if other != player
        )

    def _judge_not_held(self, n: int, card: Card, player: int) -> None:
        course = self.course
        earlier = self._played_in(card)
        mark = self.play.marks.get(self.number)
        if mark is not None and mark.irregularity:
            self._note(mark.irregularity, f"{self.seats[player]}'s {CARD_NAMES[card]}")
        elif earlier is not None:
            if self._first_number(card) not in self.wrong_cards:
                self._report(n, "card-played-twice", card=CARD_NAMES[card], first=earlier + 1)
        else:
            self._report(n, "card-not-held", seat=self.seats[player], card=CARD_NAMES[card])
        # Some hand is now not what the deal says: nothing that rests on it is judged any more.
        self.broken = True
        self.loose = 0b1111
        course.doubtful = True

    def _played_in(self, card: Card) -> int | None:
        """The row (from 0) in which ``card`` was played before the card now at hand, if any."""
        seen = 0
        for n, row in enumerate(self.play.tricks):
            for other in row.cards:
                if seen >= self.number:
                    return None
                if other == card:
                    return n
                seen += 1
        return None

    def _first_number(self, card: Card) -> int:
        """The number of the first card in the rows that is ``card``."""
        cards = [other for row in self.play.tricks for other in row.cards]
        return cards.index(card)

    def _report(self, n: int, name: str, **arguments: object) -> None:
        self.course.report(name, Where("Play", self.number), trick=n + 1, number=self.tricks.count + 1, **arguments)

    def _structure(self, name: str, where: Where, **arguments: object) -> None:
        """Report what makes it uncertain who played what."""
        self.course.report(name, where, **arguments)
        self.broken = True

    def _report_later(self) -> None:
        """Cards against the law after the first such card: reported where the play is whole, else they may
        come from the same fault."""
        if not self.broken:
            for number, name, arguments in self.later:
                self.course.report(name, Where("Play", number), **arguments)

    def _note(self, irregularity: str, what: str) -> None:
        self.course.report("irregularity-noted", Where("Play", self.number), what=what, mark=irregularity)

    # --- the end --------------------------------------------------------------------------------------
    def _over(self) -> str:
        tricks = self.tricks
        if len(tricks.winners) < tricks.length:
            return f"{len(tricks.winners)} tricks decided it"
        return f"{tricks.length} tricks" if tricks.length != 10 else "ten tricks"

    def _finish(self) -> None:
        course = self.course
        tricks = self.tricks
        course.winners = tricks.winners
        play = self.play
        if self.play.marks:
            self._check_unneeded_marks()
        if tricks.turn < 0:
            course.taken = tricks.taken
        elif play.end == "" and not course.doubtful:
            self._structure("play-unfinished", Where("Play", "@end"), cards=self.number)
        self._report_later()
        if tricks.turn < 0:
            return
        if play.end == "*":
            self._share_claim()

    def _check_unneeded_marks(self) -> None:
        noted = {d.where.key for d in self.course.diagnostics if d.where is not None and d.where.owner == "Play"}
        for i, mark in self.play.marks.items():
            if mark.irregularity in ("R", "I", OUT_OF_TURN) and i not in noted and not self.loose:
                self.course.report("unneeded-irregularity", Where("Play", i), mark=mark.irregularity)

    def _share_claim(self) -> None:
        """Tricks after a claim: those taken and those agreed."""
        course = self.course
        claim = course.record.claim
        left = self.tricks.length - len(self.tricks.winners)
        if claim is None or any(seat not in course.seating.index_of for seat in claim):
            return
        if not takers_play(course, "Claim", claim, self.outcome, len(self.tricks.winners)):
            return
        values = list(claim.values())
        total = sum(value for value in values if value is not None)
        if total > left or (None not in values and total != left):
            course.report("wrong-claim", Where("Claim"), sum=total, left=left)
            return
        if None in values:
            return
        taken = list(self.tricks.taken)
        for seat, share in claim.items():
            player = course.seating.index_of.get(seat)
            if player is not None:
                taken[player] += share or 0
        course.taken = taken

"""A deal one step at a time, for a terminal: the hands as they are then, and what has happened so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from preferans_pbn.cards import CARD_BY_NAME, Card, Hand, mask_of
from preferans_pbn.diagnostics import Diagnostic
from preferans_pbn.record import SEATS, Seat
from preferans_pbn.render.deal import MARGIN, WIDTH, DealText, Shown
from preferans_pbn.render.findings import finding_lines
from preferans_pbn.render.ink import Ink, Line, clipped, folded, folded_ink, padded, plain, visible
from preferans_pbn.render.page.steps import Step, steps_of
from preferans_pbn.render.rule_words import rule_sentence
from preferans_pbn.render.sheet import written_text
from preferans_pbn.render.words import Spelling
from preferans_pbn.variants.stages import moot


@dataclass(slots=True)
class _State:
    """The table after some steps: the hands (None: not known), the trick that lies there, tricks taken."""

    hands: dict[Seat, Hand | None]
    trick: list[tuple[Seat, Card]] = field(default_factory=list)
    number: int = 0
    leader: Seat = ""
    won: Seat = ""
    taken: dict[Seat, int] = field(default_factory=dict)


class DealSteps:
    """The steps of a deal as frames of lines, each within 80 columns.  Steps are numbered from 0."""

    def __init__(self, shown: Shown, findings: Sequence[Diagnostic], spelling: Spelling) -> None:
        self._text = DealText(shown, spelling)
        self._shown = shown
        self._spelling = spelling
        self._language = spelling.language
        self._findings = findings
        told = steps_of(shown, findings)
        self._steps = told.steps
        self._order = told.order
        self._dealt: dict[Seat, Hand | None] = {
            seat: None if told.unknown.get(seat) else mask_of(cards) for seat, cards in told.hands.items()}
        self.count = len(told.steps)
        self.tricks = max((step.trick for step in told.steps), default=0)

    def trick_start(self, number: int) -> int:
        """The first step of trick ``number``; the nearest one that there is."""
        wanted = min(max(number, 1), self.tricks)
        return next((i for i, step in enumerate(self._steps) if step.trick == wanted), self.count - 1)

    def trick_at(self, at: int) -> int:
        """The trick that is being played at a step; 0 before the first."""
        return max((step.trick for step in self._steps[:at + 1]), default=0)

    def frame(self, at: int, *, rules: bool = False) -> list[Line]:
        """The table after step ``at`` and what led to it.  ``rules``: what was allowed, and why."""
        state = self._after(at)
        lines: list[Line] = [next(self._text.head()), ""]
        lines += self._text.around(state.hands, self._seats(state), list(self._middle(at, state)))
        lines.append("")
        lines += self._happened(at, state)
        lines += self._this_step(at, rules)
        return lines

    def places(self) -> list[str]:
        """What each finding is about, in a few words: the trick, the player, the card or call; ``""`` where it is
        about the record as a whole."""
        places = [""] * len(self._findings)
        for step in self._steps:
            for number in step.findings:
                places[number] = self._place(step)
        return places

    def status(self, at: int) -> str:
        """Which step it is."""
        page = self._language.page
        text = self._language.filled(page["step"], step=at + 1, count=self.count)
        trick = self.trick_at(at)
        return f"{text}  {self._language.filled(page['trick'], number=trick)}" if trick else text

    # --- the table --------------------------------------------------------------------------------------
    def _seats(self, state: _State) -> list[Seat]:
        players = self._shown.record.players
        return [seat for seat in SEATS if seat in state.hands or seat in self._order or seat in players]

    def _after(self, at: int) -> _State:
        state = _State(dict(self._dealt))
        for step in self._steps[:at + 1]:
            known = state.hands.get(step.seat)
            cards = mask_of(card for card in step.cards if card >= 0)
            if step.do == "take" and known is not None:
                state.hands[step.seat] = None if min(step.cards) < 0 else known | cards
            elif step.do == "discard" and known is not None:
                state.hands[step.seat] = None if min(step.cards) < 0 else known & ~cards
            elif step.do in ("talon", "play"):
                if step.trick != state.number:
                    state.trick, state.number, state.won = [], step.trick, ""
                    state.leader = step.seat if step.do == "play" else ""
                state.trick += [(step.seat if step.do == "play" else "", card) for card in step.cards]
                if step.do == "play" and known is not None:
                    state.hands[step.seat] = known & ~cards
                if step.won:
                    state.won = step.won
                    state.taken[step.won] = state.taken.get(step.won, 0) + 1
            elif step.do in ("claim", "end"):
                state.trick = []
        return state

    def _middle(self, at: int, state: _State) -> Iterator[Line]:
        """The trick on the table, else the talon until it is taken."""
        terms = self._language.terms
        if state.trick:
            for seat, card in state.trick:
                name = self._text.seat(seat) if seat else terms["talon"]
                lead = ">" if seat == state.leader else " "
                won = "*" if state.won and (seat == state.won or (
                    not seat and state.won not in dict(state.trick))) else ""
                yield (padded(name, 2), f" {lead}", self._text.card(card), won)
            return
        record = self._shown.record
        gone = any(step.do in ("take", "play", "end", "claim") for step in self._steps[:at + 1])
        if record.talon is not None and not gone:
            yield (Ink(terms["talon"], "bold"),)
            yield tuple(self._text.cards(record.talon))

    # --- what happened ----------------------------------------------------------------------------------
    def _happened(self, at: int, state: _State) -> Iterator[Line]:
        """Auction, contract, defence so far, tricks taken."""
        calls: dict[str, list[str]] = {"auction": [], "defence": []}
        contract = discard = ""
        for step in self._steps[:at + 1]:
            if step.do in ("call", "answer"):
                calls["auction" if step.do == "call" else "defence"].append(self._said(step))
            elif step.do == "roles":
                calls["defence"] = [self._roles(step.seats)]
            elif step.do == "contract":
                contract = self._tell(step)
            elif step.do == "discard":
                discard = plain(self._text.cards(step.cards))
        yield from self._section("auction", ", ".join(calls["auction"]))
        yield from self._section("discard", discard)
        yield from self._section("contract", contract)
        yield from self._section("defence", ", ".join(calls["defence"]))
        if state.taken:
            taken = ", ".join(f"{self._text.seat(seat)} {state.taken.get(seat, 0)}" for seat in SEATS
                              if seat in state.hands or seat in state.taken)
            yield from self._section("tricks", taken)
        if at == self.count - 1:
            for heading, text in self._text.facts():
                if heading == self._language.terms["result"]:
                    yield from self._section("result", text)
            if self._shown.score:
                said = written_text(self._shown.columns, self._shown.score, self._spelling)
                yield from self._section("score", said.replace("\u00a0", " "))

    def _section(self, term: str, text: str) -> Iterator[Line]:
        for i, line in enumerate(folded(text, WIDTH - MARGIN) if text else []):
            yield self._text.section("" if i else term, line)

    def _said(self, step: Step) -> str:
        return f"{self._text.seat(step.seat)} {self._spelling.call(step.word)}{step.mark}".strip()

    def _roles(self, seats: Mapping[Seat, str]) -> str:
        return ", ".join(f"{self._text.seat(seat)} {self._spelling.call(role)}" for seat, role in seats.items())

    # --- this step --------------------------------------------------------------------------------------
    def _this_step(self, at: int, rules: bool) -> Iterator[Line]:
        """What happens now, comments on it, what was allowed, what was found wrong."""
        step = self._steps[at]
        yield ""
        for line in folded(self._tell(step) if step.do != "end" else "", WIDTH):
            yield (Ink(line, "bold"),)
        for text in step.texts:
            for line in folded(visible(text), WIDTH - 2):
                yield (Ink(f"  {line}", "dim"),)
        if rules:
            yield from self._allowed(step)
        found = [self._findings[number] for number in step.findings]
        yield from finding_lines(found, [""] * len(found), self._language)

    def _allowed(self, step: Step) -> Iterator[Line]:
        page = self._language.page
        if step.do in ("call", "answer") and step.legal is not None:
            yield page["why_call"]
            yield from folded(" ".join(map(self._spelling.call, step.legal)), WIDTH)
            return
        if step.why:
            yield from folded(page[f"why_{step.why}"], WIDTH)
        if step.legal:
            cards = plain(self._text.cards([CARD_BY_NAME[name] for name in step.legal]))
            yield from folded(f"{page['may']}: {cards}", WIDTH)
        for name in self._said_rules(step):
            yield from folded_ink(f"{page['rule']}: {name}", WIDTH, 2)

    def _said_rules(self, step: Step) -> Iterator[str]:
        """The rules behind a step in words; those that say nothing here are left out."""
        rules = self._shown.rules
        if rules is not None:
            for name in step.rules:
                if name in rules and not moot(rules, name):
                    yield rule_sentence(rules, name, self._language)

    def _place(self, step: Step) -> str:
        terms = self._language.terms
        heading = {"call": "auction", "answer": "defence", "roles": "defence", "open": "defence", "take": "talon",
                   "discard": "discard", "contract": "contract", "talon": "play", "claim": "play",
                   "end": "result"}.get(step.do)
        if step.do in ("call", "answer"):
            return f"{terms[heading or 'auction']}, {self._said(step)}"
        if step.do == "play":
            said = f"{self._text.seat(step.seat)} {plain(self._text.cards(step.cards))}{step.mark}".strip()
            return f"{self._language.filled(self._language.page['trick'], number=step.trick)}, {said}"
        return terms[heading] if heading is not None else ""

    def _tell(self, step: Step) -> str:
        """A step in words."""
        terms, page = self._language.terms, self._language.page
        name = self._text.name(step.seat) if step.seat else ""
        cards = plain(self._text.cards(step.cards)) if step.cards else ""
        if step.do == "deal":
            return page["dealt"]
        if step.do in ("call", "answer"):
            return f"{name}: {self._spelling.call(step.word)}{step.mark}" if name else self._said(step)
        if step.do == "take":
            return f"{self._language.filled(page['takes_talon'], seat=name)}: {cards}"
        if step.do == "discard":
            return f"{name}: {self._language.inside(terms['discard'])} {cards}"
        if step.do == "contract":
            contract = self._spelling.contract(step.word)
            return self._language.term("by", contract=contract, seat=name) if name else contract
        if step.do == "roles":
            return self._roles(step.seats)
        if step.do == "open":
            return self._language.term("open", seats=" ".join(map(self._text.seat, step.seats)))
        if step.do == "talon":
            return self._language.filled(page["leads"], card=cards)
        if step.do == "play":
            taken = f"  {self._language.filled(page['takes'], seat=self._text.name(step.won))}" if step.won else ""
            return f"{name}: {cards}{step.mark}{taken}".removeprefix(": ")
        if step.do == "claim":
            shares = ", ".join(f"{self._text.seat(seat)} {share}" for seat, share in step.seats.items())
            return self._language.term("agreed", shares=shares) if shares else terms[
                "continued" if step.word == "+" else "agreed_only"]
        return terms["result"]


def status_line(status: str, keys: str) -> Line:
    """The last line of a frame."""
    return (Ink(status, "bold"), "  ", Ink(clipped(keys, max(1, WIDTH - 4 - len(status))), "dim"))

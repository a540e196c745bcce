"""Action logs of pajcho/preferans (Serbian, "Prefa").

A log is a list: ``INIT`` with the options, then every action of every seat.  It has no hands (the engine deals them
from the seed), no scores, and says neither who won a trick nor who got the tricks after a claim; its records are
partial.  Seats 0 to 2 go round to the right; seat 0 deals first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from preferans_pbn.convert import pajcho
from preferans_pbn.convert.deal import (
    SourceDeal,
    SourceSession,
    SourceTrick,
    play_is_over,
    roles_by_law,
)
from preferans_pbn.convert.decoding import decode
from preferans_pbn.convert.faults import SourceFault, placed
from preferans_pbn.convert.json_source import Document, Node
from preferans_pbn.convert.model import Converted, Loss, Options, Source
from preferans_pbn.convert.node_places import NodePlaces
from preferans_pbn.convert.partial import as_far_as_read, record_as_far, tell
from preferans_pbn.diagnostics import BY_NAME, Diagnostic

TITLE: Final = "pajcho action log"
_KONTRAS: Final = ("kontra", "rekontra", "subkontra", "mortkontra")
_NOTHING: Final = frozenset(("TAKE_TALON", "ACK_TALON", "RESOLVE_TRICK"))
_ACTIONS: Final = frozenset((
    "RAISE", "HOLD", "IGRA", "PASS", "DISCARD", "DECLARE", "FOLLOW", "INVITE", "KONTRA", "PROCEED", "PLAY",
    "FINALIZE_CLAIM",
)) | _NOTHING


def sniff(head: bytes, name: str = "") -> float:
    """How sure it is that a file that begins like this is such a log."""
    if re.match(rb'(?:\xef\xbb\xbf)?\s*\[\s*\{\s*"type"\s*:\s*"INIT"', head):
        return 1.0 if b'"startingBule"' in head else 0.6
    return 0.0


def read(source: Source, options: Options) -> Iterator[Converted]:
    """The hands of a game.  Raises SourceFault where the file as a whole cannot be read."""
    document = Document(decode(source.read(options.size_limit), options.encoding), TITLE, "")
    actions = document.root.array()
    if not actions or actions[0]["type"].value != "INIT":
        raise document.root.unexpected("a list that begins with the action INIT")
    session, findings, losses = _session(actions[0], source)
    hand = _Hand(SourceDeal(1, 0))
    for action in actions[1:]:
        if _type(action) != "NEXT_HAND":
            hand.actions.append(action)
            continue
        yield _converted(hand, session, findings, losses, last=False)
        findings, losses = [], []
        hand = _Hand(SourceDeal(hand.deal.number + 1, (hand.deal.dealer + 1) % 3))
    one = _converted(hand, session, findings, losses, last=True)
    if document.broken is not None:
        one.diagnostics.append(document.broken)
    yield one


@dataclass(slots=True)
class _Hand:
    """A hand and its actions; ``claimed``: it ended with a claim; ``kontras``: steps of kontra so far."""

    deal: SourceDeal
    actions: list[Node] = field(default_factory=list)
    claimed: bool = False
    kontras: int = 0


def _type(action: Node) -> str:
    """The type of an action; "" for what is no action."""
    value = action.value
    kind = value.get("type") if isinstance(value, dict) else None
    return kind if isinstance(kind, str) else ""


def _session(init: Node, source: Source) -> tuple[SourceSession, list[Diagnostic], list[Loss]]:
    config = init["config"]
    seed = init.get("seed")
    number = None if seed is None else seed.integer(0, 2**63)
    house = pajcho.rules_of(config)
    session = SourceSession(
        seats=pajcho.SEATS, event="pajcho/preferans actions" + ("" if number is None else f", seed {number}"),
        site="pajcho/preferans", session="pajcho-actions-" + (source.stem or "game" if number is None else str(number)),
        variant=house.variant, rules=house.pairs, bule=config["startingBule"].integer(1, 10_000), law=house.law,
        by_law=True)
    losses = [Loss("hands", 0, "the log has no hands, no talon and no names, and says no winners",
                   BY_NAME["companion-missing"].code), *house.losses]
    return session, pajcho.config_unknown(config), losses


def _converted(hand: _Hand, session: SourceSession, findings: list[Diagnostic], losses: list[Loss], *,
               last: bool) -> Converted:
    one = Converted(None, list(findings), list(losses))
    deal = hand.deal
    with as_far_as_read(one, deal):
        for action in hand.actions:
            _take(one, hand, action)
    try:
        _close(one, hand, session, last and not one.partial)
        places = _places(hand)
        one.record = record_as_far(one, session, deal, places)
        one.places = places
    except SourceFault as problem:
        tell(one, problem.finding)
    return one


def _places(hand: _Hand) -> NodePlaces | None:
    if not hand.actions:
        return None
    places = NodePlaces(hand.actions[0])
    counts = {"Auction": 0, "Defence": 0, "Play": 0}
    owners = {"DISCARD": "Discard", "DECLARE": "Contract"}
    declared = False
    for action in hand.actions:
        kind = _type(action)
        declared |= kind == "DECLARE"
        owner = owners.get(kind, "Play" if kind == "PLAY" else "Defence" if declared else "Auction")
        if kind not in _ACTIONS or kind in _NOTHING or kind == "FINALIZE_CLAIM":
            continue
        places.put(owner, action, counts.get(owner))
        if owner in counts:
            counts[owner] += 1
    return places


def _take(one: Converted, hand: _Hand, action: Node) -> None:
    deal = hand.deal
    kind = _type(action)
    if kind not in _ACTIONS:
        line, col = action.place
        one.diagnostics.append(placed("unknown-in-source", line, col, what=f"{action.name} of this {TITLE}"))
        return
    if kind in _NOTHING:
        return
    if kind == "FINALIZE_CLAIM":
        hand.claimed = True
        return
    player = action["seat"].integer(0, 2)
    if kind == "PLAY":
        _play(deal, player, action)
    elif kind == "DISCARD":
        deal.discard = [pajcho.card(entry) for entry in action["cards"].array(2)]
    elif kind == "DECLARE":
        deal.declarer = player
        deal.contract = pajcho.contract(action["contract"])
        if deal.contract.endswith("-hand"):
            deal.discard = "-"
    elif deal.declarer is None:
        deal.calls.append((player, _call(kind, action)))
    else:
        deal.defence.append((player, _answer(hand, kind, action)))


def _call(kind: str, action: Node) -> str:
    if kind == "RAISE":
        return pajcho.number_call(action["level"])
    if kind == "IGRA":
        return pajcho.hand_call(action["level"])
    if kind not in ("HOLD", "PASS"):
        raise action["type"].contradiction("nobody has declared a game yet")
    return kind.lower()


def _answer(hand: _Hand, kind: str, action: Node) -> str:
    if kind == "FOLLOW":
        return "come" if action["value"].flag() else "stay-out"
    if kind == "KONTRA":
        hand.kontras += 1
        if hand.kontras > len(_KONTRAS):
            raise action["type"].contradiction("kontra goes no further than mortkontra")
        return _KONTRAS[hand.kontras - 1]
    words = {"INVITE": "call-partner", "PROCEED": "fine"}
    if kind not in words:
        raise action["type"].contradiction("the game is declared already")
    return words[kind]


def _play(deal: SourceDeal, player: int, action: Node) -> None:
    if deal.declarer is None:
        raise action["type"].contradiction("nobody has declared a game yet")
    card = pajcho.card(action["card"])
    if not deal.tricks or len(deal.tricks[-1].plays) >= _size(deal):
        deal.tricks.append(SourceTrick([]))
    deal.tricks[-1].plays.append((player, card))


def _size(deal: SourceDeal) -> int:
    """How many cards make a trick: one less where a defender stayed out and was neither called nor pulled in."""
    words = [word for _, word in deal.defence]
    return 2 if "stay-out" in words and "call-partner" not in words and "kontra" not in words else 3


def _close(one: Converted, hand: _Hand, session: SourceSession, last: bool) -> None:
    """What follows from the actions: the roles, and how the play ended."""
    deal = hand.deal
    one.theirs["winners"] = []
    if deal.declarer is None:
        if [word for _, word in deal.calls] == ["pass"] * 3:
            deal.contract = "all-pass"
        elif last:
            _broken_off(one, hand)
        return
    while deal.defence and deal.defence[-1][1] == "fine" and not one.partial:
        deal.defence.pop()  # implied at the end
    roles = roles_by_law(session, deal)
    if roles is not None:
        deal.roles = roles
    elif last:
        _broken_off(one, hand)
    if not deal.tricks:
        if last and roles is not None and _to_play(hand, session):
            _broken_off(one, hand)
        return
    if hand.claimed and not one.partial and not play_is_over(session, deal):
        deal.agreed = dict.fromkeys(range(3))
        one.losses.append(Loss(f"hand {deal.number}: FINALIZE_CLAIM", deal.number,
                               "the log does not say who got the tricks after the claim"))
    elif last and not hand.claimed and not play_is_over(session, deal):
        _broken_off(one, hand)


def _to_play(hand: _Hand, session: SourceSession) -> bool:
    """Is this game played, with these answers?"""
    deal = hand.deal
    if session.law is None or all(role == "stay-out" for role in deal.roles.values()):
        return False
    kontra = (0, hand.kontras) if hand.kontras else None
    return session.law.manner_of_roles(deal.contract or "", deal.roles, kontra) == "played"


def _broken_off(one: Converted, hand: _Hand) -> None:
    hand.deal.finished = False
    line, col = hand.actions[-1].place if hand.actions else (0, 0)
    one.diagnostics.append(placed("foreign-incomplete", line, col, what=f"hand {hand.deal.number}"))

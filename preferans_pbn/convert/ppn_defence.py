"""The defence of a PPN deal: who came, who called or gave kontra, and whether there was a play."""

from __future__ import annotations

from preferans_pbn.convert.deal import SourceDeal
from preferans_pbn.convert.judging import fault_at
from preferans_pbn.convert.ppn_model import INVITATION, KONTRA_LEVELS
from preferans_pbn.convert.ppn_parts import Parts
from preferans_pbn.families.balkan.defence import CALLER, COME, KONTRAS, OUT
from preferans_pbn.record import Where


def take_defence(parts: Parts, source: SourceDeal) -> None:
    """The answers: who came, who called or gave kontra, and how far that went."""
    law, declarer = parts.game.law, source.declarer
    if law is None or declarer is None or source.contract is None:
        return
    came = _came(parts, declarer)
    giver, level, called = kontra_of(parts, declarer)
    defence = law.defence(source.contract, parts.order.index(declarer), 3)
    if defence is None:
        return
    words: list[tuple[int, str]] = []
    # A hand that did not come and gave kontra all the same was called by the one that did.
    called_first = level > 0 and len(came) == 1 and giver not in came
    spot = parts.deal.accepted or parts.deal.came
    while defence.turn >= 0 and len(words) < 12:
        player = parts.order[defence.turn]
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
        place = parts.deal.kontra if word in KONTRAS or word == CALLER else spot
        if place is not None:
            parts.places[Where("Defence", len(words))] = place.place
        words.append((player, word))
        defence.force(word)
    while len(words) > 1 and words[-1][1] == "fine":
        words.pop()
    source.defence = words
    source.roles = {parts.order[i]: role for i, role in defence.roles().items()}
    said = [word for _, word in words]
    if (level and said.count(KONTRAS[0]) != 1) or (called and CALLER not in said):
        assert parts.deal.kontra is not None
        parts.report(fault_at("foreign-contradiction", parts.deal.kontra.place,
                              what=f"{parts.deal.kontra.text} in the field kontra does not go with who came"))
    for owner in ("Defence", "Defenders", "Outcome"):
        if spot is not None:
            parts.places[Where(owner)] = spot.place
    if parts.deal.kontra is not None:
        parts.places[Where("Kontra")] = parts.deal.kontra.place


def _came(parts: Parts, declarer: int) -> set[int]:
    """The followers who came by their own answer."""
    followers = [player for player in parts.order if player != declarer]
    accepted, came = parts.deal.accepted, parts.deal.came
    if accepted is not None:
        if accepted.text == "0":
            return set()
        if accepted.text in "456789":
            return set(followers)
        player = parts.player(accepted, "accepted")
        if player == declarer:
            raise fault_at("foreign-contradiction", accepted.place,
                           what=f"player {accepted.text} plays the contract and does not follow it")
        return {player}
    if came is None:
        return set(followers)
    if came.text in ("0", "00"):
        return set()
    if not set(came.text) <= {"0", "1"} or len(came.text) != 2:
        raise parts.bad("came", came, "a digit for each follower, 1 for who came")
    after = [(declarer + step) % 3 for step in (1, 2)]
    return {player for player, digit in zip(after, came.text, strict=True) if digit == "1"}


def kontra_of(parts: Parts, declarer: int) -> tuple[int | None, int, bool]:
    """Who called or gave kontra, the steps of kontra, and whether it was a call."""
    kontra = parts.deal.kontra
    if kontra is None or kontra.text == "0":
        return None, 0, False
    sign = kontra.text[0]
    if len(kontra.text) != 2 or sign not in (INVITATION, *KONTRA_LEVELS):
        raise parts.bad("kontra", kontra, "0, or I K R S M and a player")
    player = parts.player(kontra.part(1), "kontra")
    if player == declarer:
        raise fault_at("foreign-contradiction", kontra.place,
                       what=f"player {kontra.text[1]} plays the contract and gives no kontra")
    return player, KONTRA_LEVELS.get(sign, 0), sign == INVITATION


def is_played(parts: Parts, source: SourceDeal) -> bool:
    """Is this game played: did somebody come, and was kontra given where it must be?"""
    law = parts.game.law
    if all(role == OUT for role in source.roles.values()):
        return False
    level = kontra_of(parts, source.declarer if source.declarer is not None else -1)
    kontra = (0, level[1]) if level[1] else None
    return law is None or law.manner_of_roles(source.contract or "", source.roles, kontra) == "played"

"""The defence: the defenders' answers, their roles, which hands lie open, whether there is play."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from preferans_pbn.notation.words import OUTCOMES
from preferans_pbn.record import Calls, Where
from preferans_pbn.replaying.bidding import OUT_OF_TURN, note_first_call
from preferans_pbn.replaying.completing import UNKNOWN, Ending, Endings, PossibleDefences, agreeing, endings_of
from preferans_pbn.replaying.course import Course
from preferans_pbn.rules.interface import Defence
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import UndefinedByVariant

DEFENCES_KEPT: Final = 10_000


def take_defence(course: Course) -> None:
    """Settle roles, open hands and manner from the calls, from the tags, or from the contract alone."""
    record = course.record
    declarer = course.declarer
    contract = course.contract
    if contract is None:
        return
    if declarer is None and contract != "all-pass":
        if record.outcome is not None and not course.as_given and "contract" not in course.doubts:
            _compare_outcome_alone(course, contract)
        return
    if declarer is None:
        course.manner = course.law.all_pass_manner
        course.roles_known = True
        return
    law = course.law
    calls = record.defence
    known = course.rules.cache.setdefault("defences", {})
    key = None
    if calls is not None and not calls.marks:
        # Defences repeat: one that went through without a fault is not gone through again.
        key = (contract, declarer, course.seating.players, course.seating.index_of.get(calls.first), calls.calls)
        if key in known:
            roles, course.open, course.manner, course.kontra = known[key]
            course.roles = dict(roles)
            course.roles_known = True
            _compare_tags(course, True)
            return
    try:
        defence = law.defence(contract, declarer, course.seating.players)
    except UndefinedByVariant as undefined:
        if calls is not None or record.defenders is not None:
            course.report("undefined-by-variant", Where("Defence" if calls is not None else "Defenders"),
                          variant=undefined.variant, what=undefined.parameter)
        return
    if defence is None:
        if calls is not None:
            course.report("no-defence-here", Where("Defence"), contract=contract)
        course.roles, course.open, course.manner = law.roles_without_calls(contract, declarer)
        course.roles_known = True
        if calls is None:
            _check_tags_alone(course, contract, declarer)
    elif calls is not None and UNKNOWN in calls.calls:
        endings = _follow_unknown(course, defence, calls)
        _from_tag(course)
        _roles_by_play(course, endings)
        return
    elif calls is not None:
        _replay_answers(course, defence, calls)
        if key is not None and course.roles_known:
            if len(known) >= DEFENCES_KEPT:
                known.clear()
            known[key] = (dict(course.roles), course.open, course.manner, course.kontra)
    else:
        left = _check_tags_alone(course, contract, declarer)
        _from_tag(course)
        if left and record.outcome is not None and course.manner is None:
            _roles_by_outcome(course, left)
        if not course.roles_known and record.play is not None:
            _roles_by_play(course, _endings(course, contract, declarer)[0])
    _compare_tags(course, calls is not None)


def _replay_answers(course: Course, defence: Defence, calls: Calls) -> None:
    judged = True
    words = list(enumerate(calls.calls))
    expected = course.seat(defence.turn)
    marks = calls.marks
    if calls.first != expected:
        mark = marks.get(0)
        if mark is not None and mark.irregularity == OUT_OF_TURN and words:
            note_first_call(course, calls, "Defence")
            # The second defender has spoken first; the first one's answer, written next, counts as the first.
            words[:2] = reversed(words[:2])
        else:
            course.report("defence-out-of-turn", Where("Defence"), seat=calls.first, expected=expected)
            judged = False
    for i, word in words:
        violation = defence.call(word)
        mark = marks.get(i) if marks else None
        if mark is not None and mark.irregularity:
            noted = i == 0 and calls.first != expected and mark.irregularity == OUT_OF_TURN
            if violation is not None:
                if not noted:
                    course.report("irregularity-noted", Where("Defence", i), what=f"the call {word}",
                                  mark=mark.irregularity)
                if defence.turn < 0:
                    break
                defence.force(word)
            elif judged and not noted:
                course.report("unneeded-irregularity", Where("Defence", i), mark=mark.irregularity)
            continue
        if violation is None:
            continue
        if judged:
            course.report_violation(violation, Where("Defence", i), defence.turn)
            judged = False
        if defence.turn < 0:
            break
        defence.force(word)
    if defence.settled:
        course.roles = defence.roles()
        course.open = defence.open()
        course.manner = defence.manner()
        course.kontra = defence.kontra()
        course.roles_known = judged
    elif judged:
        course.report("defence-unfinished", Where("Defence", "@end"), seat=course.seat(defence.turn))


def _follow_unknown(course: Course, defence: Defence, calls: Calls) -> list[Ending]:
    """A defence in which answers are not known: only what no completion makes legal is reported (N-9.5).
    The ways it may have ended."""
    expected = course.seat(defence.turn)
    if calls.first != expected:
        mark = calls.marks.get(0)
        if mark is not None and mark.irregularity == OUT_OF_TURN:
            note_first_call(course, calls, "Defence")
        else:
            course.report("defence-out-of-turn", Where("Defence"), seat=calls.first, expected=expected)
        return []
    possible = PossibleDefences(defence)
    for i, word in enumerate(calls.calls):
        mark = calls.marks.get(i)
        if possible.call(word):
            continue
        if mark is not None and mark.irregularity:
            course.report("irregularity-noted", Where("Defence", i), what=f"the call {word}", mark=mark.irregularity)
        elif not possible.undefined:
            course.report_no_completion(Where("Defence", i), _why_no_answer(word, i), "roles")
        return []
    goes_on = calls.calls[-1] == UNKNOWN
    endings = possible.endings(goes_on)
    if not endings and not goes_on:
        course.report("defence-unfinished", Where("Defence", "@end"), seat="the next player")
    elif not possible.undefined:
        left = _compare_with_possible(course, endings)
        if left and course.record.outcome is not None and course.record.defenders is None:
            _still_possible(course, left)
    return endings


def _why_no_answer(word: str, i: int) -> str:
    if word == UNKNOWN:
        return f"nobody has anything left to say at answer {i + 1}"
    return f"whatever the unknown answers are, {word} is not allowed as answer {i + 1}"


def _check_tags_alone(course: Course, contract: str, declarer: int) -> list[Ending]:
    """Roles, open hands and kontra without the calls: some defence must lead to them (N-9.5).  The defences that do,
    none where that is not judged."""
    record = course.record
    if course.as_given or (record.defenders is None and record.kontra is None and record.open is None
                           and record.outcome is None):
        return []
    endings, undefined = _endings(course, contract, declarer)
    return [] if undefined else _compare_with_possible(course, endings)


def _compare_outcome_alone(course: Course, contract: str) -> None:
    """Whoever declares, the Outcome must be one that ``contract`` can come to."""
    try:
        endings, undefined = _endings(course, contract, 0)
    except UndefinedByVariant:
        return
    if not undefined:
        _still_possible(course, endings)


def _still_possible(course: Course, endings: list[Ending]) -> list[Ending]:
    """Those of ``endings`` that come to what Outcome says; none is reported.  What hangs on the sheet may be all."""
    claimed = course.record.outcome
    left = [ending for ending in endings if ending.manner == claimed or ending.manner not in OUTCOMES]
    if not left:
        course.report_no_completion(Where("Outcome"), f"{course.contract} cannot come to {claimed}", "manner")
    return left


def _roles_by_outcome(course: Course, endings: list[Ending]) -> None:
    """The defence is not told, but the Outcome is: some defence must come to it, and where nothing was played and it is
    the only one it is known."""
    left = _still_possible(course, endings)
    if len(left) == 1 and left[0].manner == course.record.outcome != "played":
        course.roles, course.open, course.kontra, course.manner = left[0]
        course.roles_known = True


def _endings(course: Course, contract: str, declarer: int) -> Endings:
    kept: dict[Hashable, Endings] = course.rules.cache.setdefault("possible defences", {})
    return endings_of(course.law, contract, declarer, course.seating.players, kept)


def _roles_by_play(course: Course, endings: list[Ending]) -> None:
    """Where the roles are not known and who plays depends on them, the play shows it: the roles are those of the
    ending under which most of the cards are in order.  Where that leaves it open who plays, no card is judged."""
    play = course.record.play
    if course.roles_known or play is None or not play.tricks or course.doubtful:
        return
    sizes = {len(row.cards) for row in play.tricks[:-1]} or {len(play.tricks[0].cards)}
    rows = [row.cards for row in play.tricks]
    best = 0
    who: set[tuple[int, ...]] = set()
    for ending in agreeing(endings, course.roles):
        outcome = Outcome(course.seating.players, course.contract or "", course.declarer, course.won_with or None,
                          course.hand_game, ending.roles, ending.open, "played", (), 0, (), kontra=ending.kontra,
                          bids=course.bids)
        try:
            tricks = course.law.trickplay(outcome, course.hands, ())
        except UndefinedByVariant:
            return
        if sizes != {tricks.size} or course.seating.index_of.get(play.first) != tricks.turn:
            continue
        active = tuple(player for player in range(len(course.hands)) if tricks.takes_part(player))
        fits = 1 + tricks.advance(rows)
        if fits > best:
            best, who = fits, {active}
            course.roles, course.kontra = ending.roles, ending.kontra
        elif fits == best:
            who.add(active)
    if len(who) > 1:
        course.doubts.add("hand")


def _compare_with_possible(course: Course, endings: list[Ending]) -> list[Ending]:
    """Those of ``endings`` that Defenders, Kontra and Open agree with.  Where there are none the first seat, or tag,
    with which none is left is reported."""
    record = course.record
    contract = course.contract or ""
    left = endings
    roles: dict[int, str] = {}
    for seat, role in (record.defenders or {}).items():
        player = course.seating.index_of.get(seat)
        why = ""
        if player is None:
            why = f"{seat} does not sit at this table"
        elif player == course.declarer:
            why = f"{seat} is the declarer and has no role in the defence"
        elif not any(ending.roles.get(player) == role for ending in endings):
            why = f"{seat} cannot be {role} in {contract}"
        else:
            roles[player] = role
            left = agreeing(endings, roles)
            if not left:
                del roles[player]
                others = ", ".join(f"{course.seat(other)} is {word}" for other, word in roles.items())
                why = f"{seat} cannot be {role} in {contract} where {others}"
        if why:
            course.report_no_completion(Where("Defenders", seat), why, "roles")
            return []
    if record.kontra is not None:
        giver = course.seating.index_of.get(record.kontra[0], -1)
        left = [ending for ending in left if ending.kontra == (giver, record.kontra[1])]
        if not left:
            course.report_no_completion(Where("Kontra"), "this kontra cannot be given here", "roles")
            return []
    if record.open is not None:
        left = [ending for ending in left if ending.open == record.open]
        if not left:
            course.report_no_completion(Where("Open"), f"the hands cannot lie open like this ({record.open})", "roles")
    return left


def _from_tag(course: Course) -> None:
    index = course.seating.index_of
    if course.record.defenders is None:
        return
    roles = course.record.defenders
    course.roles = {index[seat]: role for seat, role in roles.items() if seat in index}
    course.roles_known = len(course.roles) >= (2 if course.seating.dummy < 0 else 1)
    course.open = course.record.open or ""
    if course.roles_known and course.contract is not None:
        kontra = course.record.kontra
        if kontra is not None and kontra[0] in index:
            course.kontra = (index[kontra[0]], kontra[1])
        course.manner = course.law.manner_of_roles(course.contract, course.roles, course.kontra)


def _compare_tags(course: Course, called: bool) -> None:
    """Defenders, Kontra and Open are claims where the calls are there."""
    record = course.record
    if not course.roles_known or not called:
        return
    if record.defenders is not None:
        for seat, role in record.defenders.items():
            player = course.seating.index_of.get(seat)
            actual = course.roles.get(player, "resting") if player is not None else "not at the table"
            if role != actual:
                course.report("wrong-roles", Where("Defenders", seat), seat=seat, claimed=role, actual=actual)
    if record.kontra is not None:
        given = None if course.kontra is None else (course.seat(course.kontra[0]), course.kontra[1])
        if record.kontra != given:
            course.report("wrong-kontra", Where("Kontra"), claimed="{}:{}".format(*record.kontra),
                          actual="{}:{}".format(*given) if given is not None else "none")
    if record.open is not None and record.open != course.open:
        course.report("wrong-open", Where("Open"), claimed=record.open,
                      actual=course.open or "closed")

"""The defence: the defenders' answers, their roles, which hands lie open, whether there is play."""

from __future__ import annotations

from preferans_pbn.record import Calls, Where
from preferans_pbn.replaying.course import Course
from preferans_pbn.rules.interface import Defence
from preferans_pbn.variants import UndefinedByVariant


def take_defence(course: Course) -> None:
    """Settle roles, open hands and manner from the calls, from the tags, or from the contract alone."""
    record = course.record
    declarer = course.declarer
    contract = course.contract
    if contract is None or (declarer is None and contract != "all-pass"):
        return
    if declarer is None:
        course.manner = course.law.all_pass_manner
        course.roles_known = True
        return
    law = course.law
    calls = record.defence
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
    elif calls is not None:
        _replay_answers(course, defence, calls)
    elif record.defenders is not None:
        _from_tag(course)
    _compare_tags(course, calls is not None)


def _replay_answers(course: Course, defence: Defence, calls: Calls) -> None:
    judged = True
    expected = course.seat(defence.turn)
    if calls.first != expected:
        course.report("defence-out-of-turn", Where("Defence"), seat=calls.first, expected=expected)
        judged = False
    for i, word in enumerate(calls.calls):
        if word == "?":
            return  # an answer that is not known: roles come from the tag, or stay unknown
        violation = defence.call(word)
        if violation is None:
            continue
        mark = calls.marks.get(i)
        if mark is not None and mark.irregularity:
            course.report("irregularity-noted", Where("Defence", i), what=f"the call {word}", mark=mark.irregularity)
        elif judged:
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
    elif judged and (course.record.play is not None or course.record.score_table is not None):
        course.report("defence-unfinished", Where("Defence", "@end"), seat=course.seat(defence.turn))


def _from_tag(course: Course) -> None:
    index = course.seating.index_of
    roles = course.record.defenders or {}
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

"""Puts the questions to a subject, under its own house rules."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from preferans_pbn.conformance.profile.questions import Question
from preferans_pbn.conformance.profile.search import Observation
from preferans_pbn.conformance.protocol import OWN
from preferans_pbn.conformance.subject import Limits, Process, SubjectError, message

_AHEAD = 16
_MOST_FAILURES = 20


def ask(command: Sequence[str], asked: Sequence[Question],
        limits: Limits) -> tuple[list[Observation], list[tuple[Question, str]]]:
    """What was answered, and the questions that got no answer with the reason.  Raises SubjectError."""
    observations: list[Observation] = []
    unanswered: list[tuple[Question, str]] = []
    waiting = list(enumerate(asked))[::-1]
    failures = 0
    while waiting:
        process = Process(command, limits)
        try:
            hello = process.greet()
            ahead = 1 if failures else _AHEAD
            trouble = _ask(process, hello.get("ops"), waiting, ahead, limits, observations, unanswered)
            if trouble:
                failures += 1
                if failures > 1:  # asked one by one: the first that waits is the one
                    unanswered.append((waiting.pop()[1], trouble))
                if failures > _MOST_FAILURES:
                    raise SubjectError(f"the subject fails again and again: {trouble}")
            else:
                process.stop()
        finally:
            process.kill()
    return observations, unanswered


def _ask(process: Process, ops: Sequence[str] | None, waiting: list[tuple[int, Question]], ahead: int, limits: Limits,
         observations: list[Observation], unanswered: list[tuple[Question, str]]) -> str:
    """Ask what waits (its last first); what went wrong, ``""`` if nothing did.  What was not answered still waits."""
    under_way: dict[int, tuple[int, Question]] = {}
    while waiting or under_way:
        while waiting and len(under_way) < ahead:
            number, question = waiting.pop()
            if ops is not None and question.op not in ops:
                unanswered.append((question, f"the subject does not declare {question.op}"))
                continue
            under_way[number] = number, question
            process.send(message({"cmd": "run", "seq": number, "op": question.op, "rules": {"variant": OWN},
                                  "input": question.input}))
        if not under_way:
            break
        heard = process.hear(limits.case)
        try:
            said: dict[str, Any] = json.loads(heard.line) if heard.kind == "line" else {}
            _, question = under_way.pop(said["seq"])
        except (ValueError, KeyError, TypeError):
            waiting += sorted(under_way.values(), reverse=True)
            return {"end": "the subject ended", "nothing": f"no answer within {limits.case:g} s"}.get(
                heard.kind, "this was no answer")
        if "output" in said or isinstance(said.get("error"), dict):
            observations.append(Observation(question, said))
        else:
            unanswered.append((question, str(said.get("unsupported", "no answer"))))
    return ""

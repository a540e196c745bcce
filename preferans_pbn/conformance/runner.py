"""Asks a subject every case and judges its answers.

Requests are sent ahead, so that a subject is never idle.  When something goes wrong that is not an answer (the
process ends, is silent for too long, writes what is no answer), the cases that were under way are asked again one by
one in a fresh process, so that the right case gets the verdict.
"""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from preferans_pbn.conformance.cases import Case
from preferans_pbn.conformance.compare import Judgement, judge
from preferans_pbn.conformance.protocol import NO_FAILURE, Verdict
from preferans_pbn.conformance.reference import Reference, rule_text, ruleset_of
from preferans_pbn.conformance.skips import Skips
from preferans_pbn.conformance.subject import Limits, Process, SubjectError, message, shortened
from preferans_pbn.variants import RulesError, UnknownVariant, format_value

AHEAD: Final = 16
"""How many requests are under way at once."""
GIVE_UP: Final = 30
"""So many failures of the process in a row, and what is left is not asked any more."""
_REPEATS: Final = 100


@dataclass(slots=True)
class Result:
    """A case and its verdict.  ``got``: what was answered; ``seconds``: since the answer before; ``skipped``: why
    a failure is expected, or None."""

    case: Case
    verdict: Verdict
    reason: str = ""
    difference: list[str] = field(default_factory=list)
    got: Any = None
    seconds: float | None = None
    skipped: str | None = None

    @property
    def failed(self) -> bool:
        """Does it count as a failure?"""
        return self.verdict not in NO_FAILURE and self.skipped is None


@dataclass(slots=True)
class Run:
    """A whole run.  ``subject``: what it says of itself; ``problems``: what went wrong beside the cases."""

    command: str
    subject: dict[str, Any] | None
    started: datetime
    seconds: float
    results: list[Result]
    problems: list[str]

    @property
    def ok(self) -> bool:
        """Nothing failed and there were no problems."""
        return not self.problems and not any(result.failed for result in self.results)


Progress = Callable[[Result], None]


def run_reference(cases: Sequence[Case], reference: Reference | None = None, *, skips: Skips | None = None,
                  corpus: Iterable[Case] | None = None, progress: Progress | None = None) -> Run:
    """Ask this program itself, in this process."""
    reference = reference or Reference()
    started, begin = datetime.now(UTC), time.monotonic()
    hello = reference.hello()
    scope = Scope(hello)
    results = []
    for case in cases:
        before = time.monotonic()
        outside = scope.outside(case)
        if outside:
            result = Result(case, "unsupported", outside)
        else:
            answer = reference.answer({"op": case.op, "rules": {"variant": case.variant, "set": case.overrides},
                                       "input": case.input})
            result = _judged(case, answer, time.monotonic() - before)
        results.append(result)
        if progress is not None:
            progress(result)
    return _finish(Run("in process", hello, started, time.monotonic() - begin, results, []), skips,
                   cases if corpus is None else corpus)


def run_subject(cases: Sequence[Case], command: Sequence[str], *, jobs: int = 1, limits: Limits | None = None,
                skips: Skips | None = None, corpus: Iterable[Case] | None = None,
                progress: Progress | None = None, give_up: int = GIVE_UP) -> Run:
    """Ask the program that ``command`` starts, ``jobs`` of it side by side.

    ``corpus``: all cases there are, by which a skip is found stale.  ``progress`` is called once a case, by any
    thread.  Raises SubjectError where the subject cannot be started.
    """
    started, begin = datetime.now(UTC), time.monotonic()
    limits = limits or Limits()
    first = _Worker(command, limits, give_up)
    hello = first.start()
    scope = Scope(hello)
    work = _Work(cases, scope, progress)
    workers = [first, *(_Worker(command, limits, give_up) for _ in range(min(jobs, len(cases) or 1) - 1))]
    threads = [threading.Thread(target=worker.run, args=(work,), daemon=True) for worker in workers]
    for thread in threads:
        thread.start()
    try:
        for thread in threads:
            while thread.is_alive():  # a join with a limit lets an interrupt through
                thread.join(0.2)
    finally:
        for worker in workers:
            worker.close()
    problems = sorted({problem for worker in workers for problem in worker.problems})
    results = [work.results[case.id] for case in cases]
    return _finish(Run(" ".join(command), hello, started, time.monotonic() - begin, results, problems), skips,
                   cases if corpus is None else corpus)


def _finish(run: Run, skips: Skips | None, corpus: Iterable[Case]) -> Run:
    if skips is not None:
        for result in run.results:
            if result.verdict not in NO_FAILURE:
                result.skipped = skips.reason(result.case)
        passed = frozenset(result.case.id for result in run.results if result.verdict == "pass")
        asked = frozenset(result.case.id for result in run.results if result.verdict != "unsupported")
        run.problems += skips.problems(corpus, passed, asked)
    return run


def _judged(case: Case, answer: Mapping[str, Any], seconds: float | None) -> Result:
    judgement: Judgement = judge(case.op, case.expect, case.alternatives, answer)
    got = {name: answer[name] for name in ("output", "error", "unsupported") if name in answer}
    return Result(case, judgement.verdict, judgement.reason, judgement.difference, got, seconds)


class Scope:
    """What a subject says it can do: cases outside are not asked."""

    def __init__(self, hello: Mapping[str, Any]) -> None:
        self._ops = hello.get("ops")
        self._variants = hello.get("variants")
        self._parameters = {name: {rule_text(value) for value in values}
                            for name, values in (hello.get("parameters") or {}).items()}

    def outside(self, case: Case) -> str:
        """Why ``case`` is not asked, ``""`` if it is."""
        if self._ops is not None and case.op not in self._ops:
            return f"the subject does not declare {case.op}"
        if self._variants is not None and case.variant not in self._variants:
            return f"the subject does not declare {case.variant}"
        if self._parameters:
            rules = ruleset_of(case.variant, case.overrides)
            for name, values in self._parameters.items():
                if name in rules and format_value(rules[name]) not in values:
                    return f"the subject does not declare {name}={format_value(rules[name])}"
        return ""


_rules_texts: dict[tuple[str, str], str] = {}


def rules_message(variant: str, overrides: Mapping[str, Any]) -> str:
    """The ``rules`` of a request as JSON text: the variant, what is set, and every parameter resolved."""
    key = variant, json.dumps(overrides, sort_keys=True)
    text = _rules_texts.get(key)
    if text is None:
        rules = ruleset_of(variant, overrides)
        data: dict[str, Any] = {"variant": variant}
        if overrides:
            data["set"] = dict(overrides)
        data["all"] = rules.to_json()
        text = _rules_texts[key] = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text


def request_of(seq: int, case: Case) -> bytes:
    """The ``run`` message of a case."""
    return (f'{{"cmd":"run","seq":{seq},"op":"{case.op}","rules":{rules_message(case.variant, case.overrides)},"input":'
            .encode() + message(case.input).rstrip(b"\n") + b"}\n")


class _Work:
    """The cases that nobody has taken yet, and the results."""

    def __init__(self, cases: Sequence[Case], scope: Scope, progress: Progress | None) -> None:
        self._cases = deque(cases)
        self._scope = scope
        self._progress = progress
        self._lock = threading.Lock()
        self.results: dict[str, Result] = {}

    def take(self) -> Case | None:
        """The next case to ask, None when there is no more."""
        while True:
            with self._lock:
                if not self._cases:
                    return None
                case = self._cases.popleft()
            try:
                outside = self._scope.outside(case)
            except (UnknownVariant, RulesError) as problem:
                self.put(Result(case, "crashed", f"the case itself has no rules: {problem}"))
                continue
            if not outside:
                return case
            self.put(Result(case, "unsupported", outside))

    def put(self, result: Result) -> None:
        """Note a result."""
        with self._lock:
            again = result.case.id in self.results
            self.results[result.case.id] = result
        if self._progress is not None and not again:
            self._progress(result)


class _Worker:
    """One process at a time, asked case after case."""

    def __init__(self, command: Sequence[str], limits: Limits, give_up: int) -> None:
        self._command = command
        self._limits = limits
        self._give_up = give_up
        self._process: Process | None = None
        self._again: deque[Case] = deque()  # taken, not answered, to be asked again
        self._under_way: dict[int, Case] = {}
        self._answered: dict[int, Case] = {}
        self._suspects = 0  # so many cases are asked one by one
        self._seq = 0
        self._in_a_row = 0
        self._repeats = 0
        self._closed = False
        self.problems: list[str] = []

    def start(self) -> dict[str, Any]:
        """Start the process; what it says of itself.  Raises SubjectError."""
        self._process = process = Process(self._command, self._limits)
        if self._closed:
            self.kill()
            raise SubjectError("the run was broken off")
        try:
            return process.greet()
        except SubjectError:
            process.kill()
            self._process = None
            raise

    def kill(self) -> None:
        """End the process if it runs."""
        if self._process is not None:
            self._process.kill()
            self._process = None

    def close(self) -> None:
        """End the process and start no other."""
        self._closed = True
        self.kill()

    def run(self, work: _Work) -> None:
        """Ask cases until there are no more."""
        heard_at = time.monotonic()
        while True:
            if self._process is None and not self._restart(work):
                break
            if not self._under_way:
                heard_at = time.monotonic()
            process = self._process
            if process is None:  # the run was broken off meanwhile
                break
            self._send(process, work)
            if not self._under_way:
                break
            heard = process.hear(heard_at + self._limits.case - time.monotonic())
            now = time.monotonic()
            if heard.kind == "line":
                self._take(heard.line, now - heard_at, work)
            elif heard.kind == "end":
                self._trouble("crashed", f"the subject ended: {process.ending()}", work)
            elif heard.kind == "long":
                self._trouble("malformed", "the subject wrote a line without end", work)
            else:
                self._trouble("timeout", f"there was no answer within {self._limits.case:g} s", work)
            heard_at = now
        process = self._process
        if process is not None and not self._closed:
            problem = process.stop()
            self._process = None
            if problem:
                self.problems.append(problem)

    def _restart(self, work: _Work) -> bool:
        """A fresh process, if there is anything left to ask; False: there is not, or it cannot be started."""
        if self._closed:
            return False
        if not self._again:
            case = work.take()
            if case is None:
                return False
            self._again.append(case)
        try:
            self.start()
        except SubjectError as problem:
            self._abandon("crashed", f"not asked: {problem}", work)
            return False
        return True

    def _send(self, process: Process, work: _Work) -> None:
        ahead = 1 if self._suspects else AHEAD
        while len(self._under_way) < ahead:
            case = self._again.popleft() if self._again else work.take()
            if case is None:
                return
            self._seq += 1
            self._under_way[self._seq] = case
            process.send(request_of(self._seq, case))

    def _take(self, line: bytes, seconds: float, work: _Work) -> None:
        """A line of the subject."""
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        seq = answer.get("seq") if isinstance(answer, dict) else None
        if isinstance(seq, bool) or not isinstance(seq, int):
            self._trouble("malformed", f"this is no answer: {shortened(line)}", work)
        elif seq in self._under_way:
            case = self._under_way.pop(seq)
            self._answered[seq] = case
            self._in_a_row = 0
            self._suspects = max(0, self._suspects - 1)
            try:
                result = _judged(case, answer, seconds)
            except RecursionError:
                result = Result(case, "malformed", "the answer is nested without end")
            work.put(result)
        elif seq in self._answered:
            work.put(Result(self._answered[seq], "malformed", "it was answered twice", got=answer))
            self._repeats += 1
            if self._repeats > _REPEATS:
                self._repeats = 0
                self._trouble("malformed", "the subject repeats its answers without end", work)
        else:
            self._trouble("malformed", f"nothing was asked as seq {seq}", work)

    def _trouble(self, verdict: Verdict, reason: str, work: _Work) -> None:
        """Something that is no answer: end the process, and find the case that it is due to."""
        self.kill()
        under_way = list(self._under_way.values())
        self._under_way.clear()
        self._answered.clear()
        if len(under_way) == 1:
            work.put(Result(under_way[0], verdict, reason))
            self._suspects = max(0, self._suspects - 1)
            self._in_a_row += 1
        else:
            self._again.extendleft(reversed(under_way))
            self._suspects = len(under_way)
        if self._in_a_row >= self._give_up:
            self._abandon(verdict, f"not asked: the subject failed {self._in_a_row} times in a row", work)

    def _abandon(self, verdict: Verdict, reason: str, work: _Work) -> None:
        while self._again or (case := work.take()) is not None:
            if self._again:
                case = self._again.popleft()
            assert case is not None
            work.put(Result(case, verdict, reason))
        if reason not in self.problems:
            self.problems.append(reason)

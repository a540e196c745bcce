"""``preferans-pbn check``: read, replay, verify every claim."""

from __future__ import annotations

import sys
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TextIO

import click

from preferans_pbn.checking import Checked, Checker, check_safely
from preferans_pbn.cli.cluster import client_of, cluster_option, input_called
from preferans_pbn.cli.foreign import Hint, read_records
from preferans_pbn.cli.options import (
    did_you_mean,
    jobs_option,
    limits_of,
    limits_options,
    paths_argument,
    rules_options,
    rulesets_of,
)
from preferans_pbn.cli.progress import Bar, progress_bar
from preferans_pbn.cli.reports import FORMATS, Report, report_of
from preferans_pbn.cli.reports.text import mended_line
from preferans_pbn.diagnostics import BY_NAME, REGISTRY, Diagnostic
from preferans_pbn.inputs import Input, find_inputs, read_input
from preferans_pbn.outputs import utf8_stdout
from preferans_pbn.render.ink import paint

if TYPE_CHECKING:
    from preferans_pbn.notation import Limits, ReadRecord
    from preferans_pbn.rulesets import Rulesets


FAILED: Final = BY_NAME["record-not-checked"].code
"""What a record has over which this program failed."""


class Selection:
    """Which codes are reported: those that ``select`` names, less those that ``ignore`` names.  Of two names
    that fit a code the longer one counts; of equals, ``ignore``."""

    def __init__(self, select: tuple[str, ...], ignore: tuple[str, ...]) -> None:
        chosen = _prefixes(select, "--select")
        left_out = _prefixes(ignore, "--ignore")
        self.codes = frozenset(
            code for code in REGISTRY
            if _longest(code, chosen if select else [""]) > _longest(code, left_out))

    def of(self, findings: list[Diagnostic]) -> list[Diagnostic]:
        """Those of ``findings`` that are reported."""
        return [found for found in findings if found.code in self.codes]


def _prefixes(values: tuple[str, ...], option: str) -> list[str]:
    """Codes, beginnings of codes and names, as beginnings of codes.  Raises click.BadParameter."""
    found: list[str] = []
    for value in (part.strip() for text in values for part in text.split(",")):
        if not value:
            continue
        if value in BY_NAME:
            found.append(BY_NAME[value].code)
        elif any(code.startswith(value.upper()) for code in REGISTRY):
            found.append(value.upper())
        else:
            raise click.BadParameter(f"No code begins with {value!r}.{did_you_mean(value, BY_NAME)}",
                                     param_hint=f"'{option}'")
    return found


def _longest(code: str, prefixes: list[str]) -> int:
    return max((len(prefix) for prefix in prefixes if code.startswith(prefix)), default=-1)


@dataclass(slots=True)
class Tally:
    """What was found so far."""

    records: int = 0
    with_errors: int = 0
    warnings: int = 0
    errors: int = 0
    unreadable: int = 0
    failed: int = 0
    codes: Counter[str] = field(default_factory=Counter)

    def add(self, checked: Checked, findings: list[Diagnostic]) -> None:
        """Count one record, or (number 0) what concerns an input as a whole."""
        errors = sum(found.severity == "error" for found in findings)
        self.errors += errors
        self.warnings += len(findings) - errors
        self.codes.update(found.code for found in findings)
        if checked.number:
            self.records += 1
            self.with_errors += errors > 0
        elif errors:
            self.unreadable += 1
        if errors and any(found.code == FAILED for found in findings):
            self.failed += 1

    def summary(self) -> str:
        """``12 records: 11 valid, 1 with errors``, then warnings and unreadable inputs if there are any."""
        text = (f"{counted(self.records, 'record')}: {self.records - self.with_errors} valid, "
                f"{self.with_errors} with errors")
        if self.warnings:
            text += f", {counted(self.warnings, 'warning')}"
        if self.unreadable:
            text += f", {counted(self.unreadable, 'input')} not readable"
        if self.failed:
            text += f", {self.failed} of them not checked"
        return text

    def exit_code(self, exit_zero: bool) -> int:
        """2 where an input could not be read or this program failed, else 1 where there are errors, unless
        ``exit_zero``."""
        if self.unreadable or self.failed:
            return 2
        return 1 if self.errors and not exit_zero else 0


class Findings:
    """Where the findings go: into the report and the tally, each input's behind those of the one before."""

    def __init__(self, report: Report, tally: Tally, bar: Bar) -> None:
        self._report = report
        self._tally = tally
        self._bar = bar
        self._inputs: deque[Input] = deque()
        self._hint: Hint | None = None

    def announced(self, inputs: Iterable[Input]) -> Iterator[Input]:
        """``inputs``, each of which `begin` will name in turn."""
        for source in inputs:
            self._inputs.append(source)
            yield source

    def begin(self, name: str) -> None:
        """The records of another input follow."""
        self._report.begin(name)
        self._hint = Hint(self._inputs.popleft() if self._inputs else input_called(name))

    def add(self, checked: Checked, findings: list[Diagnostic], read: ReadRecord) -> None:
        """One record (number 0: the input itself), and those of its findings that are reported."""
        if findings or read.mended:
            self._bar.clear()
            paint(map(mended_line, read.mended), sys.stderr)
        before = self._tally.errors
        self._tally.add(checked, findings)
        self._report.add(checked, findings)
        self._bar.count(checked.number > 0, self._tally.errors - before)
        if read.diagnostics and self._hint is not None:
            self._bar.clear()
            self._hint.note(read)

    def pass_over(self, records: int) -> None:
        """So many records without findings."""
        self._tally.records += records
        self._bar.count(records, 0)


def counted(number: int, thing: str) -> str:
    """``1 record``, ``2 records``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


@click.command("check")
@paths_argument
@click.option("--format", "format_", type=click.Choice(list(FORMATS)), default="text", show_default=True,
              help="How findings are written.")
@click.option("--select", metavar="CODES", multiple=True,
              help="Report only these codes, beginnings of codes or names; comma separated, may be repeated.")
@click.option("--ignore", metavar="CODES", multiple=True, help="Do not report these.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 where errors were found.")
@click.option("--statistics", is_flag=True, help="Count the findings of each code.")
@click.option("--lenient", is_flag=True,
              help="Read other spellings that can mean one thing only (пас, ♠A), and say which on standard error.")
@click.option("--infer-rules", is_flag=True,
              help="Say instead which rules explain the scores that the records claim (text or json).")
@jobs_option
@cluster_option
@rules_options
@limits_options
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], format_: str, select: tuple[str, ...], ignore: tuple[str, ...],
            exit_zero: bool, statistics: bool, lenient: bool, infer_rules: bool, jobs: int, cluster: str | None,
            variant: str | None, override: str | None, rules: tuple[str, ...], max_line: int, max_record: int) -> None:
    """Read records, replay them under their variant's rules and verify everything they claim.

    Findings go to standard output as path:line:col: CODE message, with the line and a caret; the last line
    on standard error counts the records.  `preferans-pbn explain CODE` says what a code means.
    """
    selection = Selection(select, ignore)
    rulesets = rulesets_of(variant, override, rules)
    limits = limits_of(max_line, max_record)
    if cluster is not None and (infer_rules or jobs > 1):
        raise click.UsageError(f"--cluster does not go with {'--infer-rules' if infer_rules else '--jobs'}.")
    if infer_rules:
        ctx.exit(_infer(paths, rulesets, limits, format_, exit_zero))
    tally = Tally()
    with utf8_stdout() as machine, progress_bar(paths) as bar:
        # What people read goes out in the terminal's own encoding, what programs read in UTF-8.
        stream = sys.stdout if format_ in ("text", "concise") else machine
        report = report_of(format_, stream)
        findings = Findings(report, tally, bar)
        inputs = findings.announced(find_inputs(paths))
        if cluster is not None:
            _check_in_cluster(paths, cluster, rulesets, limits, selection, findings, bar, lenient=lenient,
                              every=format_ == "junit")
        elif jobs == 1:
            _check(inputs, rulesets, limits, selection, findings, bar, lenient=lenient)
        else:
            _check_at_once(inputs, rulesets, limits, selection, findings, bar, lenient=lenient, jobs=jobs,
                           every=format_ == "junit")
        report.finish()
    if statistics:
        _statistics(tally, sys.stdout if format_ in ("text", "concise") else sys.stderr)
    sys.stdout.flush()
    click.echo(tally.summary(), err=True)
    ctx.exit(tally.exit_code(exit_zero))


def _check(inputs: Iterable[Input], rulesets: Rulesets, limits: Limits, selection: Selection, findings: Findings,
           bar: Bar, *, lenient: bool) -> None:
    """Check one record after the other."""
    for source in inputs:
        findings.begin(source.name)
        checker = Checker(rulesets)
        for read in read_input(bar.watched(source), limits, lenient=lenient):
            checked = check_safely(checker, read)
            findings.add(checked, selection.of(checked.diagnostics), read)
            bar.tick()


def _check_at_once(inputs: Iterable[Input], rulesets: Rulesets, limits: Limits, selection: Selection,
                   findings: Findings, bar: Bar, *, lenient: bool, jobs: int, every: bool) -> None:
    """Check with several processes."""
    from preferans_pbn.bulk.checking_work import CheckMerger, CheckWork
    from preferans_pbn.bulk.cutting import chunks_of
    from preferans_pbn.bulk.pool import results

    merger = CheckMerger(findings, rulesets)
    work = CheckWork(rulesets, limits, selection.codes, lenient, every)
    with results(chunks_of(inputs), work, merger, jobs, bar.chunk_done) as found:
        for chunk, result in found:
            merger.take(chunk, result)


def _check_in_cluster(paths: tuple[str, ...], address: str, rulesets: Rulesets, limits: Limits, selection: Selection,
                      findings: Findings, bar: Bar, *, lenient: bool, every: bool) -> None:
    """Check with the machines of a cluster."""
    from preferans_pbn.bulk.checking_work import CheckMerger, CheckWork
    from preferans_pbn.bulk.dask_pool import results
    from preferans_pbn.bulk.partitions import parts_of

    merger = CheckMerger(findings, rulesets)
    work = CheckWork(rulesets, limits, selection.codes, lenient, every)
    with client_of(address, paths) as client, results(parts_of(paths), work, merger, client, bar.chunk_done) as found:
        for chunk, result in found:
            merger.take(chunk, result)


def _infer(paths: tuple[str, ...], rulesets: Rulesets, limits: Limits, format_: str, exit_zero: bool) -> int:
    """Explain the claimed scores; the exit code: 2 where an input could not be read, 1 where a score is left over."""
    from preferans_pbn.cli.inferring import Inference

    if format_ not in ("text", "json"):
        raise click.BadParameter("with --infer-rules it is text or json", param_hint="'--format'")
    inference = Inference()
    unreadable = 0
    for source in find_inputs(paths):
        checker = Checker(rulesets)
        for read in read_records(source, limits):
            checked = checker.check(read)
            inference.add(checked)
            if not checked.number and not checked.ok:
                unreadable += 1
                click.echo(f"{source.name}: {checked.diagnostics[0].message}", err=True)
    with utf8_stdout() as machine:
        explained = inference.report(sys.stdout if format_ == "text" else machine, format_)
    sys.stdout.flush()
    return 2 if unreadable else 1 if not explained and not exit_zero else 0


def _statistics(tally: Tally, stream: TextIO) -> None:
    width = len(str(max(tally.codes.values(), default=0)))
    for code, count in sorted(tally.codes.items(), key=lambda item: (-item[1], item[0])):
        print(f"{count:>{width}}  {code}  {REGISTRY[code].name}", file=stream)

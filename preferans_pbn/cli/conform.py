"""``preferans-pbn conform``: the conformance cases, and programs that are tested against them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from preferans_pbn.cli.options import command_words, ruleset_of
from preferans_pbn.cli.reports.json_report import dumped
from preferans_pbn.conformance.protocol import LEVELS, OPS
from preferans_pbn.outputs import atomic_write, utf8_stdout

if TYPE_CHECKING:
    from preferans_pbn.conformance.cases import Case, Selection
    from preferans_pbn.conformance.runner import Run

F = TypeVar("F", bound=Callable[..., Any])

_REPORTS: Final = ("json", "ndjson", "junit", "markdown", "badge", "html")
_PATH: Final = click.Path(path_type=Path)

_corpus_option = click.option("--corpus", metavar="PATH", type=_PATH,
                              help="Another corpus: a folder or file of cases, or a mirror (.ndjson).")


def _selection_options(function: F) -> F:
    for option in (
        click.option("--id", "ids", metavar="ID", multiple=True, help="Only this case; PC-01* are all that begin so."),
        click.option("--tag", "tags", metavar="TAG", multiple=True, help="Only cases with this tag."),
        click.option("--op", "ops", type=click.Choice(OPS), multiple=True, help="Only cases of this operation."),
        click.option("--variant", "variants", metavar="NAME", multiple=True, help="Only cases of this variant."),
        click.option("--level", "levels", type=click.Choice(LEVELS), multiple=True, help="Only cases of this level."),
    ):
        function = option(function)
    return function


@click.group("conform")
def command() -> None:
    """Test a program that plays Preferans, in any language, against the conformance cases.

    How a program is plugged in: conformance/README.md.
    """


def _load(corpus: Path | None) -> list[Case]:
    from preferans_pbn.conformance.cases import CorpusError, load_corpus

    try:
        return load_corpus(corpus)
    except CorpusError as problem:
        raise click.ClickException(str(problem)) from None


def _selection(levels: Sequence[str], variants: Sequence[str], ops: Sequence[str], tags: Sequence[str],
               ids: Sequence[str]) -> Selection:
    from preferans_pbn.conformance.cases import Selection
    from preferans_pbn.variants import variant_aliases

    aliases = variant_aliases()
    return Selection(frozenset(levels), frozenset(aliases.get(name, name) for name in variants), frozenset(ops),
                     frozenset(tags), tuple(ids))


# ---- run ---------------------------------------------------------------------------------------------------


def _report_option(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> list[tuple[str, Path]]:
    found = []
    for value in values:
        name, equals, path = value.partition("=")
        if name not in _REPORTS or not equals or not path:
            raise click.BadParameter(f"{value!r} is not FORMAT=FILE with a format of {', '.join(_REPORTS)}.")
        found.append((name, Path(path)))
    return found


@command.command("run")
@click.option("--subject", metavar="CMD", help="The program to test; without it this one, in process.")
@_corpus_option
@_selection_options
@click.option("--skip", metavar="FILE", type=_PATH, help="Cases that are known to fail, with reasons.")
@click.option("--jobs", metavar="N", type=click.IntRange(1, 256), default=1, show_default=True,
              help="Run N of the program side by side.")
@click.option("--timeout", metavar="SECONDS", type=click.FloatRange(0.01), default=5.0, show_default=True,
              help="Time for one case.")
@click.option("--format", "format_", type=click.Choice(["text", *_REPORTS]), default="text", show_default=True,
              help="What is written to standard output.")
@click.option("--report", "reports", metavar="FORMAT=FILE", multiple=True, callback=_report_option,
              help="Also write a report into a file; may be repeated.  An existing file is replaced.")
@click.option("--show", metavar="N", type=click.IntRange(0), default=20, show_default=True,
              help="Failing cases shown in the text.")
@click.option("--quiet", "-q", is_flag=True, help="No progress bar.")
def run_command(subject: str | None, corpus: Path | None, levels: tuple[str, ...], variants: tuple[str, ...],
                ops: tuple[str, ...], tags: tuple[str, ...], ids: tuple[str, ...], skip: Path | None, jobs: int,
                timeout: float, format_: str, reports: list[tuple[str, Path]], show: int, quiet: bool) -> int:
    """Ask a program every case and judge its answers.

    Exit code 0: every case that it declares passed; 1: something failed; 2: it could not be tested.
    """
    from preferans_pbn.conformance.reports import written
    from preferans_pbn.conformance.reports.data import run_data

    everything = _load(corpus)
    cases = _selection(levels, variants, ops, tags, ids).of(everything)
    if not cases:
        raise click.UsageError("No case is selected.")
    run = _run(subject, cases, everything, skip, jobs, timeout, quiet)
    data = run_data(run)
    for name, path in reports:
        with atomic_write(path, overwrite=True) as stream:
            stream.write(written(name, data).encode("utf-8", "backslashreplace"))
    if format_ == "text":
        from rich.console import Console

        from preferans_pbn.conformance.reports.terminal import show as show_run

        show_run(data, Console(file=sys.stdout, highlight=False), failures=show)
    else:
        with utf8_stdout() as out:
            out.write(written(format_, data))
    return 0 if run.ok else 1


def _run(subject: str | None, cases: list[Case], everything: list[Case], skip: Path | None, jobs: int,
         timeout: float, quiet: bool) -> Run:
    from preferans_pbn.conformance.runner import Result, run_reference, run_subject
    from preferans_pbn.conformance.skips import SkipsError, read_skips
    from preferans_pbn.conformance.subject import Limits, SubjectError

    try:
        skips = None if skip is None else read_skips(skip)
    except SkipsError as problem:
        raise click.ClickException(str(problem)) from None
    words = None if subject is None else command_words(subject)

    def work(progress: Callable[[Result], None] | None) -> Run:
        if words is None:
            return run_reference(cases, skips=skips, corpus=everything, progress=progress)
        return run_subject(cases, words, jobs=jobs, limits=Limits(case=timeout, start=max(timeout, 20.0)),
                           skips=skips, corpus=everything, progress=progress)

    try:
        if quiet or not sys.stderr.isatty():
            return work(None)
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("cases", total=len(cases))
            return work(lambda _: bar.advance(task))
    except SubjectError as problem:
        raise click.ClickException(str(problem)) from None


# ---- list, lint, export ----------------------------------------------------------------------------------------


@command.command("list")
@_corpus_option
@_selection_options
@click.option("--format", "format_", type=click.Choice(["text", "json", "ndjson"]), default="text", show_default=True,
              help="How the answer is written.")
def list_command(corpus: Path | None, levels: tuple[str, ...], variants: tuple[str, ...], ops: tuple[str, ...],
                 tags: tuple[str, ...], ids: tuple[str, ...], format_: str) -> None:
    """List the cases, with their number at the end."""
    cases = _selection(levels, variants, ops, tags, ids).of(_load(corpus))
    if format_ == "text":
        for case in cases:
            click.echo(f"{case.id}  {case.level}  {case.variant:<16}  {case.op:<15}  {case.title}")
        click.echo(f"{len(cases)} cases", err=True)
        return
    entries: list[Mapping[str, Any]] = [
        {"id": case.id, "title": case.title, "level": case.level, "variant": case.variant,
         "set": dict(case.overrides), "op": case.op, "tags": list(case.tags), "source": list(case.source),
         "file": case.path, "line": case.line} for case in cases]
    with utf8_stdout() as stream:
        if format_ == "ndjson":
            for entry in entries:
                stream.write(dumped(entry) + "\n")
        else:
            stream.write(dumped({"count": len(entries), "cases": entries}, 2) + "\n")


@command.command("lint")
@_corpus_option
@click.option("--incomplete", is_flag=True,
              help="Do not ask for completeness (flip, clause, statement, code): the corpus is still being written.")
@click.option("--select", metavar="RULE", multiple=True, help="Only this rule; may be repeated.")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help="How the answer is written.")
def lint_command(corpus: Path | None, incomplete: bool, select: tuple[str, ...], format_: str) -> int:
    """Check the corpus itself.  Exit code 1 if something is found."""
    from preferans_pbn.cli.options import did_you_mean
    from preferans_pbn.conformance.cases import CorpusError, corpus_folder
    from preferans_pbn.conformance.lint import COMPLETE, RULES, lint, listed

    for name in select:
        if name not in RULES:
            raise click.BadParameter(f"there is no rule {name}.{did_you_mean(name, RULES)}", param_hint="'--select'")
    rules = [name for name in RULES if (not select or name in select) and not (incomplete and name in COMPLETE)]
    try:
        found = lint(corpus or corpus_folder(), rules)
    except CorpusError as problem:
        raise click.ClickException(str(problem)) from None
    if format_ == "json":
        with utf8_stdout() as stream:
            stream.write(dumped({"rules": {name: RULES[name] for name in rules},
                                 "not_asked": sorted(COMPLETE - set(rules)) if incomplete else [],
                                 "findings": [one.json() for one in found]}, 2) + "\n")
    else:
        for line in listed(found):
            click.echo(line)
        counts = {name: sum(one.rule == name for one in found) for name in rules}
        parts = [f"{count} {name}" for name, count in counts.items() if count]
        said = f"{len(found)} findings: {', '.join(parts)}" if found else f"nothing found by {len(rules)} rules"
        if incomplete:
            said += f"; completeness was not asked for ({', '.join(name for name in RULES if name in COMPLETE)})"
        click.echo(said, err=True)
    return 1 if found else 0


@command.command("export")
@click.argument("folder", type=_PATH)
@_corpus_option
@click.option("--force", is_flag=True, help="Replace files that are there.")
def export_command(folder: Path, corpus: Path | None, force: bool) -> None:
    """Write the corpus as JSON into FOLDER: corpus.ndjson, one case a line, and manifest.json."""
    from preferans_pbn.conformance import vocabulary
    from preferans_pbn.conformance.export import write_mirror
    from preferans_pbn.conformance.version import corpus_version

    cases = _load(corpus)
    paths = write_mirror(folder, cases, corpus_version(), vocabulary.retired(), overwrite=force)
    click.echo(f"{len(cases)} cases in {paths[0]}, counts and hash in {paths[1]}", err=True)


@command.command("report")
@click.argument("runs", metavar="REPORT.json...", nargs=-1, required=True, type=_PATH)
@click.option("--format", "format_", type=click.Choice(_REPORTS), default="html", show_default=True,
              help="What is made of them; only html takes several runs.")
@click.option("--output", "-o", metavar="FILE", type=_PATH, help="Where it is written; default: standard output.")
@click.option("--force", is_flag=True, help="Replace a file that is there.")
def report_command(runs: tuple[Path, ...], format_: str, output: Path | None, force: bool) -> None:
    """Make a report of earlier runs: the matrix of several JSON reports, or one of them in another format."""
    import json

    from preferans_pbn.conformance.reports import written
    from preferans_pbn.conformance.reports.html import html_matrix
    from preferans_pbn.conformance.schema import fault

    if len(runs) > 1 and format_ != "html":
        raise click.UsageError("Only html takes several runs.")
    found = []
    for path in runs:
        try:
            data = json.loads(path.read_bytes())
        except ValueError as problem:
            raise click.ClickException(f"{path}: {problem}") from None
        wrong = fault("report", data)
        if wrong:
            raise click.ClickException(f"{path} is no report of a run: {wrong}")
        found.append(data)
    text = html_matrix(found) if format_ == "html" else written(format_, found[0])
    if output is None:
        with utf8_stdout() as stream:
            stream.write(text)
        return
    with atomic_write(output, overwrite=force) as binary:
        binary.write(text.encode("utf-8", "backslashreplace"))


# ---- serve, profile ----------------------------------------------------------------------------------------------


@command.command("serve")
@click.option("--own", metavar="VARIANT", help="What the variant name own stands for.")
@click.option("--rules", metavar="KEY=VALUE", multiple=True, help="Set a rule of --own; may be repeated.")
def serve_command(own: str | None, rules: tuple[str, ...]) -> None:
    """Be a subject: answer requests, one JSON object a line, on standard input and output."""
    from preferans_pbn.conformance.reference import Reference
    from preferans_pbn.conformance.serve import serve

    if rules and own is None:
        raise click.UsageError("--rules needs --own.")
    reference = Reference(None if own is None else ruleset_of(own, rules, "'--own'"))
    serve(reference.hello(), reference.answer)


@command.command("profile")
@click.option("--subject", metavar="CMD", required=True, help="The program; it must answer for the variant own.")
@click.option("--base", metavar="VARIANT", help="Begin with this variant; default: the one that fits best.")
@click.option("--timeout", metavar="SECONDS", type=click.FloatRange(0.01), default=5.0, show_default=True,
              help="Time for one question.")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help="How the answer is written.")
def profile_command(subject: str, base: str | None, timeout: float, format_: str) -> int:
    """Find the rules that explain what a program answers by its own house rules.

    Exit code 1 if no rules explain every answer; then the fewest answers that do not fit are shown.
    """
    from preferans_pbn.conformance.profile import profile_subject
    from preferans_pbn.conformance.profile.show import profile_json, profile_lines
    from preferans_pbn.conformance.subject import Limits, SubjectError

    if base is not None:
        base = ruleset_of(base, (), "'--base'").id
    try:
        profile = profile_subject(command_words(subject), base=base, limits=Limits(case=timeout))
    except SubjectError as problem:
        raise click.ClickException(str(problem)) from None
    if format_ == "json":
        with utf8_stdout() as stream:
            stream.write(dumped(profile_json(profile), 2) + "\n")
    else:
        for line in profile_lines(profile):
            click.echo(line)
    return 0 if profile.explained else 1

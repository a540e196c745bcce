"""Options that several commands have, and what they stand for."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import click

from preferans_pbn.render.languages import CODES
from preferans_pbn.variants import CARDS

if TYPE_CHECKING:
    Kind: TypeAlias = click.ParamType[Any]
    from preferans_pbn.notation import Limits
    from preferans_pbn.render.words import Spelling
    from preferans_pbn.rulesets import Rulesets
    from preferans_pbn.variants import Ruleset
else:
    Kind = click.ParamType  # generic only in newer releases of click

F = TypeVar("F", bound=Callable[..., Any])

paths_argument = click.argument("paths", metavar="PATH...", nargs=-1, required=True)


def rules_options(function: F) -> F:
    """``--variant``, ``--override-variant`` and ``--rules`` of commands that replay records."""
    for option in (
        click.option("--rules", "rules", metavar="KEY=VALUE", multiple=True,
                     help="Set a rule, whatever the records say; may be repeated."),
        click.option("--override-variant", "override", metavar="NAME",
                     help="Play every record by this variant, whatever it says."),
        click.option("--variant", "variant", metavar="NAME",
                     help="Play records that name no variant by this one."),
    ):
        function = option(function)
    return function


def spelling_options(function: F) -> F:
    """``--lang``, ``--unicode/--ascii`` and ``--cards`` of commands that write for people."""
    for option in (
        click.option("--cards", type=click.Choice(CARDS), default=None,
                     help="Pack whose names and pips are shown.  [default: the variant's]"),
        click.option("--unicode/--ascii", "signs", default=None,
                     help="Suits as signs or as letters.  [default: signs where the output has them]"),
        click.option("--lang", type=click.Choice(CODES), default="en", show_default=True,
                     help="Language of words and cards."),
    ):
        function = option(function)
    return function


class Spellings:
    """What ``--lang``, ``--unicode/--ascii`` and ``--cards`` ask for."""

    def __init__(self, lang: str, signs: bool | None, cards: str | None) -> None:
        self._lang = lang
        self._signs = unicode_suits(signs)
        self._cards = cards

    def of(self, rules: Ruleset | None) -> Spelling:
        """The spelling for a deal that is played by ``rules`` (None: they are not known)."""
        from preferans_pbn.render.languages import language
        from preferans_pbn.render.words import Spelling

        cards = self._cards or (CARDS[0] if rules is None else rules.cards)
        return Spelling(language(self._lang), self._signs, cards == "german")


def limits_options(function: F) -> F:
    """``--max-line`` and ``--max-record``."""
    for option in (
        click.option("--max-record", metavar="BYTES", type=click.IntRange(min=1), default=1 << 20,
                     show_default=True, help="Longest record that is read."),
        click.option("--max-line", metavar="BYTES", type=click.IntRange(min=1), default=1 << 16,
                     show_default=True, help="Longest line that is read."),
    ):
        function = option(function)
    return function


class _Jobs(Kind):
    """A number of processes."""

    name = "jobs"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        number = 0 if value == "auto" else int(value) if value.isascii() and value.isdigit() else -1
        if number < 0:
            self.fail(f"{value!r} is neither a number of processes nor auto.", param, ctx)
        return number or _cpus()


def _cpus() -> int:
    """On how many processors this process may run."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def jobs_option(function: F) -> F:
    """``--jobs`` of commands that many processes can do."""
    return click.option("-j", "--jobs", metavar="N", type=_Jobs(), default=1, show_default=True,
                        help="Processes that work at once; auto or 0: as many as there are processors.")(function)


def limits_of(max_line: int, max_record: int) -> Limits:
    """The limits that the options ask for."""
    from preferans_pbn.notation import Limits

    return Limits(max_line, max_record)


def pairs_of(rules: Iterable[str]) -> Mapping[str, str]:
    """The pairs of ``--rules``.  Raises click.BadParameter."""
    from preferans_pbn.variants import RulesError, parse_rules

    try:
        return parse_rules(" ".join(rules))
    except RulesError as error:
        raise click.BadParameter(sentence(error), param_hint="'--rules'") from None


def rulesets_of(variant: str | None, override: str | None, rules: Iterable[str]) -> Rulesets:
    """How records are to be played.  Raises click.BadParameter."""
    from preferans_pbn.rulesets import Rulesets
    from preferans_pbn.variants import RulesError, VariantError

    pairs = pairs_of(rules)
    try:
        return Rulesets(variant, override, pairs)
    except RulesError as error:
        raise click.BadParameter(sentence(error), param_hint="'--rules'") from None
    except VariantError as error:
        name = "'--variant'" if override is None else "'--override-variant'"
        raise click.BadParameter(sentence(error), param_hint=name) from None


def ruleset_of(name: str, rules: Iterable[str] = (), hint: str = "'--variant'") -> Ruleset:
    """The variant ``name`` with ``--rules``.  Raises click.BadParameter."""
    from preferans_pbn.variants import RulesError, VariantError, load_variant

    pairs = pairs_of(rules)
    try:
        return load_variant(name).with_overrides(pairs)
    except RulesError as error:
        raise click.BadParameter(sentence(error), param_hint="'--rules'") from None
    except VariantError as error:
        raise click.BadParameter(sentence(error), param_hint=hint) from None
    except OSError as error:
        raise click.BadParameter(f"{name}: {error.strerror}", param_hint=hint) from None


def command_words(subject: str) -> list[str]:
    """The words of a subject's command line.  Raises BadParameter where it names no program."""
    try:
        words = shlex.split(subject)
    except ValueError as problem:
        raise click.BadParameter(f"{problem}", param_hint="'--subject'") from None
    if not words:
        raise click.BadParameter("it names no program.", param_hint="'--subject'")
    return words


def sentence(error: Exception) -> str:
    """The message of ``error`` with a full stop; its first word may be a name and keeps its letters."""
    text = str(error)
    return text if text.endswith((".", "?")) else f"{text}."


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`` Did you mean …?`` with the known word nearest to ``word``, or ``""``."""
    import difflib

    by_lower = {candidate.lower(): candidate for candidate in known}
    near = difflib.get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    return f" Did you mean {by_lower[near[0]]}?" if near else ""


def unicode_suits(chosen: bool | None) -> bool:
    """Suits as signs or letters: as ``--unicode/--ascii`` says, else signs where the output can have them."""
    if chosen is not None:
        return chosen
    try:
        "♠♣♦♥…".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True

"""``conform profile``: which rules explain the answers that a program gives by its own house rules."""

from __future__ import annotations

from collections.abc import Sequence

from preferans_pbn.conformance.cases import Case, load_corpus
from preferans_pbn.conformance.profile.questions import Question, questions
from preferans_pbn.conformance.profile.search import Observation, Profile, Setting, explain
from preferans_pbn.conformance.protocol import OWN
from preferans_pbn.conformance.subject import Limits, SubjectError

__all__ = ["Observation", "Profile", "Question", "Setting", "explain", "profile_subject", "questions"]


def profile_subject(command: Sequence[str], *, base: str | None = None, limits: Limits | None = None,
                    cases: Sequence[Case] | None = None) -> Profile:
    """Ask the program that ``command`` starts every question under ``{"variant": "own"}`` and explain its answers.

    ``base``: the variant to begin with; ``cases``: where questions come from besides the grids (default: the corpus).
    Raises SubjectError where the program cannot be started or answers nothing.
    """
    from preferans_pbn.conformance.profile.asking import ask

    asked = questions(load_corpus() if cases is None else cases)
    observations, unanswered = ask(command, asked, limits or Limits())
    try:
        profile = explain(observations, base)
    except ValueError:
        why = unanswered[0][1] if unanswered else "nothing"
        raise SubjectError(f"the subject answers no question for the variant {OWN}: {why}") from None
    profile.unanswered = unanswered
    return profile

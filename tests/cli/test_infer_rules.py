"""``check --infer-rules``: what a log's own scores say of the rules that it was kept by."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from preferans_pbn.cli import cli

DATA = Path(__file__).resolve().parents[1] / "data"


def run(*arguments: str, text: str = "") -> tuple[int, str, str]:
    result = CliRunner().invoke(cli, arguments, input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def claimed(*paths: str) -> str:
    """Logs as records with the scores that they claim."""
    texts = []
    for path in paths:
        _, text, _ = run("convert", str(DATA / path), "--claims")
        texts.append(text)
    return "".join(texts)


def inferred(text: str, *options: str) -> tuple[int, dict[str, Any]]:
    """The exit code and the one profile."""
    code, out, _ = run("check", "-", "--infer-rules", "--format", "json", *options, text=text)
    (profile,) = json.loads(out)["profiles"]
    return code, profile


# What the README of each engine's logs says of its rules and its faults, and no more than that:
LOGS = [
    # Duty counts the whister's own tricks; the price of all-pass rounds is 1, 2 with amnesty in its settings.
    (["dmitrybal/sochi-01.log", "dmitrybal/sochi-03.log"], "sochi-codex",
     {"duty_counts": "own", "all_pass_price": "1,2", "all_pass_amnesty": "true"}, []),
    # Nothing that would make it Leningrad but the numbers: misère ten, dump single, a lone whister greedy.
    (["dmitrybal/leningrad-01.log", "dmitrybal/leningrad-03.log"], "leningrad-sport",
     {"duty_counts": "own", "gm": "1", "hm": "1/2", "lone_fine_when": "always", "lone_whist": "greedy",
      "misere_gora": "10"}, []),
    # A trick of the resting dealer counts nowhere.
    (["dmitrybal/four-01.log"], "sochi-codex", {"dealer_in_all_pass": "none", "all_pass_amnesty": "true"}, []),
    # Half penalty, split evenly; no consolation; a ten is checked; prices 1, 2, 3.  What is left over are deals that
    # brought help, which the engine counts among the deal's own points.
    (["suntehnik/game-01.json", "suntehnik/game-02.json", "suntehnik/game-05-finished.json"], "sochi-codex",
     {"ten": "checked", "all_pass_price": "1,2,3", "hm": "1/2", "consolation": "none", "short_penalty_split": "even"},
     ["10H", "10H", "6H", "6H"]),
    # Only consolation on a failed contract; left over is the deal whose pool points helped another.
    (["backslasher/game-01.json", "backslasher/game-02.json", "backslasher/game-05-finished.json"], "sochi-codex",
     {"failed_trick_whists": "none", "short_penalty_split": "fewer", "divisor": "n-1"}, ["10H"]),
    # Left over are the deals whose half-whist was taken back up.
    (["jura/game-01.json", "jura/game-02.json"], "leningrad-sport",
     {"wm": "1", "hm": "1/2", "misere_whists": "as_ten"}, ["6C", "7D"]),
]


@pytest.mark.parametrize(("paths", "variant", "differing", "left"), LOGS, ids=lambda value: str(value)[:30])
def test_the_logs_of_engines_tell_their_rules(paths: list[str], variant: str, differing: dict[str, str],
                                              left: list[str]) -> None:
    code, profile = inferred(claimed(*paths), "--variant", variant)
    assert profile["variant"] == variant
    assert profile["settings"][0]["set"] == differing
    assert [one["input"]["contract"] for one in profile["unexplained"]] == left
    assert code == (1 if left else 0)


def test_the_serbian_records_tell_that_each_owes_two() -> None:
    """Its scoring fines each defender with less than two tricks, against its own text."""
    text = claimed(*(f"pajcho/records/g0{n}.json" for n in range(1, 7)))
    _, profile = inferred(text, "--variant", "serbian-klub")
    assert profile["settings"][0]["set"]["duty_two"] == "each_two"


HOUSE = {"consolation": "none", "misere_gora": "40", "hm": "2", "lone_whist": "gentleman"}


@pytest.fixture(scope="module")
def evening() -> str:
    """Deals played and scored by house rules, which the records do not tell."""
    rules = [f"--rules={name}={value}" for name, value in HOUSE.items()]
    _, text, _ = run("random", "--seed", "5", "--count", "60", *rules)
    return re.sub(r'\[Rules "[^"]*"\]\n', "", text)


def test_house_rules_are_found_by_the_scores(evening: str) -> None:
    code, profile = inferred(evening)
    assert code == 0
    assert profile["explained"]
    assert profile["settings"][0]["set"] == HOUSE


def test_a_score_that_no_rule_explains_is_left_over(evening: str) -> None:
    """A slip of the pen: seventeen points too many in the pool of one deal."""
    spoilt, count = re.subn(r"(\[ScoreTable [^]]*\]\n. )(\d+)", lambda found: f"{found[1]}{int(found[2]) + 17}",
                            evening, count=1)
    assert count == 1
    code, profile = inferred(spoilt)
    assert code == 1
    assert profile["settings"][0]["set"] == HOUSE
    assert [one["op"] for one in profile["unexplained"]].count("score") == 1
    number = spoilt[:next(n for n, (a, b) in enumerate(zip(spoilt, evening, strict=False)) if a != b)].count("[Event ")
    assert {one["origin"] for one in profile["unexplained"]} == {f"-, record {number}"}


def test_the_answer_in_words(evening: str) -> None:
    code, out, _ = run("check", "-", "--infer-rules", text=evening)
    assert code == 0
    lines = out.splitlines()
    assert lines[0].startswith("nearest variant: sochi-codex (russian family), ")
    assert "  consolation=none  (instead of s_x_u)" in lines
    assert "these rules explain every answer" in lines


def test_what_the_records_state_is_judged() -> None:
    text = claimed("dmitrybal/sochi-01.log", "dmitrybal/sochi-03.log")
    _, out, _ = run("check", "-", "--infer-rules", text=text)
    borne = next(line for line in out.splitlines() if "borne out" in line)
    assert borne == "rules that the records state, borne out: all_pass_amnesty=true all_pass_price=1,2 duty_counts=own"
    told = out[out.index("not told by these scores"):]
    assert "lone_fine_when=always" in told
    assert max(map(len, out.splitlines())) <= 100


def test_a_claim_that_is_left_over_is_told_cell_by_cell() -> None:
    _, out, _ = run("check", "-", "--infer-rules", text=claimed("jura/game-01.json", "jura/game-02.json"))
    assert "no rules explain these 2 answers:" in out
    # The passer took half of his whist back up: three whists each, where the rules give the whister six.
    assert "score: whists.E.S 3 instead of 6; whists.W.S 3 instead of 0" in out


def test_records_without_scores_say_so() -> None:
    code, out, _ = run("check", "-", "--infer-rules", text='[Event "Club"]\n[Contract "6S"]\n')
    assert (code, out) == (0, "no record claims a score that rules could explain\n")


def test_only_text_and_json_are_written_and_what_is_unreadable_is_told(tmp_path: Path) -> None:
    code, _, err = run("check", "-", "--infer-rules", "--format", "sarif", text="")
    assert code == 2
    assert "text or json" in err
    code, _, err = run("check", str(tmp_path / "none.ppbn"), "--infer-rules")
    assert code == 2
    assert "none.ppbn" in err

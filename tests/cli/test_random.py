"""``random``: the same bytes for the same seed, always legal."""

from __future__ import annotations

import hashlib

import pytest

from tests.cli.conftest import Process, Run


@pytest.mark.parametrize("options", [[], ["--single"], ["--rules", "ten=checked k=20"], ["--variant", "sochi-guide"]])
def test_what_it_makes_is_in_order(run: Run, options: list[str]) -> None:
    made = run("random", "--seed", "1", "--count", "50", *options)
    assert (made.exit_code, made.stderr) == (0, "")
    checked = run("check", "-", input=made.stdout_bytes)
    assert checked.stdout == "" or "--single" in options
    assert checked.stderr.startswith("50 records: 50 valid, 0 with errors")
    assert checked.exit_code == 0


def test_the_same_seed_gives_the_same_bytes(run: Run, process: Process) -> None:
    here = run("random", "--seed", "7", "--count", "20").stdout_bytes
    there = process("random", "--seed", "7", "--count", "20", env={"PYTHONHASHSEED": "3"}).stdout
    assert hashlib.sha256(here).hexdigest() == hashlib.sha256(there).hexdigest()
    assert run("random", "--seed", "8", "--count", "20").stdout_bytes != here


def test_fewer_deals_are_the_beginning_of_more(run: Run) -> None:
    few = run("random", "--seed", "2", "--count", "3", "--single").stdout
    assert run("random", "--seed", "2", "--count", "9", "--single").stdout.startswith(few)


def test_rules_stand_in_the_records(run: Run) -> None:
    assert '[Rules "k=20 ten=checked"]' in run("random", "--count", "1", "--rules", "ten=checked k=20").stdout


@pytest.mark.parametrize("options", [["--seed", "-1"], ["--count", "0"], ["--variant", "x"], ["--rules", "k"], ["y"]])
def test_wrong_usage(run: Run, options: list[str]) -> None:
    result = run("random", *options)
    assert (result.exit_code, result.stdout) == (2, "")

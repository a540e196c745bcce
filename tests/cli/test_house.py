"""A club's own variant through the commands: by its file, by its name in records, and made portable."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from preferans_pbn.variants import load_variant
from tests.cli.conftest import DEAL, Run, file_of

CLUB = """\
id: thursday-club
title: Thursday club
extends: sochi
parameters:
  ten: checked
  hm: 1/2
  must_overtake: if_beats_trick
"""
NAMED = DEAL.replace('[Variant "sochi-codex"]\n[Rules "ten=checked"]', '[Variant "thursday-club"]')
UNNAMED = DEAL.replace('[Variant "sochi-codex"]\n[Rules "ten=checked"]\n', "")
PORTABLE = DEAL.replace('[Variant "sochi-codex"]\n[Rules "ten=checked"]',
                        '[Variant "thursday-club"]\n[Base "sochi-codex@1"]\n'
                        '[Rules "hm=1/2 must_overtake=if_beats_trick ten=checked"]')


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = tmp_path / "club.yaml"
    path.write_text(CLUB, encoding="utf-8")
    return path


def test_a_record_that_names_it_is_read_with_its_file(run: Run, club: Path) -> None:
    alone = run("check", "-", input=NAMED)
    assert (alone.exit_code, "E210 no variant is called thursday-club" in alone.stdout) == (1, True)
    assert run("check", "-", "--variant", club, input=NAMED).exit_code == 0
    revision = NAMED.replace("thursday-club", "thursday-club@1")
    assert run("check", "-", "--variant", club, input=revision).exit_code == 0
    later = NAMED.replace("thursday-club", "thursday-club@2")
    assert "E210" in run("check", "-", "--variant", club, input=later).stdout


def test_its_rules_hold_and_are_named(run: Run, club: Path) -> None:
    """The Codex lets W play low in the misère of the third deal; the club makes whoever can overtake."""
    session = "fixtures/session/evening-three.ppbn"
    assert run("check", session).exit_code == 0
    result = run("check", session, "--override-variant", club)
    assert result.exit_code == 1
    assert "E514 W must overtake: holds SA (trick 1, card 3)" in result.stdout
    assert "= rule must_overtake=if_beats_trick (thursday-club@1)" in result.stdout


@pytest.mark.parametrize("command", ["show", "score"])
def test_show_and_score(run: Run, club: Path, command: str) -> None:
    for text in (NAMED, UNNAMED):
        result = run(command, "-", "--variant", club, input=text)
        assert result.exit_code == 0
        assert "thursday-club@1  to 20" in result.stdout.splitlines()
    # Without the file a portable record is its base with its rules.
    assert "sochi-codex@1  hm=1/2 must_overtake=if_beats_trick ten=checked  to 20" in run(
        command, "-", input=PORTABLE).stdout


def test_rescore(run: Run, club: Path) -> None:
    lines = run("rescore", "-", "--variant", club, input=DEAL).stdout.splitlines()
    assert "  thursday-club@1  pool 4              -                   8 on S" in lines
    assert "as recorded: thursday-club@1  to 20" in run(
        "rescore", "-", "--own", club, "--variant", "sochi", input=NAMED).stdout.splitlines()


def test_variants_show_and_diff(run: Run, club: Path) -> None:
    text = run("variants", "show", club).stdout
    assert text.startswith("thursday-club@1  Thursday club\nrussian family, extends sochi-codex@1;")
    assert "      ten=checked\n" in text
    data = json.loads(run("variants", "diff", "sochi", club, "--format", "json").stdout)
    assert [(entry["name"], entry["right"]) for entry in data["differences"]] == [
        ("ten", "checked"), ("must_overtake", "if_beats_trick"), ("hm", "1/2")]


def test_random_deals_are_portable(run: Run, club: Path) -> None:
    made = run("random", "--variant", club, "--seed", "5", "--count", "60")
    assert made.stdout.count('[Base "sochi-codex@1"]\n[Rules "hm=1/2 must_overtake=if_beats_trick ten=checked"]') == 60
    assert run("check", "-", input=made.stdout_bytes).exit_code == 0
    assert run("check", "-", "--variant", club, input=made.stdout_bytes).exit_code == 0


def test_perft(run: Run, club: Path) -> None:
    result = run("perft", "--variant", club, "--kind", "auction", "--depth", "2")
    assert result.exit_code == 0, result.stderr


@pytest.mark.parametrize("command", [["check", "-"], ["show", "-"], ["score", "-"], ["random"], ["rescore", "-"],
                                     ["fmt", "-", "--portable"], ["perft"]])
def test_a_wrong_value_is_told_with_its_line(run: Run, tmp_path: Path, command: list[str]) -> None:
    path = tmp_path / "club.yaml"
    path.write_text(CLUB.replace("ten: checked", "ten: cheked"), encoding="utf-8")
    result = run(*command, "--variant", path, input=NAMED)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "club.yaml:5: ten cannot be cheked: expected one of whisted, checked; did you mean checked?" in " ".join(
        result.stderr.split())
    assert run("variants", "show", path).exit_code == 2


def test_a_path_in_a_record_is_never_followed(run: Run, club: Path) -> None:
    result = run("check", "-", input=DEAL.replace("sochi-codex", str(club)))
    assert result.exit_code == 1
    assert "Thursday" not in result.stdout.replace("Thursday club", "", 1)


# ---- fmt --portable ---------------------------------------------------------------------------------------


def test_portable_writes_base_and_rules(run: Run, club: Path) -> None:
    for text in (NAMED, UNNAMED, PORTABLE):
        result = run("fmt", "-", "--portable", "--variant", club, input=file_of(text))
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout == file_of(PORTABLE)
    assert run("check", "-", input=PORTABLE).exit_code == 0
    # Written once it needs the file no more, and does not change.
    assert run("fmt", "-", "--portable", input=file_of(PORTABLE)).stdout == file_of(PORTABLE)


def test_portable_leaves_a_shipped_variant_its_name(run: Run) -> None:
    assert run("fmt", "-", "--portable", input=file_of(DEAL)).stdout == file_of(DEAL)
    pinned = DEAL.replace('"sochi-codex"', '"sochi-codex@1"')
    assert run("fmt", "-", "--portable", input=file_of(pinned)).stdout == file_of(pinned)
    # An alias may be given to another variant one day; the id is for ever.
    alias = DEAL.replace('"sochi-codex"', '"sochi"')
    assert run("fmt", "-", "--portable", input=file_of(alias)).stdout == file_of(DEAL)
    # What a record leaves to the reader is written down.
    assumed = DEAL.replace('[Variant "sochi-codex"]\n', "")
    assert run("fmt", "-", "--portable", "--variant", "sochi", input=file_of(assumed)).stdout == file_of(DEAL)
    # A rule that says what the variant says anyway is none.
    idle = DEAL.replace("ten=checked", "k=10 ten=checked")
    assert run("fmt", "-", "--portable", input=file_of(idle)).stdout == file_of(DEAL)


def test_portable_with_rules_of_the_user(run: Run, club: Path) -> None:
    text = run("fmt", "-", "--portable", "--rules", "k=20", input=file_of(DEAL)).stdout
    assert '[Variant "sochi-codex"]\n[Rules "k=20 ten=checked"]' in text
    text = run("fmt", "-", "--portable", "--variant", club, "--rules", "k=20", input=file_of(NAMED)).stdout
    assert ('[Base "sochi-codex@1"]\n[Rules "hm=1/2 k=20 must_overtake=if_beats_trick ten=checked"]') in text
    text = run("fmt", "-", "--portable", "--override-variant", "leningrad", input=file_of(PORTABLE)).stdout
    assert '[Variant "leningrad-sport"]\n[South' in text


def test_portable_of_a_house_file_without_a_base(run: Run, tmp_path: Path) -> None:
    whole = load_variant("rostov-codex")
    lines = ["id: own", "family: russian", f"supports: [{', '.join(sorted(whole.supports))}]", "parameters:"]
    lines += [f"  {name}: {json.dumps(value)}" for name, value in whole.to_json().items() if name != "k"]
    lines.append("  k: 20")
    path = tmp_path / "own.yaml"
    path.write_text("\n".join(lines), encoding="utf-8")
    text = run("fmt", "-", "--portable", "--variant", path, input=file_of(UNNAMED)).stdout
    # The nearest shipped variant is the one that it was copied from.
    assert '[Variant "own"]\n[Base "rostov-codex@1"]\n[Rules "k=20"]' in text


def test_what_cannot_be_made_portable(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text("id: own\nfamily: russian\nsupports: [auction]\nparameters: {hold: none}\n", encoding="utf-8")
    result = run("fmt", "-", "--portable", "--variant", path, input=file_of(UNNAMED))
    assert result.exit_code == 2
    assert "own cannot be written as" in result.stderr
    assert "does not define" in result.stderr
    unknown = run("fmt", "-", "--portable", input=file_of(NAMED))
    assert unknown.exit_code == 1
    assert "E210 no variant is called thursday-club" in unknown.stderr
    assert unknown.stdout == file_of(NAMED)


def test_rules_need_portable(run: Run, good: Path) -> None:
    result = run("fmt", good, "--rules", "k=20")
    assert result.exit_code == 2
    assert "they need --portable" in " ".join(result.stderr.split())


# ---- revisions --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [["check", "-"], ["show", "-"], ["score", "-"]])
def test_revisions_in_records_and_options(run: Run, command: list[str]) -> None:
    pinned = DEAL.replace('"sochi-codex"', '"sochi-codex@1"')
    assert run(*command, input=pinned).exit_code == 0
    assert run(*command, "--override-variant", "sochi-codex@1", input=DEAL).exit_code == 0
    result = run(*command, "--override-variant", "sochi-codex@99", input=DEAL)
    assert result.exit_code == 2
    assert "sochi-codex has no revision 99, only 1" in " ".join(result.stderr.split())


def test_a_revision_that_is_not_there_is_an_error_of_the_record(run: Run) -> None:
    result = run("check", "-", input=DEAL.replace('"sochi-codex"', '"sochi-codex@99"'))
    assert result.exit_code == 1
    assert "E210" in result.stdout
    assert "sochi-codex@99" in result.stdout


def test_portable_names_the_shipped_variant_behind_a_chain_of_files(run: Run, club: Path) -> None:
    youth = club.with_name("youth.yaml")
    youth.write_text("id: youth\nextends: club.yaml\nparameters: {ten: whisted, target: 10}\n", encoding="utf-8")
    text = run("fmt", "-", "--portable", "--variant", youth, input=file_of(UNNAMED)).stdout
    # ten is that of the Codex again, so it is no difference from the base.
    rules = '[Rules "hm=1/2 must_overtake=if_beats_trick target=10"]'
    assert f'[Variant "youth"]\n[Base "sochi-codex@1"]\n{rules}' in text

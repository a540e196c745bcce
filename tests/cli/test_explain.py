"""``explain``: every code, with what check says of its example."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from preferans_pbn.cli.explain import clause_text
from preferans_pbn.data_files import data_path
from preferans_pbn.diagnostics import REGISTRY
from tests.cli.conftest import DEAL, Run, file_of


@pytest.fixture
def examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree of examples that has one for E512 only."""
    for kind, text in (("bad", DEAL.replace("SA S7 D8", "SA C8 D8")), ("fixed", DEAL)):
        folder = tmp_path / "fixtures" / kind
        folder.mkdir(parents=True)
        (folder / "E512-revoke.ppbn").write_text(file_of(text))

    def found(name: str) -> Path:
        if name.startswith("grammar"):
            return data_path(name)
        if not (tmp_path / name).exists():
            raise FileNotFoundError(name)
        return tmp_path / name

    monkeypatch.setattr("preferans_pbn.cli.explain.data_path", found)
    return tmp_path


@pytest.mark.parametrize("word", ["E512", "e512", "revoke", "REVOKE"])
def test_a_code_by_code_or_name(run: Run, examples: Path, word: str) -> None:
    result = run("explain", word)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "E512 revoke  (error: defence and play)"
    assert "Rests on:  clause N-7.3 of the notation" in lines
    assert "    SA C8 D8" in lines
    start = lines.index("What check says:")
    assert lines[start + 1: start + 4] == [
        "    E512-revoke.ppbn:26:4: E512 W must follow spades: holds S8 S7 (trick 1, card 2)",
        "       26 | SA C8 D8",
        "          |    ^~",
    ]
    assert lines.index("This is in order:") < len(lines) - 1 - lines[::-1].index("    SA S7 D8")


def test_a_rule_is_explained_by_the_registry_of_parameters(run: Run) -> None:
    assert "the variant's rule must_overtake: must a card be overtaken" in " ".join(
        run("explain", "E514").stdout.split())


def test_the_clause_is_quoted_from_the_specification(run: Run) -> None:
    said = " ".join(run("explain", "E512").stdout.split())
    assert "Rests on: clause N-7.3 of the notation A player who can follow suit MUST do so (E512);" in said
    for code, entry in REGISTRY.items():
        text = clause_text(entry.clause)
        assert bool(text) == entry.clause.startswith("N-"), code
        assert "**" not in text


def test_a_code_without_an_example_says_so(run: Run, examples: Path) -> None:
    assert run("explain", "E404").stdout.endswith("\nThere is no example of it.\n")


def test_json(run: Run, examples: Path) -> None:
    data = json.loads(run("explain", "revoke", "--format", "json").stdout)
    assert (data["code"], data["name"], data["severity"], data["clause"]) == ("E512", "revoke", "error", "N-7.3")
    assert "SA C8 D8" in data["bad"]
    assert data["fixed"] == file_of(DEAL)
    assert json.loads(run("explain", "E404", "--format", "json").stdout)["bad"] is None


def test_all(run: Run) -> None:
    result = run("explain", "--all")
    assert result.exit_code == 0
    heads = [line.split()[0] for line in result.stdout.splitlines() if line[:4] in REGISTRY and "  (" in line]
    assert heads == list(REGISTRY)
    everything = json.loads(run("explain", "--all", "--format", "json").stdout)
    assert [entry["code"] for entry in everything] == list(REGISTRY)
    assert all(entry["phase"] and entry["explanation"] for entry in everything)


def test_every_shipped_example_shows_its_own_code(run: Run) -> None:
    shipped = sorted(data_path("fixtures/bad").glob("*.ppbn"))
    for path in shipped:
        code = path.name[:4]
        said = run("explain", code).stdout.split("What check says:")[1]
        assert f": {code} " in said, path.name


@pytest.mark.parametrize(("word", "hint"), [
    ("revok", "Did you mean revoke?"), ("E51", "Did you mean E5"), ("zzz", "explain --all"),
])
def test_an_unknown_code(run: Run, word: str, hint: str) -> None:
    result = run("explain", word)
    assert result.exit_code == 2
    assert f"No diagnostic is called '{word}'." in result.stderr
    assert hint in result.stderr


def test_usage(run: Run) -> None:
    assert run("explain").exit_code == 2
    assert run("explain", "E512", "--all").exit_code == 2

"""House files: what they may say, and that every fault is told with its line."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from preferans_pbn.variants import VariantFileError, load_variant


def write(folder: Path, text: str, name: str = "club.yaml") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_house_file_states_what_differs(tmp_path: Path) -> None:
    path = write(tmp_path, """\
id: thursday-club
title: Thursday club
extends: sochi
parameters:
  ten: checked
  hm: 1/2
  min_bid: {value: [6, 7], reading: "Agreed in the club."}
  duty: {6: 4, 7: 2}
  misere_beaten_by: 9
  own_whist: 6,7
""")
    rules = load_variant(path)
    base = load_variant("sochi-codex")
    assert (rules.id, rules.revision, rules.title) == ("thursday-club", 1, "Thursday club")
    assert (rules.family, rules.supports, rules.extends) == ("russian", base.supports, "sochi-codex@1")
    assert [difference[::2] for difference in base.differences(rules)] == [
        ("min_bid", (6, 7)), ("duty", {6: 4, 7: 2}), ("ten", "checked"), ("own_whist", (6, 7)),
        ("hm", Fraction(1, 2))]
    assert rules.source("min_bid") == ((), "Agreed in the club.", "thursday-club@1")
    assert rules.source("hold").origin == "sochi-codex@1"
    assert rules.overrides == {}
    assert rules.with_overrides({"ten": "whisted"}).overrides == {"ten": "whisted"}


def test_a_house_file_may_extend_one_beside_it(tmp_path: Path) -> None:
    write(tmp_path, "id: one\nextends: sochi-guide\nparameters: {target: 30}\n", "one.yaml")
    path = write(tmp_path, "extends: one.yaml\nparameters: {ten: checked}\n", "two.yml")
    rules = load_variant(path)
    assert (rules.id, rules["target"], rules["ten"], rules["end_when"]) == ("two", 30, "checked", "two_full")
    assert rules.extends == "one@1"


def test_a_house_file_on_its_own_defines_only_what_it_says_and_what_its_family_shares(tmp_path: Path) -> None:
    path = write(tmp_path, "id: own\nfamily: russian\nsupports: [auction]\nparameters: {hold: none}\n")
    rules = load_variant(path)
    assert (rules["hold"], rules["must_trump"], rules.supports) == ("none", True, frozenset({"auction"}))
    assert rules.source("must_trump").origin == "default"
    assert "pair_test" in rules.undefined()


BAD = [
    ("", 0, "the file is empty"),
    ("# nothing\n", 0, "the file is empty"),
    ("- a\n- b\n", 1, "a variant file is a map"),
    ("id: club\nextends: sochi-kodex\n", 2, "no variant is called sochi-kodex; did you mean sochi-codex?"),
    ("id: club\nextends: [sochi]\n", 2, "extends: names a variant or a file"),
    ("id: club\nextends: sochi@9\n", 2, "sochi-codex has no revision 9, only 1"),
    ("id: club\nextends: club.yaml\n", 2, "club.yaml extends itself"),
    ("id: club\nextends: gone.yaml\n", 0, "cannot be read: No such file or directory"),
    ("id: club\nfamily: russian\n", 1, "supports: is missing"),
    ("id: club\nparameters: {}\n", 1, "family: is missing"),
    ("id: club\nfamily: bridge\nsupports: []\n", 2, "family: 'bridge' is not one of"),
    ("id: club\nextends: sochi\n\nfamily: greek\n", 4, "sochi-codex is of the russian family"),
    ("id: sochi\nextends: sochi\n", 1, "sochi is the name of a shipped variant"),
    ("id: Club One\nextends: sochi\n", 1, "id: 'Club One' does not match"),
    ("id: club\nextends: sochi\nrevision: 0\n", 3, "revision: 0 is less than the minimum of 1"),
    ("id: club\nextends: sochi\ntitel: x\n", 3, "titel is no key here; did you mean title?"),
    ("id: club\nextends: sochi\nparameters:\n  ten: checked\n  tne: x\n", 5,
     "no parameter is called tne; did you mean ten?"),
    ("id: club\nextends: sochi\nparameters:\n  ten:\n    reading: R.\n    value: cheked\n", 6,
     "ten cannot be cheked: expected one of whisted, checked; did you mean checked?"),
    ("id: club\nextends: sochi\nparameters:\n  hm: 0.5\n", 4, "hm cannot be 0.5: expected a number"),
    ("id: club\nextends: sochi\nparameters:\n  hold: no\n", 4, "hold cannot be false: expected one of"),
    ("id: club\nextends: sochi\nparameters:\n  kontra_max: 2\n", 4, "the russian family does not have"),
    ("id: club\nextends: sochi\nparameters:\n  ten: {source: [CODEX]}\n", 4, "ten has no value"),
    ("id: club\nextends: sochi\nparameters:\n  ten:\n    value: checked\n    why: x\n", 6,
     "why is no key here"),
    ("id: club\nextends: sochi\nparameters:\n  ten:\n    value: checked\n    source: CODEX\n", 6,
     "'CODEX' is not of type 'array'"),
    ("id: club\nextends: sochi\nparameters:\n  ten: checked\n  k: 20\n  ten: whisted\n", 6, "ten is given twice"),
    ("id: club\nextends: sochi\nparameters: [ten]\n", 3, "parameters: ['ten'] is not of type 'object'"),
    ("id: club\nextends: sochi\nparameters:\n  ten: &a checked\n", 4, "anchors and aliases are not used"),
    ("id: club\nextends: sochi\nparameters:\n  ? [a]\n  : b\n", 4, "a key must be a single word"),
    ("id: club\nextends: sochi\nparameters:\n  ten: [checked\n", 5, "not YAML: "),
    ("id: club\n\textends: sochi\n", 2, "not YAML: "),
    ("id: club\nextends: sochi\n---\nid: two\n", 3, "not YAML: "),
    ("id: club\nextends: sochi\nparameters:\n  ten: !!python/name:os.system x\n", 4, "not a plain value: "),
    ("id: club\nextends: sochi\ndescription: 2026-13-45\n", 3, "not a plain value: "),
    ("id: club\nextends: sochi\nparameters:\n  ten: " + "[" * 20 + "]" * 20 + "\n", 4, "nested too deeply"),
    ("id: club\nextends: sochi\nparameters:\n  ten: " + "[" * 20000 + "]" * 20000, 0, "not YAML"),
    ("id: club\nextends: sochi\nsupports: [auction, dance]\n", 3, "'dance' is not one of"),
    ("id: club\x00\n", 0, "not YAML"),
]


@pytest.mark.parametrize(("text", "line", "reason"), BAD, ids=range(len(BAD)))
def test_a_fault_is_told_with_its_line(tmp_path: Path, text: str, line: int, reason: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(VariantFileError) as caught:
        load_variant(path)
    assert reason in caught.value.reason
    assert caught.value.line == line
    if line:
        assert str(caught.value) == f"{caught.value.path}:{line}: {caught.value.reason}"


def test_support_is_not_widened(tmp_path: Path) -> None:
    write(tmp_path, "id: a\nfamily: russian\nsupports: [auction]\n", "a.yaml")
    path = write(tmp_path, "id: b\nextends: a.yaml\nsupports: [auction, score]\n", "b.yaml")
    with pytest.raises(VariantFileError, match=r"b\.yaml:3: a does not support score"):
        load_variant(path)


def test_files_that_extend_one_another_in_a_circle(tmp_path: Path) -> None:
    path = write(tmp_path, "id: a\nextends: b.yaml\n", "a.yaml")
    write(tmp_path, "id: b\nextends: a.yaml\n", "b.yaml")
    with pytest.raises(VariantFileError, match=r"b\.yaml:2: a\.yaml extends itself, directly or in a circle"):
        load_variant(path)


def test_a_fault_in_the_extended_file_names_that_file(tmp_path: Path) -> None:
    write(tmp_path, "id: a\nextends: sochi\nparameters: {ten: x}\n", "a.yaml")
    path = write(tmp_path, "id: b\nextends: a.yaml\n", "b.yaml")
    with pytest.raises(VariantFileError, match=r"a\.yaml:3: ten cannot be x"):
        load_variant(path)


def test_unreadable_files(tmp_path: Path) -> None:
    with pytest.raises(VariantFileError, match="cannot be read: No such file"):
        load_variant(str(tmp_path / "none.yaml"))
    (tmp_path / "dir.yaml").mkdir()
    with pytest.raises(VariantFileError, match="cannot be read: Is a directory"):
        load_variant(str(tmp_path / "dir.yaml"))
    (tmp_path / "latin.yaml").write_bytes(b"id: club\nextends: sochi\ntitle: Pr\xe9f\xe9rence\n")
    with pytest.raises(VariantFileError, match=r"latin\.yaml:3: not UTF-8"):
        load_variant(str(tmp_path / "latin.yaml"))
    (tmp_path / "long.yaml").write_bytes(b"#" * 300_000)
    with pytest.raises(VariantFileError, match="longer than 256 KiB"):
        load_variant(str(tmp_path / "long.yaml"))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.lists(st.sampled_from(["id", ": ", "\n", "  ", "- ", "extends", "sochi", "parameters", "ten", "checked",
                                      "{", "}", "[", "]", "value", "'", '"', "#", "&a", "*a", "|", "6", "true",
                                      "?", ",", "\t", "!!set", "é", "\x85"]), max_size=25).map("".join))
def test_any_text_is_a_variant_or_refused(tmp_path: Path, text: str) -> None:
    path = write(tmp_path, "id: club\nextends: sochi\n" + text, "any.yaml")
    line = 0
    try:
        load_variant(path)
    except VariantFileError as problem:
        line = problem.line
    assert 0 <= line <= text.count("\n") + text.count("\x85") + 3

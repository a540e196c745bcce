"""Names of files: safe, stable, never two the same."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from preferans_pbn.archive.grouping import LONGEST, Key, file_names, keys_of
from preferans_pbn.notation import loads
from tests.cli.conftest import DEAL


@pytest.mark.parametrize("key, name", [
    (("Thursday club",), "Thursday-club.ppbn"), (("Анна",), "Анна.ppbn"), ((), "unknown.ppbn"), (("",), "unknown.ppbn"),
    (("../../etc/passwd",), "etc-passwd.ppbn"), (("a/b\\c:d*e?f\"g<h>i|j",), "a-b-c-d-e-f-g-h-i-j.ppbn"),
    ((".hidden",), "hidden.ppbn"), (("con",), "_con.ppbn"), (("NUL.txt",), "_NUL.txt.ppbn"), (("...",), "unknown.ppbn"),
    (("2026.01.??", "Cup", "?", ""), "2026.01.xx_Cup.ppbn"), (("\x00\n",), "unknown.ppbn"), (("-rf",), "rf.ppbn"),
])
def test_a_name(key: Key, name: str) -> None:
    assert file_names([key]) == {key: name}


def test_names_that_a_disk_cannot_tell_apart_get_more() -> None:
    names = file_names([("anna",), ("Anna",), ("Boris",)])
    assert names["Boris",] == "Boris.ppbn"
    assert len({name.casefold() for name in names.values()}) == 3
    assert names["Anna",].startswith("Anna-")


@given(st.lists(st.tuples(st.text(max_size=300)), max_size=8, unique=True), st.randoms(use_true_random=False))
def test_names_are_safe_and_do_not_depend_on_the_order(keys: list[Key], mixer: random.Random) -> None:
    names = file_names(keys)
    assert len({name.casefold() for name in names.values()}) == len(keys)
    for name in names.values():
        assert not set(name) & set('/\\:*?"<>|\0\n\r\t ') and name[0] not in ".-"
        assert len(name.encode()) <= LONGEST + len(".ppbn")
    again = list(keys)
    mixer.shuffle(again)
    assert file_names(again) == names


def test_the_keys_of_a_record() -> None:
    [record] = loads(DEAL)
    assert keys_of(record, "session") == [("2026.11.26", "Thursday club", "Tallinn EST", "2")]
    assert keys_of(record, "event") == [("Thursday club",)]
    assert keys_of(record, "player") == [("Anna",), ("Boris",), ("Clara",)]
    assert keys_of(record, "variant") == [("sochi-codex",)]
    record.session = "7"
    assert keys_of(record, "session") == [("7",)]
    [bare] = loads('[Board "1"]\n')
    for by in ("session", "event", "date", "variant", "player"):
        assert keys_of(bare, by) == [()]

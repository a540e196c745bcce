"""Come or stay out, call the partner, kontra: S2-44 to S2-58, notation N-5.5."""

from __future__ import annotations

import pytest

from tests.balkan.helpers import answered, law, refused

BOTH = {1: "come", 2: "come"}


@pytest.mark.parametrize(("words", "roles", "kontra", "manner"), [
    ("come come", BOTH, None, "played"),
    ("come stay-out", {1: "come", 2: "stay-out"}, None, "played"),
    ("stay-out stay-out", {1: "stay-out", 2: "stay-out"}, None, "passed-out"),
    ("come come fine fine", BOTH, None, "played"),
    ("come come kontra", BOTH, (1, 1), "played"),
    ("come come fine kontra", BOTH, (2, 1), "played"),
    ("come come kontra rekontra subkontra mortkontra", BOTH, (1, 4), "played"),  # S2-53 to S2-56
    ("come come kontra rekontra fine", BOTH, (1, 2), "played"),
    ("stay-out come kontra", {1: "called", 2: "come"}, (2, 1), "played"),  # the third is pulled in
    ("come stay-out call-partner", {1: "call-partner", 2: "called"}, None, "played"),  # S2-47, S2-48
    ("come stay-out call-partner fine", {1: "call-partner", 2: "called"}, None, "played"),
    ("come stay-out call-partner kontra", {1: "call-partner", 2: "called"}, (2, 1), "played"),
    ("come stay-out fine", {1: "come", 2: "stay-out"}, None, "played"),
])
def test_answers(words: str, roles: dict[int, str], kontra: tuple[int, int] | None, manner: str) -> None:
    defence = answered(words)
    assert defence.settled
    assert (defence.roles(), defence.kontra(), defence.manner(), defence.open()) == (roles, kontra, manner, "")


def test_who_speaks() -> None:
    """Right of the declarer first: the next in playing order (`whist_first`)."""
    assert [answered(words).turn for words in (
        "", "come", "come come", "come come fine", "come come kontra", "come come kontra rekontra",
        "come stay-out call-partner", "come come fine fine", "stay-out stay-out",
    )] == [1, 2, 1, 2, 0, 1, 2, -1, -1]
    assert answered("", whist_first="left_of_declarer").turn == 2


def test_what_may_be_said() -> None:
    assert answered("").legal() == ["come", "stay-out"]
    assert answered("come come").legal() == ["kontra", "fine"]  # nobody to call
    assert answered("come stay-out").legal() == ["call-partner", "kontra", "fine"]
    assert answered("come stay-out call-partner").legal() == ["kontra", "fine"]
    assert answered("come come kontra").legal() == ["rekontra", "fine"]
    assert answered("stay-out stay-out").legal() == []


def test_betl_asks_nobody_to_come() -> None:
    """S2-45: all follow of themselves; kontra remains."""
    defence = answered("fine", "betl")
    assert (defence.roles(), defence.manner(), defence.settled) == (BOTH, "played", True)
    assert not answered("", "betl").settled
    assert refused("stay-out", "betl").arguments["why"] == "in betl both follow without being asked"
    assert answered("fine kontra", "betl").kontra() == (2, 1)
    assert law(kontra_max="0").defence("betl", 0, 3) is None
    assert law(kontra_max="0").roles_without_calls("betl", 0) == (BOTH, "", "played")


def test_kontra_goes_as_far_as_the_table_plays() -> None:
    assert refused("come come kontra rekontra subkontra", kontra_max="2").name == "defence-after-end"  # IKLUB
    assert refused("come come kontra", kontra_max="0").name == "defence-after-end"
    assert refused("come come kontra rekontra subkontra mortkontra kontra").name == "defence-after-end"
    assert refused("come come rekontra").name == "defence-not-allowed"  # the declarer has not been asked
    assert refused("come stay-out kontra call-partner").name == "defence-not-allowed"
    assert refused("stay-out stay-out call-partner").name == "defence-after-end"  # S2-47: only a follower calls


def test_no_rekontra_on_betl_in_hand() -> None:
    assert refused("kontra rekontra", "betl-hand", "serbian-klub").name == "defence-after-end"
    assert answered("kontra rekontra", "betl-hand", "serbian").kontra() == (1, 2)
    assert answered("kontra rekontra", "betl", "serbian-klub").kontra() == (1, 2)


def test_calling_and_kontra_after_it_are_parameters() -> None:
    assert refused("come stay-out call-partner", invite="false").name == "defence-not-allowed"
    assert refused("come stay-out call-partner kontra", kontra_after_call="false").name == "defence-after-end"


@pytest.mark.parametrize("words", [
    "come come", "come come fine fine", "come stay-out call-partner", "stay-out stay-out"])
def test_a_pik_without_kontra_is_not_played(words: str) -> None:
    """S2-58, S2-59; whether a refe is entered is the sheet's affair."""
    assert answered(words, "S").manner() == "refe"
    assert answered("come come", "S", kontra_compulsory="none").manner() == "played"
    assert answered("come come", "S-hand").manner() == "played"  # counts as karo (S2-43)
    assert answered("come come kontra", "S").manner() == "played"


def test_an_answer_that_is_not_allowed_counts_as_the_mildest() -> None:
    defence = answered("")
    defence.force("whist")
    defence.force("stay-out")
    defence.force("rekontra")
    assert defence.roles() == {1: "come", 2: "stay-out"}
    assert defence.turn == -1

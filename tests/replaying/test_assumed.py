"""Under rules that are only assumed nobody is accused of what another variant may allow."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from preferans_pbn.checking import Checked, check_stream
from preferans_pbn.diagnostics import REGISTRY
from preferans_pbn.notation import iter_records
from preferans_pbn.replaying.assumed import SHARED, as_assumed
from preferans_pbn.rulesets import Rulesets

BAD = Path(__file__).parents[2] / "fixtures/bad"
RULES = ("[Variant ", "[Base ", "[Rules ")


def unnamed(name: str, variant: str | None = None) -> list[Checked]:
    """The records of a bad fixture, checked without what they say of their rules."""
    lines = (BAD / f"{name}.ppbn").read_text(encoding="utf-8").splitlines(keepends=True)
    text = "".join(line for line in lines if not line.startswith(RULES))
    return list(check_stream(iter_records(io.BytesIO(text.encode())), Rulesets(variant)))


@pytest.mark.parametrize("name", [
    "E510-wrong-leader", "E404-bid-too-low", "E407-hold-not-allowed", "E502-defence-not-allowed", "E513-must-trump",
    "E520-talon-lead-missing", "E610-wrong-score", "E611-wrong-sheet",
])
def test_what_another_variant_may_allow_is_a_warning(name: str) -> None:
    checked = unnamed(name)
    assert all(one.ok for one in checked)
    told = [found for one in checked for found in one.diagnostics if found.code == "W811"]
    assert told
    assert told[0].message.startswith(f"if this is sochi-codex: {name[:4]} ")
    assert all(found.line for found in told)


@pytest.mark.parametrize("name", ["E301-card-twice", "E511-card-not-held", "E512-revoke", "E521-wrong-winner",
                                  "E601-wrong-tricks"])
def test_what_no_variant_allows_is_an_error(name: str) -> None:
    assert name[:4] in {found.code for one in unnamed(name) for found in one.diagnostics}


def test_who_names_the_variant_is_told_everything() -> None:
    """With --variant nothing is assumed."""
    codes = {found.code for one in unnamed("E510-wrong-leader", variant="sochi-codex") for found in one.diagnostics}
    assert codes == {"E510"}


def test_a_warning_stays_as_it_is() -> None:
    [checked] = unnamed("E510-wrong-leader")
    assert [found.code for found in checked.diagnostics] == ["W809", "W811"]
    assert [as_assumed(found, "x") for found in checked.diagnostics] == checked.diagnostics
    assert {code[0] for code in SHARED} == {"E"}
    assert set(REGISTRY) > SHARED

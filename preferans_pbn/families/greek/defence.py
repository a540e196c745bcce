"""The Greek defence: ``play pass together alone`` (G-PANOS, PREFADOROS).

The first defender plays or passes; the second plays, passes or, after a pass, says ``together`` and takes the
first in.  After play and pass the first chooses ``together`` (the second becomes the helper) or ``alone``;
after pass and play he has a second chance: ``together``, or ``pass`` again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from preferans_pbn.rules.answers import FIRST, SECOND, Node, TreeDefence


class GreekDefenceLaw:
    """The defence rules of one variant, compiled once."""

    __slots__ = ("_invite", "_root")

    def __init__(self, rules: Mapping[str, Any]) -> None:
        self._invite: bool = rules["invite"]
        self._root = self._tree()

    def start(self, declarer: int) -> TreeDefence:
        """A fresh defence: the next player in playing order, on the declarer's right, speaks first."""
        return TreeDefence(self._root, ((declarer + 1) % 3, (declarer + 2) % 3), self._why_not)

    def _tree(self) -> Node:
        both = Node(roles={FIRST: "play", SECOND: "play"})
        nobody = Node(roles={FIRST: "pass", SECOND: "pass"}, manner="passed-out")
        first_alone = Node(roles={FIRST: "play", SECOND: "pass"})
        second_alone = Node(roles={FIRST: "pass", SECOND: "play"})
        first_leads = Node(roles={FIRST: "together", SECOND: "helper"})
        second_leads = Node(roles={FIRST: "helper", SECOND: "together"})
        after_play = {"play": both, "pass": first_alone}
        after_pass = {"play": second_alone, "pass": nobody}
        if self._invite:
            after_play["pass"] = Node(FIRST, {"together": first_leads, "alone": first_alone}, first_alone.roles,
                                      settled=False)
            after_pass["play"] = Node(FIRST, {"together": first_leads, "pass": second_alone}, second_alone.roles,
                                      settled=False)
            after_pass["together"] = second_leads
        return Node(FIRST, {
            "play": Node(SECOND, after_play, {FIRST: "play"}, settled=False),
            "pass": Node(SECOND, after_pass, {FIRST: "pass"}, settled=False),
        }, settled=False)

    def _why_not(self, word: str, offers: Sequence[str]) -> str:
        if word == "together" and not self._invite:
            return "nobody takes the other in here"
        if word in ("play", "pass", "together", "alone"):
            return f"here it is {' or '.join(offers)}"
        return "the Greek answers are play, pass, together and alone"

"""``legal-discard``: what the declarer may lay away."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any

from preferans_pbn.conformance.ops.cards import hand_of
from preferans_pbn.conformance.ops.errors import OpError, malformed
from preferans_pbn.conformance.ops.support import law_for
from preferans_pbn.variants import Ruleset

TWELVE = 12


def legal_discard(rules: Ruleset, data: Mapping[str, Any]) -> dict[str, Any]:
    """In how many ways the twelve cards can be brought down to ten, or whether ``discard`` is one of them."""
    law = law_for(rules, "auction")
    hand = hand_of(data["hand"])
    if hand.bit_count() != TWELVE:
        raise malformed("the hand has twelve cards")
    size = law.discard_size("", False)
    if data.get("discard") is None:
        return {"count": comb(TWELVE, size)}
    try:
        discard = hand_of(data["discard"])
    except OpError:
        return {"ok": False}
    return {"ok": discard.bit_count() == size and not discard & ~hand}

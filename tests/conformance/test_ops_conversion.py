"""The operation ``convert``."""

from __future__ import annotations

from typing import Any

from preferans_pbn.conformance.ops import answer
from preferans_pbn.variants import load_variant

TEXT = "[Board \"1\"]\n[Contract \"6S\"]\n"


def convert(**data: Any) -> dict[str, Any]:
    return answer("convert", load_variant("sochi-codex"), data)


def test_text_and_losses() -> None:
    assert convert(**{"from": "ppbn", "to": "ppbn", "text": TEXT}) == {
        "output": {"text": "% PREFERANS-PBN 1.0\n\n[Board \"1\"]\n[Contract \"6S\"]\n", "losses": []}}
    assert convert(**{"from": "ppbn", "to": "begin-end", "text": TEXT}) == {"output": {"text": "", "losses": ["W705"]}}


def test_what_is_not_known_here_is_unsupported() -> None:
    for form in ("klingon", "html5", "pajcho", "csv"):
        assert "unsupported" in convert(**{"from": "ppbn", "to": form, "text": TEXT})
    assert "unsupported" in convert(**{"from": "html", "to": "ppbn", "text": TEXT})


def test_what_cannot_be_read_is_malformed() -> None:
    for data in ({"text": "hello"}, {"text": ""}, {}, {"text": TEXT, "base64": "QQ=="}):
        assert convert(**{"from": "begin-end", "to": "ppbn"}, **data)["error"]["code"] == "malformed"

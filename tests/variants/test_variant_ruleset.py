"""Rulesets: look-up, overrides, differences; loading by name, alias and revision."""

from __future__ import annotations

import pickle
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from preferans_pbn.variants import (
    RulesError,
    UndefinedByVariant,
    UnknownVariant,
    load_variant,
    loader,
    variant_aliases,
    variant_names,
)


def test_names_and_aliases() -> None:
    assert {"sochi-codex", "sochi-guide"} <= set(variant_names())
    assert "sources" not in variant_names()
    assert variant_aliases()["sochi"] == "sochi-codex"
    rules = load_variant("sochi")
    assert (rules.id, rules.alias) == ("sochi-codex", "sochi")
    assert load_variant("sochi-codex").alias == ""
    assert rules == load_variant("sochi-codex")
    assert rules.cache is load_variant("sochi-codex").cache


def test_loading_twice_gives_the_same_object() -> None:
    assert load_variant("sochi-guide") is load_variant("sochi-guide")
    assert load_variant("sochi-guide@1") is load_variant("sochi-guide")


@pytest.mark.parametrize(("name", "suggestion"), [
    ("sochy", "sochi"), ("sochi-kodex", "sochi-codex"), ("Sochi-Guide", "sochi-guide"), ("zzz", ""), ("", ""),
    ("../sochi-codex", "sochi-codex"), ("sochi-codex@0", "sochi-codex"), ("sochi-codex@x", "sochi-codex"),
])
def test_unknown_names(name: str, suggestion: str) -> None:
    with pytest.raises(UnknownVariant) as caught:
        load_variant(name)
    assert (caught.value.name, caught.value.suggestion) == (name, suggestion)
    assert caught.value.hint == (f"; did you mean {suggestion}?" if suggestion else "")


def test_an_unknown_revision() -> None:
    with pytest.raises(UnknownVariant) as caught:
        load_variant("sochi@77")
    assert str(caught.value) == "sochi-codex has no revision 77, only 1"
    assert caught.value.suggestion == "sochi-codex@1"


def test_a_name_out_of_a_record_opens_no_file(tmp_path: Path) -> None:
    house = tmp_path / "club.yaml"
    house.write_text("id: club\nextends: sochi\n", encoding="utf-8")
    with pytest.raises(UnknownVariant):
        load_variant(str(house), files=False)
    assert load_variant(str(house)).id == "club"


def test_old_revisions_stay_loadable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = "title: T\nfamily: russian\nsupports: [auction]\nparameters:\n  ten: {value: "
    (tmp_path / "old").mkdir()
    (tmp_path / "t.yaml").write_text(f"id: t\nrevision: 3\n{head}whisted}}\n", encoding="utf-8")
    (tmp_path / "old" / "t@1.yaml").write_text(f"id: t\nrevision: 1\n{head}checked}}\n", encoding="utf-8")
    (tmp_path / "u.yaml").write_text("id: u\nrevision: 1\ntitle: U\nextends: t@1\n", encoding="utf-8")
    monkeypatch.setattr(loader, "FOLDER", tmp_path)
    monkeypatch.setattr(loader, "REVISIONS", tmp_path / "old")
    cached = (loader.variant_names, loader.variant_aliases, loader._load_shipped, loader._load_revision)
    for function in cached:
        function.cache_clear()
    try:
        assert (load_variant("t").revision, load_variant("t")["ten"]) == (3, "whisted")
        assert (load_variant("t@1").revision, load_variant("t@1")["ten"]) == (1, "checked")
        assert load_variant("t@1") != load_variant("t")
        assert (load_variant("u")["ten"], load_variant("u").extends) == ("checked", "t@1")
        assert load_variant("u").source("ten").origin == "t@1"
        assert load_variant("u").supports == {"auction"}
        with pytest.raises(UnknownVariant, match="t has no revision 2, only 1 and 3"):
            load_variant("t@2")
    finally:
        for function in cached:
            function.cache_clear()


def test_look_up() -> None:
    rules = load_variant("sochi-codex")
    assert rules["hold"] == "two_left_senior"
    assert "hold" in rules
    assert "kontra_max" not in rules
    assert rules.get("kontra_max") is None
    with pytest.raises(UndefinedByVariant, match=r"^sochi-codex does not define kontra_max$"):
        rules["kontra_max"]
    with pytest.raises(KeyError):
        rules["kontra_max"]
    with pytest.raises(RulesError, match="no parameter is called holds; did you mean hold"):
        rules["holds"]


def test_a_ruleset_cannot_be_changed() -> None:
    rules = load_variant("sochi-codex")
    with pytest.raises(AttributeError):
        rules.id = "x"  # type: ignore[misc]
    with pytest.raises(TypeError):
        rules.values["hold"] = "none"  # type: ignore[index]


def test_overrides() -> None:
    base = load_variant("sochi-codex")
    rules = base.with_overrides({"ten": "checked", "hm": "1/2", "target": "20"})
    assert (rules["ten"], rules["hm"], rules["hold"]) == ("checked", Fraction(1, 2), "two_left_senior")
    assert dict(rules.overrides) == {"hm": Fraction(1, 2), "ten": "checked"}
    assert (base["ten"], dict(base.overrides)) == ("whisted", {})
    assert rules != base
    assert rules.source("ten") == ((), "", "override")
    assert rules.source("target").keys == ("G-CODEXENG",)
    assert (rules.id, rules.revision) == ("sochi-codex", 1)
    assert list(rules.values) == list(base.values)


def test_overrides_in_text_and_as_values_agree() -> None:
    base = load_variant("sochi-codex")
    text = base.with_overrides({"ten": "checked", "min_bid": "6,7", "own_whist": "6,7"})
    typed = base.with_overrides({"ten": "checked", "min_bid": [6, 7], "own_whist": (6, 7)})
    assert text == typed
    assert hash(text) == hash(typed)
    assert text is base.with_overrides({"own_whist": "6,7", "min_bid": "6,7", "ten": "checked"})


def test_overrides_on_overrides() -> None:
    base = load_variant("sochi-codex")
    rules = base.with_overrides({"ten": "checked"}).with_overrides({"k": "20"})
    assert dict(rules.overrides) == {"k": 20, "ten": "checked"}
    assert rules == base.with_overrides({"ten": "checked", "k": "20"})
    back = rules.with_overrides({"ten": "whisted", "k": 10})
    assert back is base
    assert base.with_overrides({}) is base


def test_overrides_keep_the_alias_and_the_cache() -> None:
    rules = load_variant("sochi").with_overrides({"ten": "checked"})
    assert rules.alias == "sochi"
    assert rules.cache is load_variant("sochi-codex").with_overrides({"ten": "checked"}).cache
    assert load_variant("sochi-codex").with_overrides({"ten": "checked"}).alias == ""


def test_many_overrides_do_not_pile_up() -> None:
    base = load_variant("sochi-codex")
    for number in range(1, 900):
        base.with_overrides({"target": str(number)})
    assert len(base._derived) <= 256


@pytest.mark.parametrize(("overrides", "kind", "text"), [
    ({"tenn": "x"}, "unknown-parameter", "no parameter is called tenn; did you mean ten?"),
    ({"ten": "x"}, "bad-parameter-value", "ten cannot be x: expected one of whisted, checked"),
    ({"kontra_max": "2"}, "bad-parameter-value",
     "kontra_max cannot be 2: the russian family does not have this parameter"),
    ({"hm": 0.5}, "bad-parameter-value",
     "hm cannot be 0.5: expected a number from 0 to 100, written 2 or 1/2"),
])
def test_wrong_overrides(overrides: dict[str, object], kind: str, text: str) -> None:
    with pytest.raises(RulesError) as caught:
        load_variant("sochi-codex").with_overrides(overrides)
    assert (caught.value.kind, str(caught.value)) == (kind, text)


def test_differences() -> None:
    base = load_variant("sochi-codex")
    assert base.differences(base) == ()
    assert base.differences(base.with_overrides({"ten": "checked", "k": 20})) == (
        ("ten", "whisted", "checked"), ("k", 10, 20))
    names = {difference.name for difference in load_variant("sochi-guide").differences(base)}
    assert {"must_overtake", "pair_test", "end_when"} <= names
    assert "gm" not in names


def test_pickle() -> None:
    rules = load_variant("sochi").with_overrides({"ten": "checked", "duty": "6:4"})
    rules.cache["law"] = lambda: None
    back = pickle.loads(pickle.dumps(rules))
    assert back == rules
    assert hash(back) == hash(rules)
    assert (back.alias, back.cache) == ("sochi", {})
    assert back.with_overrides({"ten": "whisted", "duty": "6:4,7:2,8:1,9:1,10:1"}).overrides == {}


def test_json_of_all_values() -> None:
    everything = load_variant("sochi-codex").with_overrides({"hm": "1/2"}).to_json()
    assert everything["hm"] == "1/2"
    assert everything["wm"] == 1
    assert everything["duty"] == {"6": 4, "7": 2, "8": 1, "9": 1, "10": 1}
    assert everything["half_whist"] == [6, 7]
    assert everything["pair_test"] is True
    assert everything["misere_beaten_by"] == "9"


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    code = ("import sys, preferans_pbn.variants as v; print([m for m in ('yaml', 'jsonschema') if m in sys.modules]);"
            "v.load_variant('sochi'); print('jsonschema' in sys.modules)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                          cwd=Path(loader.__file__).parents[2])
    assert done.stdout.split("\n")[:2] == ["[]", "False"]

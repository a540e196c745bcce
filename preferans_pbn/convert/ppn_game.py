"""A PPN game: what its tags say, and the rules that follow from them.

PPN is the Serbian game of the Prefko server.  A game that does not name its variant is taken as the club game with
what PPN fixes: preferans as an eighth number, the maximum of refe by its tag, results that are good above zero, and
a third player who may raise before the first hand has held (rules.md 8.1, 8.2b: G-PREFKO).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Final

from preferans_pbn.convert.faults import shown
from preferans_pbn.convert.house_rules import house_rules
from preferans_pbn.convert.judging import Place, placed_at
from preferans_pbn.convert.model import Converted
from preferans_pbn.convert.ppn_model import OWN_TAGS, REQUIRED_TAGS, Tag
from preferans_pbn.families import law_of
from preferans_pbn.families.balkan.law import BalkanLaw
from preferans_pbn.record import TAGS, Extra, Record
from preferans_pbn.rulesets import Rulesets
from preferans_pbn.variants import Ruleset

DATE: Final = re.compile(r"(?:[0-9]{4}|\?{4})\.(?:0[1-9]|1[0-2]|\?\?)\.(?:0[1-9]|[12][0-9]|3[01]|\?\?)")
_WHOLE: Final = re.compile(r"[-+]?[0-9]{1,9}")
_VARIANT: Final = re.compile(r"[a-z][a-z0-9-]*(?:@[1-9][0-9]*)?")
_RULE: Final = re.compile(r"[a-z][a-z0-9_]*=[A-Za-z0-9_.,:/+-]+")
_VALUES: Final = "S:2,D:3,H:4,C:5,betl:6,sans:7,preferans:8"
"""Half of the values that PPN gives: pik 4 to sans 14, preferans 16 (rules.md 8.2)."""
_TAG_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
UNKNOWN: Final = "?"


@dataclass(slots=True)
class Game:
    """A game: what its tags say.  ``seats[n]`` is the seat of player n (1 to 3); "" until a deal tells."""

    tags: dict[str, Tag] = field(default_factory=dict)
    repeated: list[Tag] = field(default_factory=list)
    seats: str = ""
    order: str = ""
    deals: int = 0
    ruleset: Ruleset | None = None
    law: BalkanLaw | None = None
    variant: str | None = None
    rules: tuple[tuple[str, str], ...] | None = None
    base: str | None = None

    def add(self, tag: Tag) -> None:
        """Note a tag."""
        if tag.name.text in self.tags:
            self.repeated.append(tag)
        else:
            self.tags[tag.name.text] = tag

    def value(self, name: str) -> str | None:
        """What a tag says; None where it is missing or not known."""
        tag = self.tags.get(name)
        return None if tag is None or tag.value.text == UNKNOWN else tag.value.text


def open_game(game: Game, one: Converted, place: Place, *, tagged: bool) -> None:
    """What holds for the whole game: its rules, and what is wrong with its tags.

    ``place`` is that of its first deal; ``tagged``: the form has tags, so that some must be there.
    """
    if tagged:
        missing = [name for name in REQUIRED_TAGS if name not in game.tags]
        if missing:
            one.diagnostics.append(placed_at("foreign-missing", Place(place.line, place.col, place.col + 1),
                                             missing="the tag " + ", ".join(missing),
                                             format="PPN game"))
    for tag in game.repeated:
        one.diagnostics.append(placed_at("foreign-contradiction", tag.name.place,
                                         what=f"the tag {tag.name.text} stands twice; the first is taken"))
    for name, tag in tuple(game.tags.items()):
        if not tag.value.text.isprintable():
            del game.tags[name]
            one.diagnostics.append(placed_at("foreign-value", tag.value.place, field=shown(name),
                                             value=shown(tag.value.text), format="PPN game",
                                             expected="a text without tabs and other control characters"))
    _take_rules(game, one)
    for name in ("Bula", "Refe", *(f"Result{n}" for n in "123")):
        value = game.value(name)
        if value is not None and not _WHOLE.fullmatch(value):
            tag = game.tags.pop(name)
            one.diagnostics.append(placed_at("foreign-value", tag.value.place, field=name, value=shown(value),
                                             format="PPN game", expected="a whole number"))


def _take_rules(game: Game, one: Converted) -> None:
    """The variant: as the game's own tags have it, else the club game with what PPN fixes."""
    named = game.value("Variant")
    rules = [word.partition("=") for word in (game.value("Rules") or "").split() if _RULE.fullmatch(word)]
    if named is not None and _VARIANT.fullmatch(named):
        record = Record(variant=named, base=game.value("Base"),
                        rules=tuple(sorted((name, value) for name, _, value in rules)) or None)
        ruleset, findings = Rulesets().of(record)
        law = None if ruleset is None else law_of(ruleset)
        if isinstance(law, BalkanLaw):
            game.variant, game.base, game.rules = record.variant, record.base, record.rules
            game.ruleset, game.law = ruleset, law
            return
        tag = game.tags["Variant"]
        what = findings[0].message if findings else f"{named} is no game of the Balkan family"
        one.diagnostics.append(placed_at("foreign-value", tag.value.place, field="Variant", value=shown(named),
                                         format="PPN game", expected=f"a variant of this family ({what})"))
    refe = game.value("Refe")
    wanted = {"bid_ladder": "balkan8", "game_value": _VALUES, "hold_before_raise": "false", "result_sign": "high_wins"}
    if refe is not None and refe.isdigit():
        wanted["refe"] = str(int(refe)) if int(refe) else "none"
    house = house_rules("serbian-klub", wanted, {})
    one.losses += house.losses
    game.variant, game.rules, game.ruleset = house.variant, house.pairs, house.ruleset
    game.law = house.law if isinstance(house.law, BalkanLaw) else None


def extras_of(game: Game) -> tuple[Extra, ...]:
    """Tags that a record has no field for are kept in the first record of the game."""
    used = {*REQUIRED_TAGS, *OWN_TAGS}
    found = [Extra(name, tag.value.text, "") for name, tag in game.tags.items()
             if name not in used or (name == "Date" and not DATE.fullmatch(tag.value.text))]
    return tuple(replace(extra, name=f"Ppn{extra.name}") if _means_something_else(extra.name) else extra
                 for extra in found)


def _means_something_else(name: str) -> bool:
    """Is this tag of PPN one of the notation, or no tag that it could have?"""
    return name in TAGS or name == "Note" or not _TAG_NAME.fullmatch(name)

"""The settings of DmitryBal/pref as parameters of a variant.

The engine has settings that nothing reads (its notes, 2); only those that it acts on are translated here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from preferans_pbn.convert.faults import SourceFault
from preferans_pbn.convert.house_rules import HouseRules, house_rules
from preferans_pbn.convert.json_source import Node
from preferans_pbn.convert.model import Loss
from preferans_pbn.diagnostics import BY_NAME

VARIANTS: Final = {"sochinka": "sochi-codex", "leningrad": "leningrad-sport", "rostov": "rostov-codex"}
_GAMES: Final = {"six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10"}
_LEADS: Final = {"left_of_declarer": "declarers_left", "leftmost_whistler": "first_whister",
                 "left_of_dealer": "forehand"}
_TALON: Final = {"leads_suit_only": "leads", "participates": "leads", "ignored": "dead"}
_SPLIT: Final = {"lower_taker": "fewer", "split": "even", "both": "own"}

# What the engine does whatever its settings say (its notes 1, 3, 4, 6): a misère bidder goes on bidding, a misère can
# be held, every deal that is not an all-pass round ends a run of them, the lowest bid stays a six, and the declarer's
# dump is never doubled.
_ALWAYS: Final = {
    "hold": "two_left_senior",
    "hold_ends_auction": "true",
    "hold_misere": "true",
    "misere_binds": "false",
    "min_bid": "6",
    "exit_by": "any_played",
    "exit_by_misere": "true",
    "exit_by_fail": "true",
    "both_pass_resets": "true",
    "gm": "1",
    "half_whist": "none",
    "whist_return": "none",
    "open_play": "closed",
    "duty_counts": "own",
    "lone_fine_when": "always",
    "all_pass_trick2": "forehand",
    "all_pass_trick3": "winner",
}


def rules_of(kind: str, players: int, settings: Node | None) -> HouseRules:
    """The variant that the log's first line names, with the engine's ways and its settings.

    The name alone says little: from the first lead to the talon of an all-pass, the engine plays as its settings
    have it.  Where they are not known (None), no variant is named; only what the engine always does is.
    """
    variant = VARIANTS.get(kind)
    if variant is None:
        return _unknown("вариант", f"{kind} is no variant that is known here; the records name none")
    if settings is None:
        return _unknown("settings", f"the engine's settings are not beside the log, so by which rules of {kind} was "
                                    f"played is not known; the records name no variant ({variant} comes nearest), "
                                    "only what the engine always does is in Rules", _ALWAYS)
    wanted, nowhere = dict(_ALWAYS), {}
    if players == 4:
        nowhere["raspas"] = "the resting dealer's tricks with the talon are not counted, though its cards can win"
    try:
        for name, value in _translated(settings):
            (nowhere if name.startswith("!") else wanted)[name.removeprefix("!")] = value
    except SourceFault as problem:
        return _unknown("settings", f"they cannot be read, so by which rules of {kind} was played is not known; the "
                                    f"records name no variant ({variant} comes nearest): {problem.finding.message}",
                        _ALWAYS)
    return house_rules(variant, wanted, nowhere)


def _unknown(field: str, reason: str, known: Mapping[str, str] = MappingProxyType({})) -> HouseRules:
    """No variant, and the rules that are known all the same."""
    return HouseRules(pairs=tuple(sorted(known.items())) or None,
                      losses=[Loss(field, 0, reason, BY_NAME["rule-not-expressible"].code)])


def _translated(settings: Node) -> Iterator[tuple[str, str]]:
    """Parameters with their values; a name with ``!`` in front is a setting that no parameter says."""
    yield from _prices(settings["contracts"])
    trading = settings["trading"]
    yield "bid_style", trading["bid_style"].word({"suit": "suit", "level": "level"})
    ladder = [step.text() for step in trading["ladder"].array()]
    if any(step.endswith("_without_prikup") for step in ladder):
        yield "without_talon_bids", "any"
        yield "!ladder", "misère and ten without the talon stand above everything; no parameter says so"
    whist = settings["whist"]
    yield "consolation", "s_x_u" if whist["consolation_on_fail"].flag() else "none"
    yield "consolation_passer", "true" if whist["consolation_to_passer"].flag() else "false"
    yield "consolation_dealer", "true" if whist["consolation_to_dealer"].flag() else "false"
    yield "short_penalty_split", whist["shortfall_responsible"].word(_SPLIT)
    yield "hm", whist["shortfall_penalty_scale"].word({"full": "1", "half": "1/2"})
    yield "lone_whist", "greedy"
    yield from _all_pass(settings["raspas"])
    scoring = settings["scoring"]
    yield "k", _amount(scoring["pool_to_whist"])
    yield "gora_whists", _amount(scoring["mountain_to_whist"])
    if scoring["end_condition"].text() == "none":
        yield "end_when", "none"
        yield "target", "none"
    yield "first_lead", settings["play"]["first_lead"].word(_LEADS)


def _prices(contracts: Node) -> Iterator[tuple[str, str]]:
    values, duties, whists = {}, {}, set()
    for name, level in _GAMES.items():
        contract = contracts[name]
        values[level] = contract["value"].integer(1, 1000)
        duties[level] = contract["whist_obligation"].integer(0, 6)
        whists.add(Fraction(contract["whist_per_trick"].integer(0, 1000), values[level]))
    values["misere"] = contracts["mizer"]["value"].integer(1, 1000)
    yield "misere_gora", str(values["misere"])
    yield "s", ",".join(f"{level}:{value}" for level, value in values.items())
    yield "duty", ",".join(f"{level}:{duty}" for level, duty in duties.items())
    if len(whists) == 1:
        yield "wm", str(whists.pop())
    else:
        yield "!whist_per_trick", "no one multiple of the value; no parameter says so"


def _all_pass(raspas: Node) -> Iterator[tuple[str, str]]:
    price = raspas["price_per_trick"].integer(1, 100)
    if raspas["scoring"].word({"mountain": "gora", "rostov": "whists5"}) == "gora":
        yield "all_pass_to", "gora"
        progression = raspas["progression"].text()
        if progression == "geometric":
            yield "all_pass_price", f"{price},{2 * price}"
            yield "!progression", "what an all-pass round costs after the second in a row is not known"
        else:
            yield "all_pass_price", str(price)
    else:
        yield "all_pass_to", "whists5"
        yield "all_pass_price", str(price)
        yield "all_pass_tricks", "above_fewest"
    yield "all_pass_amnesty", "true" if raspas["amnesty"].flag() else "false"
    premium = raspas["zero_trick_premium_pool"].integer(0, 100)
    if raspas["scoring"].value == "rostov":
        yield "all_pass_zero", "none"  # the premium is read for the other kind of round only
    elif premium > 1:
        yield "!zero_trick_premium_pool", f"a reward of {premium} for no trick; no parameter says so"
    else:
        yield "all_pass_zero", "pool1" if premium else "none"
    mode = raspas["prikup_mode"]
    yield "all_pass_talon", mode.word(_TALON)
    yield "talon_can_win", "true" if mode.value == "participates" else "false"


def _amount(node: Node) -> str:
    return str(node.number())

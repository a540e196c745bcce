"""The registry of parameters: every rule on which variants differ, one entry each.

An entry says what the parameter means, what it may be, which families it applies to, which operations of
the conformance protocol can tell its values apart, the value that holds in a family where a variant file
is silent, and which sources its values come from (keys of ``sources.yaml``).

A default by family is given only where all sources of the family agree or where the value means "this
agreement is not made".  Where there is none, a silent variant does not define the parameter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from preferans_pbn.variants.errors import RulesError, nearest
from preferans_pbn.variants.values import (
    BadValue,
    Choice,
    Flag,
    FrozenMap,
    Integer,
    Key,
    ListOf,
    MapOf,
    Rational,
    Value,
    ValueType,
    to_text,
)

FAMILIES: Final = ("russian", "balkan", "slovak", "greek", "austrian")
SUPPORTS: Final = ("auction", "play", "score", "sheet", "settle")
CARDS: Final = ("french", "german")
"""Packs that a game is played with: which names and pips its cards have for people."""

OPS: Final = ("trick-winner", "legal-cards", "legal-calls", "legal-discard", "legal-contracts",
              "legal-defence", "play", "score", "sheet", "settle", "parse", "format", "replay", "convert",
              "perft")
"""Operations of the conformance protocol.  ``replay`` and ``perft`` see whatever the operations on a part of
the deal see; an entry names them only where they alone can."""

_RU: Final = ("russian",)
_BALKAN: Final = ("balkan",)
_LADDER: Final = ("balkan", "slovak", "austrian")
_BULE: Final = ("balkan", "slovak")

_STRAINS: Final = ("S", "C", "D", "H", "NT")
LEVELS: Final = (6, 7, 8, 9, 10)
RUNGS: Final = (
    *(f"{level}{strain}" for level in (6, 7, 8) for strain in _STRAINS),
    "misere",
    *(f"{level}{strain}" for level in (9, 10) for strain in _STRAINS),
)
"""The 26 rungs of the Russian auction, ascending."""
_BIDS: Final = (*RUNGS, *(str(number) for number in range(1, 11)))
_GAMES: Final[tuple[Key, ...]] = ("S", "D", "H", "C", "betl", "sans", "durch", "preferans")
_GOALS: Final[tuple[Key, ...]] = (*LEVELS, "misere", *_GAMES)
_VALUED: Final[tuple[Key, ...]] = (*LEVELS, "misere")

_TRICK_VALUES: Final[tuple[Key, ...]] = (
    *(f"6{strain}" for strain in _STRAINS), 7, "7NT", 8, "8NT", 9, "9NT", 10, "10NT")

_level: Final = Integer(6, 10)
_levels: Final = ListOf(_level, distinct=True)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One entry of the registry.

    * ``name``: snake_case English; ``type``: what it may be; ``meaning``: one sentence.
    * ``families``: where it applies.  Elsewhere it has no value and cannot be set.
    * ``observable``: operations that can tell its values apart; empty: none can.
    * ``defaults``: the value by family where a variant file is silent.
    * ``source``: keys of the sources in which its values were met.
    * ``within``: by family, the only values that its law has, where these are fewer than ``type`` allows.
    * ``spellings``: other texts that are read as a value (text to canonical text).
    """

    name: str
    type: ValueType
    meaning: str
    families: tuple[str, ...]
    observable: tuple[str, ...]
    defaults: Mapping[str, Value]
    source: tuple[str, ...]
    spellings: Mapping[str, str]
    within: Mapping[str, tuple[Value, ...]]


_WITHIN: Final[dict[str, dict[str, tuple[Any, ...]]]] = {
    "suit_order": {"russian": (_STRAINS,), "greek": (_STRAINS,), "balkan": (("S", "D", "H", "C"),),
                   "slovak": (("S", "D", "H", "C"),), "austrian": (("C", "S", "D", "H"),)},
    "bid_ladder": {"russian": ("russian26",), "greek": ("greek25",), "balkan": ("balkan7", "balkan8"),
                   "slovak": ("balkan8",), "austrian": ("austrian4",)},
    "opener_must_bid": {"russian": (False,), "greek": (False,), "balkan": (False,), "austrian": (False,)},
    "bid_steps": {"greek": ("next",), "austrian": ("next",)},
    "hold": {"russian": ("none", "two_left_senior", "eldest_anytime", "first_hand"), "greek": ("answer_echo",),
             "balkan": ("none", "first_hand", "first_hand_transferable", "next_active"),
             "slovak": ("none", "first_hand"), "austrian": ("none", "first_hand_transferable")},
    "in_hand": {"russian": ("none",), "greek": ("none",), "austrian": ("none",)},
    "all_pass_outcome": {"russian": ("play_no_trump", "redeal"), "greek": ("play_no_trump", "redeal"),
                         "balkan": ("refe", "redeal"), "slovak": ("nothing",), "austrian": ("redeal",)},
    "contract_raise": {"greek": ("any",), "balkan": ("any", "none"), "slovak": ("any",), "austrian": ("any",)},
    "whist_first": {"russian": ("left_of_declarer",), "greek": ("right_of_declarer",)},
    "first_lead": {"greek": ("forehand",), "balkan": ("forehand", "declarer", "declarers_left"),
                   "slovak": ("forehand",), "austrian": ("forehand", "declarer")},
    "first_lead_no_trump": {"greek": ("forehand",)},
    "must_overtake": {"greek": ("none",), "slovak": ("none",), "austrian": ("none",)},
    "refe": {"greek": ("none",)},
    "concede": {"russian": ("none", "2", "3"), "greek": ("none", "solo"), "balkan": ("none",),
                "slovak": ("none", "free_at_one"), "austrian": ("none",)},
    "defence": {"russian": ("whist",), "greek": ("play_or_pass",), "balkan": ("follow_or_drop",),
                "slovak": ("both_always",), "austrian": ("follow_or_drop",)},
    "duty_two": {"russian": ("half",), "greek": ("asymmetric",), "balkan": ("each_two", "joint_only"),
                 "slovak": ("one_hand_two",)},
    "stop_at_five": {"russian": (False,), "greek": (False,), "slovak": (False,), "austrian": (False,)},
    "end_when": {"russian": ("all_full", "two_full", "sum_pools", "any_full", "none"), "greek": ("kasa_empty",),
                 "balkan": ("sum_bule_0",), "slovak": ("sum_heads_0",)},
    "settle_formula": {"russian": ("russian",), "greek": ("greek",), "balkan": ("serbian",),
                       "slovak": ("slovak_assumed",)},
    "result_sign": {"russian": ("high_wins",), "greek": ("high_wins",)},
    "in_hand_answer": {"balkan": ("hand_only",), "slovak": ("hand_only",)},
    "in_hand_naming": {"slovak": ("after_auction",)},
    "kontra_max": {"slovak": (0,), "austrian": (0,)},
    "min_trumps": {"slovak": ("none",)},
    "betl_fail_supe": {"slovak": ("none",)},
    "supe_cap": {"slovak": ("none",)},
    "obvious_error": {"slovak": ("none",)},
    "in_hand_second_min": {"slovak": ((),)},
    "hold_ends_auction": {"slovak": (False,)},
    "misere_open": {"slovak": ("closed",)},
}
"""Values by family: another family's word would otherwise be taken and then do nothing."""


def _p(name: str, value_type: ValueType, meaning: str, families: tuple[str, ...] = _RU, *, ops: str = "",
       source: str, spellings: dict[str, str] | None = None, every: Any = None,
       **by_family: Any) -> Parameter:
    """An entry.  ``ops`` and ``source`` are blank-separated (a source key's blank is written ``~``);
    ``every`` is the default of all its families, ``by_family`` that of one."""
    given = dict.fromkeys(families, every) if every is not None else {}
    given.update(by_family)
    return Parameter(
        name=name, type=value_type, meaning=meaning, families=families, observable=tuple(ops.split()),
        defaults=MappingProxyType({family: value_type.check(value) for family, value in given.items()}),
        source=tuple(key.replace("~", " ") for key in source.split()),
        spellings=MappingProxyType(spellings or {}),
        within=MappingProxyType({family: tuple(map(value_type.check, values))
                                 for family, values in _WITHIN.get(name, {}).items()}))


_ENTRIES: Final = (
    # --- table and deal ------------------------------------------------------------------------
    _p("players", ListOf(Integer(2, 4), empty=False, distinct=True),
       "Numbers of people at the table: with four the dealer rests, with two there is a dummy.",
       FAMILIES,
       ops="legal-calls legal-contracts legal-defence score replay", source="S1-02 S1-23 S0-09 S2-01 KZPN1 ENWIKI"),
    _p("direction", Choice(("cw", "ccw")),
       "Which way deal, auction and play go round the table: clockwise or anticlockwise.",
       FAMILIES, ops="replay", source="S1-25 S0-29 SRWIKI G-PAJCHO PREFADOROS",
       russian="cw", slovak="cw", austrian="cw", greek="ccw", balkan="ccw"),
    _p("suit_order", ListOf(Choice(_STRAINS), empty=False, distinct=True),
       "Ascending order of the suits in the auction.",
       FAMILIES, ops="legal-calls legal-contracts", source="S1-31 S0-53 PAGAT-HR PAGAT-AT PREFADOROS",
       russian=_STRAINS, greek=_STRAINS, balkan=("S", "D", "H", "C"), slovak=("S", "D", "H", "C"),
       austrian=("C", "S", "D", "H")),
    _p("deal_pattern", Choice(("2-T-2-2-2-2", "2x5", "5-T-5", "3-T-4-3", "any")),
       "Packets in which the cards are dealt; T is the talon, 2x5 has it anywhere but first and last.",
       FAMILIES, source="S1-43 S0-26 S2-09 KZPN1 PAGAT-AT"),
    _p("first_dealer", Choice(("lowest_card", "highest_card", "random", "holder_of_7d")),
       "How the first dealer of a session is found.",
       FAMILIES, source="S1-40 S0-24 S2-13 PREFADOROS DEWIKI"),
    _p("dealer_rotation", Choice(("always", "alternate", "stay_on_all_pass", "stay_on_failed_high_game")),
       "When the deal moves on to the next player; alternate: between the two players of a table of two.",
       FAMILIES, ops="replay", source="S1-41 S2-12 CODEX~3.2.2 KZPN3 G-PULKA"),
    _p("cut", Choice(("none", "optional")),
       "Is the pack cut before the deal.", FAMILIES, source="S2-14 PREFKLUB"),
    # --- auction -------------------------------------------------------------------------------
    _p("bid_ladder", Choice(("russian26", "balkan7", "balkan8", "greek25", "austrian4")),
       "The ladder of bids, lowest to highest.",
       FAMILIES, ops="legal-calls legal-contracts", source="S1-50 S2-21 S0-54 S1-136 PREFADOROS PAGAT-AT",
       russian="russian26", greek="greek25", slovak="balkan8", austrian="austrian4"),
    _p("bid_style", Choice(("suit", "level")),
       "Does a bid name its suit, or only the number of tricks.",
       _RU, ops="legal-calls legal-contracts", source="S1-50 G-DMITRYBAL", russian="suit"),
    _p("bid_steps", Choice(("jump", "next")),
       "May a bid skip rungs of the ladder.",
       FAMILIES,
       ops="legal-calls legal-contracts", source="S1-58 S0-61 G-LL1R1K~3.3 PREFADOROS G-PAJCHO", russian="jump"),
    _p("hold", Choice(("none", "two_left_senior", "eldest_anytime", "first_hand", "first_hand_transferable",
                       "next_active", "answer_echo")),
       "Who may take over the standing bid at its own height instead of raising it.",
       FAMILIES, ops="legal-calls legal-contracts",
       source="S1-58 G-LL1R1K~3.6 G-BACKS S0-89 S2-32 S2-34 G-PAJCHO PREFADOROS"),
    _p("hold_min_bid", Choice(_BIDS),
       "The lowest bid that can be held.",
       FAMILIES, ops="legal-calls legal-contracts", source="G-LL1R1K~3.6 PELS S0-89 G-PAJCHO"),
    _p("hold_before_raise", Flag(),
       "Must a bid that can be held be held, or the right given up, before anybody raises it.",
       _BALKAN, ops="legal-calls legal-contracts", source="G-PAJCHO PREFKLUB G-PREFKO"),
    _p("hold_ends_auction", Flag(),
       "Does a hold end the auction at once, so that the other bidder cannot raise.",
       FAMILIES, ops="legal-calls legal-contracts", source="G-LL1R1K~3.6 G-DMITRYBAL", russian=False),
    _p("hold_misere", Flag(),
       "May a misère be held like any other bid.",
       _RU, ops="legal-calls legal-contracts", source="G-LL1R1K~3.7 G-DMITRYBAL", russian=False),
    _p("opener_must_bid", Flag(),
       "Must the first hand bid, so that it cannot pass.",
       FAMILIES, ops="legal-calls legal-contracts", source="S1-59 S0-64 PREFADOROS",
       russian=False, balkan=False, slovak=True),
    _p("announce_at_once", ListOf(Choice(tuple(map(str, _GAMES))), distinct=True),
       "Games that may be called only as a player's first call.",
       _BULE, ops="legal-calls legal-contracts", source="S0-127", balkan=()),
    _p("misere_bid", Choice(("none", "any_time", "first_call_only")),
       "When a player may bid misère.",
       _RU, ops="legal-calls legal-contracts", source="S1-54 G-LL1R1K~3.7 G-JURA"),
    _p("misere_beaten_by", Choice(("9", "9_then_without_talon", "9_hand")),
       "What outbids misère: a nine, or then also misère and nine without the talon, or only a nine without it.",
       _RU, ops="legal-calls legal-contracts", source="S1-54 G-LL1R1K~3.7 KZPN3", russian="9"),
    _p("misere_binds", Flag(),
       "May a misère bidder who is outbid only pass from then on.",
       _RU, ops="legal-calls legal-contracts", source="G-LL1R1K~3.7 G-DMITRYBAL G-BACKS"),
    _p("without_talon_bids", Choice(("none", "nine", "misere_and_nine", "any")),
       "Which bids may also be made without the talon.",
       _RU, ops="legal-calls legal-contracts", source="G-LL1R1K~3.7 G-OLEK G-DMITRYBAL KZPN3", russian="none"),
    _p("blind_pass", Choice(("none",)),
       "Pass before looking at the cards: none, there is no such call.",
       _RU, source="S1-59 G-LL1R1K~A.1"),
    _p("overcall_of_misere_ends_auction", Flag(),
       "Does a bid over misère end the auction at once.",
       _RU, ops="legal-calls legal-contracts", source="G-LL1R1K~3.7 G-SUNT", russian=False),
    _p("in_hand", Choice(("none", "plus1")),
       "May a game be played without the talon for one unit more.",
       FAMILIES,
       ops="legal-cards legal-calls legal-contracts legal-defence play score", source="S0-95 S2-42 PREFKLUB",
       russian="none", greek="none"),
    _p("in_hand_when", Choice(("first_call_only", "any_call")),
       "At which of his calls a player may announce a game in hand.",
       _LADDER, ops="legal-calls legal-contracts", source="S0-93 S2-35"),
    _p("in_hand_second_min", ListOf(Integer(2, 8)),
       "Lowest game of the second, third … player who announces a game in hand; empty: no floor.",
       _LADDER, ops="legal-calls legal-contracts", source="S2-41 S0-97 G-GPREDA G-PREFKO"),
    _p("in_hand_answer", Choice(("hand_only", "any_higher")),
       "What may be said after a game in hand was announced.",
       _LADDER, ops="legal-calls legal-contracts", source="S0-96 PREFKLUB"),
    _p("in_hand_naming", Choice(("with_call", "after_auction")),
       "When the suit of a game in hand is named.",
       _LADDER, ops="legal-calls legal-contracts", source="S0-115 S2-37 S2-38"),
    _p("in_hand_raise", Choice(("suits", "any")),
       "How far the winner with a game in hand may go above his call: to a higher suit, or to betl and sans too.",
       _BALKAN, ops="legal-contracts", source="S2-37 S2-38 G-PAJCHO", balkan="suits"),
    _p("in_hand_direct_when", Choice(("first_call", "any_call")),
       "At which of his calls a player may announce betl or sans in hand.",
       _LADDER, ops="legal-calls legal-contracts", source="S2-39 PREFKLUB"),
    _p("min_bid", ListOf(_level, empty=False),
       "Lowest level that opens the auction, by consecutive all-pass rounds before (the last entry repeats).",
       _RU, ops="legal-calls legal-contracts", source="G-FSPR G-CODEXENG SHRAM-LEN", russian=(6,)),
    _p("min_bid_cycle", Flag(),
       "Does min_bid begin again after its last entry instead of repeating it.",
       _RU, ops="legal-calls legal-contracts", source="G-CODEXENG", russian=False),
    # --- all-pass runs -------------------------------------------------------------------------
    _p("all_pass_outcome", Choice(("play_no_trump", "refe", "redeal", "nothing")),
       "What follows when all pass: a round without trumps, a refe for each, a new deal, or nothing.",
       FAMILIES, ops="legal-cards legal-calls play score", source="S1-61 S2-29 S0-100 PREFADOROS", balkan="refe"),
    _p("exit_by", Choice(("any_played", "made_game", "whisted_made_game")),
       "Which deal ends a run of all-pass rounds.",
       _RU, ops="score", source="G-LL1R1K G-JURA G-FSPR"),
    _p("exit_by_misere", Flag(),
       "Does a misère end a run of all-pass rounds.", _RU, ops="score", source="G-JURA G-FSPR"),
    _p("exit_by_fail", Flag(),
       "Does a failed contract end a run of all-pass rounds.", _RU, ops="score", source="G-LL1R1K G-JURA"),
    _p("both_pass_resets", Flag(),
       "Does a contract that both defenders let go end a run of all-pass rounds.",
       _RU, ops="score", source="G-LL1R1K G-ROSTIK G-JURA"),
    # --- exchange and contract -----------------------------------------------------------------
    _p("talon_seen_by", Choice(("all", "declarer_only")),
       "Who sees the talon before the declarer takes it.",
       FAMILIES, source="G-LL1R1K~4.1 S0-68 S2-24 PREFADOROS",
       balkan="all", slovak="all", greek="declarer_only"),
    _p("trump_named", Choice(("before_talon", "after_discard")),
       "When the declarer names his trump.",
       FAMILIES, source="S1-68 S1-72 G-LL1R1K~4.3 S2-27"),
    _p("discard_counts", Integer(0, 2),
       "Tricks credited to the declarer for his discard.",
       _RU, ops="score", source="S1-71 G-LL1R1K~4.2", russian=0),
    _p("discard_counts_in", Choice(("contracts", "everywhere")),
       "Deals in which discard_counts is credited: contracts, or misère too.",
       _RU, ops="score", source="S1-71", russian="contracts"),
    _p("contract_floor", Choice(("bid",)),
       "The contract must be at least the winning bid.",
       FAMILIES, source="G-LL1R1K~4.3 S0-57 S2-28", every="bid"),
    _p("contract_raise", Choice(("any", "same_level", "none")),
       "How far the contract may go above the bid: anything higher, a higher suit only, not at all.",
       FAMILIES, ops="legal-contracts", source="G-LL1R1K~4.3 S0-75 S2-28 S1-34"),
    _p("concede", Choice(("none", "2", "3", "solo", "free_at_one")),
       "Surrender instead of a contract: as that many undertricks, by the Greek solo, or free at \"1\".",
       FAMILIES, ops="legal-contracts legal-defence score", source="G-LL1R1K~4.5 G-JURA G-FSPR S0-70 PREFADOROS"),
    _p("one_allows_leaves", Flag(),
       "May the winner at \"1\" name leaves.",
       ("slovak",), ops="legal-calls legal-contracts", source="S0-76"),
    _p("min_trumps", Choice(("none", "three", "three_headed_q")),
       "Trumps needed to play a suit game: none asked for, three, or three headed by queen, king or ace.",
       _BULE, ops="legal-contracts", source="S2-85 S2-86", every="none"),
    _p("goal", MapOf(_GOALS, Integer(0, 10)),
       "Tricks that make each contract: at least so many, or none where 0.",
       FAMILIES, ops="score", source="S1-34 S1-109 S0-33 S0-125 S2-06 S2-08",
       russian={6: 6, 7: 7, 8: 8, 9: 9, 10: 10, "misere": 0}, greek={6: 6, 7: 7, 8: 8, 9: 9, 10: 10}),
    _p("durch_goal", Choice(("six_of_ten", "six_consecutive")),
       "How the six tricks of durch are counted.",
       ("slovak",), ops="score", source="S0-121 S0-122"),
    # --- defence -------------------------------------------------------------------------------
    _p("whist_first", Choice(("left_of_declarer", "right_of_declarer")),
       "Which defender speaks first: the next after the declarer in playing order, seen clockwise or not.",
       FAMILIES, ops="legal-defence", source="S1-73 CODEX~3.8.1 PREFADOROS PREFKLUB",
       russian="left_of_declarer", balkan="right_of_declarer", greek="right_of_declarer",
       austrian="left_of_declarer"),
    _p("defence", Choice(("whist", "follow_or_drop", "play_or_pass", "both_always")),
       "How the defenders take the contract on.",
       FAMILIES, ops="legal-defence", source="S1-74 S2-44 S0-34 PREFADOROS",
       russian="whist", balkan="follow_or_drop", greek="play_or_pass"),
    _p("duty", MapOf((*LEVELS, *_GAMES), Integer(0, 6)),
       "Tricks that the defence owes by contract; for a pair or for each, see duty_two.",
       FAMILIES, ops="score", source="CODEX~3.8.2 PARLETT S1-36 S0-34 S2-07 PREFADOROS"),
    _p("duty_two", Choice(("half", "joint_only", "each_two", "one_hand_two", "asymmetric")),
       "How two defenders are measured.",
       FAMILIES, ops="score", source="PARLETT S0-34 S2-07 PREFKLUB PREFADOROS",
       russian="half", greek="asymmetric"),
    _p("duty_counts", Choice(("own", "both")),
       "Whose tricks count towards a lone whister's duty: his own, or those of both defenders.",
       _RU, ops="score", source="PARLETT G-BACKS G-DMITRYBAL", russian="both"),
    _p("pair_test", Flag(),
       "Is a whister's shortage punished only where the pair together is short.",
       _RU, ops="score", source="PARLETT G-LL1R1K G-DANPET S1-36"),
    _p("liable_89", Choice(("last", "both")),
       "Who answers for the one trick owed at eight and nine: the second whister, or each without a trick.",
       _RU, ops="score", source="PARLETT G-CODEXENG G-JURA G-FSPR"),
    _p("ten", Choice(("whisted", "checked")),
       "Is a ten whisted with a duty of one, or played with open hands and no duty.",
       _RU, ops="legal-defence score", source="CODEX~3.8.2 G-FSPR G-LL1R1K G-JURA"),
    _p("half_whist", _levels,
       "Levels at which a defender may take half the duty without play.",
       _RU, ops="legal-defence", source="PARLETT G-CODEXENG G-FSPR S1-74"),
    _p("half_whist_by", Choice(("second", "either")),
       "Who may go half: the second defender after the first passed, or the first too after two passes.",
       _RU, ops="legal-defence", source="PARLETT G-SUNT", russian="second"),
    _p("whist_return", _levels,
       "Levels at which the first defender may take his whist back up after the second went half.",
       _RU, ops="legal-defence", source="PARLETT G-FSPR G-JURA S1-83"),
    _p("first_may_leave", Flag(),
       "May the first defender go down to half after whist and pass.",
       _RU, ops="legal-defence", source="G-JURA G-CODEXENG"),
    _p("own_whist", _levels,
       "Levels at which a lone whister may take just his duty without play.",
       _RU, ops="legal-defence", source="OPER7 G-JURA"),
    _p("dealer_may_whist", Flag(),
       "May the resting dealer whist after pass, half, pass.",
       _RU, ops="legal-defence score", source="G-FSPR", russian=False),
    _p("stalingrad", Flag(),
       "Must both defenders whist on six spades.",
       _RU, ops="legal-defence", source="S1-05 G-BACKS G-PULKA", russian=False),
    _p("invite", Flag(),
       "May a lone defender call the other in.",
       ("balkan", "greek", "austrian"), ops="legal-defence", source="S2-47 PREFADOROS DEWIKI",
       spellings={"yes": "true", "none": "false"}, greek=True),
    _p("invite_need", Integer(1, 10),
       "Tricks that the caller and the called hand owe together.", _BALKAN, ops="score", source="S2-49"),
    _p("kontra_max", Integer(0, 4),
       "Highest kontra step: 1 kontra, 2 rekontra, 3 subkontra, 4 mortkontra; each doubles.",
       _LADDER, ops="legal-defence score", source="S2-53 S2-56 IKLUB"),
    _p("kontra_need", Integer(1, 10),
       "Tricks that the defenders owe together under kontra.", _BALKAN, ops="score", source="S2-51"),
    _p("kontra_compulsory", Choice(("none", "pik", "pik_or_hand")),
       "Game on which kontra must be given: pik, or pik in hand too.",
       _BALKAN, ops="legal-defence score", source="S2-58 DANAS G-PAJCHO"),
    _p("kontra_missing", Choice(("refe_else_made", "refe_else_redeal", "made", "failed")),
       "What follows where a compulsory kontra was not given.",
       _BALKAN, ops="score", source="S2-59 S2-60 G-GPREDA IKLUB"),
    _p("kontra_credit", Choice(("giver", "split")),
       "Who is credited and liable under kontra: the giver alone, or both.",
       _BALKAN, ops="score", source="PREFKLUB G-GPREDA"),
    _p("kontra_after_call", Flag(),
       "May kontra be given after a partner was called.", _BALKAN, ops="legal-defence", source="PREFKLUB"),
    _p("rekontra_on_hand_betl", Flag(),
       "May the declarer answer kontra on a betl in hand.", _BALKAN, ops="legal-defence", source="PREFKLUB"),
    # --- open hands, leads, tricks -------------------------------------------------------------
    _p("open_play", Choice(("choice", "passer_open", "both_open", "closed")),
       "Whose hands lie open under a lone whister: by his choice, the passer's, both, none.",
       _RU, ops="legal-defence", source="PARLETT G-LL1R1K~5.2 OPER7 S1-79"),
    _p("open_when", Choice(("before_lead", "after_first_card")),
       "When hands are laid open in a contract.",
       _RU, source="PARLETT G-JURA G-CODEXENG"),
    _p("misere_open", Choice(("before_lead", "after_first_card", "after_first_trick", "closed")),
       "When the defenders' hands are laid open in misère or betl.",
       ("russian", "balkan", "slovak"), ops="legal-defence", source="S1-57 G-LL1R1K~7 G-CODEXENG"),
    _p("first_lead", Choice(("forehand", "declarer", "declarers_left", "first_whister")),
       "Who leads to the first trick of a contract; to a misère forehand leads all the same.",
       FAMILIES, ops="play", source="S1-84 COLLEGE36 G-LL1R1K~2.4 KARTENSP",
       russian="forehand", greek="forehand"),
    _p("first_lead_no_trump", Choice(("forehand", "declarer", "declarers_left", "declarers_left_defender",
                                      "declarers_right")),
       "Who leads to the first trick of a game that is played for tricks without trumps: sans, preferans, durch.",
       ("balkan", "slovak", "greek", "austrian"), ops="legal-cards play", source="S0-120 S2-67 PREFKLUB",
       greek="forehand"),
    _p("sans_lead", Choice(("free", "agreed")),
       "Is the suit of the first lead in sans free or agreed.",
       _BALKAN, ops="legal-cards play", source="S2-87 S2-88 S2-89", balkan="free"),
    _p("must_trump", Flag(),
       "Must a hand void in the suit led play a trump.",
       FAMILIES, ops="legal-cards play", source="S1-87 S0-49 S2-71 PREFADOROS", every=True),
    _p("must_overtake", Choice(("none", "if_beats_trick", "within_suit")),
       "Must a card be overtaken: never, where that would win the trick, or by rank in the suit alone.",
       FAMILIES, ops="legal-cards play", source="S1-89 S1-90 G-LL1R1K~6.2 S0-48",
       balkan="none", slovak="none", greek="none", austrian="none"),
    _p("overtake_scope", Choice(("contracts", "contracts_and_misere", "everywhere")),
       "Deals in which must_overtake binds.",
       _RU, ops="legal-cards play", source="S1-89", russian="everywhere"),
    _p("stop_at_five", Flag(),
       "Does play end when the defenders have five tricks, betl with the declarer's first.",
       FAMILIES, ops="play score", source="S1-94 S2-76 PREFKLUB", russian=False, greek=False),
    _p("betl_stops", Flag(),
       "Where play ends before its last trick: does a betl end with the declarer's first.",
       _BALKAN, ops="play score", source="PREFKLUB G-PAJCHO", balkan=True),
    # --- all-pass play -------------------------------------------------------------------------
    _p("all_pass_talon", Choice(("leads", "dead")),
       "Does the talon lead to the first two tricks of an all-pass round.",
       _RU, ops="legal-cards play", source="S1-63 G-LL1R1K~8.2 G-JURA G-CODEXENG"),
    _p("all_pass_void_leader", Choice(("talon_suit", "own_card")),
       "Which suit is led where the hand after the talon card is void: the talon's, or that of its card.",
       _RU, ops="play trick-winner legal-cards", source="G-LL1R1K~8.2 G-JURA G-SUNT G-BACKS"),
    _p("all_pass_trick2", Choice(("forehand", "winner")),
       "Who plays first in trick two of an all-pass round with talon leads.",
       _RU, ops="play", source="G-LL1R1K~8.2 G-BACKS G-SUNT"),
    _p("all_pass_trick3", Choice(("forehand", "winner")),
       "Who leads trick three of an all-pass round with talon leads.",
       _RU, ops="play", source="G-LL1R1K~8.2 G-BACKS"),
    _p("talon_can_win", Flag(),
       "Can a talon card win its trick; only with four at the table, for the resting dealer.",
       _RU, ops="trick-winner play", source="G-JURA G-FSPR DRUZYA G-DMITRYBAL"),
    _p("dealer_in_all_pass", Choice(("none", "plays_talon")),
       "Has the resting dealer a part in an all-pass round: none, or he plays the talon and is scored.",
       _RU, ops="play score", source="G-JURA G-FSPR DRUZYA S1-133"),
    # --- all-pass score ------------------------------------------------------------------------
    _p("all_pass_price", ListOf(Integer(1, 100), empty=False),
       "Price of a trick by consecutive all-pass rounds before (the last entry repeats); a final amount.",
       _RU, ops="score", source="S1-65 LESNOI SHRAM-LEN G-FSPR"),
    _p("all_pass_amnesty", Flag(),
       "Are the fewest tricks taken off everybody's tricks before an all-pass round is written.",
       _RU, ops="score", source="G-LL1R1K G-FSPR G-PULKA", russian=False),
    _p("all_pass_zero", Choice(("pool1", "pool_price", "gora_1_price", "gora_2_prices", "none")),
       "Reward of a player without a trick: 1 or the price into the pool, one or two prices off his dump.",
       _RU, ops="score", source="S1-66 LESNOI G-JURA G-FSPR"),
    _p("all_pass_to", Choice(("gora", "whists5")),
       "Where an all-pass round is written: tricks into the dump, or 5 whists a trick for the fewest.",
       _RU, ops="score", source="S1-65 CODEX~3.7.2.2 G-CODEXENG"),
    _p("all_pass_tricks", Choice(("all", "above_fewest")),
       "Tricks that whists5 pays for: all that the other player took, or those above the fewest.",
       _RU, ops="score", source="CODEX~3.7.2.2 G-DMITRYBAL", russian="all"),
    _p("all_pass_tie", Choice(("both_full", "half")),
       "Two players with the fewest tricks under whists5: each writes in full, or half.",
       _RU, ops="score", source="CODEX~3.7.2.2 G-CODEXENG"),
    _p("zero_when_pool_full", Choice(("pool", "gora_minus", "none")),
       "Reward of a player without a trick whose pool is full: still into the pool, off his dump, or none.",
       _RU, ops="sheet", source="G-ESHAV S1-112"),
    # --- contract score ------------------------------------------------------------------------
    _p("s", MapOf(_VALUED, Integer(1, 1000), whole=True),
       "Value of a contract by level, and of misère: what the pool gets.",
       _RU, ops="score", source="S1-98 CODEX KZPN2",
       russian={6: 2, 7: 4, 8: 6, 9: 8, 10: 10, "misere": 10}),
    _p("wm", Rational(0, 100),
       "Multiplier of the value for whists.", _RU, ops="score", source="SHRAM-LEN S1-130 LESNOI"),
    _p("gm", Rational(0, 100),
       "Multiplier of the value for the dump of a failed declarer, by undertrick.",
       _RU, ops="score", source="SHRAM-LEN S1-107 S1-129"),
    _p("hm", Rational(0, 100),
       "Multiplier of the value for the dump of a whister who is short, by trick.",
       _RU, ops="score", source="SHRAM-LEN S1-126 LESNOI"),
    _p("lone_fine_when", Choice(("made", "always")),
       "When a lone whister is fined for his missing tricks: under a made contract only, or a failed one too.",
       _RU, ops="score", source="CODEX~3.8.2 G-DMITRYBAL", russian="made"),
    _p("consolation", Choice(("none", "s_x_u", "flat_10")),
       "Whists of each defender on a failed declarer by undertrick: none, the value, or ten.",
       _RU, ops="score", source="S1-108 LESNOI G-CODEXENG", russian="s_x_u", spellings={"SxU": "s_x_u"}),
    _p("consolation_dealer", Flag(),
       "Does the resting dealer write the consolation too.",
       _RU, ops="score", source="CODEX~3.8.1.2 G-DANPET G-FSPR S1-134"),
    _p("consolation_passer", Flag(),
       "Does the passer of a contract that the other defender whisted write the consolation too.",
       _RU, ops="score", source="S1-108 LESNOI KZPN2 G-DMITRYBAL", russian=True),
    _p("failed_trick_whists", Choice(("as_made", "none")),
       "Whists for the defenders' tricks on a failed contract, besides the consolation.",
       _RU, ops="score", source="LESNOI S1-108 S1-17 G-BACKS"),
    _p("lone_whist", Choice(("greedy", "gentleman")),
       "Who writes the whists for tricks under one whister: he alone, or both defenders half each.",
       _RU, ops="score", source="LESNOI PREFGAME G-LL1R1K~9.4 ALIKAS"),
    _p("gentleman_when", Choice(("failed", "always")),
       "When the gentleman's half is given: on a failed contract only, or always.",
       _RU, ops="score", source="LESNOI ALIKAS G-FSPR G-JURA", russian="failed"),
    _p("passer_pays", Choice(("none", "s")),
       "What the passer pays the declarer on a made contract that the other whisted.",
       _RU, ops="score", source="S1-105 CODEX", spellings={"S": "s", "0": "none"}),
    _p("trick_whist", Choice(("s", "one")),
       "Whists for one defenders' trick: the value of the contract, or one.",
       _RU, ops="score", source="LESNOI S1-106", spellings={"S": "s", "1": "one"}),
    _p("both_whist_share", Choice(("own", "half_up")),
       "Whists of two whisters: each for his own tricks, or each half of all, rounded up.",
       _RU, ops="score", source="CODEX~3.8.1.3 S1-81"),
    _p("share_rounding", Choice(("before_multiplier", "after_multiplier")),
       "Is \"half, rounded up\" taken before or after wm multiplies.",
       _RU, ops="score", source="S1-130", russian="before_multiplier"),
    _p("whist_rounding", Choice(("none", "down", "up")),
       "What becomes of half a whist where a gentleman's share is not whole: kept, dropped, made whole.",
       _RU, ops="score", source="G-JURA ALIKAS", russian="none"),
    _p("short_penalty_split", Choice(("own", "even", "ceil_floor", "fewer")),
       "Penalty of two whisters who are short: each his own, half each, half up to the first and down, or all to "
       "the one with fewer tricks.",
       _RU, ops="score", source="PARLETT G-SUNT G-JURA G-BACKS", russian="own"),
    _p("individual_quota", MapOf(LEVELS, Integer(1, 4)),
       "Tricks that each of two whisters owes for himself by level, whatever the pair has; empty: none.",
       _RU, ops="score", source="KZPN2", russian={}),
    _p("misere_gora", Integer(1, 1000),
       "Dump of the declarer for each trick taken in misère; a final amount.",
       _RU, ops="score", source="S1-111 SHRAM-LEN G-FSPR"),
    _p("misere_whists", Choice(("none", "as_ten")),
       "Whists of the defenders in misère: none, or as in a ten.",
       _RU, ops="score", source="S1-110 G-LL1R1K", russian="none", spellings={"asTen": "as_ten"}),
    _p("paid_talon", Choice(("none", "dealer_all", "opponents_half")),
       "Who writes the talon's fast tricks on the declarer: nobody, the resting dealer, each opponent half.",
       _RU, ops="score", source="G-FSPR~6.4 G-LL1R1K~4.6 G-CODEXENG", russian="none"),
    _p("gora_mode", Choice(("gora", "whists5_per_point", "whists5_per_undertrick")),
       "What stands for the dump: itself, or 5 whists of each opponent by dump point or by undertrick.",
       _RU, ops="score", source="S1-127 S1-128 PELS", russian="gora"),
    _p("win_writes", Choice(("pool", "gora_first")),
       "Where a made contract is written: the pool, or first off the own dump.",
       _RU, ops="sheet", source="S1-104 G-MFM G-LL1R1K", russian="pool"),
    # --- Balkan, Slovak, Greek score -----------------------------------------------------------
    _p("game_value", MapOf(_GAMES, Integer(1, 100)),
       "Value of each game.", _LADDER, ops="score", source="S0-98 S2-16 PAGAT-AT",
       balkan={"S": 2, "D": 3, "H": 4, "C": 5, "betl": 6, "sans": 7, "preferans": 8},
       slovak={"S": 2, "D": 3, "H": 4, "C": 5, "betl": 6, "durch": 7, "preferans": 8}),
    _p("bula_unit", Choice(("G", "2G")),
       "What a made or failed game moves in the declarer's bule or heads: its value, or twice that.",
       _BULE, ops="score", source="S0-43 S2-77"),
    _p("supe_unit", Choice(("G", "2G")),
       "Worth of one defenders' trick in the supe or sides.", _BULE, ops="score", source="S2-80 S0-38"),
    _p("supe_cap", Integer(1, 10, ("none",)),
       "Most tricks of the defenders that count in the supe.",
       _BULE, ops="score", source="G-PREFKO G-PAJCHO", every="none"),
    _p("betl_fail_supe", Choice(("none", "formula", "60/70")),
       "Supe of each defender on a failed betl: none, by tricks, or 60 (in hand 70).",
       _BULE, ops="score", source="S2-80 PREFKLUB"),
    _p("duty_fine", Choice(("none", "G", "2G")),
       "What a defender who misses his duty writes to himself.",
       _BULE, ops="score", source="S2-78 S0-35"),
    _p("follower_fine_when", Choice(("made", "always")),
       "When a follower who misses his duty is fined: under a made game only, or a failed one too.",
       _BALKAN, ops="score", source="S2-07 S2-78 G-PAJCHO", balkan="made"),
    _p("refe", Integer(1, 99, ("none",)),
       "How many refe may be entered in all; none: the table plays without.",
       ("balkan", "slovak", "greek", "austrian"), ops="score", source="S2-65 S0-106 PREFHR",
       greek="none", austrian="none"),
    _p("refe_limit", Choice(("entered", "held")),
       "What the number of refe limits: all that are entered, or those that a player holds unplayed.",
       _BALKAN, ops="score", source="S2-65 G-PAJCHO", balkan="entered"),
    _p("refe_block", Choice(("none", "own_below_zero", "any_below_zero")),
       "Whose minus stops a refe being entered: nobody's, the owner's, anybody's.",
       _BULE, ops="score", source="S0-103 S2-66"),
    _p("obvious_error", Choice(("none", "culprit_falls")),
       "A defender short through the other's obvious error: he falls, or the culprit does.",
       _BULE, ops="score", source="S2-90", every="none"),
    _p("fill_in", Flag(),
       "Are rules that the text does not give taken from the nearest relative and marked as assumed.",
       ("slovak",), ops="play score sheet settle", source="PROJECT", slovak=False),
    _p("trick_value", MapOf(_TRICK_VALUES, Integer(1, 1000)),
       "Worth of one trick by contract; a level stands for those of its contracts that are not named.",
       ("greek",), ops="score sheet", source="PREFADOROS G-PANOS"),
    _p("solo_pays_partner", Choice(("double", "single")),
       "A defender two or more short pays the declarer double; what he then pays a partner who has his tricks.",
       ("greek",), ops="score", source="G-PANOS"),
    _p("solo_pays_aces", Choice(("double", "single")),
       "What a declarer two or more short pays each opponent for his four aces.",
       ("greek",), ops="score", source="G-PANOS"),
    _p("ace_bonus", MapOf(LEVELS, Integer(1, 1000)),
       "Money from each opponent for four aces by level; empty: not played.",
       ("greek",), ops="score", source="PREFADOROS G-PANOS"),
    _p("last_deal_cut", Choice(("none", "made_only", "to_remainder")),
       "Is a value that the rest of kasa or bule cannot bear cut down: never, if made, always.",
       ("greek", "balkan", "slovak"), ops="score", source="PREFADOROS G-PANOS"),
    _p("double_fail_last", Flag(),
       "Does a failed game larger than the remaining bule count double.",
       _BALKAN, ops="score", source="IKLUB"),
    # --- sheet ---------------------------------------------------------------------------------
    _p("target", Integer(1, 1000, ("none",)),
       "Points that fill a pool, unless the table agrees on another number; none: no limit.",
       _RU, ops="sheet", source="S1-19 S1-116 G-CODEXENG KZPN2"),
    _p("start_bule", Integer(1, 10000),
       "Bule or heads that each player starts with, unless the table agrees on another number.",
       _BULE, ops="sheet", source="S0-42 G-PREFKO G-GPREDA"),
    _p("kasa", Integer(1, 100000),
       "Common kasa at the start, unless the table agrees on another number.",
       ("greek", "austrian"), ops="sheet", source="PREFADOROS DEWIKI"),
    _p("end_when", Choice(("all_full", "two_full", "sum_pools", "any_full", "kasa_empty", "sum_bule_0",
                           "sum_heads_0", "none")),
       "What ends the session.",
       FAMILIES, ops="sheet", source="S1-117 S1-18 ENWIKI LESNOI G-CODEXENG S2-82 PREFADOROS",
       balkan="sum_bule_0", greek="kasa_empty"),
    _p("help", Choice(("none", "largest", "clockwise", "smallest")),
       "Who gets a full player's surplus: nobody (it stays in his pool), the unfilled player with the "
       "largest pool, the next one, the one with the smallest.",
       _RU, ops="sheet", source="G-LL1R1K~9.8 G-ROSTIK G-CODEXENG G-SUNT"),
    _p("help_whists", Rational(0, 1000),
       "Whists that the helper writes on the helped player by point.",
       _RU, ops="sheet", source="G-LL1R1K~9.8 G-SUNT", russian=10),
    _p("surplus_when_all_full", Choice(("own_gora", "own_gora_double", "lost")),
       "What becomes of a surplus that no pool takes: off the own dump one or two for one, or lost.",
       _RU, ops="sheet", source="G-JPREF G-CODEXENG G-SUNT"),
    # --- settlement ----------------------------------------------------------------------------
    _p("k", Rational(0, 1000),
       "Whists that a pool point is worth in the settlement.",
       _RU, ops="settle", source="S1-119 SHRAM-LEN G-FSPR"),
    _p("gora_whists", Rational(0, 1000),
       "Whists that a dump point is worth in the settlement.",
       _RU, ops="settle", source="VAVAV MAILRU S1-118", russian=10),
    _p("divisor", Choice(("n", "n-1")),
       "Among how many players a dump or pool point is shared out: all, or all but its owner.",
       _RU, ops="settle", source="MAILRU ALIKAS SKURATOV G-LL1R1K G-V0LAT", russian="n"),
    _p("settle_unit", Choice(("whists", "pool", "money", "points")),
       "Unit in which the final result is announced.",
       FAMILIES, source="S1-118 VAVAV PREFADOROS S2-82", greek="money", balkan="points", slovak="points"),
    _p("settle_rounding", Choice(("none", "last_balances")),
       "Are final accounts exact, or whole with the last player's making the sum zero.",
       ("greek",), ops="settle", source="G-PANOS"),
    _p("payout", Choice(("zero_sum", "worst_pays")),
       "Who pays at the end: each by the zero-sum result, or the worst the others.",
       FAMILIES, source="S1-121 VAVAV", balkan="zero_sum", slovak="zero_sum", greek="zero_sum"),
    _p("settle_formula", Choice(("russian", "serbian", "slovak_assumed", "greek")),
       "The closing formula.",
       FAMILIES, ops="settle", source="VAVAV PREFKLUB G-PANOS PROJECT",
       russian="russian", greek="greek", balkan="serbian"),
    _p("result_sign", Choice(("low_wins", "high_wins")),
       "Which end of the result's scale is good.",
       FAMILIES, ops="settle", source="S2-83 S1-120 PREFKLUB", russian="high_wins", greek="high_wins"),
)

PARAMETERS: Final[Mapping[str, Parameter]] = MappingProxyType({entry.name: entry for entry in _ENTRIES})
"""Every parameter by name, in the order of a deal."""

assert len(PARAMETERS) == len(_ENTRIES)


def parameter(name: str) -> Parameter:
    """The entry called ``name``.  Raises RulesError (unknown-parameter) with the nearest name."""
    try:
        return PARAMETERS[name]
    except KeyError:
        raise RulesError("unknown-parameter", name, suggestion=nearest(name, PARAMETERS)) from None


def of_family(family: str) -> tuple[Parameter, ...]:
    """The parameters that apply to ``family``, in registry order."""
    return tuple(entry for entry in _ENTRIES if family in entry.families)


def check_value(entry: Parameter, value: Any) -> Value:
    """``value`` (text, or a plain Python or YAML object) as a value of ``entry``.

    Raises RulesError (bad-parameter-value) that says what is allowed.
    """
    if type(value) is int and str(value) in entry.spellings:
        value = str(value)
    try:
        if isinstance(value, str):
            return entry.type.parse(entry.spellings.get(value, value))
        return entry.type.check(value)
    except BadValue as problem:
        shown = value if isinstance(value, str) else _shown(value)
        raise RulesError("bad-parameter-value", entry.name, shown, str(problem),
                         nearest(shown, entry.type.words())) from None


def parse_value(entry: Parameter | str, text: str) -> Value:
    """The value of a parameter that ``text`` (Rules tag form) stands for.  Raises RulesError."""
    return check_value(parameter(entry) if isinstance(entry, str) else entry, text)


def format_value(value: Value) -> str:
    """The text of ``value`` in the Rules tag; `parse_value` reads it back."""
    return to_text(value)


def _shown(value: Any) -> str:
    """An odd value in a message: short, on one line."""
    if isinstance(value, bool | int | tuple | FrozenMap):
        return to_text(value)
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else f"{text[:57]}…"

"""Every rule as a sentence: what a parameter's value means, for people who read rules and not parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, TypeAlias

from preferans_pbn.variants.parameters import PARAMETERS, format_value
from preferans_pbn.variants.ruleset import Ruleset

Sentence: TypeAlias = "str | Callable[[Any, Ruleset], str]"
"""A text with ``{}`` where the value's own text stands, or a function of the value and the rules."""

_SIGNS: Final = {"S": "♠", "C": "♣", "D": "♦", "H": "♥", "NT": " no trump"}
_SUITS: Final = {
    "french": {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts", "NT": "no trump"},
    "german": {"S": "leaves", "C": "acorns", "D": "bells", "H": "hearts", "NT": "no trump"},
}
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_LEVELS: Final = {6: "sixes", 7: "sevens", 8: "eights", 9: "nines", 10: "tens"}
_TIMES: Final = ("kontra ×2", "rekontra ×4", "subkontra ×8", "mortkontra ×16")


def sentence(rules: Ruleset, name: str) -> str:
    """What the value of the parameter ``name`` means in these rules.  Raises as ``rules[name]`` does."""
    value = rules[name]
    said = _SENTENCES.get(name)
    if isinstance(said, Mapping):
        said = said.get(value)
    if said is None:  # a parameter that nobody has put into words yet
        return f"{PARAMETERS[name].meaning} Here: {format_value(value)}."
    return said(value, rules) if callable(said) else said.format(value)


def in_words(name: str) -> bool:
    """Has somebody put the parameter into words?"""
    return name in _SENTENCES


def words_of(name: str) -> tuple[Any, ...]:
    """The values of ``name`` that have a sentence each; empty where one sentence serves all."""
    said = _SENTENCES.get(name)
    return tuple(said) if isinstance(said, Mapping) else ()


# ---- parts of sentences ----------------------------------------------------------------------------------


def _and(parts: Sequence[str], word: str = "and") -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def _number(count: int) -> str:
    return _NUMBERS[count] if 0 <= count <= 10 else str(count)


def _tricks(count: int) -> str:
    return f"{_number(count)} trick{'' if count == 1 else 's'}"


def _bid(word: str) -> str:
    level = word.rstrip("SCDHNT")
    return f"{level}{_SIGNS[word[len(level):]]}" if level != word and level.isdigit() else (
        "misère" if word == "misere" else word)


def _game(key: Any, rules: Ruleset) -> str:
    suits = _SUITS[rules.cards]
    return suits.get(key, "misère" if key == "misere" else str(key))


def _levels(levels: Sequence[int]) -> str:
    return _and([_LEVELS[level] for level in levels])


def _grouped(amounts: Mapping[Any, Any], rules: Ruleset, said: Callable[[Any], str]) -> str:
    """``6 four tricks, 7 two, 8, 9 and 10 one``: keys of the same amount together."""
    by_amount: dict[Any, list[str]] = {}
    for key, amount in amounts.items():
        by_amount.setdefault(amount, []).append(_game(key, rules))
    return "; ".join(f"{_and(keys)}: {said(amount)}" for amount, keys in by_amount.items())


_PRICES: Final = {0: "nothing", Fraction(1, 2): "half the value", 1: "the value", 2: "twice the value"}


def _priced(text: str) -> Callable[[Any, Ruleset], str]:
    return lambda value, _: text.format(_PRICES.get(value, f"{value} times the value"))


def _whists(value: Any, rules: Ruleset) -> str:
    if value == 1:
        return "Whists are written as they are."
    return "Whists are doubled when they are written." if value == 2 else f"Whists are written times {value}."


def _flag(yes: str, no: str) -> Mapping[Any, Sentence]:
    return {True: yes, False: no}


# ---- sentences that depend on more than the word -----------------------------------------------------------


def _players(value: Sequence[int], rules: Ruleset) -> str:
    parts = {2: "two with a dummy as the third hand", 3: "three", 4: "four, of whom the dealer rests"}
    return f"At the table sit {_and([parts[count] for count in value], 'or')}."


def _suit_order(value: Sequence[str], rules: Ruleset) -> str:
    return f"The suits climb: {', '.join(_game(suit, rules) for suit in value)}."


def _min_bid(value: Sequence[int], rules: Ruleset) -> str:
    if len(value) == 1:
        return f"The auction opens at {_number(value[0])} or higher."
    first, *after = [_number(level) for level in value]
    runs = "an all-pass round" if len(after) == 1 and not rules.get("min_bid_cycle") else "all-pass rounds in a row"
    again = ", beginning again after that" if rules.get("min_bid_cycle") else ""
    return f"The auction opens at {first} or higher; after {runs} at {', then '.join(after)}{again}."


def _goal(value: Mapping[Any, int], rules: Ruleset) -> str:
    by_level = {key: count for key, count in value.items() if isinstance(key, int)}
    other = {key: count for key, count in value.items() if key not in by_level}
    parts = ["a contract is made with as many tricks as it names"] if by_level else []
    if any(key != count for key, count in by_level.items()):
        parts = [_grouped(by_level, rules, _tricks)]
    if other:
        parts.append(_grouped(other, rules, lambda count: f"{_tricks(count)}{'' if count in (0, 10) else ' at least'}"))
    text = "; ".join(parts)
    return f"To make it: {text}."


def _duty(value: Mapping[Any, int], rules: Ruleset) -> str:
    if not value:
        return "The defenders owe no tricks."
    return f"Tricks that the defence owes: {_grouped(value, rules, lambda count: _number(count) if count else 'none')}."


def _price(value: Sequence[int], rules: Ruleset) -> str:
    in_whists = rules.get("all_pass_to") == "whists5"
    unit = "whists" if in_whists else "points"
    if len(value) == 1:
        return f"A trick costs {value[0]} {unit if value[0] != 1 else unit[:-1]}."
    climbing = ", then ".join(str(amount) for amount in value)
    return f"A trick costs {climbing} {unit} as all-pass rounds follow one another; the last price stays."


def _values(value: Mapping[Any, int], rules: Ruleset) -> str:
    return f"Value of a contract: {_and([f'{_game(key, rules)} {amount}' for key, amount in value.items()])}."


def _trick_values(value: Mapping[Any, int], rules: Ruleset) -> str:
    shown = [f"{_bid(str(key))} {amount}" for key, amount in value.items()]
    return f"A trick is worth, by contract: {_and(shown)}."


def _second_min(value: Sequence[int], rules: Ruleset) -> str:
    if not value:
        return "Another game in hand may be of any height."
    order = ("second", "third", "fourth")[:len(value)]
    parts = [f"the {place} at least {number}" for place, number in zip(order, value, strict=False)]
    parts[-1] = parts[-1].replace(order[-1], f"{order[-1]} and any later one", 1)
    return f"A player who announces a game in hand after another needs a higher one: {_and(parts)}."


def _quota(value: Mapping[int, int], rules: Ruleset) -> str:
    if not value:
        return "Beyond the common duty no whister owes tricks of his own."
    return ("Each of two whisters owes for himself, whatever the pair has: "
            f"{_grouped(value, rules, lambda count: _number(count))}.")


def _aces(value: Mapping[int, int], rules: Ruleset) -> str:
    if not value:
        return "Four aces earn nothing."
    return f"Four aces earn from each opponent: {_grouped(value, rules, str)}."


def _at_once(value: Sequence[str], rules: Ruleset) -> str:
    if not value:
        return "No game has to be announced at a player's first call."
    return f"{_and(list(value)).capitalize()} can be announced only at a player's first call."


def _whist_levels(yes: str, no: str) -> Callable[[Any, Ruleset], str]:
    return lambda value, _: yes.format(_levels(value)) if value else no


def _kontra_max(value: int, rules: Ruleset) -> str:
    return f"Kontra goes as far as {_TIMES[value - 1]}." if value else "There is no kontra."


def _target(value: Any, rules: Ruleset) -> str:
    if value == "none":
        return "A pool has no limit unless the table agrees on one."
    return f"A pool is full at {value} points, unless the table agrees on another number."


def _refe(value: Any, rules: Ruleset) -> str:
    if value == "none":
        return "There are no refe."
    return f"At most {value} refe may be entered: each doubles its owner's next game."


_LEADERS: Final = {
    "forehand": "Forehand leads to the first trick",
    "declarer": "The declarer leads to the first trick",
    "declarers_left": "The player on the declarer's left leads to the first trick",
    "declarers_left_defender": "The defender on the declarer's left leads to the first trick",
    "declarers_right": "The player on the declarer's right leads to the first trick",
    "first_whister": "The first whister leads to the first trick",
}


def _no_trump_lead(value: str, rules: Ruleset) -> str:
    same = value == rules.get("first_lead")
    return f"{_LEADERS[value]} of a game without trumps{' too' if same else ''}."


_SENTENCES: Final[Mapping[str, Sentence | Mapping[Any, Sentence]]] = {
    # --- table and deal
    "players": _players,
    "direction": {"cw": "Deal, auction and play go round clockwise, to the left.",
                  "ccw": "Deal, auction and play go round anticlockwise, to the right."},
    "suit_order": _suit_order,
    "deal_pattern": {
        "2-T-2-2-2-2": "Cards are dealt two at a time, the talon after the first round.",
        "2x5": "Cards are dealt two at a time in five rounds, the talon at any time but first and last.",
        "5-T-5": "Five cards each, then the talon, then five cards each.",
        "3-T-4-3": "Three cards each, then the talon, then four and three each.",
        "any": "How the cards are dealt is free."},
    "first_dealer": {"lowest_card": "Who draws the lowest card deals first.",
                     "highest_card": "Who draws the highest card deals first.",
                     "random": "The first dealer is found by lot.",
                     "holder_of_7d": "Who is dealt the seven of diamonds deals first."},
    "dealer_rotation": {
        "always": "After every deal the next player deals.",
        "alternate": "The two players deal in turn.",
        "stay_on_all_pass": "The next player deals, but after an all-pass round the same one deals again.",
        "stay_on_failed_high_game": "The next player deals, but after a high game that failed the same one deals "
                                    "again."},
    "cut": {"none": "The pack is not cut.", "optional": "The pack may be cut before the deal."},
    # --- auction
    "bid_ladder": {
        "russian26": "Bids climb from 6♠ to 10 no trump through every suit and level, with misère between 8 no trump "
                     "and 9♠.",
        "greek25": "Bids climb from 6♠ to 10 no trump through every suit and level.",
        "balkan7": "Bids are the numbers 2 to 7: four suits, betl, sans.",
        "balkan8": "Bids are numbers up to 8, each of which limits what may be played.",
        "austrian4": "Bids are the numbers 1 to 4, one for each suit."},
    "bid_style": {"suit": "A bid names its suit.", "level": "A bid names only the number of tricks."},
    "bid_steps": {"jump": "A bid may skip rungs of the ladder.",
                  "next": "A bid goes to the next rung of the ladder, never further."},
    "opener_must_bid": _flag("The first hand must bid.", "Every hand may pass."),
    "min_bid": _min_bid,
    "min_bid_cycle": _flag("After the last of these heights the first holds again.",
                           "The last of these heights stays."),
    "hold": {
        "none": "No bid can be held: whoever goes on bids higher.",
        "two_left_senior": "When two bidders are left, the one nearer to forehand may hold the other's bid instead of "
                           "raising it.",
        "eldest_anytime": "Forehand may hold any bid instead of raising it.",
        "first_hand": "The first hand may hold a later hand's bid instead of raising it.",
        "first_hand_transferable": "The first hand may hold a later hand's bid instead of raising it; when it has "
                                   "passed, the next hand has this right.",
        "next_active": "The next hand still bidding may hold the standing bid instead of raising it.",
        "answer_echo": "From the third call on a bid may be answered at its own height (έχω)."},
    "hold_min_bid": lambda value, _: f"The lowest bid that can be held is {_bid(value)}.",
    "hold_before_raise": _flag("Who can hold says first whether he does; only then may anybody raise.",
                               "A bid may be raised before anybody has held it."),
    "hold_ends_auction": _flag("A hold ends the auction.", "After a hold the other bidder may raise."),
    "hold_misere": _flag("A misère too can be held.", "A misère cannot be held."),
    "misere_bid": {"none": "There is no misère.", "any_time": "Misère may be bid at any of a player's calls.",
                   "first_call_only": "Misère may be bid only at a player's first call."},
    "misere_beaten_by": {
        "9": "Nine tricks outbid a misère.",
        "9_then_without_talon": "Nine tricks outbid a misère, then a misère without the talon, then nine without it.",
        "9_hand": "Only nine tricks without the talon outbid a misère."},
    "misere_binds": _flag("A misère bidder who is outbid can only pass from then on.",
                          "A misère bidder who is outbid may bid on."),
    "overcall_of_misere_ends_auction": _flag("A bid over a misère ends the auction at once.",
                                             "After a bid over a misère the auction goes on."),
    "without_talon_bids": {
        "none": "No bid is made without the talon.", "nine": "A nine may be bid without the talon.",
        "misere_and_nine": "Misère and nine may be bid without the talon.",
        "any": "Every bid may be made without the talon."},
    "blind_pass": {"none": "Nobody passes before looking at his cards."},
    "announce_at_once": _at_once,
    "in_hand": {"none": "No game is played in hand.",
                "plus1": "A game may be played in hand, without the talon, for one unit more."},
    "in_hand_when": {"first_call_only": "A game in hand is announced at a player's first call.",
                     "any_call": "A game in hand may be announced at any call."},
    "in_hand_answer": {"hand_only": "Only another game in hand can answer it.",
                       "any_higher": "Anything higher can answer it."},
    "in_hand_second_min": _second_min,
    "in_hand_naming": {"with_call": "The game is named as it is announced.",
                       "after_auction": "Which game it is, is named after the auction."},
    "in_hand_raise": {"suits": "Its winner may raise it to a higher suit.",
                      "any": "Its winner may raise it to any higher game, betl and sans too."},
    "in_hand_direct_when": {"first_call": "Betl and sans in hand are announced at a player's first call.",
                            "any_call": "Betl and sans in hand may be announced at any call."},
    # --- when all pass
    "all_pass_outcome": {
        "play_no_trump": "A round without trumps is played in which nobody wants tricks.",
        "refe": "Nothing is played, and every player writes a refe.",
        "redeal": "The cards are dealt again.", "nothing": "Nothing is played and nothing is written."},
    "exit_by": {
        "any_played": "A run of all-pass rounds ends with any contract that is played.",
        "made_game": "A run of all-pass rounds ends with a contract that is made.",
        "whisted_made_game": "A run of all-pass rounds ends only with a contract that is whisted and made."},
    "exit_by_misere": _flag("A misère ends it too.", "A misère does not end it."),
    "exit_by_fail": _flag("A failed contract ends it too.", "A failed contract does not end it."),
    "both_pass_resets": _flag("A contract that both defenders let go ends it too.",
                              "A contract that both defenders let go does not end it."),
    "refe": _refe,
    "refe_limit": {"entered": "That number counts all refe that are entered.",
                   "held": "That number counts the refe that a player holds unplayed."},
    "refe_block": {"none": "Nobody's minus stops a refe from being entered.",
                   "own_below_zero": "A player whose bule stand below zero enters none.",
                   "any_below_zero": "None is entered once anybody's bule stand below zero."},
    # --- exchange and contract
    "talon_seen_by": {"all": "The talon is shown to all before the declarer takes it.",
                      "declarer_only": "Only the declarer sees the talon."},
    "trump_named": {"before_talon": "The declarer names his trump before he sees the talon.",
                    "after_discard": "The declarer names his contract after he has discarded."},
    "discard_counts": lambda value, _: ("The discard counts as no trick." if not value else
                                        f"The discard counts as {_tricks(value)} of the declarer."),
    "discard_counts_in": {"contracts": "That holds for contracts only.", "everywhere": "That holds for misère too."},
    "contract_floor": {"bid": "The contract must be at least the winning bid."},
    "contract_raise": {"any": "It may be any higher one.",
                       "same_level": "It may be of a higher suit, but not of a higher level.",
                       "none": "It cannot be raised."},
    "concede": {
        "none": "A contract cannot be given up before play.",
        "2": "A contract may be given up before play as two down.",
        "3": "A contract may be given up before play as three down.",
        "solo": "The declarer may surrender with honour before play (σόλο).",
        "free_at_one": "Who has won the auction at \"1\" may throw the cards in free of charge after seeing the "
                       "talon."},
    "one_allows_leaves": _flag("The winner at \"1\" may name leaves.", "The winner at \"1\" may not name leaves."),
    "min_trumps": {"none": "A suit game needs no minimum of trumps.",
                   "three": "A suit game needs three trumps.",
                   "three_headed_q": "A suit game needs three trumps headed by queen, king or ace."},
    "goal": _goal,
    "durch_goal": {"six_of_ten": "Durch needs any six of the ten tricks.",
                   "six_consecutive": "Durch needs six tricks one after the other."},
    # --- defence
    "defence": {
        "whist": "Each defender whists, taking on a duty of tricks, or passes.",
        "follow_or_drop": "Each defender comes or stays out.",
        "play_or_pass": "Each defender plays or passes.",
        "both_always": "Both opponents always play."},
    "whist_first": {"left_of_declarer": "The declarer's left speaks first.",
                    "right_of_declarer": "The declarer's right speaks first."},
    "stalingrad": _flag("Both defenders must whist on six spades.", "Nobody has to whist."),
    "ten": {"whisted": "A ten is whisted like any contract.",
            "checked": "A ten is not whisted: the hands are laid open and no duty is owed."},
    "half_whist": _whist_levels("Half a whist may be taken without play on {}.", "There is no half whist."),
    "half_whist_by": {"second": "The second defender may do so, after the first has passed.",
                      "either": "Either defender may do so."},
    "whist_return": _whist_levels("After that the first defender may take his whist back up on {}.",
                                  "A whist that was passed cannot be taken back up."),
    "first_may_leave": _flag("After whist and pass the first defender may go down to half.",
                             "After whist and pass the first defender stays."),
    "own_whist": _whist_levels("A lone whister may take just his duty without play on {}.",
                               "A lone whister cannot take just his duty."),
    "dealer_may_whist": _flag("The resting dealer may whist after pass, half, pass.",
                              "The resting dealer does not whist."),
    "duty": _duty,
    "duty_two": {
        "half": "Two whisters owe half of it each.",
        "joint_only": "Two defenders owe twice that together, however it is shared.",
        "each_two": "Each of two defenders owes it for himself.",
        "one_hand_two": "One hand must have it: two tricks, one in each hand, are not enough.",
        "asymmetric": "Who speaks first owes more of it where it is odd."},
    "duty_counts": {"own": "A lone whister counts his own tricks only.",
                    "both": "A lone whister counts the tricks of both defenders."},
    "pair_test": _flag("Where the pair has its tricks together, nobody is short.",
                       "A whister who is short is punished even where the pair has its tricks."),
    "liable_89": {"last": "For the one trick owed at eight and nine the second whister answers.",
                  "both": "For the one trick owed at eight and nine each whister without a trick answers."},
    "individual_quota": _quota,
    "invite": _flag("A lone defender may call the other in.", "A lone defender plays alone."),
    "invite_need": lambda value, _: f"The two then owe {_tricks(value)} together.",
    "kontra_max": _kontra_max,
    "kontra_need": lambda value, _: f"Under kontra the defenders owe {_tricks(value)} together.",
    "kontra_compulsory": lambda value, rules: (
        "Kontra is never compulsory." if value == "none" else
        f"On {_game('S', rules)} (pik){', in hand too,' if value == 'pik_or_hand' else ''} kontra must be given."),
    "kontra_missing": {
        "refe_else_made": "Where it is not given, every player writes a refe; where no more may be entered, the game "
                          "counts as made.",
        "refe_else_redeal": "Where it is not given, every player writes a refe; where no more may be entered, the "
                            "cards are dealt again.",
        "made": "Where it is not given, the game counts as made.",
        "failed": "Where it is not given, the game counts as failed."},
    "kontra_credit": {"giver": "Under kontra the giver alone is credited and liable.",
                      "split": "Under kontra both defenders are credited and liable."},
    "kontra_after_call": _flag("Kontra may be given after a partner was called.",
                               "After a partner was called there is no kontra."),
    "rekontra_on_hand_betl": _flag("The declarer may answer kontra on a betl in hand.",
                                   "Kontra on a betl in hand cannot be answered."),
    "open_play": {"choice": "A lone whister chooses whether the defenders' hands are laid open.",
                  "passer_open": "Under a lone whister the passer's hand lies open.",
                  "both_open": "Under a lone whister both defenders' hands lie open.",
                  "closed": "Under a lone whister no hand lies open."},
    "open_when": {"before_lead": "They are laid open before the first lead.",
                  "after_first_card": "They are laid open after the first card."},
    "misere_open": {"before_lead": "In misère the defenders' hands are laid open before the first lead.",
                    "after_first_card": "In misère the defenders' hands are laid open after the first card.",
                    "after_first_trick": "In misère the defenders' hands are laid open after the first trick.",
                    "closed": "Misère and betl are played closed."},
    # --- play
    "first_lead": lambda value, _: f"{_LEADERS[value]}.",
    "first_lead_no_trump": _no_trump_lead,
    "sans_lead": {"free": "The first lead to sans is free.", "agreed": "The suit of the first lead to sans is agreed."},
    "must_trump": _flag("Follow suit; who is void must trump.", "Follow suit; who is void may play anything."),
    "must_overtake": {"none": "Nobody has to play higher.",
                      "if_beats_trick": "Play higher where that would win the trick.",
                      "within_suit": "Play a higher card of the suit, whoever is winning."},
    "overtake_scope": {"contracts": "That binds in contracts only.",
                       "contracts_and_misere": "That binds in contracts and misère.",
                       "everywhere": "That binds in every deal, misère and all-pass rounds too."},
    "stop_at_five": _flag("Play ends when the defenders have five tricks.",
                          "All ten tricks are played."),
    "betl_stops": _flag("A betl ends with the declarer's first trick.", "A betl is played to its last card."),
    "obvious_error": {"none": "There is no rule about obvious errors.",
                      "culprit_falls": "Who makes a partner short by an obvious error falls in his place."},
    # --- all-pass round
    "all_pass_talon": {"leads": "The talon's two cards lead to the first two tricks.",
                       "dead": "The talon stays down, and forehand leads."},
    "all_pass_void_leader": {
        "talon_suit": "The talon card's suit is led even where the next hand has none of it.",
        "own_card": "Where the hand after the talon card is void, the suit of its card is led."},
    "all_pass_trick2": {"forehand": "Forehand plays first in the second trick.",
                        "winner": "The winner of the first trick plays first in the second."},
    "all_pass_trick3": {"forehand": "Forehand leads to the third trick.",
                        "winner": "The winner of the second trick leads to the third."},
    "dealer_in_all_pass": {"none": "The resting dealer has no part in it.",
                           "plays_talon": "The resting dealer plays the talon and is scored."},
    "talon_can_win": _flag("A talon card can win its trick for the resting dealer.",
                           "A talon card never wins a trick."),
    "all_pass_to": {"gora": "Each player writes his tricks into his dump.",
                    "whists5": "The player with the fewest tricks writes whists on the others for each of their "
                               "tricks more."},
    "all_pass_price": _price,
    "all_pass_tricks": {"all": "All tricks of such a player are paid for.",
                        "above_fewest": "Only the tricks above the fewest are paid for."},
    "all_pass_tie": {"both_full": "Two with the fewest tricks write in full, each of them.",
                     "half": "Two with the fewest tricks write half each."},
    "all_pass_amnesty": _flag("The fewest tricks are first taken off everybody's.",
                              "Tricks are written as they were taken."),
    "all_pass_zero": {
        "pool1": "A player without a trick writes one point into his pool.",
        "pool_price": "A player without a trick writes the price of one into his pool.",
        "gora_1_price": "A player without a trick takes the price of one off his dump.",
        "gora_2_prices": "A player without a trick takes the price of two off his dump.",
        "none": "A player without a trick writes nothing."},
    "zero_when_pool_full": {"pool": "That holds for a full pool too.",
                            "gora_minus": "Where his pool is full it comes off his dump.",
                            "none": "Where his pool is full he writes nothing."},
    # --- score
    "s": _values,
    "win_writes": {"pool": "A made contract is written into the pool.",
                   "gora_first": "A made contract first comes off the own dump, the rest goes into the pool."},
    "gm": _priced("A failed declarer writes {} into his dump for each trick missing."),
    "gora_mode": {
        "gora": "There is a dump.",
        "whists5_per_point": "There is no dump: each opponent writes five whists for each point that would go there.",
        "whists5_per_undertrick": "There is no dump: each opponent writes five whists for each trick missing."},
    "consolation": {
        "none": "The defenders write no consolation.",
        "s_x_u": "On a failed contract each defender writes the value in whists for each trick missing (consolation).",
        "flat_10": "On a failed contract each defender writes ten whists for each trick missing (consolation)."},
    "consolation_dealer": _flag("The resting dealer writes the consolation too.",
                                "The resting dealer writes no consolation."),
    "consolation_passer": _flag("A defender who passed writes the consolation too.",
                                "A defender who passed while the other whisted writes no consolation."),
    "trick_whist": {"s": "A whister writes the value in whists for each trick.",
                    "one": "A whister writes one whist for each trick."},
    "wm": _whists,
    "failed_trick_whists": {"as_made": "On a failed contract whists for tricks are written as on a made one.",
                            "none": "On a failed contract no whists are written for tricks."},
    "lone_whist": {"greedy": "A lone whister alone writes the whists of both defenders' tricks (greedy).",
                   "gentleman": "The whists of both defenders' tricks are shared half and half (gentleman's whist)."},
    "gentleman_when": {"failed": "They are shared on a failed contract only.", "always": "They are always shared."},
    "whist_rounding": {"none": "Half a whist is kept.", "down": "Half a whist is dropped.",
                       "up": "Half a whist is made a whole one."},
    "both_whist_share": {"own": "Two whisters write their own tricks each.",
                         "half_up": "Two whisters write half of all their tricks each, rounded up."},
    "share_rounding": {"before_multiplier": "The half is rounded before whists are multiplied.",
                       "after_multiplier": "The half is rounded after whists are multiplied."},
    "passer_pays": {"none": "A defender who passed pays nothing.",
                    "s": "On a made contract that the other whisted, a defender who passed pays the declarer the "
                         "value in whists."},
    "hm": _priced("A whister who is short writes {} into his dump for each trick missing."),
    "lone_fine_when": {"made": "A lone whister is fined only where the contract is made.",
                       "always": "A lone whister is fined on a failed contract too."},
    "short_penalty_split": {
        "own": "Two whisters who are short write each his own missing tricks.",
        "even": "What a pair is short of is written half on each.",
        "ceil_floor": "What a pair is short of is written half on each, whoever fell short, an odd point on the first.",
        "fewer": "Of two whisters who are short the one with fewer tricks writes all."},
    "misere_gora": lambda value, _: f"A misère player writes {value} into his dump for each trick he takes.",
    "misere_whists": {"none": "Nobody writes whists on a misère.", "as_ten": "Whists on a misère are those of a ten."},
    "paid_talon": {"none": "The talon is not paid for.",
                   "dealer_all": "The resting dealer writes the talon's fast tricks on the declarer.",
                   "opponents_half": "Each of two opponents writes half of the talon's fast tricks on the declarer; "
                                     "with four the resting dealer writes them."},
    "game_value": _values,
    "bula_unit": {"G": "The value moves in the declarer's bule or heads, down when made, up when failed.",
                  "2G": "Twice the value moves in the declarer's bule, down when made, up when failed."},
    "supe_unit": {"G": "A defender writes the value in his supe or sides for each trick.",
                  "2G": "A defender writes twice the value in his supe for each trick."},
    "supe_cap": lambda value, _: ("All tricks count there." if value == "none" else
                                  f"At most {_tricks(value)} count there."),
    "betl_fail_supe": {"none": "A failed betl writes nothing in the supe.",
                       "formula": "A failed betl writes in the supe by tricks.",
                       "60/70": "A failed betl writes 60 in each defender's supe, in hand 70."},
    "follower_fine_when": {"made": "A defender who is short is fined only where the game is made.",
                           "always": "A defender who is short is fined under a failed game too."},
    "duty_fine": {"none": "A defender who is short of his duty writes no fine.",
                  "G": "A defender who is short of his duty writes the value to himself.",
                  "2G": "A defender who is short of his duty writes twice the value in his own bule."},
    "trick_value": _trick_values,
    "solo_pays_partner": {
        "double": "A defender two or more short pays double, and so he does a partner who has his tricks.",
        "single": "A defender two or more short pays double, but single to a partner who has his tricks."},
    "solo_pays_aces": {"double": "A declarer two or more short pays four aces double.",
                       "single": "A declarer two or more short pays four aces single."},
    "ace_bonus": _aces,
    "fill_in": _flag("What the text does not give is taken from the nearest relative and marked as assumed.",
                     "What the text does not give is refused."),
    # --- sheet
    "target": _target,
    "start_bule": "Each player starts with {} bule or heads, unless the table agrees on another number.",
    "kasa": "The common kasa holds {} at the start, unless the table agrees on another number.",
    "end_when": {
        "all_full": "The session ends when all pools are full.",
        "two_full": "The session ends when two pools are full.",
        "sum_pools": "The session ends when the pools together reach the agreed number.",
        "any_full": "The session ends when one pool is full.",
        "kasa_empty": "The session ends when the kasa is empty.",
        "sum_bule_0": "The session ends when the bule add up to zero.",
        "sum_heads_0": "The session ends when the heads add up to zero.",
        "none": "The session ends when the players stop."},
    "help": {"none": "What goes beyond a full pool stays in it.",
             "largest": "What goes beyond a full pool helps the largest pool that is not full.",
             "clockwise": "What goes beyond a full pool helps the next player whose pool is not full.",
             "smallest": "What goes beyond a full pool helps the smallest pool."},
    "help_whists": "The helper writes {} whists for each point on the player he helps.",
    "surplus_when_all_full": {
        "own_gora": "Where every pool is full the surplus comes off the own dump.",
        "own_gora_double": "Where every pool is full the surplus comes off the own dump, two for one.",
        "lost": "Where every pool is full the surplus is lost."},
    "last_deal_cut": {
        "none": "The last deal is written in full.",
        "made_only": "At the end a made game takes no more than is left; a failed one counts in full.",
        "to_remainder": "At the end a value is cut down to what is left, made or failed."},
    "double_fail_last": _flag("A failed game larger than what is left counts double.",
                              "A failed game larger than what is left counts once."),
    # --- settlement
    "settle_formula": {
        "russian": "Pool and dump are turned into whists against the mean of the table.",
        "serbian": "The result is ten times the own bule, less the supe written, plus the supe of the others on "
                   "oneself.",
        "slovak_assumed": "The closing formula is that of the nearest relative, assumed.",
        "greek": "What is left in the kasa is shared out, and the payments between the players are added."},
    "k": "A pool point is worth {} whists.",
    "gora_whists": "A dump point is worth {} whists.",
    "divisor": {"n": "A point is shared out among all players.",
                "n-1": "A point is shared out among all players but its owner."},
    "settle_rounding": {"none": "Accounts are exact.",
                        "last_balances": "Accounts are whole, and the last player's makes the sum zero."},
    "payout": {"zero_sum": "Each wins or loses what the account says; the sum is zero.",
               "worst_pays": "The worst pays the others."},
    "settle_unit": {"whists": "The result is announced in whists.", "pool": "The result is announced in pool points.",
                    "money": "The result is announced in money.", "points": "The result is announced in points."},
    "result_sign": {"low_wins": "The lowest result wins.", "high_wins": "The highest result wins."},
}

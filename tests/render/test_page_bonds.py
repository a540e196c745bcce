"""Why a player was bound: each reason once, with the cards worked out by hand."""

from __future__ import annotations

import pytest

from preferans_pbn.cards import CARD_BY_NAME, CARD_NAMES, cards_of, mask_of
from preferans_pbn.record import UNKNOWN_CARD
from preferans_pbn.render.language import Language
from preferans_pbn.render.languages import CODES, language
from preferans_pbn.render.page.bonds import WHYS, Bond, Follower
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import load_variant


def hand(text: str) -> int:
    """A hand of cards with blanks between them."""
    return mask_of(CARD_BY_NAME[name] for name in text.split())


def follower(contract: str, *hands: str | None, variant: str = "sochi-codex", talon: str = "",
             **rules: str) -> Follower:
    """The play of a contract that forehand declares, from the hands given."""
    ruleset = load_variant(variant).with_overrides(rules)
    outcome = Outcome(3, contract, None if contract == "all-pass" else 0, roles={1: "whist", 2: "whist"})
    found = Follower(ruleset, outcome, [None if one is None else hand(one) for one in hands],
                     [CARD_BY_NAME[name] for name in talon.split()])
    found.begin_trick(0, CARD_BY_NAME[talon.split()[0]] if talon else None)
    return found


def play(one: Follower, player: int, card: str) -> tuple[str, str]:
    """The reason and the cards allowed of a card that is played."""
    bond = one.play(player, UNKNOWN_CARD if card == "-" else CARD_BY_NAME[card])
    return bond.why, said(bond)


def said(bond: Bond) -> str:
    """The cards allowed, ``?`` where not known."""
    return "?" if bond.legal is None else " ".join(CARD_NAMES[card] for card in cards_of(bond.legal))


def test_the_leader_is_free_and_others_follow() -> None:
    game = follower("6H", "SA C7", "SK S9 D8", "D7 D9")
    assert play(game, 0, "SA") == ("lead", "SA C7")
    assert play(game, 1, "S9") == ("follow", "SK S9")
    assert play(game, 2, "D7") == ("free", "D9 D7")


def test_who_is_void_must_trump() -> None:
    game = follower("6D", "SA C7", "SK S9 D8", "D7 D9 CA")
    play(game, 0, "SA")
    play(game, 1, "SK")
    assert play(game, 2, "D7") == ("trump", "D9 D7")


def test_without_the_duty_to_trump_who_is_void_is_free() -> None:
    game = follower("6D", "SA C7", "SK S9 D8", "D7 D9 CA", must_trump="false")
    play(game, 0, "SA")
    play(game, 1, "SK")
    assert play(game, 2, "CA") == ("free", "CA D9 D7")


def test_the_duty_to_overtake() -> None:
    game = follower("6D", "SJ C7", "SK S9 S8", "D7 C9 CA", variant="sochi-guide")
    play(game, 0, "SJ")
    assert play(game, 1, "SK") == ("higher", "SK")
    # A ruff wins in any case: there is nothing to overtake.
    assert play(game, 2, "D7") == ("trump", "D7")
    game = follower("6D", "SJ C7", "D9 C8", "D7 DT CA", variant="sochi-guide")
    play(game, 0, "SJ")
    play(game, 1, "D9")
    assert play(game, 2, "DT") == ("overtrump", "DT")


def test_the_last_card_is_the_last_card() -> None:
    game = follower("6D", "SJ", "D9", "CA")
    assert [play(game, 0, "SJ"), play(game, 1, "D9"), play(game, 2, "CA")] == [
        ("last", "SJ"), ("last", "D9"), ("last", "CA")]


def test_a_talon_card_sets_the_suit() -> None:
    game = follower("all-pass", "HQ SA", "D8 D9", "HK H7", talon="HA H8")
    assert play(game, 0, "HQ") == ("follow", "HQ")
    assert play(game, 1, "D8") == ("free", "D9 D8")


def test_an_agreed_lead() -> None:
    rules = load_variant("serbian").with_overrides({"sans_lead": "agreed", "first_lead_no_trump": "forehand"})
    outcome = Outcome(3, "sans", 1, roles={0: "called", 2: "come"})
    game = Follower(rules, outcome, [hand("SA C7 C8"), hand("S7 D8 D9"), hand("HA HK HQ")], ())
    game.begin_trick(0, None)
    assert play(game, 0, "C7") == ("agreed", "C8 C7")


def test_what_is_not_known_is_not_claimed() -> None:
    game = follower("6D", "SA C7", None, "S7 D9")
    play(game, 0, "SA")
    assert play(game, 1, "-") == ("unknown", "?")
    assert play(game, 2, "S7") == ("unknown", "?")  # who wins is open, and a trump may have been due


def test_a_card_out_of_turn_ends_what_is_known() -> None:
    game = follower("6D", "SA C7", "SK S9", "S7 D9")
    assert play(game, 2, "S7") == ("unknown", "?")
    assert play(game, 0, "SA") == ("unknown", "?")


def test_a_card_against_the_law_is_played_on() -> None:
    game = follower("6D", "SA C7", "SK D8", "S7 D9")
    play(game, 0, "SA")
    assert play(game, 1, "D8") == ("follow", "SK")
    assert play(game, 2, "S7") == ("follow", "S7")
    game.end_trick(1)
    game.begin_trick(1, None)
    assert play(game, 1, "SK") == ("last", "SK")


@pytest.mark.parametrize("tongue", [language(code) for code in CODES], ids=CODES)
def test_every_reason_has_words(tongue: Language) -> None:
    assert {f"why_{why}" for why in WHYS} <= set(tongue.page)

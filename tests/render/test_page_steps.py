"""The steps of a deal, compared with what the records say, by hand."""

from __future__ import annotations

import pytest

from preferans_pbn.cards import CARD_NAMES
from preferans_pbn.notation import loads
from preferans_pbn.record import UNKNOWN_CARD
from preferans_pbn.render.deal import Shown
from preferans_pbn.render.page.steps import Step, Steps, steps_of
from preferans_pbn.render.rule_words import NAMED_RULES
from preferans_pbn.replaying import replay
from preferans_pbn.variants import load_variant
from preferans_pbn.variants.parameters import PARAMETERS
from tests.render.page_support import FIXTURES, described, did, told


def cards(*steps: Step) -> list[str]:
    """The cards of steps by their names."""
    return ["?" if card < 0 else CARD_NAMES[card] for step in steps for card in step.cards]


def of_text(text: str, variant: str | None = "sochi-codex") -> Steps:
    """The steps of one record, with or without rules."""
    [record] = loads(text)
    shown = Shown(record)
    if variant is not None:
        shown.rules = load_variant(variant)
        shown.replayed = replay(record, shown.rules)
    return steps_of(shown, shown.replayed.diagnostics if shown.replayed is not None else ())


def test_a_contract_from_the_deal_to_the_end() -> None:
    steps = told("good/contract-made.ppbn")
    kinds = [step.do for step in steps.steps]
    assert kinds == ["deal", *["call"] * 5, "take", "discard", "contract", "answer", "answer", *["play"] * 30, "end"]
    assert [(step.seat, step.word) for step in did(steps, "call")] == [
        ("S", "6S"), ("W", "6C"), ("E", "pass"), ("S", "7S"), ("W", "pass")]
    [take], [discard], [contract] = did(steps, "take"), did(steps, "discard"), did(steps, "contract")
    assert (take.seat, cards(take)) == ("S", ["H8", "H7"])
    assert (discard.seat, cards(discard)) == ("S", ["C7", "D7"])
    assert (contract.seat, contract.word) == ("S", "7S")
    assert [(step.seat, step.word) for step in did(steps, "answer")] == [("W", "whist"), ("E", "whist")]


def test_every_card_has_its_player_trick_and_winner() -> None:
    plays = did(told("good/contract-made.ppbn"), "play")
    assert [(step.seat, *cards(step), step.trick, step.won) for step in plays[:6]] == [
        ("S", "SA", 1, ""), ("W", "S7", 1, ""), ("E", "D8", 1, "S"),
        ("S", "SK", 2, ""), ("W", "S8", 2, ""), ("E", "D9", 2, "S")]
    # Trick 5: S leads the eight of hearts, W discards, E takes it and leads on.
    assert [(step.seat, *cards(step), step.won) for step in plays[12:16]] == [
        ("S", "H8", ""), ("W", "C9", ""), ("E", "HJ", "E"), ("E", "HQ", "")]
    # HQ H7 CT is East's, DK SQ CJ is ruffed; what South has left are trumps.
    assert [step.won for step in plays if step.won] == ["S", "S", "S", "S", "E", "E", "S", "S", "S", "S"]


def test_hands_are_those_that_were_dealt() -> None:
    steps = told("good/contract-made.ppbn")
    assert {seat: len(hand) for seat, hand in steps.hands.items()} == {"S": 10, "W": 10, "E": 10}
    assert steps.unknown == {"S": 0, "W": 0, "E": 0}
    assert [CARD_NAMES[card] for card in steps.hands["W"]] == [
        "S8", "S7", "CA", "CK", "CQ", "CJ", "CT", "C9", "C8", "DA"]


def test_talon_cards_lead_an_all_pass_and_the_dealer_who_rests_may_win() -> None:
    steps = told("good/all-pass-four.ppbn")
    leads = did(steps, "talon")
    assert [(step.trick, *cards(step)) for step in leads] == [(1, "HA"), (2, "H7")]
    plays = did(steps, "play")
    # The talon's ace of hearts beats the king; then each trick is its own leader's or the higher card's.
    assert [step.won for step in plays if step.won] == ["N", "W", "S", "E", "E", "E", "S", "S", "S", "S"]
    assert steps.order == ("E", "S", "W", "N")
    assert set(steps.hands) == {"E", "S", "W"}
    assert not did(steps, "take", "discard", "answer")


def test_open_hands_of_a_misere_come_when_the_rules_say() -> None:
    text = (FIXTURES / "good/misere-caught.ppbn").read_text("utf-8")
    for when, before in (("before_lead", 0), ("after_first_card", 1), ("after_first_trick", 3), ("closed", None)):
        rules = load_variant("sochi-codex").with_overrides({"misere_open": when})
        [record] = loads(text)
        steps = steps_of(Shown(record, rules=rules, replayed=replay(record, rules)))
        opened = did(steps, "open")
        if before is None:
            assert opened == []
            continue
        [step] = opened
        assert set(step.seats) == {"W", "E"}
        at = steps.steps.index(step)
        assert sum(one.do == "play" for one in steps.steps[:at]) == before
        assert step.rules == ("misere_open",)


def test_a_follower_who_stays_out_plays_no_card() -> None:
    steps = told("serbian/nedeljna-partija.ppbn", 4)
    plays = did(steps, "play")
    assert {step.seat for step in plays} == {"S", "W"}
    assert [(step.seat, *cards(step), step.won) for step in plays[:4]] == [
        ("S", "H7", ""), ("W", "H8", "W"), ("W", "H9", ""), ("S", "HK", "S")]
    assert not did(steps, "take", "discard")  # from hand: the talon stays down


def test_two_players_and_a_dummy() -> None:
    shown, _, steps = list(described("regional/gusarik-2.ppbn"))[1]
    assert shown.record.dummy == "N"
    assert [(step.seat, step.word) for step in did(steps, "call")] == [("W", "8NT"), ("S", "pass")]
    assert [(step.seat, *cards(step)) for step in did(steps, "play")[:3]] == [("W", "HK"), ("N", "H7"), ("S", "H9")]


def test_a_claim_ends_the_play() -> None:
    steps = told("good/claim.ppbn")
    [claim] = did(steps, "claim")
    assert dict(claim.seats) == {"S": "1", "W": "1", "E": "4"}
    assert steps.steps[-2] is claim and steps.steps[-1].do == "end"
    [more] = did(told("good/to-be-continued.ppbn"), "claim")
    assert more.word == "+"


def test_unknown_hands_and_cards_stay_unknown() -> None:
    steps = of_text('[Event "x"]\n[Dealer "E"]\n[Deal "S:SAKQJT9.C7.D7.HAK W:- E:-"]\n[Talon "H8 H7"]\n'
                    '[Declarer "S"]\n[Discard "?"]\n[Contract "7S"]\n[Defenders "W:whist E:pass"]\n'
                    '[Play "S"]\nSA S7 D8\nSK - D9 >S\n+\n')
    assert steps.unknown == {"S": 0, "W": 10, "E": 10}
    assert cards(*did(steps, "discard")) == ["?", "?"]
    plays = did(steps, "play")
    assert plays[4].cards == (UNKNOWN_CARD,)
    # Only who leads is known to be free: the hands are not.
    assert [(step.why, step.legal) for step in plays[:3]] == [
        ("lead", None), ("unknown", None), ("unknown", None)]
    assert [step.won for step in plays if step.won] == ["S", "S"]


def test_a_record_without_hands_has_only_backs() -> None:
    steps = of_text('[Event "x"]\n[Dealer "E"]\n[Declarer "S"]\n[Contract "7S"]\n[Tricks "S:8 W:0 E:2"]\n')
    assert steps.unknown == {"S": 10, "W": 10, "E": 10}
    assert [step.do for step in steps.steps] == ["deal", "contract", "end"]


def test_a_position_begins_after_the_exchange() -> None:
    steps = of_text('[Event "x"]\n[Position "S:SA.D7 W:S8.D8 E:D9T"]\n[Leader "S"]\n[Declarer "S"]\n[Contract "7S"]\n'
                    '[Defenders "W:whist E:whist"]\n[Tricks "S:6 W:0 E:2"]\n[Play "S"]\nSA S8 D9\nD7 D8 DT\n')
    assert {seat: len(hand) for seat, hand in steps.hands.items()} == {"S": 2, "W": 2, "E": 2}
    plays = did(steps, "play")
    assert [step.won for step in plays if step.won] == ["S", "E"]
    assert (plays[1].why, plays[1].legal) == ("follow", ("S8",))


def test_without_rules_a_deal_is_stepped_through_but_nothing_is_said_of_duties() -> None:
    text = (FIXTURES / "good/contract-made.ppbn").read_text("utf-8").replace("sochi-codex", "nobody-knows")
    steps = of_text(text, None)
    plays = did(steps, "play")
    assert len(plays) == 30
    assert all(step.legal is None and step.why == "" and not step.rules for step in plays)


@pytest.mark.parametrize(("fixture", "code", "do"), [
    ("bad/E512-revoke.ppbn", "E512", "play"),
    ("bad/E513-must-trump.ppbn", "E513", "play"),
    ("bad/E404-bid-too-low.ppbn", "E404", "call"),
    ("bad/E450-discard-not-held.ppbn", "E450", "discard"),
    ("bad/E453-contract-not-allowed.ppbn", "E453", "contract"),
    ("bad/E501-defence-out-of-turn.ppbn", "E501", "answer"),
    ("bad/E521-wrong-winner.ppbn", "E521", "play"),
    ("bad/E301-card-twice.ppbn", "E301", "deal"),
    ("bad/E610-wrong-score.ppbn", "E610", "end"),
    ("bad/E601-wrong-tricks--claim.ppbn", "E601", "end"),
])
def test_a_finding_stands_with_its_step(fixture: str, code: str, do: str) -> None:
    findings, steps = next((findings, steps) for _, findings, steps in described(fixture)
                           if any(one.code == code for one in findings))
    number = next(i for i, one in enumerate(findings) if one.code == code)
    [step] = [one for one in steps.steps if number in one.findings]
    assert step.do == do


def test_the_card_that_breaks_a_duty_is_marked_and_what_was_due_is_told() -> None:
    text = (FIXTURES / "bad/E512-revoke.ppbn").read_text("utf-8")
    steps = of_text(text)
    [wrong] = [step for step in steps.steps if step.findings]
    # Trick 5: East leads the ace of diamonds, South follows, West holds diamonds and plays the queen of hearts.
    assert (wrong.seat, *cards(wrong), wrong.trick) == ("W", "HQ", 5)
    assert (wrong.why, wrong.legal) == ("follow", ("DK", "DJ", "D9"))
    assert len(did(steps, "play")) == 30


def test_comments_and_notes_stand_with_their_call_or_card() -> None:
    steps = told("good/comments.ppbn")
    written = [(step.do, step.seat, *cards(step), step.mark, step.texts) for step in steps.steps if step.texts]
    assert written == [
        ("deal", "", "", ["The same cards as at table 1, where North played seven hearts."]),
        ("call", "E", "", ["Boris and Dan were both too weak for six hearts."]),
        ("play", "N", "D8", "", ["East hopes for the ace of diamonds with North."]),
        ("play", "N", "DA", "$1", ["Taking the queen first leaves East a trump short."]),
        ("play", "W", "H8", "", ["from here on every card is forced"]),
    ]
    assert [step.mark for step in did(steps, "answer")] == ["", "?!"]


def test_comments_elsewhere_find_a_place_too() -> None:
    steps = of_text('% about the record\n[Event "x"]\n{of the event}\n[Dealer "E"]\n'
                    '[Deal "S:SAKQJT9.C7.D7.HAK W:S87.CAKQJT98.DA E:DKQJT98.HQJT9"]\n{of the deal}\n'
                    '[Auction "S"]\n{before the first call}\npass pass pass\n[Contract "all-pass"]\n'
                    '[Tricks "S:8 W:0 E:2"]\n{of the end}\n')
    assert steps.head == ["about the record", "of the event"]
    assert steps.steps[0].texts == ["of the deal", "before the first call"]
    assert steps.steps[-1].texts == ["of the end"]


FOLDERS = ("good", "session", "regional", "serbian", "greek", "slovak", "converted", "other")


@pytest.mark.parametrize("path", sorted(path.relative_to(FIXTURES).as_posix() for folder in FOLDERS
                                        for path in (FIXTURES / folder).glob("*.ppbn")))
def test_steps_of_legal_records_agree_with_the_replay(path: str) -> None:
    for shown, findings, steps in described(path):
        assert steps.steps[0].do == "deal" and steps.steps[-1].do == "end"
        if shown.replayed is None or any(one.severity == "error" for one in findings):
            continue
        plays = did(steps, "play")
        play = shown.record.play
        written = [card for trick in play.tricks for card in trick.cards] if play is not None else []
        assert [card for step in plays for card in step.cards] == written
        assert [step.won for step in plays if step.won] == [
            shown.replayed.seats[i] for i in shown.replayed.winners]
        for step in plays:
            noted = step.mark.startswith("^")
            if step.legal is not None and step.cards[0] != UNKNOWN_CARD and not noted:
                assert CARD_NAMES[step.cards[0]] in step.legal, (path, step)
        for step in did(steps, "call", "answer"):
            if step.legal is not None and step.word != "?" and not step.mark.startswith("^"):
                assert step.word in step.legal, (path, step)
        for step in steps.steps:
            assert set(step.rules) <= set(NAMED_RULES)


def test_rules_that_steps_name_exist() -> None:
    assert set(NAMED_RULES) <= set(PARAMETERS)

"""A deal, its rules and the words of the languages as plain data, ready to be written as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from preferans_pbn.cards import CARD_NAMES, Card
from preferans_pbn.diagnostics import Diagnostic
from preferans_pbn.notation.words import AUCTION_CALLS, CONTRACTS, DEFENCE_CALLS, OUTCOMES, ROLES
from preferans_pbn.record import UNKNOWN_CARD, Seat, Table
from preferans_pbn.render.deal import Shown, result_text
from preferans_pbn.render.ink import visible
from preferans_pbn.render.languages import CODES, language
from preferans_pbn.render.page.steps import Step, steps_of
from preferans_pbn.render.rule_words import NAMED_RULES, rule_sentence
from preferans_pbn.render.words import Spelling
from preferans_pbn.rules.amounts import amount_text
from preferans_pbn.variants import Ruleset, format_rules
from preferans_pbn.variants.account import rule_of, source_head
from preferans_pbn.variants.loader import source_texts

Json = dict[str, Any]
_CALLS: Final = sorted(AUCTION_CALLS | DEFENCE_CALLS | CONTRACTS | OUTCOMES | ROLES)
_PLURALS: Final = 33


def deal_json(shown: Shown, findings: Sequence[Diagnostic], rules: int | None, text: str) -> Json:
    """A deal with its steps.  ``rules``: the number of its ruleset on the page; ``text``: the record as notation."""
    record = shown.record
    told = steps_of(shown, findings)
    replayed = shown.replayed
    outcome = replayed.outcome if replayed is not None else None
    score, columns, claimed = shown.score, shown.columns, False
    if not score and record.score_table is not None:
        score, columns = _rows(record.score_table)
        claimed = True
    result: Json = {
        "n": shown.number, "rules": rules, "german": shown.rules is not None and shown.rules.cards == "german",
        "board": record.board, "event": record.event, "site": record.site, "date": record.date,
        "table": record.table, "target": None if record.target is None else amount_text(record.target),
        "variant": record.variant,
        "order": list(told.order), "players": dict(record.players), "dealer": record.dealer, "dummy": record.dummy,
        "declarer": record.declarer or _seat(told.order, outcome.declarer if outcome is not None else None),
        "contract": record.contract or (outcome.contract if outcome is not None else None) or None,
        "hands": {seat: _names(cards) for seat, cards in told.hands.items()}, "unknown": told.unknown,
        "talon": None if record.talon is None else _names(record.talon),
        "before": _counts(record.tricks) if record.position else None,
        "bid": record.bid, "roles": _roles(shown), "kontra": list(record.kontra) if record.kontra else None,
        "steps": [step_json(step) for step in told.steps],
        "tricks": _tricks(shown), "result": {} if outcome is None else {
            code: result_text(outcome, Spelling(language(code)), shown.rules) for code in CODES},
        "ruling": record.ruling,
        "columns": list(columns), "score": {seat: list(cells) for seat, cells in score.items()}, "claimed": claimed,
        "sheet": {seat: list(cells) for seat, cells in shown.sheet.items()}, "settlement": dict(shown.settlement),
        "head": told.head, "findings": [_finding(one) for one in findings],
        "ok": all(one.severity != "error" for one in findings), "text": text,
    }
    return {key: value for key, value in result.items() if value or (value == 0 and value is not False)}


def step_json(step: Step) -> Json:
    """A step; what it does not have is left out."""
    data: Json = {
        "do": step.do, "seat": step.seat, "word": step.word, "cards": _names(step.cards), "seats": dict(step.seats),
        "trick": step.trick, "won": step.won, "why": step.why, "rules": list(step.rules), "mark": step.mark,
        "texts": step.texts, "findings": step.findings,
    }
    found = {key: value for key, value in data.items() if value}
    if step.legal is not None:
        found["legal"] = " ".join(step.legal)
    return found


def rules_json(rules: Ruleset) -> Json:
    """The rules of a variant that steps may rest on, each in a sentence of every language with its sources."""
    found: Json = {}
    sources: dict[str, str] = {}
    known = source_texts()
    for name in NAMED_RULES:
        if name not in rules:
            continue
        rule = rule_of(rules, name)
        if rule.moot:
            continue
        for key in rule.keys:
            head = source_head(key)
            sources[head] = known.get(head, "")
        says = {code: rule_sentence(rules, name, language(code)) for code in CODES}
        found[name] = {"value": rule.value, "says": says, "keys": list(rule.keys), "reading": rule.reading,
                       "origin": rule.origin}
    return {"name": f"{rules.id}@{rules.revision}", "title": rules.title, "overrides": format_rules(rules.overrides),
            "rules": found, "sources": sources}


def words_json() -> Json:
    """The words of every language: calls and contracts by their notation, cards, seats, terms."""
    return {code: _language(code) for code in CODES}


def _language(code: str) -> Json:
    tongue = language(code)
    french, german = Spelling(tongue), Spelling(tongue, german=True)
    suits = [f"{game}{tail}" for game in "SCDH" for tail in ("", "-hand")]
    return {
        "name": tongue.name, "seats": dict(tongue.seats), "terms": {**_terms(tongue.terms), **tongue.page},
        "plural": "".join(str(tongue.plural(count)) for count in range(_PLURALS)),
        "ranks": [list(tongue.french.ranks), list(tongue.german.ranks)],
        "suits": [list(tongue.french.suits), list(tongue.german.suits)],
        "calls": {word: french.call(word) for word in _CALLS if french.call(word) != word},
        "games": [{game: spelling.contract(game).translate(_TO_FRENCH) for game in suits}
                  for spelling in (french, german)],
    }


_TO_FRENCH: Final = str.maketrans({"🍃": "♠", "🌰": "♣", "🔔": "♦"})
"""The page draws pips itself; French signs only say where."""
_SHOWN_TERMS: Final = frozenset((
    "board", "table", "record", "target", "dealer", "dealer_rests", "dummy", "unknown", "talon", "auction", "contract",
    "by", "bid", "discard", "nothing_discarded", "defence", "open", "play", "tricks", "agreed", "agreed_only",
    "continued", "result", "score", "sheet", "settlement", "before", "ruling", "Pool", "Dump", "Whists", "Bule",
    "Supe", "Refe", "Kasa", "Pay", "Result", "deal_column", "dealer_column", "claimed",
))


def _terms(terms: Mapping[str, str]) -> dict[str, str]:
    return {name: text for name, text in terms.items() if name in _SHOWN_TERMS}


def _names(cards: Iterable[Card]) -> list[str]:
    """Cards by their names, ``?`` = not known."""
    return ["?" if card == UNKNOWN_CARD else CARD_NAMES[card] for card in cards]


def _seat(order: Sequence[Seat], player: int | None) -> Seat | None:
    return None if player is None else order[player]


def _counts(tricks: Mapping[Seat, int | None] | None) -> dict[Seat, str]:
    return {seat: "?" if count is None else str(count) for seat, count in (tricks or {}).items()}


def _tricks(shown: Shown) -> dict[Seat, str]:
    """Everybody's tricks at the end, from the replay, else as the record claims them."""
    replayed = shown.replayed
    outcome = replayed.outcome if replayed is not None else None
    if replayed is not None and outcome is not None and outcome.manner == "played" and any(outcome.tricks):
        return {replayed.seats[i]: str(count) for i, count in enumerate(outcome.tricks) if i < 3 or count}
    return {} if shown.record.position is not None else _counts(shown.record.tricks)


def _roles(shown: Shown) -> dict[Seat, str]:
    """The defenders' roles when the play begins."""
    replayed = shown.replayed
    outcome = replayed.outcome if replayed is not None else None
    if replayed is not None and outcome is not None and outcome.roles:
        return {replayed.seats[i]: role for i, role in outcome.roles.items()}
    return dict(shown.record.defenders or {})


def _rows(table: Table) -> tuple[dict[Seat, Sequence[str]], Sequence[str]]:
    return {row[0]: row[1:] for row in table.rows if row}, table.columns[1:]


def _finding(finding: Diagnostic) -> Json:
    return {"code": finding.code, "says": finding.message, "line": finding.line, "rule": finding.rule}


def tidy(value: Any) -> Any:
    """``value`` with every text made harmless to look at: nothing in it turns the writing direction or hides."""
    if isinstance(value, str):
        return value if value.isprintable() else "\n".join(visible(line) for line in value.splitlines())
    if isinstance(value, Mapping):
        return {tidy(key): tidy(one) for key, one in value.items()}
    if isinstance(value, list):
        return [tidy(one) for one in value]
    return value

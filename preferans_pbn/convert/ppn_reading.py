"""From the tags and deals of PPN games to records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from preferans_pbn.convert.deal import ANTICLOCKWISE, claim_scores
from preferans_pbn.convert.faults import SourceFault
from preferans_pbn.convert.holdings import BEFORE_THE_PLAY, wrong_cards
from preferans_pbn.convert.judging import Judge, locate
from preferans_pbn.convert.model import Converted, Loss, Options
from preferans_pbn.convert.ppn_deal import record_of_deal
from preferans_pbn.convert.ppn_game import Game, extras_of, open_game
from preferans_pbn.convert.ppn_json import JsonDeal
from preferans_pbn.convert.ppn_model import KNOWN_TAGS, RESULT_TAGS, PpnDeal
from preferans_pbn.convert.ppn_parts import Parts
from preferans_pbn.convert.ppn_scores import take_results

_PACKETS: Final = Loss("cards", 0, "the order in which the cards of a hand were dealt (the first five, then five more) "
                                   "has no place in a record")


class GameReader:
    """Reads the deals of one source.  ``judged``: replay each record and report what contradicts the rules."""

    def __init__(self, options: Options, *, judged: bool = True, tagged: bool = True) -> None:
        self._options = options
        self._judge = Judge() if judged else None
        self._tagged = tagged
        self._said_packets = False

    def lose(self) -> None:
        """A line could not be read."""
        if self._judge is not None:
            self._judge.lose()

    def convert(self, game: Game, deal: PpnDeal, *, last: bool) -> Converted:
        """The record of ``deal``; ``last``: the game's results stand after it."""
        one = Converted(None)
        if not game.deals:
            open_game(game, one, deal.whole.place, tagged=self._tagged)
        game.deals += 1
        try:
            reading = Parts(game, deal, one)
            record = record_of_deal(reading)
            if reading.as_dealt and not self._said_packets:
                one.losses.append(_PACKETS)
                self._said_packets = True
            if last:
                take_results(reading)
        except SourceFault as problem:
            finding = problem.finding
            if not finding.line:
                finding.line, finding.col, finding.end_col = deal.whole.place
            one.diagnostics.append(finding)
            self.lose()
            return one
        if game.deals == 1:
            record.extras = extras_of(game)
        one.record = record
        claimed = replace(record)
        claim_scores(claimed, one.theirs)
        if self._judge is not None:
            if claimed.bule is None and claimed.board == "1":
                # Where the bule at the start are not known, the sheet before the first deal is not.
                self._judge.begin()
                judged = self._judge.judge(replace(claimed, board="first"), reading.places)
                self._judge.count_from(1)
            else:
                judged = self._judge.judge(claimed, reading.places)
            if any(finding.code.startswith(BEFORE_THE_PLAY) for finding in judged):
                judged += [locate(finding, reading.places) for finding in wrong_cards(reading.source, ANTICLOCKWISE)]
            one.diagnostics += judged
            one.diagnostics.sort(key=lambda finding: (finding.line, finding.col))
        if self._options.claims:
            one.record = claimed
        return one


def converted_lines(reader: GameReader, items: Iterator[tuple[Game, PpnDeal] | Converted]) -> Iterator[Converted]:
    """Each deal once it is known whether another of its game follows."""
    held: tuple[Game, PpnDeal] | None = None
    for item in items:
        if isinstance(item, Converted):
            if held is not None:
                yield reader.convert(*held, last=False)
                held = None
            reader.lose()
            yield item
            continue
        if held is not None:
            yield reader.convert(*held, last=held[0] is not item[0])
        held = item
    if held is not None:
        yield reader.convert(*held, last=True)


def json_records(reader: GameReader, items: Iterator[JsonDeal | Converted]) -> Iterator[Converted]:
    """The deals of a JSON source; those that follow each other with the same tags are of one game."""
    game = Game()
    before: dict[str, str] | None = None
    for item in items:
        if isinstance(item, Converted):
            reader.lose()
            yield item
            continue
        deal, tags, known = item
        now = None if tags is None else {tag.name.text: tag.value.text for tag in tags}
        # A tag that PPN does not know belongs to its own record.
        if now != before or not KNOWN_TAGS.issuperset(now or ()):
            game, before = Game(), now
            for tag in tags or ():
                game.add(tag)
        elif tags is not None:
            # What was wrong with these tags is told; they stand at each deal again.
            game.tags = {tag.name.text: tag for tag in tags if tag.name.text in game.tags}
        one = reader.convert(game, deal, last=game.value(RESULT_TAGS[0]) is not None)
        one.diagnostics[:0] = known.diagnostics
        yield one

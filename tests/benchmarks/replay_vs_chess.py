"""Replay and score of one parsed deal beside python-chess reading a 40-move game, in one run.

    python -m tests.benchmarks.replay_vs_chess

Both are timed in seven interleaved rounds and the medians are compared.  Timings decide no test.
"""

from __future__ import annotations

import io
import random
import statistics
import time
from collections.abc import Callable
from itertools import islice
from typing import Any

from preferans_pbn.generate import generate
from preferans_pbn.notation import dumps, loads
from preferans_pbn.replaying import replay
from preferans_pbn.variants import load_variant

ROUNDS = 7
DEALS = 40
REPEAT = 25
GAMES = 40


def chess_games() -> list[str]:
    """Texts of random legal games of 40 moves (80 plies)."""
    import chess
    import chess.pgn

    rng = random.Random(7)
    games: list[str] = []
    while len(games) < GAMES:
        board = chess.Board()
        game = chess.pgn.Game()
        node: Any = game
        while len(board.move_stack) < 80 and not board.is_game_over():
            move = rng.choice(list(board.legal_moves))
            board.push(move)
            node = node.add_variation(move)
        if len(board.move_stack) == 80:
            games.append(str(game))
    return games


def seconds(work: Callable[[], object], times: int) -> float:
    """Seconds for one piece of ``work``, which does ``times`` pieces."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) / times


def main() -> None:
    """Print the medians and their ratio."""
    import chess.pgn

    rules = load_variant("sochi-codex")
    read = (loads(dumps(record))[0] for record in generate(rules, 1, 1000))
    whole = (deal for deal in read if deal.play is not None and len(deal.play.tricks) == 10)
    deals = list(islice(whole, DEALS))
    for deal in deals:
        deal.score_table = deal.sheet_table = deal.settlement_table = None
    games = chess_games()

    def ours() -> None:
        for _ in range(REPEAT):
            for deal in deals:
                replay(deal, rules)

    def theirs() -> None:
        for game in games:
            chess.pgn.read_game(io.StringIO(game))

    ours()
    rounds = [(seconds(ours, REPEAT * DEALS), seconds(theirs, len(games))) for _ in range(ROUNDS)]
    deal_time = statistics.median(deal for deal, _ in rounds)
    game_time = statistics.median(game for _, game in rounds)
    print(f"replay and score of one parsed deal (ten tricks): {deal_time * 1e6:8.1f} us")
    print(f"python-chess {chess.__version__}, one 40-move game read:   {game_time * 1e6:8.1f} us")
    print(f"ratio: {game_time / deal_time:.1f}")


if __name__ == "__main__":
    main()

"""Replays of games played by chance, without a database."""

from random import Random

from engines import Deal, engine, new_game
from referee.deal import commitment
from referee.replay import Replay, ReplayAction, ReplaySeat, Termination

SALT = b"s" * 16


def random_replay(slug: str, number: int = 1) -> Replay:
    rng = Random(f"{slug}/{number}")
    seed = rng.randbytes(32)
    state = new_game(slug, Deal(seed), record=True)
    actions = []
    while not state.is_over():
        seat, action = state.actor(), rng.choice(state.legal_actions())
        actions.append(ReplayAction(seat, action, 1.5, 2.0))
        state.play(seat, action)
    seats = tuple(ReplaySeat(f"Bot {seat}", "v1") for seat in range(state.variant.seats))
    end = Termination.CAP if state.is_capped() else Termination.NORMAL
    progress = tuple(tuple(side) for side in state.progress())
    rules = engine(state.variant.game).rules_version
    return Replay(
        "g", slug, rules, None, seed, SALT, commitment(seed, SALT), seats, tuple(actions), (), end,
        tuple(state.ranks()), progress, "",
    )  # fmt: skip

"""Games to analyse: the house's policies play on the state itself, which takes a moment."""

from random import Random

from engines import Deal, engine, new_game, variant
from engines.registry import game
from referee.deal import commitment
from referee.record import GameRecord
from referee.replay import Replay, ReplayAction, ReplaySeat, Termination

SALT = b"s" * 16


def replay_of(record: GameRecord) -> Replay:
    assert record.replay is not None
    return record.replay


def house_game(slug: str, *names: str, deal: str = "analysis") -> Replay:
    """``names``: expert, greedy or random, by seat; a policy that the game lacks plays at random."""
    rng = Random(deal)
    house = game(variant(slug).game).policies()
    policies = [{"expert": house.expert, "greedy": house.greedy, "random": None}[name] for name in names]
    seed = rng.randbytes(32)
    state = new_game(slug, Deal(seed))
    actions = []
    while not state.is_over():
        seat, legal = state.actor(), state.legal_actions()
        policy = policies[seat]
        action = policy(state, seat, legal) if policy else rng.choice(legal)
        state.apply(action, seat)
        actions.append(ReplayAction(seat, action))
    seats = tuple(ReplaySeat(f"Bot {seat}", "v1") for seat in range(state.variant.seats))
    end = Termination.CAP if state.is_capped() else Termination.NORMAL
    progress = tuple(tuple(side) for side in state.progress())
    return Replay(
        "g", slug, engine(state.variant.game).rules_version, None, seed, SALT, commitment(seed, SALT), seats,
        tuple(actions), (), end, tuple(state.ranks()), progress, f"{slug} {deal} {names}",
    )  # fmt: skip

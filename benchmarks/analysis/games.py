"""Games to analyse, as replays: house policies with a share of random actions, on deals of the benchmark's own."""

from random import Random

from engines import Deal, new_game
from engines import variant as find_variant
from engines.registry import engine
from engines.registry import game as find_game
from referee.replay import Replay, ReplayAction, ReplaySeat, Termination

NOISE = 0.1
"""Of "close" games: experts that play one action in ten at random."""


def played(slug: str, seed: str, unequal: bool = False) -> Replay:
    """One game; ``unequal``: the first seat follows the rules of thumb, the others are experts."""
    rng = Random(f"benchmark|{slug}|{seed}")
    variant = find_variant(slug)
    house = find_game(variant.game).policies()
    deal = rng.randbytes(32)
    state = new_game(slug, Deal(deal))
    actions = []
    while not state.is_over():
        seat, legal = state.actor(), state.legal_actions()
        policy = house.greedy if unequal and seat == 0 else house.expert
        at_random = policy is None or (not unequal and rng.random() < NOISE)
        action = rng.choice(legal) if at_random or policy is None else policy(state, seat, legal)
        state.apply(action, seat)
        actions.append(ReplayAction(seat, action))
    return Replay(
        game_id=seed,
        variant=slug,
        rules_version=engine(variant.game).rules_version,
        first_seat=None,
        seed=deal,
        salt=b"benchmark" * 2,
        commitment="",
        seats=tuple(ReplaySeat(f"seat {seat}") for seat in range(variant.seats)),
        actions=tuple(actions),
        faults=(),
        termination=Termination.CAP if state.is_capped() else Termination.NORMAL,
        ranks=tuple(state.ranks()),
        progress=tuple(tuple(part) for part in state.progress()),
        transcript_hash=f"benchmark {slug} {seed}",
    )

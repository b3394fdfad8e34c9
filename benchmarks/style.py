"""``python -m benchmarks.style``: what the style card of a bot costs, one game played again and asked about.

A page asks ``arena.web.ladders.style.GAMES`` of them when somebody looks for the first time after a fit.
"""

from random import Random
from statistics import median
from time import perf_counter

from engines import Deal, engines, new_game
from engines.compiled import is_compiled
from engines.registry import game
from referee.deal import commitment
from referee.replay import Replay, ReplayAction, ReplaySeat, Termination
from referee.style import shown_habits

PLAYED = 20


def played(slug: str, number: int) -> Replay:
    """By chance: such games are longer than those of bots."""
    rng = Random(f"{slug}/{number}")
    seed, salt = rng.randbytes(32), rng.randbytes(16)
    state = new_game(slug, Deal(seed))
    actions = []
    while not state.is_over():
        seat, action = state.actor(), rng.choice(state.legal_actions())
        actions.append(ReplayAction(seat, action))
        state.apply(action, seat)
    seats = tuple(ReplaySeat(str(seat)) for seat in range(state.variant.seats))
    rules = next(each for each in engines() if each.name == state.variant.game).rules_version
    end = (Termination.NORMAL, tuple(state.ranks()), (), "")
    return Replay("g", slug, rules, None, seed, salt, commitment(seed, salt), seats, tuple(actions), (), *end)


def main() -> None:
    print(f"engines {'compiled' if is_compiled() else 'in Python'}; milliseconds for a game, median of {PLAYED}")
    print(f"{'variant':<24}{'decisions':>10}{'ms':>8}")
    for engine in engines():
        for variant in (engine.variants()[0], engine.variants()[-1]):
            habits = game(engine.name).questions()
            times, decisions = [], []
            for number in range(PLAYED):
                replay = played(variant.slug, number)
                begun = perf_counter()
                shown_habits(replay, habits)
                times.append(1000 * (perf_counter() - begun))
                decisions.append(len(replay.actions))
            print(f"{variant.slug:<24}{median(decisions):>10.0f}{median(times):>8.1f}")


if __name__ == "__main__":
    main()

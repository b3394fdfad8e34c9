"""Ranks of a game in which bots may have failed. Pure.

A side that failed is last; several that failed share the last place. Among the others the engine's order stands. If
the house bot that played on for a failed side came first, the others therefore share the first place.
"""

from collections.abc import Collection, Sequence

from engines import RankPolicy, Variant


def goes_on_after(variant: Variant, faulted_sides: Collection[int]) -> bool:
    """Whether the game is still worth playing once these sides have failed.

    With two sides, or when only the loser counts, the failed side has lost and nothing is left to decide. With one
    sound side left it is first whatever happens.
    """
    if not faulted_sides:
        return True
    sound = len(variant.sides) - len(set(faulted_sides))
    return len(variant.sides) > 2 and variant.rank_policy is not RankPolicy.LAST_LOSES and sound > 1


def final_ranks(engine_ranks: Sequence[int] | None, sides: int, faulted_sides: Collection[int]) -> list[int]:
    """Ranks per side, "1224". Without ``engine_ranks`` the game stopped at a fault, so all sound sides are first."""
    order = list(engine_ranks) if engine_ranks is not None else [1] * sides
    sound = [order[side] for side in range(sides) if side not in faulted_sides]
    last = 1 + len(sound)
    return [last if side in faulted_sides else 1 + sum(other < order[side] for other in sound) for side in range(sides)]

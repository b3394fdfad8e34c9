"""The lead that a test of versions shows without the luck of the cards: a second line, which decides nothing."""

from __future__ import annotations

from collections import defaultdict
from math import fsum

from arena.matches.models import Block, Seat
from arena.replays.chances import has_values
from arena.replays.courses import want
from arena.replays.models import GameCourse
from arena.trials.actions.move import match_keys, units_of
from arena.trials.models import Trial
from engines import variant
from referee.ratings.sprt import block_score
from referee.versions.luck import Adjusted, adjusted, luck_in_points
from referee.versions.plan import NEW, OLD


def without_luck(trial: Trial) -> Adjusted | None:
    """Of a test that is over, from the blocks whose games are all known; asks for those that are not. None: too few,
    or no values."""
    units = units_of(trial) if trial.is_final else []
    if not units or not has_values(trial.variant):
        return None
    blocks = list(
        Block.objects.filter(match__key__in=match_keys(trial)).order_by("match", "number").values_list("pk", "match")
    )
    lucks = _luck_of_blocks(trial, [pk for pk, _match in blocks])
    missing = {match for pk, match in blocks if pk not in lucks}
    if missing:
        want(sorted(missing))
    known = [(unit, lucks[pk]) for unit, (pk, _match) in zip(units, blocks, strict=False) if pk in lucks]
    if not known:
        return None
    level = float(fsum(unit.new + unit.old for unit, _luck in known) / (2 * len(known)))
    scores = [float(block_score(unit.new, unit.old)) for unit, _luck in known]
    return adjusted(trial.plan.lead(level), scores, [luck for _unit, luck in known])


def _luck_of_blocks(trial: Trial, blocks: list[int]) -> dict[int, float]:
    """How much luckier the new version was in each block, in mean points a game; blocks that are known as a whole."""
    played = variant(trial.variant)
    courses = {
        game: told
        for game, told in GameCourse.objects.filter(game__block__in=blocks).values_list("game", "told")
        if told is not None
    }
    sides: dict[int, dict[int, dict[int, set[int]]]] = defaultdict(lambda: defaultdict(lambda: defaultdict(set)))
    sat = Seat.objects.filter(game__block__in=blocks, entrant__position__in=(NEW, OLD))
    for block, game, position, side in sat.values_list("game__block", "game", "entrant__position", "side"):
        sides[block][game][position].add(side)
    lucks = {}
    for block, games in sides.items():
        if all(game in courses for game in games):
            total = 0.0
            for game, held in games.items():
                luck = courses[game]["luck"]
                means = [fsum(luck[side] for side in held[place]) / len(held[place]) for place in (NEW, OLD)]
                total += luck_in_points(played, means[0] - means[1])
            lucks[block] = total / len(games)
    return lucks

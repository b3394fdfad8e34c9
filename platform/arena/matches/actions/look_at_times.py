"""Look at the thinking times of the newest games of a variant, and write down whose belong together.

Nothing follows from a flag by itself: it is shown to staff, who look at the games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from arena.bots.models import Bot
from arena.matches import replay_store
from arena.matches.models import Game, GameState, MatchKind, Seat, ThinkingLook
from arena.matches.timing import Observed, look, observe
from engines import variants
from engines.errors import EngineError
from referee.replay import ReplayError

MOST_GAMES = 1500
"""Read and played again for one look: some seconds of a control worker, once an hour for one variant."""


def look_at_next() -> str | None:
    """The variant with new games that was not looked at for the longest time; None: nothing is new."""
    looks = {each.variant: each for each in ThinkingLook.objects.all()}
    waiting = []
    for variant, newest in _newest_games().items():
        seen = looks.get(variant)
        if seen is None or seen.newest_game != newest:
            waiting.append((seen.made_at.timestamp() if seen else 0.0, variant))
    if not waiting:
        return None
    _when, variant = min(waiting)
    look_at(variant)
    return variant


def look_at(variant: str, most: int = MOST_GAMES) -> ThinkingLook:
    games = list(_rated(variant)[:most])
    found = look(list(_observed(games)))
    house = set(Bot.objects.exclude(house_name="").values_list("pk", flat=True))
    flags = [asdict(flag) for flag in found.flags if flag.teller not in house and flag.listener not in house]
    values = {
        "made_at": timezone.now(),
        "games": len(games),
        "newest_game": games[0].pk if games else 0,
        "pairs": found.pairs,
        "unjudged": found.unjudged,
        "flags": flags,
    }
    made, _is_new = ThinkingLook.objects.update_or_create(variant=variant, defaults=values)
    return made


def _newest_games() -> dict[str, int]:
    newest: dict[str, int] = {}
    for known in variants():  # one look at an index each, however many games there are
        if (game := _rated(known.slug).prefetch_related(None).first()) is not None:
            newest[known.slug] = game.pk
    return newest


def _rated(variant: str) -> QuerySet[Game]:
    """Games that count for somebody, of finished blocks: practice is everybody's own business."""
    seats = Prefetch("seats", Seat.objects.order_by("seat").select_related("version"))
    return (
        Game.objects.filter(variant=variant, state=GameState.DONE, block__is_finished=True, replay__isnull=False)
        .exclude(block__match__kind=MatchKind.PRACTICE)
        .select_related("replay")
        .prefetch_related(seats)
        .order_by("-finished_at", "-id")
    )


def _observed(games: Sequence[Game]) -> Iterator[Observed]:
    for game in games:
        seats = list(game.seats.all())
        assert game.replay is not None  # noqa: S101 - asked for above
        try:
            replay = replay_store.load(game.replay)
            yield from list(
                observe(replay, [s.version.bot_id for s in seats], [s.version_id for s in seats], game.block_id)
            )
        except (OSError, ReplayError, EngineError):
            continue  # a file that is lost or spoilt is told elsewhere (`arena verify`, the control side's own replays)

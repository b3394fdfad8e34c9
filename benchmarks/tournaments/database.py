"""Whole Swiss tournaments in a real PostgreSQL: where the time of a round goes.

``advance`` is timed as it runs in a worker; only the games are not played: their results are written by bulk updates
between two rounds, outside the clock. The yardstick is the same server copying the rows that the round made into empty
tables with the same indexes, one ``INSERT ... SELECT`` a table: less cannot be done to store them.
"""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from django.db import connection
from django.utils import timezone

from arena.accounts.models import Role, User
from arena.bots.models import Bot, BotVersion, CheckState
from arena.lib.copying import copy_new
from arena.matches.actions import schedule
from arena.matches.models import Block, Entrant, Game, GameState, Match, MatchState, Seat
from arena.tournaments import models
from arena.tournaments.actions import lifecycle, registration
from arena.tournaments.actions.create import create
from arena.tournaments.models import Node, Play, Tournament, TournamentState
from arena.tournaments.planning import stages
from arena.tournaments.running import plays
from arena.tournaments.running.advance import advance

MADE = (Node, Play, Match, Entrant, Block, Game, Seat)


@dataclass
class Spent:
    """What one ``advance`` took, in seconds of the clock; ``own`` in seconds of this process."""

    whole: float = 0.0
    own: float = 0.0
    pairing: float = 0.0
    database: float = 0.0
    queries: int = 0
    sending: float = 0.0
    messages: int = 0
    again: float = 0.0
    """The same call when nothing is new."""
    copying: float = 0.0
    """The yardstick."""


@dataclass
class Watch:
    spent: Spent = field(default_factory=Spent)

    def database(self, execute: Callable[..., Any], *given: Any) -> Any:
        start = time.perf_counter()
        try:
            return execute(*given)
        finally:
            self.spent.database += time.perf_counter() - start
            self.spent.queries += 1

    def timed(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: Any, **named: Any) -> Any:
            start = time.perf_counter()
            try:
                return call(*given, **named)
            finally:
                setattr(self.spent, name, getattr(self.spent, name) + time.perf_counter() - start)
                self.spent.messages += name == "sending"

        return run


@contextmanager
def watching() -> Iterator[Spent]:
    from celery import current_app  # noqa: PLC0415 - a proxy that is bound when it is first used

    watch = Watch()
    with (
        connection.execute_wrapper(watch.database),
        patch.object(stages, "plan_tournament", watch.timed("pairing", stages.plan_tournament)),
        patch.object(schedule, "copy_new", watch.timed("database", copy_new)),
        patch.object(plays, "copy_new", watch.timed("database", copy_new)),
        patch.object(current_app, "send_task", watch.timed("sending", current_app.send_task)),
    ):
        start, begun = time.perf_counter(), time.process_time()
        yield watch.spent
        watch.spent.whole, watch.spent.own = time.perf_counter() - start, time.process_time() - begun


def swiss(size: int, rounds: int) -> list[Spent]:
    """Play a Swiss tournament of so many bots; what each round took to pair and to store."""
    olga = User.objects.create_user(f"olga{size}", f"olga{size}@example.org", role=Role.ORGANISER)
    cup = create(olga, f"Swiss {size}", "diamoniak-2", "swiss", {"rounds": rounds}, blocks=1, most_entrants=size)
    registration.open_registration(cup.pk, olga)
    enter(cup, size)
    registration.close_registration(cup.pk, olga)
    found: list[Spent] = []
    rng = random.Random(size)
    while True:
        before = newest()
        with watching() as spent:
            if found:
                advance(cup.pk)
            else:
                lifecycle.start(cup.pk, olga)
        cup.refresh_from_db()
        if cup.state == TournamentState.FINISHED:
            return found
        with watching() as repeated:
            advance(cup.pk)
        spent.again = repeated.whole
        spent.copying = copying(before)
        found.append(spent)
        hand_in(cup, rng)


def enter(cup: Tournament, size: int) -> None:
    bots = Bot.objects.bulk_create(
        Bot(name=f"Bot {cup.pk} {n}", slug=f"bot-{cup.pk}-{n}", games=["diamoniak"], house_name="random")
        for n in range(size)
    )
    versions = BotVersion.objects.bulk_create(
        BotVersion(bot=bot, number=1, content_hash=f"{bot.pk:064}", runtime="house", state=CheckState.READY)
        for bot in bots
    )
    for bot, version in zip(bots, versions, strict=True):
        bot.active_version = version
    Bot.objects.bulk_update(bots, ["active_version"])
    models.Entrant.objects.bulk_create(models.Entrant(tournament=cup, bot=bot) for bot in bots)


def hand_in(cup: Tournament, rng: random.Random) -> None:
    """Results of all games of the round; better seeds win more often. A third of the series are draws."""
    now = timezone.now()
    games = list(Game.objects.filter(source=cup.source, state=GameState.QUEUED).select_related("block__match"))
    for game in games:
        game.state, game.deadline, game.finished_at, game.termination = GameState.DONE, None, now, "normal"
        game.ranks = rng.choice(([1, 2], [2, 1]))
        game.transcript_hash = "t" * 64
    Game.objects.bulk_update(
        games, ["state", "deadline", "finished_at", "termination", "ranks", "transcript_hash"], batch_size=500
    )
    Block.objects.filter(match__source=cup.source, is_finished=False).update(is_finished=True, finished_at=now)
    Match.objects.filter(source=cup.source, state=MatchState.RUNNING).update(state=MatchState.DONE, finished_at=now)


def newest() -> dict[str, int]:
    return {
        kind._meta.db_table: kind.objects.order_by("-pk").values_list("pk", flat=True).first() or 0 for kind in MADE
    }


def copying(before: dict[str, int]) -> float:
    seconds = 0.0
    with connection.cursor() as cursor:
        for table, last in before.items():
            cursor.execute(f'CREATE TABLE copied (LIKE "{table}" INCLUDING ALL)')
            start = time.perf_counter()
            cursor.execute(f'INSERT INTO copied SELECT * FROM "{table}" WHERE id > %s', [last])  # noqa: S608 - own names
            seconds += time.perf_counter() - start
            cursor.execute("DROP TABLE copied")
    return seconds

"""Whole tournaments on real workers, with everything going wrong at once: as if nothing had happened."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

import pytest

from arena.bots.models import BotVersion
from arena.chaos.small_arena import TWICE
from arena.chaos.twice import every_message_twice
from arena.matches import limits
from arena.matches.models import Attempt, AttemptOutcome
from arena.matches.worker import work
from arena.tournaments.models import Tournament, TournamentState
from arena.tournaments.running.advance import advance
from tests.chaos import asking
from tests.chaos.harness import LEASE_S, Arena
from tests.matches.cast import ready_version
from tests.tournament_engine import cast

KILLS = 2


@pytest.fixture
def doubling_arena(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Arena]:
    """Every message, of workers, beat and this process, is delivered twice."""
    monkeypatch.setattr(limits, "QUEUE_PATIENCE", timedelta(seconds=LEASE_S))  # as in the workers
    with Arena(TWICE) as arena, every_message_twice():
        yield arena


def house(count: int) -> list[BotVersion]:
    return [ready_version(None, f"Dice{n:02}", "random") for n in range(1, count + 1)]


def play_quietly(cup: Tournament) -> Tournament:
    """In this process, one game after the other."""
    while work() is not None:
        advance(cup.pk)
    cup.refresh_from_db()
    return cup


def is_over(cup: Tournament) -> bool:
    cup.refresh_from_db()
    return bool(cup.state == TournamentState.FINISHED)


def disturb(arena: Arena, cup: Tournament, games: int, chance: random.Random) -> None:
    """Kill one of two workers at random moments and bring another; once take the broker away with all it knew."""
    workers = [arena.start_worker("one"), arena.start_worker("two")]
    arena.start_beat()
    moments = sorted(chance.sample(range(games // 10, games * 3 // 4), KILLS))
    for kill, moment in enumerate(moments):
        arena.wait(lambda moment=moment: asking.done() >= moment or is_over(cup), "games go on")  # type: ignore[misc]  # bound now
        assert not is_over(cup), "the kill came too late to prove anything"
        arena.kill(workers.pop(chance.randrange(2)))
        if kill == KILLS - 1:
            arena.restart_broker()
        workers.append(arena.start_worker(f"heir{kill}"))


def received(log: str) -> Counter[str]:
    """How often each message came, by its id."""
    return Counter(re.findall(r"task=arena\.\S+ task_id=([0-9a-f-]{36})", log))


@pytest.mark.parametrize(
    ("count", "name", "variant", "settings"),
    [(16, "double_elimination", "diamoniak-2", {}), (24, "pod_swiss", "diamoniak-4", {"rounds": 3})],
)
def test_a_tournament_under_fire_ends_as_an_undisturbed_one(
    doubling_arena: Arena, count: int, name: str, variant: str, settings: dict[str, object]
) -> None:
    cup = cast.started(cast.organiser(), house(count), name, variant=variant, settings=settings, extra_blocks=1)
    quiet = play_quietly(cup)
    assert quiet.state == TournamentState.FINISHED
    expected = (cast.structure(quiet), quiet.places, quiet.log_hash)
    games = asking.done()

    doubling_arena.redis.flushall()  # messages about the quiet games
    cast.from_the_start(cup)
    disturb(doubling_arena, cup, games, random.Random(count))
    doubling_arena.wait(lambda: is_over(cup), "the tournament is over")
    assert (cast.structure(cup), cup.places, cup.log_hash) == expected
    assert asking.done() == games
    ended_well = [AttemptOutcome.RESULT, AttemptOutcome.BOT_FAULT]
    assert Attempt.objects.filter(outcome__in=ended_well).count() == games, "no result was taken twice"
    messages = received(doubling_arena.logs())
    assert sum(times > 1 for times in messages.values()) > len(messages) // 2, "messages came twice"

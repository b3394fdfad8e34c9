"""Whole tournaments on real workers that are killed: as if nothing had happened."""

import random

import pytest
from celery import current_app

from arena.bots.models import BotVersion
from arena.matches.actions.claim import claim
from arena.matches.actions.settle import settle
from arena.matches.models import Game
from arena.matches.worker import play_claimed
from arena.tournaments.actions.advance import advance
from arena.tournaments.models import Tournament, TournamentState
from tests.chaos import asking
from tests.chaos.harness import Arena
from tests.matches.cast import ready_version
from tests.tournament_engine import cast


def house(count: int) -> list[BotVersion]:
    return [ready_version(None, f"Dice{n:02}", "random") for n in range(1, count + 1)]


def play_quietly(cup: Tournament) -> Tournament:
    """In this process, one game after the other."""
    while (lease := claim("quiet")) is not None:
        play_claimed(lease)
        settle(Game.objects.get(pk=lease.game_id).block.match_id)
        advance(cup.pk)
    cup.refresh_from_db()
    return cup


def is_over(cup: Tournament) -> bool:
    cup.refresh_from_db()
    return bool(cup.state == TournamentState.FINISHED)


@pytest.mark.parametrize(
    ("count", "name", "variant", "settings"),
    [(16, "double_elimination", "diamoniak-2", {}), (24, "pod_swiss", "diamoniak-4", {"rounds": 3})],
)
def test_a_tournament_on_killed_workers_ends_as_an_undisturbed_one(
    arena: Arena, count: int, name: str, variant: str, settings: dict[str, object]
) -> None:
    cup = cast.started(cast.organiser(), house(count), name, variant=variant, settings=settings)
    quiet = play_quietly(cup)
    assert quiet.state == TournamentState.FINISHED
    expected = (cast.structure(quiet), quiet.places, quiet.log_hash)
    games = asking.done()

    cast.from_the_start(cup)
    chance = random.Random(16)
    workers = [arena.start_worker("one"), arena.start_worker("two")]
    arena.start_beat()
    for kill in range(3):
        wanted = (kill + 1) * games // 5
        arena.wait(lambda wanted=wanted: asking.done() >= wanted or is_over(cup), "games go on")  # type: ignore[misc]  # bound now
        assert not is_over(cup), "the kill came too late to prove anything"
        arena.kill(workers.pop(chance.randrange(2)))
        for task in ("arena.matches.tasks.play", "arena.matches.tasks.reap", "arena.tournaments.tasks.advance_all"):
            current_app.send_task(task)  # messages that come once more than they should
        if kill == 1:
            arena.restart_broker()
        workers.append(arena.start_worker(f"heir{kill}"))
    arena.wait(lambda: is_over(cup), "the tournament is over")
    assert (cast.structure(cup), cup.places, cup.log_hash) == expected
    assert asking.done() == games

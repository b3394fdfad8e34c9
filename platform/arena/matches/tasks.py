"""Celery's door to the actions: thin, safe to run twice, late or never."""

import time

from celery import shared_task

from arena.bots.checking import why_not_here
from arena.matches import limits, nudges
from arena.matches.actions import lease, leave
from arena.matches.actions.claim import claim
from arena.matches.actions.settle import settle as settle_match
from arena.matches.models import Game, GameState, Match, MatchState
from arena.matches.verify_replays import verify_sample
from arena.matches.worker import play_claimed, worker_name


@shared_task(name="arena.matches.tasks.play", soft_time_limit=limits.PLAY_LIMIT_S, time_limit=limits.PLAY_LIMIT_S + 30)
def play() -> int:
    """Play waiting games for about a second; call again if there are more."""
    end = time.monotonic() + limits.PLAY_BUDGET_S
    played = 0
    lack = why_not_here()
    if lack:
        lease.explain_waiting_uploads(lack)
    while (found := claim(worker_name(), with_uploads=not lack)) is not None:
        play_claimed(found)
        played += 1
        if time.monotonic() > end:
            if Game.objects.filter(state=GameState.QUEUED).exists():
                nudges.games_are_waiting()
            break
    return played


@shared_task(name="arena.matches.tasks.settle")
def settle(match_id: int) -> None:
    settle_match(match_id)


@shared_task(name="arena.matches.tasks.reap")
def reap() -> int:
    """Every few seconds: what a dead worker held goes back to the queue, what a lost message left behind moves on."""
    returned = lease.reap()
    for match_id in _matches_with_all_blocks_finished():
        settle_match(match_id)
    return returned


def _matches_with_all_blocks_finished() -> list[int]:
    """Matches whose news was lost: nothing is open, yet they are not done."""
    running = Match.objects.filter(state=MatchState.RUNNING)
    return list(running.exclude(blocks__is_finished=False).values_list("pk", flat=True)[:100])


@shared_task(name="arena.matches.tasks.verify_replays")
def verify_replays() -> int:
    return verify_sample()


@shared_task(name="arena.matches.tasks.forget_programs")
def forget_programs() -> int:
    return leave.forget_programs()

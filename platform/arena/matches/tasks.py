"""Celery's door to the actions: thin, safe to run twice, late or never."""

import time

from celery import shared_task
from django.conf import settings
from django.db.models import Exists, OuterRef

from arena.bots.actions.deliver import accept_checks
from arena.bots.checking import why_not_here
from arena.leases import actions as leases
from arena.matches import limits, nudges, signals
from arena.matches.actions import leave, void
from arena.matches.actions.accept import accept_deliveries
from arena.matches.actions.expire import expire_evidence
from arena.matches.actions.look_at_times import look_at_next
from arena.matches.actions.pack import delete_retired, pack_replays
from arena.matches.actions.retain import delete_old_practice, thin_attempts
from arena.matches.actions.settle import settle_all
from arena.matches.fitness import own_cause
from arena.matches.idle import clear_idle_sources
from arena.matches.models import Block, Game, Match, MatchState
from arena.matches.verify_replays import verify_sample
from arena.matches.worker import fitness, work


@shared_task(name="arena.matches.tasks.play", soft_time_limit=limits.PLAY_LIMIT_S, time_limit=limits.PLAY_LIMIT_S + 30)
def play() -> int:
    """Play batches of waiting games for some seconds; call again if there may be more.

    A process that cannot play leaves the call to another, and to itself once it is well again.
    """
    if fitness().is_at_rest:
        nudges.leave_to_others()
        if not fitness().wait(limits.REST_S):
            return 0
    try:
        return _play_for_a_while()
    except Exception as error:
        if not (cause := own_cause(error)):
            raise
        fitness().failed(cause, f"{type(error).__name__}: {error}", is_certain=True)
        nudges.leave_to_others()
        return 0


def _play_for_a_while() -> int:
    end = time.monotonic() + limits.TASK_S
    games = 0
    lack = why_not_here()
    if lack and not settings.IS_RESTRICTED_WORKER:
        void.explain_waiting_uploads(lack)
    while (played := work(with_uploads=not lack)) is not None:
        games += played
        if fitness().is_at_rest:
            nudges.leave_to_others()
            break
        if time.monotonic() > end:
            nudges.games_are_waiting()
            break
    return games


@shared_task(name="arena.matches.tasks.reap")
def reap() -> int:
    """Every few seconds: what a dead worker held goes back to the queue, what a lost message left behind moves on."""
    accept_deliveries()
    accept_checks()
    returned = leases.reap()
    void.reap_waiting()
    clear_idle_sources()
    settle_all(matches_to_settle())
    return returned


@shared_task(name="arena.matches.tasks.accept")
def accept() -> int:
    """Every second: what restricted workers played and found out is looked at and taken in."""
    taken = accept_deliveries() + accept_checks()
    # Robust: a failure above this app is written to the log, and stops neither games nor checks.
    signals.workers_were_heard.send_robust(sender=Game)
    return taken


def matches_to_settle() -> list[int]:
    """What a worker that died between handing in and settling left behind: nothing is open, yet they are not done."""
    unfinished = Block.objects.filter(match=OuterRef("pk"), is_finished=False)
    running = Match.objects.filter(~Exists(unfinished), state=MatchState.RUNNING)
    return list(running.order_by().values_list("pk", flat=True)[:1000])


@shared_task(name="arena.matches.tasks.verify_replays")
def verify_replays() -> int:
    return verify_sample()


@shared_task(name="arena.matches.tasks.expire")
def expire() -> int:
    """Every hour: what is old enough goes. Each part says how many it was."""
    return expire_evidence() + thin_attempts() + delete_old_practice() + delete_retired()


@shared_task(name="arena.matches.tasks.pack", soft_time_limit=1000, time_limit=1100)
def pack() -> int:
    """Every hour. A first time on an old arena goes on in the next hour where the limit ended it."""
    return pack_replays().replays


@shared_task(name="arena.matches.tasks.look_at_times", soft_time_limit=300, time_limit=330)
def look_at_times() -> str | None:
    """Every hour, one variant."""
    return look_at_next()


@shared_task(name="arena.matches.tasks.forget_programs")
def forget_programs() -> int:
    return leave.forget_programs()

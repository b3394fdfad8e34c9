"""Asking for the mistakes of a game, and doing the work when nothing else is to be done.

One analysis runs at a time, in a program of its own at the machine's lowest priority (``referee.analysis.program``).
While games wait it begins only after a while: a ladder may keep the queue full for ever, and at that priority the games
hardly notice. A worker that dies leaves its analysis to the next one after the deadline.
"""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import orjson
from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.matches import replay_store
from arena.matches.models import Game, GameState, StoredReplay
from arena.replays.models import OPEN_ANALYSES, Analysis, AnalysisState
from arena.replays.picking import pick
from bots.house.rollouts import judge_of
from engines import variant, variants
from referee.analysis.mistakes import METHOD, MistakesError, refuse_unless_judged
from referee.words import said

logger = logging.getLogger(__name__)

PATIENCE = timedelta(seconds=30)
"""So long games go first."""
LIMIT = timedelta(minutes=10)
"""A full analysis takes some seconds of processor time; at the lowest priority it may wait long for them."""
MAX_ATTEMPTS = 3
"""What outlasts the limit so often would do so again, and others wait."""
MOST_WAITING = 200
"""At some seconds each, the last one's turn comes within half an hour on a quiet arena."""
MOST_PER_USER = 10
"""Waiting at a time: one curious visitor must not keep all others waiting."""


class AnalysisError(ValueError):
    """It cannot be asked for, with a sentence for the visitor."""


def estimator_of(slug: str) -> str:
    return f"{judge_of(slug).version}-mistakes{METHOD}"


def is_judged(slug: str) -> bool:
    """Whether decisions of a variant can be judged at all."""
    try:
        refuse_unless_judged(variant(slug))
    except MistakesError:
        return False
    return True


def found(replay: StoredReplay, slug: str) -> Analysis | None:
    """What is known of this replay by the present judge."""
    return Analysis.objects.filter(replay=replay, estimator=estimator_of(slug)).first()


@transaction.atomic
def ask(game: Game, user: User | None, now: datetime | None = None) -> Analysis:
    """The analysis of a game, begun at the next chance; asking twice is asking once. Raises ``AnalysisError``."""
    now = now or timezone.now()
    if game.replay is None:
        raise AnalysisError(_("This game has no replay to analyse."))
    try:
        refuse_unless_judged(variant(game.variant))
    except MistakesError as error:
        raise AnalysisError(said(error.args[0], get_language() or "")) from error
    known = found(game.replay, game.variant)
    if known is not None and known.state != AnalysisState.FAILED:
        return known
    open_ones = Analysis.objects.filter(state__in=OPEN_ANALYSES)
    if user is not None:  # many requests at once get no more than one after another
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if user is not None and open_ones.filter(asked_by=user).count() >= MOST_PER_USER:
        raise AnalysisError(
            _("You have %(most)d analyses waiting. Ask again when one of them is done.") % {"most": MOST_PER_USER}
        )
    if open_ones.count() >= MOST_WAITING:
        raise AnalysisError(_("Many games wait to be analysed. Ask again in some minutes."))
    # Two who ask at once meet at the unique constraint: the second finds the first one's.
    analysis, is_new = Analysis.objects.get_or_create(
        replay=game.replay,
        estimator=estimator_of(game.variant),
        defaults={"asked_by": user, "asked_at": now},
    )
    if not is_new:
        Analysis.objects.filter(pk=analysis.pk, state=AnalysisState.FAILED).update(
            state=AnalysisState.WAITING, attempts=0, problem="", asked_by=user, asked_at=now
        )
        analysis.refresh_from_db()
    return analysis


def work_on_one(now: datetime) -> bool:
    """Do the oldest waiting analysis; False where there is none, another one runs, or games go first."""
    games_wait = Game.objects.filter(state=GameState.QUEUED).exists()
    if not games_wait and not Analysis.objects.filter(state__in=OPEN_ANALYSES).exists():
        _ask_for_the_next(now)
    analysis = _claim(now, now - PATIENCE if games_wait else now)
    if analysis is None:
        return False
    try:
        mistakes = _run(analysis)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        logger.warning("analysis %s failed", analysis.pk, exc_info=True)
        _give_up(analysis, str(error))
        return True
    Analysis.objects.filter(pk=analysis.pk, state=AnalysisState.RUNNING, attempts=analysis.attempts).update(
        state=AnalysisState.DONE, mistakes=mistakes, finished_at=timezone.now(), problem=""
    )
    return True


def _ask_for_the_next(now: datetime) -> None:
    """Nobody waits and nothing is played: a game that many might look at is analysed before they ask."""
    game = pick([played.slug for played in variants() if is_judged(played.slug)], now)
    if game is not None:
        ask(game, None, now)


@transaction.atomic
def _claim(now: datetime, asked_before: datetime) -> Analysis | None:
    """One at a time: whoever claims locks all that are open, and sees whether one of them runs within its time."""
    open_ones = list(Analysis.objects.select_for_update().filter(state__in=OPEN_ANALYSES).order_by("asked_at", "pk"))
    if any(one.state == AnalysisState.RUNNING and one.started_at and one.started_at > now - LIMIT for one in open_ones):
        return None
    for analysis in open_ones:
        if analysis.asked_at > asked_before:
            return None
        if analysis.attempts >= MAX_ATTEMPTS:
            _give_up(analysis, "It did not end in time.")
            continue
        analysis.state = AnalysisState.RUNNING
        analysis.started_at = now
        analysis.attempts += 1
        analysis.done = analysis.total = 0
        analysis.save()
        return analysis
    return None


def _give_up(analysis: Analysis, problem: str) -> None:
    Analysis.objects.filter(pk=analysis.pk).exclude(state=AnalysisState.DONE).update(
        state=AnalysisState.FAILED, problem=problem[:2000], finished_at=timezone.now()
    )


def _run(analysis: Analysis) -> list[dict[str, Any]]:
    """The program's last line; every earlier one says how far it is."""
    for told in _lines(replay_store.load(analysis.replay).dumps()):
        if "mistakes" in told:
            mistakes: list[dict[str, Any]] = told["mistakes"]
            return mistakes
        if "problem" in told:
            raise ValueError(told["problem"])
        Analysis.objects.filter(pk=analysis.pk).update(done=told["done"], total=told["total"])
    raise ValueError("The program that looks for mistakes ended without an answer.")


def _lines(replay: bytes) -> Iterator[dict[str, Any]]:
    with subprocess.Popen(
        [sys.executable, "-m", "referee.analysis.program"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as program:
        assert program.stdin is not None and program.stdout is not None  # noqa: S101, PT018 - they are pipes
        try:
            program.stdin.write(replay)
            program.stdin.close()
            for line in program.stdout:
                yield orjson.loads(line)
        finally:
            program.kill()


def waiting_before(analysis: Analysis) -> int:
    """How many are done before it."""
    open_ones = Analysis.objects.filter(state__in=OPEN_ANALYSES)
    return open_ones.filter(asked_at__lt=analysis.asked_at).count()

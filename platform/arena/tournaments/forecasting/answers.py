"""Ask for a forecast: what fits into a moment is computed at once, the rest by control workers, with progress.

An answer is kept by everything it depends on, so the same question costs nothing the second time and every caller may
ask again to see how far it is. The work is a row of chunks; each adds to the counts, and doing one twice gives the same
counts, so a task that runs twice, late or never harms nobody.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from django.core.cache import cache

from arena.accounts.models import User
from arena.tournaments.forecasting import turns
from arena.tournaments.forecasting.known import Assumed, Question, question_of
from arena.tournaments.forecasting.ways import alternatives, title_of
from arena.tournaments.models import Tournament
from arena.tournaments.planning.forecast.plans import Way, tally, with_the_same_games
from arena.tournaments.planning.forecast.report import Tally

TARGET = 400
"""Simulated tournaments for each way: two standard errors are 5 percentage points at most."""
CHUNK = 50
"""Simulated before another way has its turn: an eighth of ``TARGET``."""
MOMENT_S = 1.5
"""What somebody who looks at a page is kept waiting."""
GLANCE_S = 0.3
"""It stands beside another forecast on one page: enough for a rough number, no more."""
SLICE_S = 0.5
"""What a worker that pairs rounds is kept from it."""
KEPT_S = 900
"""Organisers go back and forth between settings. What the ladder learns within a quarter of an hour changes no forecast
that is good to 5 percentage points."""


@dataclass
class WayCounts:
    name: str
    way: Way
    entrants: int
    counts: Tally = field(default_factory=Tally)

    @property
    def title(self) -> str:
        """In the language of who looks: what is kept was asked for by somebody else, or made by a worker."""
        return title_of(self.name, self.way, self.entrants)

    @property
    def is_done(self) -> bool:
        return self.counts.worlds >= TARGET


@dataclass
class Work:
    """A forecast on its way. The first of ``ways`` is the organiser's."""

    question: Question
    format: str
    ways: list[WayCounts] = field(default_factory=list)
    are_ways_known: bool = False

    def step(self) -> bool:
        """A little more of it; False: nothing is left to do."""
        if not self.ways:
            self._add(self.format, self.question.way)
        elif self.ways[0].counts.worlds and not self.are_ways_known:
            self._find_ways()
        else:
            open_ways = [way for way in self.ways if not way.is_done]
            if not open_ways:
                return False
            self._simulate(min(open_ways, key=lambda way: way.counts.worlds))
        return True

    def step_own(self) -> bool:
        """The same for the organiser's way alone."""
        if not self.ways:
            self._add(self.format, self.question.way)
        elif self.ways[0].is_done:
            return False
        self._simulate(self.ways[0])
        return True

    def _simulate(self, chosen: WayCounts) -> None:
        chosen.counts.add_all(tally(self.question.known, chosen.way, CHUNK, chosen.counts.worlds))

    def _add(self, name: str, way: Way) -> None:
        self.ways.append(WayCounts(name, way, len(self.question.entrants)))

    def _find_ways(self) -> None:
        games = self.ways[0].counts.mean_games
        known = self.question.known
        for other in alternatives(self.question.variant, self.question.way.setups, len(self.question.entrants)):
            self._add(other.format, with_the_same_games(known, other.setups, games))
        self.are_ways_known = True

    @property
    def progress(self) -> float:
        if not self.are_ways_known:
            return 0.0
        return sum(min(way.counts.worlds, TARGET) for way in self.ways) / (TARGET * len(self.ways))


@dataclass(frozen=True)
class Answer:
    entrants: tuple[Assumed, ...]
    ways: tuple[WayCounts, ...]
    """Those that have counts; the organiser's first."""
    workers: int
    are_workers_seen: bool
    progress: float

    @property
    def is_done(self) -> bool:
        return self.progress >= 1.0

    @property
    def own(self) -> WayCounts:
        return self.ways[0]

    def hours(self, counts: Tally) -> float:
        """On the present workers, if they play nothing else."""
        return counts.work_s / self.workers / 3600.0


def ask(tournament: Tournament, by: User, size: int | None = None, moment_s: float = MOMENT_S) -> Answer:
    """The forecast of a tournament that has not begun, as far as a moment brings it."""
    question = question_of(tournament, size)
    name = _name(question, tournament.format)
    work: Work | None = cache.get(name)
    if work is None or (work.progress < 1.0 and not turns.is_waiting(by.pk, name)):
        work = _begin(question, tournament.format, name, by, moment_s)
    elif work.progress < 1.0:
        turns.ring()
    # Who plays games at the moment is not part of the question: it changes while the counts stay.
    work.question = replace(work.question, workers=question.workers, are_workers_seen=question.are_workers_seen)
    return _answer(work)


def _begin(question: Question, format_name: str, name: str, by: User, moment_s: float) -> Work:
    with turns.asking(by.pk):
        work: Work = cache.get(name) or Work(question, format_name)
        is_left = work.progress < 1.0 and _go_on(work, time.monotonic() + moment_s)
        cache.set(name, work, KEPT_S)
        if is_left:
            turns.hand_over(by.pk, name)
        return work


def glance(tournament: Tournament) -> Answer:
    """Its own way alone and not for long: to compare others with."""
    question = question_of(tournament)
    name = _name(question, tournament.format)
    work: Work = cache.get(name) or Work(question, tournament.format)
    end = time.monotonic() + GLANCE_S
    while work.step_own() and time.monotonic() < end:
        pass
    cache.set(name, work, KEPT_S)
    return _answer(work)


def go_on() -> None:
    """By a control worker: a slice of the forecast whose turn it is, in sight of those who ask meanwhile."""
    turn = turns.next_in_turn()
    if turn is not None:
        user_id, name = turn
        work: Work | None = cache.get(name)
        is_left = work is not None and work.progress < 1.0 and _go_on(work, time.monotonic() + SLICE_S)
        if work is not None:
            cache.set(name, work, KEPT_S)
        turns.slice_is_over(user_id, name, is_left=is_left)
    turns.pass_on()


def _go_on(work: Work, until: float) -> bool:
    """At least one chunk of the organiser's own way, whatever it takes: there is something to show then."""
    while work.step():
        if time.monotonic() > until and work.ways[0].counts.worlds:
            return True
    return False


def _name(question: Question, format_name: str) -> str:
    known = question.known
    facts: list[Any] = [
        format_name,
        [asdict(entrant) for entrant in question.entrants],
        [(setup.format, sorted(setup.settings.items()), setup.advance) for setup in question.way.setups],
        asdict(question.way.lengths),
        asdict(known.model),
        known.by_lot,
        known.belief.mean.round(3).tolist(),
        known.belief.covariance.round(3).tolist(),
        known.seat_ms.round(3).tolist(),
    ]
    return f"forecast-2:{hashlib.sha256(repr(facts).encode()).hexdigest()}"


def _answer(work: Work) -> Answer:
    question = work.question
    shown = tuple(way for way in work.ways if way.counts.worlds)
    return Answer(question.entrants, shown, question.workers, question.are_workers_seen, work.progress)

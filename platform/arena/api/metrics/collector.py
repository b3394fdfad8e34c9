"""The state of the arena as figures for Prometheus, read when asked: nothing is counted in any process.

Database and Redis hold the truth, so every web process gives the same figures, and a restart loses none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Count, F
from django.utils import timezone
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from arena.bots.models import BotVersion, CheckState
from arena.celery import QUEUES
from arena.health import resting, signs
from arena.health.resting import Cause
from arena.lib.live.tally import streams
from arena.matches.models import Attempt, AttemptOutcome, Game, GameState, Seat
from arena.matches.queue_report import sources
from arena.ratings.models import Pool

HOUR = timedelta(hours=1)
SAMPLE = 500
"""Newest games that times are read from."""
WAITING_STATES = (GameState.QUEUED, GameState.PAUSED, GameState.STUCK)
"""As in the index ``waiting_games``: open games are counted by indexes that finished ones are not in."""


class ArenaCollector(Collector):
    def __init__(self, now: datetime | None = None) -> None:
        self.now = now or timezone.now()

    @cached_property
    def running(self) -> int:
        return Game.objects.filter(state=GameState.LEASED).count()

    def collect(self) -> Iterator[Metric]:
        yield from self.games()
        yield from self.queue()
        yield from self.attempts()
        yield from self.times()
        yield self.checks()
        yield self.ratings()
        try:
            yield from self.signs_of_life()
            yield from self.event_streams()
        except RedisError:
            return  # an absent figure is an alarm, a wrong zero is a puzzle

    def games(self) -> Iterator[Metric]:
        rows = Game.objects.filter(state__in=WAITING_STATES).values_list("state").annotate(count=Count("id")).order_by()
        counts = {**dict.fromkeys(WAITING_STATES, 0), **dict(rows), GameState.LEASED: self.running}
        yield _family("games", "Open games by state.", "state", counts)
        done = Game.objects.filter(state=GameState.DONE, finished_at__gt=self.now - timedelta(minutes=1)).count()
        yield GaugeMetricFamily("karma_games_per_minute", "Games finished in the last minute.", done)

    def queue(self) -> Iterator[Metric]:
        """By kind of source (ladder, tournament, practice): a label per user would never stop growing."""
        lengths: dict[str, float] = {}
        waits: dict[str, float] = {}
        for line in sources(self.now):
            kind = line.name.partition(":")[0]
            lengths[kind] = lengths.get(kind, 0) + line.queued
            waits[kind] = max(waits.get(kind, 0.0), line.oldest_wait_s)
        yield _family("queue_games", "Games that wait, by kind of source.", "kind", lengths)
        yield _family("queue_oldest_wait_seconds", "How long the oldest of them waits.", "kind", waits)
        begun = Attempt.objects.filter(number=1).order_by("-pk").values_list("started_at", "game__queued_at")[:SAMPLE]
        waited = [max(0.0, (start - queued).total_seconds()) for start, queued in begun]
        yield _percentiles("queue_wait_seconds", "How long games waited for their first attempt, newest ones.", waited)

    def attempts(self) -> Iterator[Metric]:
        # All outcomes are named because the index begins with them.
        recent = Attempt.objects.filter(outcome__in=AttemptOutcome.values, started_at__gt=self.now - HOUR)
        outcomes = dict(recent.values_list("outcome").annotate(count=Count("id")).order_by())
        known = {**dict.fromkeys(AttemptOutcome.values, 0), AttemptOutcome.RUNNING.value: self.running}
        yield _family("attempts_last_hour", "Attempts of the last hour by outcome.", "outcome", {**known, **outcomes})
        ended = Game.objects.filter(state=GameState.DONE, termination="fault", finished_at__gt=self.now - HOUR)
        faulty = Seat.objects.filter(game__in=ended).exclude(fault="")
        faults = dict(faulty.values_list("fault").annotate(count=Count("id")).order_by())
        yield _family("bot_faults_last_hour", "Faults of bots in the last hour by class.", "fault", faults)

    def times(self) -> Iterator[Metric]:
        newest = Game.objects.filter(state=GameState.DONE).order_by("-finished_at", "-id").values_list("pk", flat=True)
        clocks = list(Seat.objects.filter(game__in=list(newest[:SAMPLE])).values_list("clock", flat=True))
        starts = [clock["start_ms"] / 1000 for clock in clocks if clock.get("start_ms")]
        means = [clock["total_ms"] / clock["decisions"] / 1000 for clock in clocks if clock.get("decisions")]
        yield _percentiles("sandbox_start_seconds", "Start of a bot until its first answer, newest games.", starts)
        yield _percentiles("decision_seconds", "Mean own time of a decision, newest games.", means)

    def checks(self) -> GaugeMetricFamily:
        states = (CheckState.WAITING, CheckState.CHECKING)
        rows = BotVersion.objects.filter(state__in=states).values_list("state").annotate(count=Count("id")).order_by()
        return _family(
            "checks", "Uploads that wait or are being checked.", "state", {**dict.fromkeys(states, 0), **dict(rows)}
        )

    def ratings(self) -> GaugeMetricFamily:
        lags = Pool.objects.filter(is_open=True).annotate(lag=F("last_seq") - F("fitted_seq"))
        return _family(
            "rating_lag_events",
            "Rated games that the leaderboard does not show yet.",
            "variant",
            dict(lags.values_list("variant", "lag")),
        )

    def signs_of_life(self) -> Iterator[Metric]:
        workers = {queue: len(signs.live_workers(queue)) for queue in QUEUES}
        pulse = signs.seconds_since_pulse()
        yield _family("workers", "Live workers by queue.", "queue", workers)
        causes = Counter({cause.value: 0 for cause in Cause})
        causes.update(rest.cause for rest in resting.all_at_rest())
        text = "Processes that do not play because of themselves, by cause."
        yield _family("resting_processes", text, "cause", causes)
        if pulse is not None:
            yield GaugeMetricFamily("karma_pulse_age_seconds", "Since the last periodic task went through.", pulse)

    def event_streams(self) -> Iterator[Metric]:
        counts = streams()
        yield GaugeMetricFamily("karma_event_streams", "Open event streams of live pages.", counts.open)
        yield CounterMetricFamily("karma_event_stream_messages", "Messages sent on event streams.", counts.sent)
        yield CounterMetricFamily("karma_event_stream_refusals", "Event streams refused at the cap.", counts.refused)


def _family(name: str, text: str, label: str, values: dict[str, float] | dict[str, int]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(f"karma_{name}", text, labels=[label])
    for key, value in sorted(values.items()):
        family.add_metric([str(key)], value)
    return family


def _percentiles(name: str, text: str, values: list[float]) -> GaugeMetricFamily:
    ordered = sorted(values)
    places = {str(share): min(len(ordered) - 1, share * len(ordered) // 100) for share in (50, 95, 99)}
    # Not "quantile": that label belongs to summaries, and these are figures of a sample.
    return _family(
        name, text, "percentile", {share: ordered[place] for share, place in places.items()} if ordered else {}
    )

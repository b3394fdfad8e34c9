"""A ladder without database and bots: real matchmaking and real numbers, imagined workers. Pure and repeatable.

Time is simulated. Games take what their bots think; workers take the oldest waiting game none of whose bots is at its
cap; the beat closes and opens cycles as ``arena.ratings.ladder.cycles`` does.
"""

import heapq
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from arena.ratings.ladder.matchmaking import Candidate, Request, make_pods
from arena.ratings.ladder.rules import BEAT_S, CYCLE_LIMIT, MAX_FAULT_RUN, QUICK_S, open_pods
from engines import RankPolicy

OVERHEAD_S = 0.1
"""Starting the bots of a game and writing its result."""
MAX_RUNNING_PER_BOT = 4
"""As in ``arena.matches.limits``."""


@dataclass(frozen=True)
class Bot:
    version: int
    strength: float
    thinks_s: float
    """Its own time in one game."""
    crash_share: float = 0.0
    is_anchor: bool = False


@dataclass
class Record:
    """What happened to a bot."""

    sat_down: float = 0.0
    """When its last pod was made; those who came at the beginning wait from then on."""
    games: int = 0
    fault_run: int = 0
    is_suspended: bool = False
    last_end: float | None = None
    waits: list[float] = field(default_factory=list)
    """From the end of a game to the start of the next one in another pod; the first from time 0."""


@dataclass(eq=False)
class Pod:
    cycle: int
    members: tuple[int, ...]
    left: int
    faults: list[dict[int, bool]] = field(default_factory=list)


@dataclass(frozen=True)
class Setting:
    workers: int = 4
    pod_size: int = 2
    hours: float = 6.0
    seed: int = 1


class Ladder:
    def __init__(self, bots: Sequence[Bot], setting: Setting) -> None:
        self.bots = {bot.version: bot for bot in bots}
        self.records = {bot.version: Record() for bot in bots}
        self.setting = setting
        self._rng = Random(setting.seed)
        self._waiting: deque[Pod] = deque()
        self._running: list[tuple[float, int, Pod, dict[int, bool]]] = []
        self._load: Counter[int] = Counter()
        self._open: set[Pod] = set()
        self._finished: list[Pod] = []
        self._meetings: Counter[frozenset[int]] = Counter()
        self._started = 0
        self.cycles = 0
        self._deadline = 0.0

    def run(self) -> dict[int, Record]:
        now = 0.0
        while now < self.setting.hours * 3600:
            self._beat(now)
            now += BEAT_S
            self._play_until(now)
        for record in self.records.values():
            if not record.is_suspended:  # somebody who waits at the end waits too
                record.waits.append(now - (record.last_end or 0.0))
        return self.records

    def _beat(self, now: float) -> None:
        if any(pod.cycle == self.cycles for pod in self._open) and now < self._deadline:
            return
        for pod in self._finished:
            self._note(pod)
        self._finished.clear()
        pods = make_pods(self._request(now))
        if not pods:
            return
        self.cycles += 1
        self._deadline = now + CYCLE_LIMIT.total_seconds()
        for members in pods:
            self._schedule(members, now)

    def _note(self, pod: Pod) -> None:
        for version in pod.members:
            record = self.records[version]
            for faults in pod.faults:
                record.fault_run = record.fault_run + 1 if faults[version] else 0
                record.is_suspended |= record.fault_run >= MAX_FAULT_RUN and not self.bots[version].is_anchor

    def _request(self, now: float) -> Request:
        busy = {
            version
            for pod in self._open
            for version in pod.members
            if pod.cycle == self.cycles or self.bots[version].thinks_s > QUICK_S
        }
        candidates = [
            self._candidate(bot, now)
            for version, bot in self.bots.items()
            if bot.is_anchor or (version not in busy and not self.records[version].is_suspended)
        ]
        count = open_pods(len(candidates), self.setting.pod_size) - len(self._open)
        return Request(
            candidates, self.setting.pod_size, max(0, count), b"%d" % self.cycles, RankPolicy.FIRST_WINS, self._meetings
        )

    def _candidate(self, bot: Bot, now: float) -> Candidate:
        record = self.records[bot.version]
        return Candidate(
            version=bot.version,
            rating=bot.strength,
            owner=None if bot.is_anchor else bot.version,
            seconds=bot.thinks_s,
            waited_s=now - record.sat_down,
            is_anchor=bot.is_anchor,
        )

    def _schedule(self, members: tuple[int, ...], now: float) -> None:
        pod = Pod(self.cycles, members, len(members))
        self._open.add(pod)
        self._waiting.extend([pod] * len(members))
        self._meetings.update(frozenset(pair) for pair in combinations(members, 2))
        for version in members:
            self.records[version].sat_down = now

    def _play_until(self, end: float) -> None:
        """The queue is looked at whenever a worker becomes free."""
        now = end - BEAT_S
        while True:
            while len(self._running) < self.setting.workers and (pod := self._claim()) is not None:
                self._start(pod, now)
            if not self._running or self._running[0][0] > end:
                return
            now, _, pod, faults = heapq.heappop(self._running)
            self._finish(pod, faults, now)

    def _claim(self) -> Pod | None:
        for place, pod in enumerate(self._waiting):
            if all(self._load[each] < MAX_RUNNING_PER_BOT or self.bots[each].is_anchor for each in pod.members):
                del self._waiting[place]
                return pod
        return None

    def _start(self, pod: Pod, now: float) -> None:
        faults = {each: self._rng.random() < self.bots[each].crash_share for each in pod.members}
        length = sum(self.bots[each].thinks_s for each in pod.members)
        if any(faults.values()):
            length *= self._rng.random()
        for version in pod.members:
            self._load[version] += 1
            record = self.records[version]
            if not any(version in faults for faults in pod.faults) and self._load[version] == 1:
                record.waits.append(now - (record.last_end or 0.0))
        self._started += 1
        heapq.heappush(self._running, (now + length + OVERHEAD_S, self._started, pod, faults))

    def _finish(self, pod: Pod, faults: dict[int, bool], now: float) -> None:
        pod.faults.append(faults)
        pod.left -= 1
        for version in pod.members:
            self._load[version] -= 1
            record = self.records[version]
            record.games += 1
            record.last_end = now
        if pod.left == 0:
            self._open.discard(pod)
            self._finished.append(pod)


def mixed_field(count: int, seed: int = 1) -> list[Bot]:
    """Seven of ten bots are quick, two are slow, one is very slow; of all, one in twenty crashes now and then and one
    in forty always. Four anchors as in the house."""
    rng = Random(seed)
    bots = []
    for version in range(count):
        draw = rng.random()
        thinks = rng.uniform(0.05, 0.5) if draw < 0.7 else rng.uniform(2, 8) if draw < 0.9 else rng.uniform(20, 60)
        crash = 1.0 if version % 40 == 7 else 0.3 if version % 20 == 3 else 0.0
        bots.append(Bot(version, rng.gauss(1500, 120), thinks, crash))
    anchors = [(1200.0, 0.02), (1400.0, 0.05), (1500.0, 0.1), (1600.0, 2.0)]
    return bots + [Bot(count + at, rating, cost, is_anchor=True) for at, (rating, cost) in enumerate(anchors)]

"""Who meets whom in a ladder cycle. Pure: the same candidates and seed give the same pods.

The one who has played least lately sits down first, so nobody starves. The rest of the pod is drawn from those nearest
in rating, rather ones not met lately, one bot per owner. Newcomers first meet anchors spread over the scale.
"""

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from arena.ratings.ladder.rules import PLACEMENT_BLOCKS

NEAREST = 20
SPREAD = 200.0
"""Rating points over which the interest in an opponent falls to a third."""


@dataclass(frozen=True)
class Candidate:
    version: int
    rating: float
    owner: int | None = None
    """None for house bots: any number of them may share a pod."""
    recent_games: int = 0
    """Games, or blocks, in the last 24 hours."""
    idle_since: float = 0.0
    """Time of the last game; 0 for never."""
    placement_blocks: int = PLACEMENT_BLOCKS
    is_anchor: bool = False

    @property
    def is_new(self) -> bool:
        return self.placement_blocks < PLACEMENT_BLOCKS and not self.is_anchor


@dataclass(frozen=True)
class Request:
    candidates: Sequence[Candidate]
    pod_size: int
    pods: int
    seed: bytes
    meetings: Mapping[frozenset[int], int] = field(default_factory=dict)
    """How often two versions met in the last 24 hours."""


def make_pods(request: Request) -> list[tuple[int, ...]]:
    """Versions of each pod. Fewer pods than asked for when not enough candidates are left to fill one."""
    rng = Random(hashlib.sha256(request.seed).digest())  # noqa: S311 - a repeatable draw, no secret
    waiting = sorted((each for each in request.candidates if not each.is_anchor), key=_hunger)
    anchors = [each for each in request.candidates if each.is_anchor]
    pods: list[tuple[int, ...]] = []
    seated: set[int] = set()
    for first in waiting:
        if len(pods) == request.pods:
            break
        if first.version in seated:
            continue
        start = [first, *_gauntlet(first, anchors, request.pod_size - 1)] if first.is_new else [first]
        pod = _fill(start, [each for each in waiting if each.version not in seated], anchors, request, rng)
        if pod is not None:
            pods.append(tuple(each.version for each in pod))
            seated.update(each.version for each in pod if not each.is_anchor)
    return pods


def _hunger(candidate: Candidate) -> tuple[int, float, int]:
    return candidate.recent_games, candidate.idle_since, candidate.version


def _gauntlet(first: Candidate, anchors: list[Candidate], seats: int) -> list[Candidate]:
    """A newcomer meets anchors from all over the scale: a window over them that moves with every block."""
    ladder = sorted(anchors, key=lambda each: (each.rating, each.version))
    return [ladder[(first.placement_blocks + step) % len(ladder)] for step in range(min(seats, len(ladder)))]


def _fill(
    start: list[Candidate], waiting: list[Candidate], anchors: list[Candidate], request: Request, rng: Random
) -> list[Candidate] | None:
    pod, first = [*start], start[0]
    pool = [each for each in (*waiting, *anchors) if each.version != first.version]
    while len(pod) < request.pod_size:
        owners = {each.owner for each in pod if each.owner is not None}
        taken = {each.version for each in pod}
        fitting = [each for each in pool if each.version not in taken and each.owner not in owners]
        if not fitting:
            return None
        nearest = sorted(fitting, key=lambda each: (abs(each.rating - first.rating), each.version))[:NEAREST]
        pod.append(rng.choices(nearest, [_weight(first, each, request.meetings) for each in nearest])[0])
    return pod


def _weight(first: Candidate, other: Candidate, meetings: Mapping[frozenset[int], int]) -> float:
    met = meetings.get(frozenset((first.version, other.version)), 0)
    # A floor: where everybody is far away, somebody still has to be chosen.
    return max(math.exp(-abs(first.rating - other.rating) / SPREAD) / (1 + met), 1e-9)

"""Who meets whom in a ladder cycle. Pure: the same candidates and seed give the same pods.

Whoever has waited longest sits down first, measured by what its games cost and how uncertain its rating is: nobody
starves, and a slow bot does not take the machine from a hundred quick ones. The rest of the pod is drawn from those
nearest in rating, by what a game against them tells per second, rather ones not met lately, one bot per owner.
"""

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from arena.ratings.ladder.information import information
from engines import RankPolicy
from referee.ratings.scale import PROVISIONAL_STANDARD_ERROR

NEAREST = 20
"""Candidates for a seat, by rating: the information of a game falls with the distance, so a longer list would be
weighed for next to nothing."""
OVERHEAD_S = 0.02
"""What a game costs beside the time of its bots: no bot counts as free."""


@dataclass(frozen=True)
class Candidate:
    version: int
    rating: float
    owner: int | None = None
    """None for house bots: any number of them may share a pod."""
    seconds: float = 0.0
    """Its own time in one game, as learned from its games."""
    waited_s: float = 0.0
    """Since it last sat down."""
    error: float = PROVISIONAL_STANDARD_ERROR
    """Standard error of its rating."""
    is_anchor: bool = False


@dataclass(frozen=True)
class Request:
    candidates: Sequence[Candidate]
    pod_size: int
    pods: int
    seed: bytes
    policy: RankPolicy = RankPolicy.FIRST_WINS
    meetings: Mapping[frozenset[int], int] = field(default_factory=dict)
    """How often two versions met in the last 24 hours."""


def make_pods(request: Request) -> list[tuple[int, ...]]:
    """Versions of each pod. Fewer pods than asked for when not enough candidates are left to fill one."""
    rng = Random(hashlib.sha256(request.seed).digest())  # noqa: S311 - a repeatable draw, no secret
    waiting = sorted((candidate for candidate in request.candidates if not candidate.is_anchor), key=_turn)
    anchors = [candidate for candidate in request.candidates if candidate.is_anchor]
    pods: list[tuple[int, ...]] = []
    seated: set[int] = set()
    for first in waiting:
        if len(pods) == request.pods:
            break
        if first.version in seated:
            continue
        unseated = [candidate for candidate in waiting if candidate.version not in seated]
        pod = _fill(first, unseated, anchors, request, rng)
        if pod is not None:
            pods.append(tuple(member.version for member in pod))
            seated.update(member.version for member in pod if not member.is_anchor)
    return pods


def _turn(candidate: Candidate) -> tuple[float, int]:
    """Longest wait first. The interval between two games grows with the cube root of their cost: with the square root
    the mean wait would be shortest, and the slowest would wait longest. Uncertain ratings count up to twice, settled
    ones at least half."""
    need = min(2.0, max(0.5, candidate.error / PROVISIONAL_STANDARD_ERROR))
    return -candidate.waited_s * need / math.cbrt(candidate.seconds + OVERHEAD_S), candidate.version


def _fill(
    first: Candidate, waiting: list[Candidate], anchors: list[Candidate], request: Request, rng: Random
) -> list[Candidate] | None:
    pod = [first]
    others = [candidate for candidate in (*waiting, *anchors) if candidate.version != first.version]
    others.sort(key=lambda candidate: (abs(candidate.rating - first.rating), candidate.version))
    while len(pod) < request.pod_size:
        owners = {member.owner for member in pod if member.owner is not None}
        taken = {member.version for member in pod}
        fitting = [
            candidate for candidate in others if candidate.version not in taken and candidate.owner not in owners
        ]
        if not fitting:
            return None
        nearest = fitting[:NEAREST]
        pod.append(rng.choices(nearest, [_interest(pod, candidate, request) for candidate in nearest])[0])
    return pod


def _interest(pod: Sequence[Candidate], other: Candidate, request: Request) -> float:
    """What a game with the other one tells about the first, per second."""
    first = pod[0]
    gain = information(request.policy, first.rating, [*(member.rating for member in pod[1:]), other.rating])
    met = request.meetings.get(frozenset((first.version, other.version)), 0)
    # A floor: where everybody is far away, somebody still has to be chosen.
    return max(gain / seconds([*pod, other]) / (1 + met), 1e-9)


def seconds(pod: Sequence[Candidate]) -> float:
    """What one game of a pod is expected to cost."""
    return OVERHEAD_S + sum(member.seconds for member in pod)

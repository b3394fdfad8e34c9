"""What a restricted worker delivered, as plain values that were checked for their form, and against the transcript."""

import hashlib
import random
from dataclasses import field
from datetime import datetime
from typing import Annotated

from pydantic import Field, TypeAdapter
from pydantic.dataclasses import dataclass

from arena.matches import replay_store
from arena.matches.models import StoredReplay
from arena.matches.replay_store import Packed
from arena.matches.results import Result
from arena.matches.sql.claiming import HeldGame
from referee import replay as replays
from referee.verify import verify

REPLAYS = "replays/"
CHECKED_SHARE = 0.05
"""Of the results of a trusted worker. A worker that lies in one game of ten is found out within a few batches."""
MOST_MS = 3_600_000
"""An hour. No clock of ours lets anybody think as long, so a greater number is a lie or a broken worker."""
_by_chance = random.SystemRandom()

Ms = Annotated[float, Field(ge=-MOST_MS, le=MOST_MS)]
SeatMs = Annotated[float, Field(ge=0, le=MOST_MS)]
Games = Annotated[int, Field(ge=1, le=10_000)]


@dataclass(frozen=True)
class Played:
    game: int
    result: Result
    replay: Packed
    started_at: datetime
    ended_at: datetime


@dataclass(frozen=True)
class Void:
    game: int
    cause: str
    started_at: datetime


@dataclass(frozen=True)
class Learned:
    """What games cost the worker: see ``arena.matches.costs``."""

    late_ms: dict[str, Ms] = field(default_factory=dict)
    seats: list[tuple[int, str, SeatMs, Games]] = field(default_factory=list)


@dataclass(frozen=True)
class Arrival:
    played: list[Played] = field(default_factory=list)
    voids: list[Void] = field(default_factory=list)
    lessons: Learned = field(default_factory=Learned)


_form: TypeAdapter[Arrival] = TypeAdapter(Arrival)


def read(payload: object) -> Arrival:
    """Raises ``ValueError`` for what has not the form of a delivery."""
    return _form.validate_python(payload)


def is_sampled() -> bool:
    return _by_chance.random() < CHECKED_SHARE


def why_impossible(game: HeldGame, played: Played) -> str:
    """Play the transcript again, from the deal that we gave out. Empty: the result follows from it.

    That the bots chose these actions, and how long they thought, is still the worker's word.
    """
    try:
        text = replay_store.load_bytes(_stored(played.replay))
        if hashlib.sha256(text).hexdigest() != played.replay.content_hash:
            return "The replay is not the one that was named."
        replay = replays.loads(text)
        differences = verify(replay).differences
    except (OSError, ValueError, EOFError) as error:
        return f"The replay cannot be played again: {error}"
    result = played.result
    claims = [
        ("variant", replay.variant, game.variant),
        ("deal", (replay.seed, replay.salt), (bytes(game.seed), bytes(game.salt))),
        ("ranks", list(replay.ranks), result.ranks),
        ("progress", [list(side) for side in replay.progress], result.progress),
        ("termination", replay.termination.value, result.termination),
        ("transcript", replay.transcript_hash, result.transcript_hash),
        ("faults", sorted((fault.seat, fault.kind.value) for fault in replay.faults), _faults(result)),
    ]
    wrong = [f"The {what} of the result is not that of its replay." for what, there, here in claims if there != here]
    return " ".join([*differences, *wrong])


def is_in_its_place(played: Played) -> bool:
    """A worker writes replays, and names nothing else."""
    name, place = played.replay.file, played.replay
    is_safe = name.startswith(REPLAYS) and ".." not in name and len(name) <= 200 and name.isascii()
    return is_safe and 0 <= place.offset < 2**31 and 0 < place.length < 2**31 and 0 < place.size_bytes < 2**31


def _stored(place: Packed) -> StoredReplay:
    return StoredReplay(file=place.file, offset=place.offset, length=place.length)


def _faults(result: Result) -> list[tuple[int, str]]:
    return sorted((seat, each.fault) for seat, each in enumerate(result.seats) if each.fault)

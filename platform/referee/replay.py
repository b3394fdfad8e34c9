"""Replay files: JSON that says all that is needed to play a game again, and nothing that can be computed.

Fields are described in ``docs/bot-authors/replays.md``. A file holds the seed: while a block is unfinished the arena
keeps it to itself, because the other games of the block use the same deal.
"""

from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any, NamedTuple

import orjson

from engines import variant
from engines.errors import EngineError
from referee.faults import FaultKind
from referee.transcript import FaultRow
from referee.words import t

Json = dict[str, Any]

FORMAT = "karma-arena-replay"
VERSION = 2
FIRST_WITH_HASHED_FAULTS = 2
READABLE = (1, VERSION)
"""Version 1 differs in one thing: its transcript hash does not cover the faults."""


class Termination(Enum):
    """How a game ended."""

    NORMAL = "normal"
    FAULT = "fault"
    CAP = "cap"
    VOID = "void"


class ReplayError(ValueError):
    """The file is not a replay, or not one that this version can read."""


@dataclass(frozen=True)
class ReplaySeat:
    """Who sat there, for people."""

    name: str
    version: str = ""


class ReplayAction(NamedTuple):
    """One is made for every decision, hence a tuple."""

    seat: int
    action: int
    charged_ms: float = 0.0
    wall_ms: float = 0.0


@dataclass(frozen=True)
class ReplayFault:
    """That a seat failed, and when. From then on the actions of that seat are a house bot's."""

    seat: int
    kind: FaultKind
    after_actions: int

    @property
    def row(self) -> FaultRow:
        return self.seat, self.kind.value, self.after_actions


@dataclass(frozen=True)
class Replay:
    game_id: str
    variant: str
    rules_version: int
    first_seat: int | None
    """None: drawn from the deal."""
    seed: bytes
    salt: bytes
    commitment: str
    seats: tuple[ReplaySeat, ...]
    actions: tuple[ReplayAction, ...]
    faults: tuple[ReplayFault, ...]
    termination: Termination
    ranks: tuple[int, ...]
    progress: tuple[tuple[int, ...], ...]
    transcript_hash: str
    version: int = VERSION
    """Of the file."""

    @property
    def hashed_faults(self) -> list[FaultRow] | None:
        """What the transcript hash says of faults."""
        return [fault.row for fault in self.faults] if self.version >= FIRST_WITH_HASHED_FAULTS else None

    def dumps(self) -> bytes:
        """The file: readable JSON with one action per line."""
        head: Json = {
            "format": FORMAT,
            "version": self.version,
            "game_id": self.game_id,
            "variant": self.variant,
            "rules_version": self.rules_version,
            "first_seat": self.first_seat,
            "seed": self.seed.hex(),
            "salt": self.salt.hex(),
            "commitment": self.commitment,
            "seats": [asdict(seat) for seat in self.seats],
            "faults": [{**asdict(fault), "kind": fault.kind.value} for fault in self.faults],
            "termination": self.termination.value,
            "ranks": self.ranks,
            "progress": self.progress,
            "transcript_hash": self.transcript_hash,
        }
        rows = [
            orjson.dumps([action.seat, action.action, action.charged_ms, action.wall_ms]) for action in self.actions
        ]
        fields = [orjson.dumps(key) + b": " + orjson.dumps(value) for key, value in head.items()]
        fields.append(b'"actions": [\n' + b",\n".join(rows) + b"\n]")
        return b"{\n" + b",\n".join(fields) + b"\n}\n"


def loads(data: bytes) -> Replay:
    """Read a replay file. Raises ``ReplayError`` with a sentence for anything that is not one."""
    try:
        content = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise ReplayError(t("This is not a replay file: it is not JSON ({reason}).", reason=str(error))) from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ReplayError(t('This is not a replay file: its "format" is not "{format}".', format=FORMAT))
    version = content.get("version")
    if version not in READABLE or not isinstance(version, int) or isinstance(version, bool):
        raise ReplayError(
            t(
                "This replay has version {version}; this arena reads the versions 1 to {newest}. Use the arena that "
                "wrote it, or a newer one.",
                version=repr(version),
                newest=VERSION,
            )
        )
    try:
        return _checked(_read(content))
    except KeyError as error:
        raise ReplayError(t("The replay lacks the field {field}.", field=str(error))) from error
    except (TypeError, ValueError) as error:
        raise ReplayError(t("The replay is damaged: {reason}.", reason=error.args[0])) from error


def _read(content: Json) -> Replay:
    return Replay(
        game_id=_text(content, "game_id"),
        variant=_text(content, "variant"),
        rules_version=_number(content["rules_version"], "rules_version"),
        first_seat=None if content["first_seat"] is None else _number(content["first_seat"], "first_seat"),
        seed=_secret(content, "seed"),
        salt=_secret(content, "salt"),
        commitment=_text(content, "commitment"),
        seats=tuple(ReplaySeat(_text(seat, "name"), _text(seat, "version")) for seat in _rows(content, "seats")),
        actions=tuple(_action(row) for row in _rows(content, "actions")),
        faults=tuple(_fault(row) for row in _rows(content, "faults")),
        termination=Termination(content["termination"]),
        ranks=tuple(_number(rank, "ranks") for rank in _rows(content, "ranks")),
        progress=tuple(tuple(_number(part, "progress") for part in side) for side in _rows(content, "progress")),
        transcript_hash=_text(content, "transcript_hash"),
        version=content["version"],
    )


def _checked(replay: Replay) -> Replay:
    """Lists that must fit the variant. What an unknown variant needs nobody can say: playing it again refuses it."""
    try:
        played = variant(replay.variant)
    except EngineError:
        return replay
    for what, length, wanted in (
        ("seats", len(replay.seats), played.seats),
        ("ranks", len(replay.ranks), len(played.sides)),
        ("progress", len(replay.progress), len(played.sides)),
    ):
        if length != wanted:
            raise ValueError(
                t(
                    '"{field}" has {n} entries where {variant} has {wanted}',
                    field=what,
                    n=length,
                    variant=played.slug,
                    wanted=wanted,
                )
            )
    return replay


def _action(row: Any) -> ReplayAction:
    if not isinstance(row, list) or len(row) != 4:
        raise ValueError(t("an action is [seat, id, charged ms, wall ms], not {row}", row=repr(row)))
    seat, action, charged, wall = row
    return ReplayAction(_number(seat, "seat"), _number(action, "action"), float(charged), float(wall))


def _fault(row: Any) -> ReplayFault:
    return ReplayFault(
        _number(row["seat"], "seat"), FaultKind(row["kind"]), _number(row["after_actions"], "after_actions")
    )


def _text(content: Json, key: str) -> str:
    value = content[key]
    if not isinstance(value, str):
        raise TypeError(t('"{field}" is not a text', field=key))
    return value


def _number(value: Any, key: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(t('"{field}" holds {value} where a whole number belongs', field=key, value=repr(value)))
    return value


def _secret(content: Json, key: str) -> bytes:
    try:
        value = bytes.fromhex(_text(content, key))
    except ValueError as error:
        raise ValueError(t('"{field}" is not hexadecimal', field=key)) from error
    if len(value) < 16:
        raise ValueError(t('"{field}" is shorter than 16 bytes', field=key))
    return value


def _rows(content: Json, key: str) -> list[Any]:
    value = content[key]
    if not isinstance(value, list):
        raise TypeError(t('"{field}" is not a list', field=key))
    return value

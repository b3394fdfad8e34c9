"""Game lines: one JSON object a line, with who sat where and the whole replay. A last line says how it goes on."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from referee import replay as replays
from referee.replay import Replay, ReplayError
from referee.words import t

Json = dict[str, Any]
FORMAT = "karma-arena-games"


@dataclass(frozen=True)
class SeatOfGame:
    """Who sat there. ``bot`` and ``version`` are what the arena calls them, or what the replay does."""

    bot: str
    version: str


@dataclass(frozen=True)
class GameLine:
    game: str
    """Number of the game in its arena, or the id in the replay."""
    match: int | None
    block: int | None
    seats: Sequence[SeatOfGame]
    replay: Replay


def game_line(game: int, match: int, block: int, seats: Sequence[SeatOfGame], replay: bytes) -> bytes:
    """``replay`` is put in as it is stored: its hash stays what it was."""
    head = {
        "format": FORMAT,
        "game": game,
        "match": match,
        "block": block,
        "seats": [{"bot": seat.bot, "version": seat.version} for seat in seats],
        "replay": orjson.Fragment(replay.replace(b"\n", b"")),
    }
    return orjson.dumps(head) + b"\n"


def last_line(games: int, next_after: int, *, is_last: bool) -> bytes:
    """``next_after``: where the next part begins. A stream without this line broke off."""
    return orjson.dumps({"end": True, "games": games, "after": next_after, "is_last": is_last}) + b"\n"


def read(line: bytes) -> GameLine:
    """A game line, or a replay file by itself. Raises ``ReplayError``."""
    try:
        content = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise ReplayError(
            t("This is neither a replay nor a line of a game: it is not JSON ({reason}).", reason=str(error))
        ) from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        replay = replays.loads(line)
        return GameLine(replay.game_id, None, None, _named(replay), replay)
    try:
        replay = replays.loads(orjson.dumps(content["replay"]))
        seats = [SeatOfGame(str(seat["bot"]), str(seat["version"])) for seat in content["seats"]]
        line_of_game = GameLine(str(content["game"]), content["match"], content["block"], seats, replay)
    except (KeyError, TypeError) as error:
        raise ReplayError(t("The line of a game lacks the field {field}.", field=str(error))) from error
    if len(seats) != len(replay.seats):
        wrong = t(
            "Game {game} names {named} seats, its replay {seats}.",
            game=line_of_game.game,
            named=len(seats),
            seats=len(replay.seats),
        )
        raise ReplayError(wrong)
    return line_of_game


def _named(replay: Replay) -> list[SeatOfGame]:
    return [SeatOfGame(seat.name, seat.version) for seat in replay.seats]


def end_of(line: bytes) -> Json | None:
    """The last line of a stream, if this is it."""
    if not line.startswith(b'{"end"'):
        return None
    content = orjson.loads(line)
    return content if isinstance(content, dict) else None


def games_in(lines: Iterable[bytes]) -> Iterator[GameLine]:
    """All games of a file; its last line and empty ones are passed over."""
    for line in lines:
        if line.strip() and end_of(line) is None:
            yield read(line)

"""``arena export``"""

import gzip
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.output import err, fail, here, out, plain
from referee.cli.remote import config
from referee.cli.remote.client import Client
from referee.cli.remote.errors import RemoteError
from referee.learning.decisions import Decision, decisions
from referee.learning.lines import GameLine, end_of, games_in
from referee.learning.shards import Form, lacks, write_shard
from referee.words import plural, t

PROGRESS = "export.json"
GAMES_OF_SHARD = 200
"""About 20,000 decisions: a few megabytes packed, and seconds of work that a stopped export does again."""


@dataclass
class Progress:
    """What of a source is in the folder."""

    source: str
    form: str
    after: int = 0
    shards: int = 0
    games: int = 0
    decisions: int = 0
    is_complete: bool = False


def export(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Dumps or replay files; without any, games of the arena.")
    ] = None,
    into: Annotated[Path, typer.Option("--into", help="Folder for the shards.")] = Path("games"),
    ladder: Annotated[str, typer.Option(help="All public games of this ladder, for example karma-4.")] = "",
    season: Annotated[int | None, typer.Option(help="Of that ladder; the open one unless told.", min=1)] = None,
    form: Annotated[Form, typer.Option("--format", help="JSON lines, or Parquet for data frames.")] = Form.LINES,
) -> None:
    """Games as data for learning: every decision with view, legal actions, choice and result.

    Without --ladder and files: all games of your own bots. The folder fills with shards of some hundred games each; the
    same command goes on where it stopped, and brings what was played since.
    """
    if lack := lacks(form):
        fail(lack)
    if files and (ladder or season):
        fail(t("Name either files or a ladder, not both."))
    if season and not ladder:
        fail(t("A season is one of a ladder. Name it with --ladder."))
    into.mkdir(parents=True, exist_ok=True)
    source = ",".join(str(file.resolve()) for file in files) if files else _source(ladder, season)
    progress = _progress(into, source, form)
    parts = _of_files(files, progress) if files else _of_arena(Client(config.load()), ladder, season, progress)
    for part in parts:
        _write(into, form, progress, part)
    told = t(
        "{folder}: {games}, {decisions}, {files}.",
        folder=str(into),
        games=plural("{n} game", "{n} games", progress.games),
        decisions=plural("{n} decision", "{n} decisions", progress.decisions),
        files=plural("{n} file", "{n} files", progress.shards),
    )
    out.print(plain(told), soft_wrap=True)


def _source(ladder: str, season: int | None) -> str:
    return f"{config.load().url} " + (f"{ladder} season {season or 'open'}" if ladder else "own games")


@dataclass(frozen=True)
class Part:
    """Some games, and what the progress is once they are written."""

    games: list[GameLine]
    after: int
    is_complete: bool


def _of_arena(client: Client, ladder: str, season: int | None, progress: Progress) -> Iterator[Part]:
    path = f"/data/ladders/{ladder}/games" if ladder else "/data/games"
    ask: Callable[[], bytes] = lambda: client.raw(  # noqa: E731 - said once, asked in a loop
        path, after=progress.after, limit=GAMES_OF_SHARD, season=season
    )
    while True:
        lines = ask().splitlines()
        end = end_of(lines[-1]) if lines else None
        if end is None:
            raise RemoteError(t("The answer broke off. Run the same command again: it goes on where it was."))
        part = Part(list(games_in(lines[:-1])), int(end["after"]), bool(end["is_last"]))
        yield part
        if part.is_complete:
            return


def _of_files(files: list[Path], progress: Progress) -> Iterator[Part]:
    """``after`` counts games here."""
    games = islice(_games_of(files), progress.after, None)
    done = progress.after
    while part := list(islice(games, GAMES_OF_SHARD)):
        done += len(part)
        yield Part(part, done, is_complete=False)
    yield Part([], done, is_complete=True)


def _games_of(files: list[Path]) -> Iterator[GameLine]:
    for file in files:
        with file.open("rb") as start:
            is_packed = start.read(2) == b"\x1f\x8b"
        with gzip.open(file, "rb") if is_packed else file.open("rb") as source:
            if source.read(2) == b"{\n":  # a replay file: one object over many lines
                source.seek(0)
                yield from games_in([source.read()])
            else:
                source.seek(0)
                yield from games_in(source)


def _progress(into: Path, source: str, form: Form) -> Progress:
    file = into / PROGRESS
    if not file.exists():
        if any(into.iterdir()):
            fail(t("{folder} is not empty and no export. Choose a new folder with --into.", folder=str(into)))
        return Progress(source, form.value)
    progress = Progress(**json.loads(file.read_text()))
    if (progress.source, progress.form) != (source, form.value):
        other = t(
            "{folder} holds {source} as {form}. Choose another folder with --into.",
            folder=str(into),
            source=progress.source,
            form=progress.form,
        )
        fail(other)
    return progress


def _write(into: Path, form: Form, progress: Progress, part: Part) -> None:
    """First the shard, then the progress: whoever is stopped between them writes the same shard again."""
    if part.games:
        with err.status(here(plural("{n} game …", "{n} games …", progress.games + len(part.games)))):
            made: Iterator[Decision] = (decision for game in part.games for decision in decisions(game))
            _place, count = write_shard(into, progress.shards + 1, form, made)
        progress.shards += 1
        progress.games += len(part.games)
        progress.decisions += count
    progress.after = part.after
    progress.is_complete = part.is_complete
    unfinished = into / f"{PROGRESS}.part"
    unfinished.write_text(json.dumps(asdict(progress)))
    unfinished.replace(into / PROGRESS)

"""``arena export`` against a real server, and from files."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from arena.accounts.models import User
from referee.cli.remote import export
from referee.learning.lines import SeatOfGame, game_line
from tests.matches import cast
from tests.referee.cli.arena import Arena
from tests.replays.games import random_replay
from tests.replays.test_exporting import SLUG, finished


def decisions(folder: Path) -> list[dict[str, object]]:
    rows = []
    for file in sorted(folder.glob("*.jsonl.gz")):
        with gzip.open(file) as lines:
            rows += [json.loads(line) for line in lines]
    return rows


def test_own_games_are_written_in_shards_and_fetched_on(
    arena: Arena, logged_in: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "GAMES_OF_SHARD", 3)
    versions = [cast.ready_version(User.objects.get(), "Ace"), cast.ready_version(None, "Dice", house="random")]
    games = [str(game.pk) for number in range(2) for game in finished(versions, number)]
    folder = tmp_path / "mine"
    assert arena("export", "--into", folder).status == 0
    assert list(dict.fromkeys(row["game"] for row in decisions(folder))) == games
    assert len(list(folder.glob("*.jsonl.gz"))) == 2
    more = [str(game.pk) for game in finished(versions, 2)]
    ran = arena("export", "--into", folder)
    assert (ran.status, "6 games" in ran.out) == (0, True)
    assert list(dict.fromkeys(row["game"] for row in decisions(folder))) == games + more
    assert "Choose another folder" in arena("export", "--into", folder, "--format", "parquet").err


def test_replay_files_and_dumps_become_decisions(arena: Arena, tmp_path: Path) -> None:
    replay = random_replay(SLUG)
    (tmp_path / "game.json").write_bytes(replay.dumps())
    seats = [SeatOfGame("ace", "1"), SeatOfGame("bishop", "2")]
    dump = tmp_path / "dump.jsonl.gz"
    dump.write_bytes(gzip.compress(game_line(5, 1, 0, seats, replay.dumps()) * 2))
    folder = tmp_path / "made"
    ran = arena("export", tmp_path / "game.json", dump, "--into", folder)
    assert (ran.status, "3 games" in ran.out) == (0, True), ran.err
    assert len(decisions(folder)) == 3 * len(replay.actions)
    assert arena("export", tmp_path / "game.json", dump, "--into", folder).status == 0
    assert len(decisions(folder)) == 3 * len(replay.actions), "nothing is written twice"


def test_parquet_has_a_row_for_each_decision(arena: Arena, tmp_path: Path) -> None:
    from pyarrow import parquet

    replay = random_replay(SLUG)
    (tmp_path / "game.json").write_bytes(replay.dumps())
    assert arena("export", tmp_path / "game.json", "--into", tmp_path / "made", "--format", "parquet").status == 0
    assert parquet.read_table(tmp_path / "made" / "decisions-00001.parquet").num_rows == len(replay.actions)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (("--season", "1"), "A season is one of a ladder"),
        (("game.json", "--ladder", "karma-2"), "either files or a ladder"),
    ],
)
def test_what_cannot_be_meant_gets_a_sentence(
    arena: Arena, tmp_path: Path, given: tuple[str, ...], sentence: str
) -> None:
    ran = arena("export", *given, "--into", tmp_path / "made")
    assert (ran.status, sentence in ran.err) == (2, True)


def test_a_folder_with_other_things_is_left_alone(arena: Arena, tmp_path: Path) -> None:
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "letter.txt").write_text("Dear …")
    (tmp_path / "game.json").write_bytes(random_replay(SLUG).dumps())
    ran = arena("export", tmp_path / "game.json", "--into", tmp_path / "made")
    assert (ran.status, "is not empty and no export" in ran.err) == (2, True)

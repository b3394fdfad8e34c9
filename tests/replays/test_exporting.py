"""Games as data: what may be downloaded, in which order, and how a reader goes on."""

from typing import Any

import orjson
import pytest
from django.test import Client

from arena.accounts.models import User
from arena.bots.models import Bot, BotVersion
from arena.matches import replay_store
from arena.matches.models import Game, Match, MatchKind, StoredReplay
from arena.ratings.models import Pool
from arena.replays.dumping import make_next_file
from arena.replays.models import DumpFile, SeasonDump
from referee.learning.lines import read
from tests.api.conftest import Caller, caller
from tests.matches import cast
from tests.replays.games import random_replay

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
SLUG = "diamoniak-2"


def finished(
    versions: list[BotVersion], number: int, kind: MatchKind = MatchKind.LADDER, season: int = 1
) -> list[Game]:
    """One block, with real replays."""
    key = f"ladder/{SLUG}/s{season}/c{number}"
    match = cast.match(versions, f"{key}/p0", f"ladder:{SLUG}", blocks=1, kind=kind)
    Match.objects.filter(pk=match.pk).update(period=key, is_rated=True)
    while (held := cast.next_game()) is not None:
        cast.finish(held)
        (packed,) = replay_store.store_all([replay_store.pack(random_replay(SLUG, held.game_id))])
        stored = StoredReplay.objects.create(**{name: getattr(packed, name) for name in packed.__dataclass_fields__})
        Game.objects.filter(pk=held.game_id).update(replay=stored)
    return cast.games_of(match)


@pytest.fixture
def versions(alice: User, bob: User) -> list[BotVersion]:
    return [cast.ready_version(alice, "Ace"), cast.ready_version(bob, "Bishop")]


@pytest.fixture
def pool(db: None) -> Pool:
    return Pool.objects.create(variant=SLUG)


def lines(answer: Any) -> list[dict[str, Any]]:
    assert answer.status_code == 200, answer.content
    return [orjson.loads(line) for line in b"".join(answer.streaming_content).splitlines()]


def test_a_game_whose_file_is_lost_is_left_out_and_the_others_follow(alice: User, versions: list[BotVersion]) -> None:
    first, second = finished(versions, 0)
    assert first.replay is not None
    first.replay.file.delete(save=False)
    for form in ("games", "decisions"):
        told = lines(caller(alice).get(f"/data/games?form={form}"))
        assert {str(line["game"]) for line in told[:-1]} == {str(second.pk)}
        assert told[-1] == {"end": True, "games": 1, "after": second.pk, "is_last": True}


def test_an_author_gets_all_games_in_parts(alice: User, versions: list[BotVersion]) -> None:
    games = [game.pk for number in range(2) for game in finished(versions, number)]
    by_alice = caller(alice)
    first = lines(by_alice.get("/data/games?limit=3"))
    assert [line["game"] for line in first[:-1]] == games[:3]
    assert first[-1] == {"end": True, "games": 3, "after": games[2], "is_last": False}
    rest = lines(by_alice.get(f"/data/games?limit=3&after={games[2]}"))
    assert [line["game"] for line in rest[:-1]] == games[3:]
    assert rest[-1]["is_last"]


def test_a_line_holds_the_replay_and_the_arenas_names(alice: User, versions: list[BotVersion]) -> None:
    (game, *_others) = finished(versions, 0)
    line = lines(caller(alice).get("/data/games"))[0]
    found = read(orjson.dumps(line))
    assert found.replay == random_replay(SLUG, game.pk)
    assert {seat.bot for seat in found.seats} == {"ace", "bishop"}


def test_decisions_come_with_views(alice: User, versions: list[BotVersion]) -> None:
    (game, *_others) = finished(versions, 0)
    found = lines(caller(alice).get("/data/games?form=decisions&limit=1"))
    assert {line["game"] for line in found[:-1]} == {str(game.pk)}
    assert all(line["action"] in line["legal"] and line["view"]["seat"] == line["seat"] for line in found[:-1])


def test_a_game_whose_block_is_open_is_not_told(alice: User, versions: list[BotVersion]) -> None:
    cast.match(versions)
    cast.finish(cast.take())
    assert [line["games"] for line in lines(caller(alice).get("/data/games"))] == [0]


def test_own_games_need_a_token(versions: list[BotVersion]) -> None:
    assert Caller().get("/data/games").status_code == 401


def test_a_ladder_is_open_to_everybody_but_for_private_bots(
    alice: User, versions: list[BotVersion], pool: Pool
) -> None:
    finished(versions, 0)
    finished(versions, 1, kind=MatchKind.PRACTICE)
    finished(versions, 2, season=2)
    path = f"/data/ladders/{SLUG}/games"
    assert lines(Caller().get(path))[-1]["games"] == 2
    Bot.objects.filter(owner=alice).update(is_private=True)
    assert lines(Caller().get(path))[-1]["games"] == 0
    assert lines(caller(alice).get(path))[-1]["games"] == 2


def test_a_variant_without_a_season_has_no_games(db: None) -> None:
    assert Caller().get("/data/ladders/karma-2/games").status_code == 404
    assert Caller().get("/data/ladders/chess/games").status_code == 404


def test_a_season_that_is_over_becomes_files(versions: list[BotVersion], pool: Pool, client: Client) -> None:
    games = finished(versions, 0)
    assert make_next_file() is None, "the season is open"
    Pool.objects.update(is_open=False)
    file = make_next_file()
    assert file is not None
    assert (file.games, file.dump.is_complete) == (2, True)
    assert make_next_file() is None
    page = client.get(f"/leaderboards/{SLUG}/seasons/").content.decode()
    assert f"/leaderboards/{SLUG}/seasons/1/games-1.jsonl.gz" in page
    sent = client.get(f"/leaderboards/{SLUG}/seasons/1/games-1.jsonl.gz")
    assert sent["Content-Type"] == "application/gzip"
    from gzip import decompress

    told = decompress(b"".join(sent.streaming_content)).splitlines()  # type: ignore[attr-defined] # of a FileResponse
    assert [read(line).game for line in told] == [str(game.pk) for game in games]
    (dump,) = Caller().get(f"/data/ladders/{SLUG}/dumps").json()
    assert (dump["games"], dump["is_complete"], dump["files"][0]["games"]) == (2, True, 2)


def test_a_large_season_becomes_several_files(
    versions: list[BotVersion], pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.replays.dumping.GAMES_OF_FILE", 3)
    for number in range(2):
        finished(versions, number)
    Pool.objects.update(is_open=False)
    made = [make_next_file(), make_next_file(), make_next_file()]
    assert [file.games if file else None for file in made] == [3, 1, None]
    assert list(DumpFile.objects.values_list("number", flat=True)) == [1, 2]
    assert SeasonDump.objects.get().games == 4


def test_a_season_without_games_is_complete_without_a_file(pool: Pool) -> None:
    Pool.objects.update(is_open=False)
    assert make_next_file() is None
    assert SeasonDump.objects.get().is_complete

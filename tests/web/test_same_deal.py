"""The games of a block belong together: what comes after the end of one, and all of them side by side."""

import gzip
import json
import re

import pytest
from django.test import Client

from arena.matches.models import Game, Match
from arena.web.replays.ending import ending, shares, table_title
from tests.matches import cast as matches_cast
from tests.replays import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    versions = [matches_cast.ready_version(None, name, "random") for name in ("Fox", "Owl")]
    return cast.played_match("diamoniak-2", versions)


def games_of(match: Match) -> list[Game]:
    return list(Game.objects.filter(block__match=match).order_by("block__number", "number"))


def test_the_page_of_a_replay_is_called_by_its_bots(client: Client, match: Match) -> None:
    page = client.get(f"/games/{games_of(match)[0].pk}/watch/").content.decode()
    assert re.search(r"<title>(Fox – Owl|Owl – Fox) ·", page)


def test_bots_that_play_together_are_named_together() -> None:
    versions = [matches_cast.ready_version(None, name, "random") for name in ("Fox", "Owl")]
    match = cast.played_match("karmaka-2v2", versions, games=1)
    assert table_title(cast.first_game(match)) in {"Fox – Owl", "Owl – Fox"}


def test_the_end_of_a_game_leads_to_the_next_of_its_block(match: Match) -> None:
    first, last = games_of(match)
    assert ending(first, None).following == last
    assert ending(last, None).following is None


def test_the_points_of_a_block_are_those_of_its_games(match: Match) -> None:
    totals = shares(games_of(match))
    assert {share.name for share in totals} == {"Fox", "Owl"}
    assert sum(share.points for share in totals) == 2
    won = {share.name: share.points for share in totals}
    firsts = [seat for game in games_of(match) for seat in game.seats.all() if game.ranks == [1, 2] and seat.side == 0]
    firsts += [seat for game in games_of(match) for seat in game.seats.all() if game.ranks == [2, 1] and seat.side == 1]
    if len(firsts) == 2:  # no draw
        assert all(won[name] == sum(seat.version.bot.name == name for seat in firsts) for name in won)


def test_a_finished_block_is_shown_side_by_side(client: Client, match: Match) -> None:
    first, last = games_of(match)
    page = client.get(f"/games/{first.pk}/same-deal/").content.decode()
    frames = f"/games/{first.pk}/same-deal/frames.json"
    assert f'data-frames="{frames}"' in page
    answer = client.get(frames, headers={"accept-encoding": "gzip"})
    told = json.loads(gzip.decompress(answer.content))
    for game in (first, last):
        assert f'data-game="{game.pk}"' in page
        assert told[str(game.pk)] == client.get(f"/games/{game.pk}/frames.json?as=all").json()
    assert client.get(frames, headers={"if-none-match": answer.headers["ETag"]}).status_code == 304
    assert page.count("seat 0") == page.count("seat 1") == 2
    assert f"/games/{first.pk}/same-deal/" in client.get(f"/games/{last.pk}/watch/").content.decode().replace(
        f"/games/{last.pk}/same-deal/", f"/games/{first.pk}/same-deal/"
    )


def test_an_open_block_is_not_shown_side_by_side(client: Client) -> None:
    game = cast.first_game(cast.played_match("diamoniak-2", games=1))
    assert client.get(f"/games/{game.pk}/same-deal/").status_code == 404
    assert client.get(f"/games/{game.pk}/same-deal/frames.json").status_code == 404
    assert "same-deal" not in client.get(f"/games/{game.pk}/watch/").content.decode()


def test_the_points_of_an_open_block_are_those_played_so_far() -> None:
    game = cast.first_game(cast.played_match("diamoniak-2", games=1))
    found = ending(game, None)
    assert (found.played, found.planned, found.number) == (1, 2, game.number + 1)
    assert sum(share.points for share in found.shares) == 1


def test_side_by_side_asks_the_database_as_often_for_six_tables_as_for_two(
    client: Client, match: Match, django_assert_max_num_queries: object
) -> None:
    six = cast.first_game(cast.played_match("karma-4"))
    with django_assert_max_num_queries(12):  # type: ignore[operator]  # a fixture of pytest-django
        client.get(f"/games/{six.pk}/same-deal/")
    with django_assert_max_num_queries(12):  # type: ignore[operator]  # as above
        assert client.get(f"/games/{six.pk}/same-deal/frames.json").status_code == 200

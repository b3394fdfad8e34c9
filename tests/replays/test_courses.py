"""Luck over many games: made of finished blocks when there is time, told to those who may see the games."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from arena.accounts.models import User
from arena.matches.models import Game, Match
from arena.ratings.models import Pool
from arena.replays import courses, luck
from arena.replays.courses import follow_some, want
from arena.replays.luck import Part, luck_of_version, luck_over, story_of
from arena.replays.models import GameCourse
from arena.web.templatetags.arena_numbers import signed
from engines.errors import EngineError
from tests.matches import cast as entrants
from tests.replays import cast
from tests.slugs import custom_slug

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
SLUG = "diamoniak-2"


@pytest.fixture
def match() -> Match:
    """Both games of its only block are played."""
    played = cast.played_match(SLUG)
    played.refresh_from_db()
    return played


def story(match: Match, user: User | None = None) -> luck.Story | None:
    return story_of([match.pk], match.variant, user)


def test_the_page_of_a_match_tells_its_luck_once_there_was_time(client: Client, match: Match) -> None:
    page = client.get(match.get_absolute_url()).content.decode()
    assert "Known for 0 of 2 games" in page
    assert "Luck of this match" not in page
    assert follow_some() == 2
    page = client.get(match.get_absolute_url()).content.decode()
    assert "Luck of this match" in page
    assert "Closest game" in page
    told = story(match)
    assert told is not None
    (_first, lucky), (_second, unlucky) = told.luck
    assert lucky.luck == pytest.approx(-unlucky.luck, abs=0.005)
    assert lucky.gain == pytest.approx(-unlucky.gain, abs=0.005)
    assert lucky.margin is None, "one block has no spread"
    assert follow_some() == 0


def test_nothing_is_made_or_told_of_a_block_that_is_still_played() -> None:
    match = cast.played_match(SLUG, games=1)
    Game.objects.filter(replay=None).update(state="cancelled")
    assert follow_some() == 0
    assert story(match) is None


def test_what_is_sealed_or_private_is_told_to_those_who_may_see_it(match: Match, alice: User, stella: User) -> None:
    follow_some()
    Match.objects.filter(pk=match.pk).update(is_sealed=True)
    assert story(match) is None
    assert story(match, alice) is None
    assert story(match, stella) is not None
    version = match.entrants.select_related("version").all()[0].version
    pool = pool_of(match)
    assert luck_of_version(version.pk, pool, None) is None


def test_matches_that_somebody_looked_at_go_first(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "NEWEST", 0)
    assert follow_some() == 0
    want([match.pk, match.pk])
    assert follow_some() == 2
    assert follow_some() == 0
    assert cache.get("courses-wanted") == []


def test_there_is_an_end_to_wishes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "MOST_WANTED", 2)
    want([1, 2, 3])
    want([4])
    assert cache.get("courses-wanted") == [1, 2]


def test_few_are_made_while_games_wait(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "WHILE_GAMES_WAIT", 1)
    versions = [entrant.version for entrant in match.entrants.select_related("version")]
    entrants.match(versions, "practice/later", "practice:later", variant=SLUG)
    assert follow_some() == 1


def test_a_game_that_cannot_be_played_again_is_not_tried_twice(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object) -> None:
        raise EngineError("These rules are gone.")

    monkeypatch.setattr(courses, "line_of", fail)
    assert follow_some() == 2
    assert follow_some() == 0
    told = story(match)
    assert told is not None
    assert (told.games, told.luck, told.turn, told.closest, told.thrown) == (0, [], None, None, [])


def test_other_values_tell_it_anew(match: Match) -> None:
    follow_some()
    GameCourse.objects.update(estimator="an older one")
    assert follow_some() == 2


def test_a_variant_without_values_has_no_story(match: Match) -> None:
    assert story_of([match.pk], custom_slug(SLUG), None) is None
    assert story_of([], SLUG, None) is None


def pool_of(match: Match) -> Pool:
    pool = Pool.objects.create(variant=SLUG)
    Game.objects.filter(block__match=match).update(source=pool.ladder_source)
    return pool


def test_a_bots_luck_is_that_of_its_games_on_the_ladder(
    match: Match, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    follow_some()
    version = match.entrants.select_related("version").all()[0].version
    pool = Pool.objects.create(variant=SLUG)
    monkeypatch.setattr(luck, "LEAST_GAMES", 1)
    assert luck_of_version(version.pk, pool, None) is None, "practice says nothing of the ladder"
    Game.objects.filter(block__match=match).update(source=pool.ladder_source)
    with django_assert_num_queries(1):
        found = luck_of_version(version.pk, pool, None)
    assert found is not None
    assert found.games == 2
    assert found.rest == pytest.approx(found.gain - found.luck)
    monkeypatch.setattr(luck, "LEAST_GAMES", 3)
    assert luck_of_version(version.pk, pool, None) is None, "of so few games nothing can be said"


def test_the_interval_comes_from_blocks_and_says_when_it_was_more_than_chance() -> None:
    found = luck_over([Part(1, 0.1, 0.5), Part(1, 0.1, 0.5), Part(2, 0.3, 0.5), Part(3, 0.2, -0.5)])
    assert (found.games, round(found.luck, 3), found.gain) == (4, 0.7, 1.0)
    assert found.margin == pytest.approx(4.302653 * 0.1)
    assert found.verdict == "lucky"
    assert luck_over([Part(1, -0.2, 0), Part(2, -0.21, 0)]).verdict == "unlucky"
    assert luck_over([Part(1, 0.2, 0), Part(2, -0.1, 0)]).verdict == ""
    assert luck_over([Part(1, 0.2, 0)]).low is None


def test_numbers_show_their_sign_as_the_reader_writes_them() -> None:
    assert [signed(value) for value in (0.206, -0.2, 0.001, None)] == ["+0.21", "−0.20", "0.00", "–"]
    with translation.override("de"):
        assert signed(1.5, 1) == "+1,5"

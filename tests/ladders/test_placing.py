"""A newcomer on a real ladder: batches of its own, one after the other, until it joins the cycles."""

from datetime import timedelta

import pytest
from celery import current_app
from django.utils import timezone

from arena.bots.models import BotVersion
from arena.matches.models import Game, GameCost, Match, MatchKind, MatchState
from arena.ratings import tasks
from arena.ratings.actions.recompute import recompute
from arena.ratings.actions.refit import refit
from arena.ratings.ladder import cycles, rules
from arena.ratings.models import Anchor, Cycle, LadderEntry, Period, Pool, Standing
from tests.ladders import rounds
from tests.matches import cast

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def silent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """No worker is there: the names of the messages, which nobody answers."""
    sent: list[str] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, *args, **given: sent.append(name))
    return sent


def _entry(version: BotVersion) -> LadderEntry:
    return LadderEntry.objects.get(version=version)


def _place_all(pool: Pool, most: int = 30) -> int:
    """Play batch after batch until everybody is placed; how many rounds that took."""
    for number in range(most):
        cycles.run_ladder(pool.pk)
        rounds.finish_all()
        cycles.run_ladder(pool.pk)
        refit(pool.pk)
        if not LadderEntry.objects.filter(pool=pool, placed_at=None).exists():
            return number
    raise AssertionError("somebody is never placed")


def test_a_newcomer_plays_batches_against_the_anchor_and_no_cycle(new_pool: Pool, versions: list[BotVersion]) -> None:
    cycles.run_ladder(new_pool.pk)
    matches = Match.objects.filter(kind=MatchKind.LADDER)
    assert {match.source for match in matches} == {"placement:diamoniak-2"}
    assert {tuple(match.entrants.values_list("version", flat=True)) for match in matches} == {
        (version.pk, versions[3].pk) for version in versions[:3]
    }
    assert all(match.is_rated for match in matches)
    assert not Cycle.objects.exists()


def test_batch_follows_batch_until_the_rating_is_settled_and_then_come_the_cycles(
    new_pool: Pool, versions: list[BotVersion]
) -> None:
    assert _place_all(new_pool) <= 8
    lines = Standing.objects.filter(pool=new_pool, is_anchor=False)
    assert [line.is_provisional for line in lines] == [False] * 3
    assert all(line.games >= 100 for line in lines)
    cycles.run_ladder(new_pool.pk)
    assert Match.objects.filter(source="ladder:diamoniak-2").exists()
    assert recompute(new_pool.pk).changed == 0, "placements are rebuilt from the log like everything else"


def test_the_next_batch_waits_until_the_fit_knows_the_last_one(new_pool: Pool, versions: list[BotVersion]) -> None:
    cycles.run_ladder(new_pool.pk)
    rounds.finish_all()
    cycles.run_ladder(new_pool.pk)
    assert Period.objects.filter(key=_entry(versions[0]).batch_key).exists(), "rated as soon as it is over"
    cycles.run_ladder(new_pool.pk)
    assert _entry(versions[0]).batch == 1
    refit(new_pool.pk)
    cycles.run_ladder(new_pool.pk)
    assert _entry(versions[0]).batch == 2


def test_running_the_ladder_twice_opens_one_batch(new_pool: Pool, versions: list[BotVersion]) -> None:
    for _ in range(3):
        cycles.run_ladder(new_pool.pk)
    assert [_entry(version).batch for version in versions[:3]] == [1, 1, 1]


def test_at_its_deadline_a_batch_closes_with_what_is_finished(new_pool: Pool, versions: list[BotVersion]) -> None:
    cycles.run_ladder(new_pool.pk)
    entry = _entry(versions[0])
    first = entry.batch_key
    rounds.finish_all()
    hanging = Match.objects.filter(period=first).first()
    assert hanging is not None
    Match.objects.filter(pk=hanging.pk).update(state=MatchState.RUNNING, finished_at=None)
    cycles.run_ladder(new_pool.pk)
    assert _entry(versions[0]).batch_deadline is not None, "it is waited for"
    later = timezone.now() + rules.BATCH_LIMIT + timedelta(seconds=1)
    cycles.run_ladder(new_pool.pk, later)
    hanging.refresh_from_db()
    assert hanging.period.startswith(f"{new_pool.key}/c"), "it is rated with a cycle, once it is over"
    Match.objects.filter(pk=hanging.pk).update(state=MatchState.DONE)
    cycles.run_ladder(new_pool.pk, later)
    cycles.run_ladder(new_pool.pk, later + rules.CYCLE_LIMIT)
    assert Period.objects.filter(key=hanging.period).exists()


def test_a_newcomer_that_faults_is_suspended_and_gets_no_further_batch(
    new_pool: Pool, versions: list[BotVersion]
) -> None:
    cycles.run_ladder(new_pool.pk)
    rounds.finish_all()
    games = Game.objects.filter(block__match__period=_entry(versions[0]).batch_key)
    for game in games:
        game.seats.filter(version=versions[0]).update(fault="crash")
    cycles.run_ladder(new_pool.pk)
    assert _entry(versions[0]).is_suspended
    refit(new_pool.pk)
    cycles.run_ladder(new_pool.pk)
    assert _entry(versions[0]).batch == 1
    assert _entry(versions[1]).batch == 2, "the others go on"


def test_without_anybody_to_be_placed_against_it_joins_the_cycles(new_pool: Pool, versions: list[BotVersion]) -> None:
    new_pool.anchors.all().delete()
    cycles.run_ladder(new_pool.pk)
    assert all(_entry(version).placed_at is not None for version in versions)
    cycles.run_ladder(new_pool.pk)
    assert Match.objects.filter(source="ladder:diamoniak-2").exists()


def test_those_who_came_first_are_placed_first(
    new_pool: Pool, versions: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.ratings.ladder.placing.PLACED_AT_ONCE", 1)
    now = timezone.now()
    for late, version in enumerate((versions[2], versions[0], versions[1])):
        LadderEntry.objects.create(pool=new_pool, version=version, joined_at=now + timedelta(seconds=late))
    cycles.run_ladder(new_pool.pk)
    assert [_entry(version).batch for version in versions[:3]] == [0, 0, 1]


def test_a_ladder_that_is_off_places_nobody_and_rates_what_it_began(new_pool: Pool, versions: list[BotVersion]) -> None:
    cycles.run_ladder(new_pool.pk)
    Pool.objects.update(ladder_is_on=False)
    rounds.finish_all()
    cycles.run_ladder(new_pool.pk)
    assert Period.objects.filter(key=_entry(versions[0]).batch_key).exists()
    refit(new_pool.pk)
    cycles.run_ladder(new_pool.pk)
    assert _entry(versions[0]).batch == 1


def test_a_bot_that_is_retired_meanwhile_stays_where_it_is(new_pool: Pool, versions: list[BotVersion]) -> None:
    cycles.run_ladder(new_pool.pk)
    rounds.finish_all()
    versions[0].bot.is_retired = True
    versions[0].bot.save()
    cycles.run_ladder(new_pool.pk)
    refit(new_pool.pk)
    cycles.run_ladder(new_pool.pk)
    assert (_entry(versions[0]).batch, _entry(versions[0]).placed_at) == (1, None)


@pytest.mark.django_db(transaction=True)
def test_whoever_finishes_a_placement_game_calls_the_ladder(
    new_pool: Pool, versions: list[BotVersion], silent: list[str]
) -> None:
    from arena.matches import signals

    cycles.run_ladder(new_pool.pk)
    placement = Match.objects.filter(source="placement:diamoniak-2").first()
    other = cast.match(versions[:2])
    assert placement is not None
    silent.clear()
    signals.match_finished.send(sender=Match, match_id=other.pk, kind=other.kind, source=other.source)
    assert "arena.ratings.tasks.move_ladder" not in silent
    signals.match_finished.send(sender=Match, match_id=placement.pk, kind=placement.kind, source=placement.source)
    assert silent == ["arena.ratings.tasks.move_ladder"]
    rounds.finish_all()
    tasks.move_ladder("diamoniak-2")
    assert "arena.ratings.tasks.refit_pool" in silent, "and the batch that is closed calls for a fit"
    tasks.refit_pool(new_pool.pk)
    assert _entry(versions[0]).batch == 2, "which opens the next batch at once"


def test_a_slow_newcomer_gets_small_batches_as_soon_as_its_cost_is_known(
    new_pool: Pool, versions: list[BotVersion]
) -> None:
    GameCost.objects.create(version=versions[0], variant="diamoniak-2", seat_ms=8000.0, games=5)
    GameCost.objects.create(version=versions[1], variant="karma-2", seat_ms=8000.0, games=5)
    cycles.run_ladder(new_pool.pk)
    slow, quick = (
        sum(Match.objects.filter(period=_entry(version).batch_key).values_list("blocks_planned", flat=True))
        for version in versions[:2]
    )
    assert slow * 2 * 8 <= rules.BATCH_SECONDS + 16
    assert quick > slow


def test_a_newcomer_whom_nobody_can_rate_joins_the_others_after_so_many_games(
    new_pool: Pool, versions: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.ratings.ladder.placing.MOST_GAMES", 5)
    cycles.run_ladder(new_pool.pk)
    rounds.finish_all()
    cycles.run_ladder(new_pool.pk)
    refit(new_pool.pk)
    assert Standing.objects.get(version=versions[0]).is_provisional
    cycles.run_ladder(new_pool.pk)
    entry = _entry(versions[0])
    assert entry.batch == 1
    assert entry.placed_at is not None, "further batches would tell next to nothing"


def test_who_lost_or_won_two_hundred_games_is_placed_at_that_end_at_once(
    new_pool: Pool, versions: list[BotVersion]
) -> None:
    cycles.run_ladder(new_pool.pk)
    rounds.finish_all()
    cycles.run_ladder(new_pool.pk)
    refit(new_pool.pk)
    for version, points in zip(versions, (0.0, 1.0, 0.005), strict=False):
        Standing.objects.filter(version=version).update(games=200, points=points, is_provisional=True)
    cycles.run_ladder(new_pool.pk)
    assert [_entry(version).placed_at is not None for version in versions[:3]] == [True, True, False]


def test_in_a_fresh_arena_nobody_waits_for_the_house_bot_that_searches(
    new_pool: Pool, versions: list[BotVersion]
) -> None:
    house = [cast.ready_version(None, name.title(), name) for name in ("random", "greedy", "expert", "search")]
    for version in house:
        Anchor.objects.create(pool=new_pool, version=version, rating=1500)
    cycles.run_ladder(new_pool.pk)
    called = set(Match.objects.values_list("entrants__version", flat=True))
    assert house[3].pk not in called, "what it costs is not known yet, but that it is much"
    assert called >= {version.pk for version in versions[:3]}

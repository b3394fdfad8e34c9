"""A bot's page: what it tells of its rated games, to whom, and in how many queries."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from arena.bots.models import Bot, BotVersion
from arena.matches.models import Block, Game, Seat
from arena.ratings.actions.take_out import take_out
from arena.ratings.models import LadderEntry, Pool
from arena.web.ladders.bot_stats import BotStats, bot_stats, places
from arena.web.ladders.meetings import best_win, by_opponent, by_seat, matrix, worst_loss
from engines import variant

pytestmark = pytest.mark.django_db


def _stats(version: BotVersion) -> BotStats:
    bot = Bot.objects.get(pk=version.bot_id)
    where = places(bot, "")
    assert where is not None
    return bot_stats(bot, None, where)


def _payload(ranks: list[int], block: int, sides: tuple[int, ...] = (1, 2, 3)) -> dict[str, object]:
    found = [[member] for member in sides]
    return {"sides": found, "ranks": ranks, "block": block, "roles": [], "variant": "diamoniak-3"}


def test_the_history_has_one_point_per_closed_period_with_its_band(played: Pool, versions: list[BotVersion]) -> None:
    history = _stats(versions[0]).history
    assert [point.version for point in history] == [1, 1]
    assert history[0].closed_at > history[1].closed_at
    for point in history:
        assert point.rating is not None
        assert point.low is not None
        assert point.high is not None
        assert point.low < point.rating < point.high


def test_opponents_are_counted_in_games_and_blocks(played: Pool, versions: list[BotVersion]) -> None:
    opponents = _stats(versions[0]).opponents
    assert {line.version for line in opponents} == {version.pk for version in versions[1:]}
    assert {(line.games, line.share.blocks) for line in opponents} == {(4, 2)}


def test_the_points_between_two_ignore_the_others() -> None:
    games = [_payload([1, 2, 2], 1), _payload([2, 2, 1], 1), _payload([2, 1, 2], 2)]
    lines = {line.version: line for line in by_opponent(1, games)}
    # Against 2: a win and a tie in the first block, a defeat in the second.
    assert (lines[2].games, lines[2].share.blocks, lines[2].share.percent) == (3, 2, 37.5)
    assert lines[3].share.percent == 50.0


def test_head_to_head_is_symmetric_and_leaves_out_hidden_bots(versions: list[BotVersion]) -> None:
    one, other, hidden, _ = versions
    sides = (one.pk, other.pk, hidden.pk)
    games = [_payload([1, 2, 2], 1, sides), _payload([1, 2, 2], 2, sides), _payload([2, 1, 2], 3, sides)]
    found = matrix(sides, games, {one.pk: one, other.pk: other})
    assert found.versions == [one, other]
    (_, first), (_, second) = found.rows
    assert first[0].is_self
    assert first[1].share is not None
    assert second[0].share is not None
    assert first[1].share.percent + second[0].share.percent == pytest.approx(100)
    assert first[1].share.blocks == 3


def _rated_game(number: int, ranks: list[int], *, fault: bool = False) -> dict[str, object]:
    return {**_payload(ranks, 1), "game": number, "fault": fault}


def test_the_best_win_is_over_the_strongest_and_the_worst_loss_to_the_weakest() -> None:
    games = [_rated_game(9, [1, 2, 2]), _rated_game(8, [2, 1, 3]), _rated_game(7, [3, 2, 1]), _rated_game(6, [1, 3, 2])]
    best, worst = best_win(1, games, {2: 1700.0, 3: 1500.0}), worst_loss(1, games, {2: 1700.0, 3: 1500.0})
    assert best is not None
    assert worst is not None
    assert (best.game, best.opponent, best.rating) == (9, 2, 1700.0)
    assert (worst.game, worst.opponent, worst.rating) == (7, 3, 1500.0)


def test_a_fault_is_no_win_and_who_is_not_rated_is_no_opponent_to_boast_of() -> None:
    games = [_rated_game(9, [1, 2, 2], fault=True), _rated_game(8, [1, 1, 2])]
    assert best_win(1, games, {2: 1700.0}) is None
    assert worst_loss(1, games, {2: 1700.0}) is None


def test_seats_are_counted_with_points_and_first_places() -> None:
    games = [_payload([1, 2, 2], 1), _payload([2, 1, 2], 1, (2, 1, 3)), _payload([1, 2, 2], 1, (2, 3, 1))]
    lines = by_seat(1, games)
    assert [(line.name, line.games, line.wins, line.percent) for line in lines] == [
        ("0", 1, 1, 100.0),
        ("1", 1, 1, 100.0),
        ("2", 1, 0, 25.0),
    ]


def test_where_one_plays_alone_seats_are_told_apart_by_role() -> None:
    wolf = {"block": 1, "roles": ["single", ""]}
    slugs = ["karmaka-wolf", "karmaka-wolf+wolfSeat=1", "karmaka-wolf+wolfSeat=2"]
    sides = [[side, sorted(set(range(3)) - set(side))] for side in ([0], [1], [2])]
    assert [[list(side) for side in variant(slug).sides] for slug in slugs] == sides, "the single side comes first"
    alone = [{**wolf, "variant": slug, "sides": [[7], [8, 8]], "ranks": [1, 2]} for slug in slugs]
    paired = [{**wolf, "variant": slug, "sides": [[8], [7, 7]], "ranks": [1, 2]} for slug in slugs[:1]]
    lines = [(line.name, line.is_alone, line.games, line.percent) for line in by_seat(7, [*paired, *alone])]
    assert lines == [("0", True, 1, 100), ("1", True, 1, 100), ("2", True, 1, 100), ("1 + 2", False, 1, 0)]


def test_a_correction_is_seen_in_the_results(played: Pool, versions: list[BotVersion]) -> None:
    before = sum(line.games for line in _stats(versions[0]).opponents)
    game = Game.objects.filter(seats__version=versions[0]).select_related("block").order_by("pk")[0]
    gone = take_out(game.block.match_id)
    assert sum(line.games for line in _stats(versions[0]).opponents) == before - gone
    assert gone == 2


def test_histograms_sort_games_by_clock_and_fault(played: Pool, versions: list[BotVersion]) -> None:
    Game.objects.update(source="ladder:diamoniak-2")
    first, *rest = Seat.objects.filter(version=versions[0]).order_by("pk")
    for seat in rest:
        seat.clock = {"bank_left_ms": 10_000.0, "slowest_ms": 0.5, "decisions": 9}
    first.clock, first.fault = {"bank_left_ms": 10.0, "slowest_ms": 4000.0, "decisions": 9}, "timeout"
    Seat.objects.bulk_update([first, *rest], ["clock", "fault"])
    stats = _stats(versions[0])
    assert [(bar.name, bar.count) for bar in stats.clock if bar.count] == [("0 – 10 %", 1), ("90 – 100 %", len(rest))]
    assert [(bar.name, bar.count) for bar in stats.slowest if bar.count] == [("≤ 1 ms", len(rest)), ("> 200 ms", 1)]
    assert [(bar.name, bar.count) for bar in stats.faults] == [("none", len(rest)), ("timeout", 1)]


def test_histograms_leave_out_blocks_that_others_still_play(played: Pool, versions: list[BotVersion]) -> None:
    Seat.objects.update(clock={"bank_left_ms": 10_000.0, "slowest_ms": 0.5, "decisions": 9})
    Game.objects.update(source="ladder:diamoniak-2")
    games = _stats(versions[0]).timed_games
    block = Game.objects.filter(seats__version=versions[0]).order_by("pk")[0].block
    Block.objects.filter(pk=block.pk).update(is_finished=False)
    assert _stats(versions[0]).timed_games == games - block.games.filter(seats__version=versions[0]).count() < games


def test_the_page_shows_all_sections_in_a_bounded_number_of_queries(
    client: Client, played: Pool, versions: list[BotVersion], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(30):
        page = client.get(versions[0].bot.get_absolute_url()).content.decode()
    for text in (
        "Rating over time",
        "Best win",
        "By opponent",
        "Head to head",
        "By seat",
        "vendor/uplot/uPlot.iife.min.js",
    ):
        assert text in page
    assert page.count("data-plot-of") == 1


def test_a_private_opponent_has_no_name_for_strangers(client: Client, played: Pool, versions: list[BotVersion]) -> None:
    Bot.objects.filter(pk=versions[1].bot_id).update(is_private=True)
    page = client.get(versions[0].bot.get_absolute_url()).content.decode()
    section = page[page.index("On the ladder") : page.index("Recent games")]
    assert "a private bot" in section
    assert "Bishop" not in section


def test_an_unknown_ladder_in_the_address_shows_the_usual_one(
    client: Client, played: Pool, versions: list[BotVersion]
) -> None:
    page = client.get(f"{versions[0].bot.get_absolute_url()}?ladder=chess").content.decode()
    assert f'aria-current="true">{variant(played.variant).title}</a>' in page


def test_a_bot_without_rated_games_has_no_such_section(client: Client, versions: list[BotVersion]) -> None:
    assert "On the ladder" not in client.get(versions[0].bot.get_absolute_url()).content.decode()


@pytest.fixture
def suspended(pool: Pool, versions: list[BotVersion]) -> LadderEntry:
    entry = LadderEntry.objects.get(pool=pool, version=versions[0])
    entry.is_suspended, entry.fault_run = True, 5
    entry.suspended_reason = "5 faults in a row, the last one: crash."
    entry.save()
    return entry


def test_the_owner_puts_a_suspended_version_back(
    client: Client, suspended: LadderEntry, versions: list[BotVersion]
) -> None:
    bot = versions[0].bot
    assert bot.owner is not None
    client.force_login(bot.owner)
    page = client.get(bot.get_absolute_url()).content.decode()
    assert "5 faults in a row, the last one: crash." in page
    assert "Put back on diamoniak-2" in page
    page = client.post(f"/leaderboards/entries/{suspended.pk}/put-back/", follow=True).content.decode()
    assert "plays on diamoniak-2, season 1 again from the next cycle on" in page
    suspended.refresh_from_db()
    assert (suspended.is_suspended, suspended.fault_run, suspended.suspended_reason) == (False, 0, "")
    page = client.post(f"/leaderboards/entries/{suspended.pk}/put-back/", follow=True).content.decode()
    assert "was on diamoniak-2, season 1 already" in page


def test_nobody_else_puts_it_back(client: Client, suspended: LadderEntry, versions: list[BotVersion]) -> None:
    path = f"/leaderboards/entries/{suspended.pk}/put-back/"
    assert client.post(path).status_code == 302
    other = versions[1].bot.owner
    assert other is not None
    client.force_login(other)
    assert client.post(path).status_code == 403
    assert client.get(path).status_code == 405
    assert client.post("/leaderboards/entries/99999/put-back/").status_code == 404
    suspended.refresh_from_db()
    assert suspended.is_suspended
    assert "Put back on" not in client.get(versions[0].bot.get_absolute_url()).content.decode()

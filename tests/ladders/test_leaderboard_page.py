"""The leaderboard for people and for programs: order, filters, addresses, and a known number of queries."""

import csv
import io
import re

import pytest
from django.db.models import Count
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.matches.models import Seat
from arena.ratings.leaderboard.rows import COLUMNS
from arena.ratings.log.payloads import rated_game
from arena.ratings.models import Pool, RatingEvent, Standing
from arena.web.ladders.lines import Scale, ticks_of
from arena.web.ladders.views import PER_PAGE
from benchmarks.leaderboard.fill import fill
from benchmarks.leaderboard.games import play
from engines import variant
from referee.ratings.games import check_game

pytestmark = pytest.mark.django_db

PAGE = "/leaderboards/karma-4/"


@pytest.fixture
def filled(db: None) -> Pool:
    return fill("karma-4", 120, 12_000)


def _names(client: Client, path: str) -> list[str]:
    return re.findall(r'<th scope="row"><a href="/bots/[^"]+/">([^<]+)</a>', client.get(path).content.decode())


def _csv(client: Client, path: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(client.get(path).content.decode())))


def test_lines_stand_in_the_order_of_the_board_page_by_page(client: Client, filled: Pool) -> None:
    expected = list(Standing.objects.order_by("position").values_list("version__bot__name", flat=True))
    pages = [_names(client, f"{PAGE}?page={number}") for number in (1, 2, 3)]
    assert [len(page) for page in pages] == [PER_PAGE, PER_PAGE, 20]
    assert [name for page in pages for name in page] == expected


def test_unrated_bots_stand_below_all_rated_ones(client: Client, filled: Pool) -> None:
    ratings = [row["rating"] for row in _csv(client, "/leaderboards/karma-4.csv")]
    assert "" in ratings
    assert [rating == "" for rating in ratings] == sorted(rating == "" for rating in ratings)


def test_groups_that_cannot_be_told_apart_have_a_heading(client: Client, filled: Pool) -> None:
    first = Standing.objects.exclude(tie_first=None).order_by("position")[0]
    assert first.tie_first == 1
    assert f'colspan="11">1st to {first.tie_last}' in client.get(PAGE).content.decode()
    assert "not separable" in client.get(PAGE).content.decode()


def test_a_bot_that_lost_or_won_every_game_is_called_that_and_not_provisional(client: Client, filled: Pool) -> None:
    first, second, third = Standing.objects.filter(is_anchor=False).order_by("position")[:3]
    for line, games, points in ((first, 200, 2 / 3), (second, 200, 0.0), (third, 199, 0.0)):
        Standing.objects.filter(pk=line.pk).update(games=games, points=points, is_provisional=True)
    Standing.objects.exclude(pk__in=[first.pk, second.pk, third.pk]).update(is_provisional=False)
    found = re.findall(r'"badge badge-warn" title="[^"]+">([^<]+)<', client.get(PAGE).content.decode())
    assert found == ["won every game", "lost every game", "provisional"]


def test_neighbours_are_told_how_many_blocks_would_separate_them(client: Client, filled: Pool) -> None:
    first, second, third = Standing.objects.order_by("position")[:3]
    for line, blocks in ((first, 41), (second, 10_000), (third, None)):
        Standing.objects.filter(pk=line.pk).update(blocks_to_next=blocks)
    Standing.objects.exclude(pk__in=[first.pk, second.pk, third.pk]).update(blocks_to_next=None)
    page = client.get(PAGE).content.decode()
    assert re.findall(r">(\d+ blocks? apart|level with the next)<", page) == ["41 blocks apart", "level with the next"]


@pytest.mark.parametrize(
    ("blocks", "explained"),
    [
        ([41, 10_000], {"41 blocks apart", "Level with the next"}),
        ([10_000, 1], {"1 block apart", "Level with the next"}),
        ([None, 7], {"7 blocks apart"}),
        ([10_000, None], {"Level with the next"}),
        ([None, None], set()),
    ],
)
def test_only_words_that_stand_on_the_page_are_explained(
    client: Client, filled: Pool, blocks: list[int | None], explained: set[str]
) -> None:
    Standing.objects.update(blocks_to_next=None)
    for position, apart in enumerate(blocks, 1):
        Standing.objects.filter(position=position).update(blocks_to_next=apart)
    page = client.get(PAGE).content.decode()
    assert set(re.findall(r"“([^”]+)” means", page)) == explained
    assert ("ties and “blocks apart” compare" in page) == any("apart" in word for word in explained)
    assert "“" not in client.get(f"{PAGE}?page=2").content.decode().partition("legend")[2].partition("</p>")[0]


def test_the_games_of_the_benchmark_are_games_of_an_arena(client: Client, db: None) -> None:
    pool = fill("karma-4", 8, 64)
    assert play(pool, 64) == 64
    for payload in RatingEvent.objects.filter(pool=pool).values_list("payload", flat=True):
        check_game(rated_game(payload))
    seats = Seat.objects.values_list("version", "seat").annotate(games=Count("pk")).values_list("games", flat=True)
    assert set(seats) == {8}, "everybody sat everywhere equally often"
    bot = Standing.objects.order_by("position")[0].version.bot
    assert "in the last 32 rated games" in client.get(bot.get_absolute_url()).content.decode()


@pytest.mark.parametrize(("query", "queries"), [("", 7), ("?page=3", 7), ("?q=fox", 7), ("?q=nobody-has-this-name", 4)])
def test_the_number_of_queries_is_fixed(
    client: Client, filled: Pool, django_assert_num_queries: DjangoAssertNumQueries, query: str, queries: int
) -> None:
    with django_assert_num_queries(queries):
        assert client.get(f"{PAGE}{query}").status_code == 200


def test_the_overview_reads_the_leaders_of_each_ladder_only(
    client: Client, filled: Pool, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    fill("karma-2", 30, 900, seed=2)
    with django_assert_num_queries(4):
        page = client.get("/leaderboards/").content.decode()
    shown = [line.version.bot.name for line in Standing.objects.filter(position__lte=3).select_related("version__bot")]
    assert len(shown) == 6
    assert all(name in page for name in shown)
    assert page.count('<ol class="leaders">') == 2


def test_the_overview_and_the_leaderboard_show_the_same_uncertainty(client: Client, filled: Pool) -> None:
    leader = Standing.objects.order_by("position")[0]
    assert leader.margin is not None
    overview, page = (client.get(path).content.decode() for path in ("/leaderboards/", PAGE))
    shown = re.findall(r"± (\d+)</span>", overview)
    assert shown == re.findall(r"± (\d+)</span>", page)[: len(shown)]
    assert shown[0] == f"{leader.margin:.0f}"
    row = next(iter(client.get("/leaderboards/karma-4.json").json()["lines"]))
    assert row["margin_95"] == leader.margin


def test_the_chart_shows_the_bots_of_the_table_with_the_same_numbers(client: Client, filled: Pool) -> None:
    table, chart = (client.get(path).content.decode() for path in (PAGE, f"{PAGE}?view=chart"))
    rated = r'class="number">(\d+)</td>\s*<td class="span">.*?± (\d+)</span>'
    assert re.findall(r"number\">(\d+) <span class=\"soft\">± (\d+)</span>", chart) == re.findall(rated, table)
    names = re.findall(r'<a class="forest-name" href="[^"]+">([^<]+)</a>', chart)
    assert names == _names(client, PAGE)[: len(names)]
    assert "Live Elo</th>" not in chart
    low, high = (float(x) for x in re.findall(r'forest-band[^"]*" x1="([\d.]+)%" x2="([\d.]+)%"', chart)[0])
    assert 0 <= low < high <= 100


@pytest.mark.parametrize(
    ("low", "high", "ratings"),
    [(1404, 1596, [1450, 1500, 1550]), (900, 2310, [1000, 1500, 2000])],
)
def test_the_scale_of_the_chart_has_round_numbers(low: float, high: float, ratings: list[int]) -> None:
    ticks = ticks_of(Scale(low, high))
    assert [tick.rating for tick in ticks] == ratings
    assert [tick.x for tick in ticks] == sorted(tick.x for tick in ticks)


def test_what_replaying_deals_was_worth_is_told_as_measured(client: Client, filled: Pool) -> None:
    assert "Does replaying deals help?" not in client.get(PAGE).content.decode()
    for gain, verdict in ((1.62, "cancelled luck."), (0.91, "repeated each other")):
        Pool.objects.update(facts={"gain": gain})
        page = client.get(PAGE).content.decode()
        assert f"as much as {gain} independent games" in page
        assert verdict in page


@pytest.mark.parametrize(
    ("query", "slugs"),
    [
        ("?seats=6", ["karma-6"]),
        ("?game=karmaka&seats=3", ["karmaka-3", "karmaka-wolf"]),
        ("?game=diamoniak&seats=6", []),
        ("?game=chess", []),
        ("?seats=none", []),
    ],
)
def test_the_overview_is_filtered_by_game_and_by_seats(client: Client, db: None, query: str, slugs: list[str]) -> None:
    answer = client.get(f"/leaderboards/{query}")
    page, shown = answer.content.decode(), answer.context["sections"]
    assert set(slugs) <= set(re.findall(r'href="/leaderboards/([a-z0-9-]+)/"', page))
    tables = {variant(ladder["slug"]).seats for section in shown for ladder in section["ladders"]}
    assert tables == {variant(slug).seats for slug in slugs}
    assert ("No ladder fits" in page) == (not slugs)


@pytest.mark.parametrize("query", ["q=fox", "q=FOX", "runtime=rust", "kind=bots", "q=author7"])
def test_page_csv_and_json_show_the_same_lines_under_a_filter(client: Client, filled: Pool, query: str) -> None:
    names = _names(client, f"{PAGE}?{query}")
    assert names
    assert [row["bot"] for row in _csv(client, f"/leaderboards/karma-4.csv?{query}")][: len(names)] == names
    lines = client.get(f"/leaderboards/karma-4.json?{query}").json()["lines"]
    assert [line["bot"] for line in lines][: len(names)] == names
    assert f'href="/leaderboards/karma-4.csv?{query}"' in client.get(f"{PAGE}?{query}").content.decode()


def test_mine_shows_own_bots_and_to_strangers_nothing(client: Client, filled: Pool) -> None:
    assert _names(client, f"{PAGE}?kind=mine") == []
    owner = User.objects.get(name="author7")
    client.force_login(owner)
    assert set(_names(client, f"{PAGE}?kind=mine")) == set(owner.bots.values_list("name", flat=True))
    assert 'class="is-mine"' in client.get(PAGE).content.decode()


def test_no_line_fits_is_said_with_a_way_back(client: Client, filled: Pool) -> None:
    page = client.get(f"{PAGE}?q=nobody-has-this-name").content.decode()
    assert "No line fits the filters." in page
    assert f'href="{PAGE}"' in page


def test_who_becomes_private_or_retires_leaves_at_once(client: Client, filled: Pool) -> None:
    first, second = _names(client, PAGE)[:2]
    Bot.objects.filter(name=first).update(is_private=True)
    Bot.objects.filter(name=second).update(is_retired=True)
    assert not {first, second} & set(_names(client, PAGE))
    assert not {first, second} & {row["bot"] for row in _csv(client, "/leaderboards/karma-4.csv")}
    assert first not in client.get("/leaderboards/").content.decode()


def test_downloads_have_the_promised_columns(client: Client, filled: Pool) -> None:
    response = client.get("/leaderboards/karma-4.csv")
    assert response["Content-Disposition"] == 'attachment; filename="karma-4.csv"'
    rows = _csv(client, "/leaderboards/karma-4.csv")
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) == 120
    told = client.get("/leaderboards/karma-4.json").json()
    assert (told["variant"], told["season"], told["rated_games"], len(told["lines"])) == ("karma-4", 1, 12_000, 120)
    assert tuple(told["lines"][0]) == COLUMNS


@pytest.mark.parametrize("name", ["=1+1", "+cmd", "-2", "@sum", "\tx"])
def test_a_name_is_no_formula_in_a_spreadsheet(client: Client, filled: Pool, name: str) -> None:
    first = Standing.objects.order_by("position")[0]
    Bot.objects.filter(pk=first.version.bot_id).update(name=name, owner=None)
    row = _csv(client, "/leaderboards/karma-4.csv")[0]
    assert row["bot"] == f"'{name}"
    assert row["owner"] == "", "an empty cell stays empty"


@pytest.mark.parametrize(
    "path",
    ["/leaderboards/chess/", "/leaderboards/chess.csv", f"{PAGE}?season=9", f"{PAGE}?season=x", f"{PAGE}?season=²"],
)
def test_what_does_not_exist_is_not_found(client: Client, filled: Pool, path: str) -> None:
    assert client.get(path).status_code == 404


def test_nonsense_in_the_address_shows_the_board(client: Client, filled: Pool) -> None:
    assert len(_names(client, f"{PAGE}?page=abc&runtime=&kind=none-of-these")) == PER_PAGE


def test_an_old_season_keeps_its_address(client: Client, filled: Pool) -> None:
    Pool.objects.update(is_open=False)
    Pool.objects.create(variant="karma-4", season=2)
    assert _names(client, PAGE) == []
    assert f'href="{PAGE}seasons/"' in client.get(PAGE).content.decode()
    assert f'href="{PAGE}?season=1"' in client.get(f"{PAGE}seasons/").content.decode()
    assert len(_names(client, f"{PAGE}?season=1")) == PER_PAGE
    assert "season over" in client.get(f"{PAGE}?season=1").content.decode()


def test_an_empty_board_says_what_comes(client: Client) -> None:
    page = client.get("/leaderboards/karma-5/").content.decode()
    assert "The board fills as soon as the first cycle of rated games is closed." in page


@pytest.mark.parametrize(
    ("offset", "verdict"),
    [
        (60.4, "The single seat has the better part."),
        (-60.4, "The pair has the better part."),
        (3.0, "Neither part is surely"),
    ],
)
def test_what_it_is_worth_to_play_alone_is_told(client: Client, db: None, offset: float, verdict: str) -> None:
    assert "Does the role matter?" not in client.get("/leaderboards/karmaka-wolf/").content.decode()
    roles = [{"role": "single", "offset": offset, "standard_error": 10.0, "margin": 19.6}]
    Pool.objects.create(variant="karmaka-wolf", facts={"seats": None, "roles": roles})
    page = client.get("/leaderboards/karmaka-wolf/").content.decode()
    assert f"is worth {offset:.0f} ± 20 rating points" in page
    assert verdict in page


def test_seats_are_told_with_the_verdict_of_the_test(client: Client, filled: Pool) -> None:
    page = client.get(PAGE).content.decode()
    assert "Where the loser sat in" in page
    assert "The seats are not alike." in page
    assert "Seats help the 40 most active bots alike (chi-square test, p = 0.310)." in page
    facts = filled.facts["seats"] | {"is_alarm": True, "p_entrants": 0.0001, "p_seats": 0.5}
    Pool.objects.filter(pk=filled.pk).update(facts={"seats": facts})
    page = client.get(PAGE).content.decode()
    assert "Alarm: 40 bots profit from seats so differently" in page
    assert "No seat stands out by more than chance explains." in page

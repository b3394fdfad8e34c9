"""Pages from memory: quick for strangers, never old, and never somebody else's."""

import gzip
import re
from collections.abc import Callable

import pytest
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.cookie import CookieStorage
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from arena.accounts.models import User
from arena.bots.actions import manage
from arena.bots.models import Bot
from arena.lib.kept import store
from arena.ratings.models import Pool, Standing
from benchmarks.leaderboard.fill import fill
from benchmarks.leaderboard.games import play

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
BOARD = "/leaderboards/karma-4/"


@pytest.fixture
def pool(db: None) -> Pool:
    found = fill("karma-4", 8, 64)
    play(found, 64)
    return found


@pytest.fixture
def bot(pool: Pool) -> Bot:
    return pool.standings.order_by("position")[0].version.bot


def lists(bot: Bot) -> list[str]:
    """Every page that is kept and names the bot."""
    assert bot.owner is not None
    return [
        BOARD, f"{BOARD}?q={bot.name[:5]}", "/leaderboards/", "/leaderboards/karma-4.json", "/leaderboards/karma-4.csv",
        "/bots/", f"/u/{bot.owner.name}/", "/replays/", f"/replays/?bot={bot.slug}", bot.get_absolute_url(), "/",
    ]  # fmt: skip


def said(client: Client, path: str) -> str:
    return client.get(path).content.decode()


def said_in(path: str, headers: dict[str, str]) -> str:
    return Client().get(path, headers=headers).content.decode()


def test_the_second_visitor_costs_one_query(bot: Bot, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for path in lists(bot):
        first = said(Client(), path)
        with django_assert_num_queries(1):
            assert said(Client(), path) == first, path


def test_numbers_for_programs_cost_members_one_query_too(
    bot: Bot, alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    member = Client()
    member.force_login(alice)
    for path in ("/leaderboards/karma-4.json", "/leaderboards/karma-4.csv?kind=bots"):
        first = said(Client(), path)
        with django_assert_num_queries(1):
            assert said(member, path) == first, path


def test_a_new_fit_is_shown_at_once(client: Client, pool: Pool, bot: Bot) -> None:
    before = said(client, BOARD)
    Standing.objects.filter(version__bot=bot).update(rating=2345.0)
    assert said(client, BOARD) == before, "a board changes by fits alone"
    Pool.objects.filter(pk=pool.pk).update(fitted_seq=pool.fitted_seq + 1)
    assert "2345" in said(client, BOARD)


CHANGES: dict[str, Callable[[Bot], object]] = {
    "renamed": lambda bot: Bot.objects.filter(pk=bot.pk).update(name="Zebra"),
    "private": lambda bot: manage.edit(bot, is_private=True),
    "retired": manage.retire,
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_changed_is_gone_from_every_page_at_once(bot: Bot, change: str) -> None:
    paths = lists(bot)
    for path in paths:
        assert bot.name in said(Client(), path), path
    CHANGES[change](bot)
    for path in paths:
        # Retired bots keep their page, their author's list and their games.
        if change != "retired" or path.startswith("/leaderboards/"):
            assert bot.name not in re.sub(r'q=[^"&]*|value="[^"]*"', "", said(Client(), path)), path


def test_a_private_bot_is_shown_to_its_owner_and_to_staff_alone(bot: Bot, bob: User, stella: User) -> None:
    manage.edit(bot, is_private=True)
    assert bot.owner is not None
    games = f"/replays/?bot={bot.slug}"
    seen = {}
    # Twice each, and those who may see it first: whatever is kept by then is theirs.
    for user in (bot.owner, stella, bob, None, stella, bot.owner, None, bob):
        client = Client()
        if user is not None:
            client.force_login(user)
        seen[str(user)] = [
            client.get(bot.get_absolute_url()).status_code,
            bot.name in said(client, games).replace(f'"{bot.slug}"', ""),
        ]
    assert seen[str(bot.owner)] == seen["stella"] == [200, True]
    assert seen["bob"] == seen["None"] == [404, False]


def test_a_private_opponent_is_named_to_those_who_may_know_of_it(pool: Pool, bob: User, stella: User) -> None:
    first, second = [line.version.bot for line in pool.standings.order_by("position")[:2]]
    manage.edit(second, is_private=True)
    assert second.owner is not None
    first.owner = None  # the two may belong to one author
    first.save()
    seen = {}
    for user in (second.owner, stella, bob, None, second.owner, stella):
        client = Client()
        if user is not None:
            client.force_login(user)
        part = said(client, first.get_absolute_url()).partition('id="on-the-ladder"')[2].partition("<h2>")[0]
        seen[str(user)] = second.name in part
    assert seen == {str(second.owner): True, "stella": True, "bob": False, "None": False}


def test_own_lines_are_marked_for_their_owner_alone(bot: Bot, bob: User) -> None:
    assert bot.owner is not None
    for user, marked in ((bot.owner, True), (bob, False), (None, False), (bot.owner, True)):
        client = Client()
        if user is not None:
            client.force_login(user)
        page = said(client, BOARD)
        assert ('class="is-mine"' in page) is marked
        assert (f'<span class="menu-name">{user}</span>' in page) is (user is not None)


def test_the_filter_mine_is_everybodys_own(bot: Bot, bob: User) -> None:
    assert bot.owner is not None
    counts = []
    for user in (bot.owner, bob, bot.owner):
        client = Client()
        client.force_login(user)
        counts.append(said(client, f"{BOARD}?kind=mine").count('class="is-mine"'))
        assert len(client.get("/leaderboards/karma-4.json?kind=mine").json()["lines"]) == counts[-1]
    assert counts[0] == counts[2] > counts[1] == 0


def test_opponents_are_offered_to_those_who_may_play_them(pool: Pool, bob: User, stella: User) -> None:
    first, closed, private = [line.version.bot for line in pool.standings.order_by("position")[:3]]
    Bot.objects.update(owner=None)  # the two owners have nothing else
    owners = [User.objects.get(name="author0"), User.objects.get(name="author1")]
    Bot.objects.filter(pk=closed.pk).update(owner=owners[0], allows_practice=False)
    Bot.objects.filter(pk=private.pk).update(owner=owners[1], is_private=True)
    for path in (first.get_absolute_url(), f"{first.get_absolute_url()}practise/"):
        seen = {}
        for user in (bob, *owners, stella, bob, *owners, stella):
            client = Client()
            client.force_login(user)
            form = said(client, path).partition("data-opponents")[2].partition("</form>")[0]
            assert 'name="opponents"' in form
            seen[str(user)] = [f'name="opponents" value="{bot.pk}"' in form for bot in (closed, private)]
        assert seen == {
            "bob": [False, False],
            "author0": [True, False],
            "author1": [False, True],
            "stella": [False, True],
        }
    Bot.objects.filter(pk=closed.pk).update(allows_practice=True)
    client = Client()
    client.force_login(bob)
    assert closed.name in said(client, first.get_absolute_url()).partition("data-opponents")[2]


def test_a_bot_page_costs_a_member_few_queries(
    bot: Bot, alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = Client()
    client.force_login(alice)
    first = client.get(bot.get_absolute_url()).content
    with django_assert_num_queries(17):
        again = client.get(bot.get_absolute_url()).content
    assert b'name="opponents"' in again
    assert len(again) == len(first)


def test_nothing_of_a_person_is_kept(bot: Bot, alice: User) -> None:
    client = Client()
    client.force_login(alice)
    for path in [*lists(bot), "/submit/", "/dashboard/", "/account/login/"]:
        client.get(path)
    kept = [value.content for key in list(store()._entries) if key[0] == "page" and (value := store().get(key))]  # type: ignore[index]  # keys are tuples
    assert "Alice" not in "".join(str(store().get(key)) for key in list(store()._entries))
    store().clear()
    files = [path for path in lists(bot) if path.endswith((".json", ".csv"))]
    assert kept == [Client().get(path).content for path in files], "what strangers get, and nothing else"


def test_logging_in_and_out_changes_the_page(bot: Bot, alice: User) -> None:
    client = Client()
    assert "Log in" in said(client, BOARD)
    client.force_login(alice)
    assert "Alice" in said(client, BOARD)
    client.logout()
    assert "Alice" not in said(client, BOARD)


def test_pages_differ_by_theme(bot: Bot) -> None:
    dark, light = Client(), Client()
    dark.cookies["theme"], light.cookies["theme"] = "dark", "light"
    for _ in range(2):
        assert 'data-theme="dark"' in said(dark, BOARD)
        assert 'data-theme="light"' in said(light, BOARD)
        assert 'data-theme="auto"' in said(Client(), BOARD)


def test_pages_differ_by_language(bot: Bot, settings: Settings) -> None:
    """As the browser asks, and as somebody chose on this device."""
    for path in lists(bot):
        if path.endswith((".json", ".csv")):
            continue
        for _ in range(2):
            for language, _name in settings.LANGUAGES:
                asked = said_in(path, {"Accept-Language": f"{language},en;q=0.5"})
                cookie = f"{settings.LANGUAGE_COOKIE_NAME}={language}"
                chosen = said_in(path, {"Accept-Language": "en", "Cookie": cookie})
                assert all(f'<html lang="{language}"' in page for page in (asked, chosen)), path


def test_a_member_reads_the_costly_parts_in_the_language_of_the_account(bot: Bot, alice: User, bob: User) -> None:
    """Made once for everybody, and yet once for each language."""
    alice.language, bob.language = "de", "sk"
    alice.save()
    bob.save()
    for path in (BOARD, bot.get_absolute_url()):
        pages = []
        for user in (alice, bob, alice, bob):
            client = Client()
            client.force_login(user)
            with translation.override(user.language):
                heading = translation.gettext("Opponents") if path != BOARD else translation.gettext("Rating")
            pages.append(said(client, path))
            assert heading in pages[-1], (path, heading)
        assert pages[0] != pages[1]


def test_who_reads_packed_pages_gets_what_the_others_get(bot: Bot) -> None:
    for path in lists(bot):
        first, again = (Client().get(path, headers={"Accept-Encoding": "gzip"}) for _ in range(2))
        plain = Client().get(path)
        assert again.headers["Content-Encoding"] == "gzip", path
        assert gzip.decompress(first.content) == gzip.decompress(again.content) == plain.content, path
        assert not plain.has_header("Content-Encoding")
        for answer in (first, again, plain):
            assert answer.headers["Content-Length"] == str(len(answer.content))
            assert "Accept-Encoding" in answer.headers["Vary"]
        marked = {"If-None-Match": first.headers["ETag"]}
        for asks in (marked, marked | {"Accept-Encoding": "gzip"}):
            assert Client().get(path, headers=asks).status_code == 304, path


def test_pages_differ_by_host_and_only_right_hosts_get_one(bot: Bot, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["one.example", "two.example"]
    assert Client().get(BOARD, headers={"Host": "one.example"}).status_code == 200
    count = len(store())
    assert Client().get(BOARD, headers={"Host": "two.example"}).status_code == 200
    assert len(store()) > count
    assert Client().get(BOARD, headers={"Host": "evil.example"}).status_code == 400


def test_a_message_is_read_by_the_one_it_is_for(bot: Bot) -> None:
    said(Client(), BOARD)
    storage = CookieStorage(RequestFactory().get("/"))
    told = Client()
    told.cookies["messages"] = storage._encode([Message(constants.INFO, "For you")])  # type: ignore[attr-defined]  # Django's
    assert "For you" in said(told, BOARD)
    assert "For you" not in said(Client(), BOARD)


def test_a_page_with_a_form_is_not_kept(client: Client, db: None) -> None:
    tokens = {re.findall(r'csrfmiddlewaretoken" value="(\w+)"', said(Client(), "/account/login/"))[0] for _ in range(3)}
    assert len(tokens) == 3
    assert len(store()) == 0


def test_every_list_has_an_etag_and_304(bot: Bot, alice: User) -> None:
    for user in (None, alice):
        client = Client()
        if user is not None:
            client.force_login(user)
        for path in [*lists(bot), "/tournaments/", "/api/v1/bots", "/api/v1/games", "/api/v1/leaderboards/karma-4"]:
            client.get(path)  # sets what cookies there are
            first = client.get(path)
            again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
            assert (again.status_code, again.content) == (304, b""), path
            assert again.headers["ETag"] == first.headers["ETag"]
            assert "no-cache" in first.headers["Cache-Control"]


def test_the_etag_of_one_is_not_that_of_another(bot: Bot, alice: User, bob: User) -> None:
    assert bot.owner is not None
    marks = set()
    for user in (None, alice, bob, bot.owner):
        client = Client()
        if user is not None:
            client.force_login(user)
        client.get(BOARD)
        marks.add(client.get(BOARD).headers["ETag"])
    assert len(marks) == 4


def test_a_page_whose_form_tokens_are_no_longer_taken_is_sent_anew(bot: Bot, alice: User) -> None:
    client = Client()
    client.force_login(alice)
    client.get(BOARD)
    first = client.get(BOARD)
    del client.cookies["csrftoken"]
    client.get(BOARD)  # a new cookie
    again = client.get(BOARD, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 200


def test_an_old_page_is_not_called_good_after_a_change(bot: Bot, alice: User) -> None:
    for user in (None, alice):
        client = Client()
        if user is not None:
            client.force_login(user)
        for path in (BOARD, "/bots/", bot.get_absolute_url()):
            client.get(path)
            mark = client.get(path).headers["ETag"]
            Bot.objects.filter(pk=bot.pk).update(name=f"{path} of {user}"[:40], description=f"{path} of {user}")
            assert client.get(path, headers={"If-None-Match": mark}).status_code == 200


def test_the_number_of_queries_does_not_grow_with_the_board(alice: User) -> None:
    client = Client()
    client.force_login(alice)
    counts = []
    for bots in (8, 60):
        Pool.objects.all().delete()
        pool = fill("karma-4", bots, 64)
        first = pool.standings.order_by("position")[0].version.bot
        for path in (BOARD, first.get_absolute_url(), "/leaderboards/karma-4.json", "/replays/"):
            store().clear()
            with CaptureQueriesContext(connection) as captured:
                client.get(path)
            counts.append(len(captured))
    assert counts[:4] == counts[4:]

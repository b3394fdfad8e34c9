"""What two places say of the same thing is the same: every page, file and answer that shows a rating, compared."""

import csv
import io
import re
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.ratings.models import Pool, Standing
from arena.tables.models import PersonRating

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
PAIR = re.compile(r"(\d{3,4})(?: \?)? ± (\d+)")
"""A rating and half of its interval, as all pages write them."""
LEADERS = 3
"""Of a ladder on the overview."""
LIVE = re.compile(r"Live Elo (\d{3,4}) (=|▲ \+\d+|▼ -\d+)")


def words(client: Client, path: str) -> str:
    """What a reader sees, without the head of the page and its scripts."""
    body = client.get(path).content.decode().partition("<main")[2]
    return re.sub(r"\s+", " ", unescape(re.sub(r"<(script|style|title).*?</\1>|<[^>]*>", " ", body, flags=re.DOTALL)))


def pair_after(name: str, text: str) -> tuple[int, int]:
    named = re.search(rf"\b{name}\b", text)
    assert named, f"no {name} in {text[:3000]}"
    found = PAIR.search(text, named.end())
    assert found, f"no rating behind {name} in {text[:3000]}"
    return int(found[1]), int(found[2])


def test_a_rating_and_its_interval_are_the_same_wherever_they_stand(played: Pool, versions: list[BotVersion]) -> None:
    slug = played.variant
    visitor = Client()
    lines = {row["bot"]: row for row in csv.DictReader(io.StringIO(
        visitor.get(f"/leaderboards/{slug}.csv").content.decode()))}  # fmt: skip
    answers = {row["bot"]: row for row in visitor.get(f"/api/v1/leaderboards/{slug}").json()["items"]}
    for version in versions:
        standing = Standing.objects.get(pool=played, version=version)
        name, owner = version.bot.name, version.bot.owner
        assert owner is not None
        assert standing.rating is not None
        assert standing.margin is not None
        expected = round(standing.rating), round(standing.margin)
        home = Client()
        home.force_login(owner)
        shown = {
            "board": pair_after(name, words(visitor, f"/leaderboards/{slug}/")),
            "chart": pair_after(name, words(visitor, f"/leaderboards/{slug}/?view=chart")),
            "bot": pair_after("Rating", words(visitor, f"/bots/{version.bot.slug}/")),
            "profile": pair_after(name, words(visitor, f"/u/{owner.name}/")),
            "dashboard": pair_after(name, words(home, "/dashboard/")),
            "csv": (round(float(lines[name]["rating"])), round(float(lines[name]["margin_95"]))),
            "api": (round(answers[name]["rating"]), round(answers[name]["margin_95"])),
        }
        if standing.position <= LEADERS:
            shown["overview"] = pair_after(name, words(visitor, "/leaderboards/"))
        assert shown == dict.fromkeys(shown, expected)
        assert int(lines[name]["games"]) == answers[name]["games"] == standing.games


def test_live_elo_and_its_trend_are_the_same_on_the_board_and_on_the_page_of_the_bot(
    played: Pool, versions: list[BotVersion]
) -> None:
    visitor = Client()
    board = visitor.get(f"/leaderboards/{played.variant}/").content.decode()
    for version in versions:
        row = board[board.index(f">{version.bot.name}</a>") :].partition("</tr>")[0]
        text = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", row))
        live = LIVE.search(words(visitor, f"/bots/{version.bot.slug}/"))
        assert live
        assert f"{live[1]} {live[2]}" in text


def test_what_a_profile_says_of_a_person_is_what_the_board_of_people_says(alice: User) -> None:
    alice.wants_rating = True
    alice.save()
    PersonRating.objects.create(
        user=alice, variant="karma-2", rating=1447.5, margin=96.4, games=61, is_provisional=True,
        fitted_at=timezone.now(),
    )  # fmt: skip
    visitor = Client()
    assert pair_after("Alice", words(visitor, "/tables/ratings/")) == pair_after("Alice", words(visitor, "/u/alice/"))

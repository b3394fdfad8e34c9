"""The first page of a tournament tells how it stands: live scores, who leads, how the bracket ends."""

import re

import pytest
from django.test import Client

from arena.accounts.models import User
from arena.tournaments.models import Tournament
from arena.tournaments.running.advance import advance
from tests.tournament_engine import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga(db: None) -> User:
    return cast.organiser()


def home(client: Client, cup: Tournament, **headers: str) -> str:
    return client.get(cup.get_absolute_url(), headers=headers).content.decode()


def test_a_running_match_shows_its_points_so_far(client: Client, olga: User) -> None:
    cup = cast.started(olga, cast.field(2), "single_elimination", blocks=2)
    assert re.search(r"Bot01 – Bot02</a>", home(client, cup)), "nothing is played yet"
    cast.play_one()
    scores = r'Bot01 <strong class="number">1</strong> – Bot02 <strong class="number">0</strong>'
    assert re.search(scores, home(client, cup))
    assert re.search(scores, home(client, cup, HX_Request="true")), "the part that follows the games too"


def test_points_under_seal_are_not_told(client: Client, olga: User) -> None:
    cup = cast.started(olga, cast.field(2), "single_elimination", blocks=2, is_staged=True)
    cast.play_one()
    assert '<strong class="number">' not in home(client, cup)


def test_who_leads_is_told_as_soon_as_anything_is_decided(client: Client, olga: User) -> None:
    cup = cast.started(olga, cast.field(4), "swiss", settings={"rounds": 2})
    assert "In the lead" not in home(client, cup)
    for _ in range(4):  # the first round
        assert cast.play_one()
        advance(cup.pk)
    page = home(client, cup)
    lead = page[page.index("In the lead") :]
    assert lead.index("bot01") < lead.index("</ol>")
    cast.play_all(cup)
    assert "In the lead" not in home(client, cup), "then it has winners"
    assert "Winners" in home(client, cup)


@pytest.mark.parametrize(("kind", "matches"), [("single_elimination", 7), ("double_elimination", 8)])
def test_a_large_bracket_is_shown_from_the_quarter_finals_on(
    client: Client, olga: User, kind: str, matches: int
) -> None:
    cup = cast.started(olga, cast.field(16), kind)
    page = home(client, cup)
    boxes = re.findall(r'<rect class="bracket-box" x="(\d+)" y="(\d+)"', page)
    assert len(boxes) == len(set(boxes)) == matches
    assert min(int(x) for x, _ in boxes) < 50, "the rounds before take no room"
    width, height = (int(size) for size in re.findall(r'data-bracket width="(\d+)" height="(\d+)"', page)[0])
    assert all(int(x) + 200 <= width and int(y) + 52 <= height for x, y in boxes)

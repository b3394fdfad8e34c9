"""Pairings that are not published are shown to nobody but organisers: pages, API, exports, log."""

import pytest
from django.test import Client

from arena.accounts.models import User
from arena.tournaments import results
from arena.tournaments.actions import lifecycle, pairings
from arena.tournaments.models import Tournament
from arena.tournaments.reading import entrants_by_seed, find_node, match_lines
from arena.tournaments.visibility import shown_log
from tests.tournament_engine import cast


@pytest.fixture(params=["single_elimination", "swiss", "round_robin"])
def cup(request: pytest.FixtureRequest, olga: User) -> Tournament:
    return cast.started(olga, cast.field(5), request.param, publishes_itself=False)


def pairs(cup: Tournament, user: User | None) -> list[list[str]]:
    lines = match_lines(cup, entrants_by_seed(cup), user)
    return [[slot.entrant.bot.name for slot in line.slots if slot.entrant] for line in lines]


def test_a_stranger_sees_no_pair_and_the_organiser_all(cup: Tournament, olga: User, alice: User) -> None:
    assert not any(pairs(cup, None))
    assert not any(pairs(cup, alice))
    assert any(len(names) == 2 for names in pairs(cup, olga))


def test_exports_hold_no_pair(cup: Tournament, olga: User) -> None:
    for match in results.as_values(cup, None)["matches"]:
        assert [slot["entrant"] for slot in match["slots"]] == [None] * len(match["slots"])
    for match in results.as_brackets(cup, 1, None)["match"]:
        assert all(match[side] is not None and match[side]["id"] is None for side in ("opponent1", "opponent2"))
    assert any(match["opponent1"]["id"] is not None for match in results.as_brackets(cup, 1, olga)["match"])


def test_the_table_does_not_tell_who_rests(cup: Tournament, client: Client) -> None:
    answer = client.get(f"/api/v1/tournaments/{cup.slug}/standings").json()
    points = {row["points"] for stage in answer["stages"] for table in stage["tables"] for row in table}
    assert points <= {"0"}


def test_the_api_names_nobody(cup: Tournament, client: Client) -> None:
    answer = client.get(f"/api/v1/tournaments/{cup.slug}/matches").json()
    assert all(slot["bot"] is None for match in answer["items"] for slot in match["slots"])


def test_once_published_everybody_sees_them(cup: Tournament, olga: User, alice: User) -> None:
    lifecycle.publish(cup.pk, olga, 1, 1)
    assert any(len(names) == 2 for names in pairs(cup, alice))


def test_a_match_of_an_unpublished_swiss_round_does_not_exist_for_others(olga: User, alice: User) -> None:
    cup = cast.started(olga, cast.field(4), "swiss", publishes_itself=False)
    assert find_node(cup, "1.1.1", alice) is None
    assert find_node(cup, "1.1.1", olga) is not None


def test_the_log_tells_of_a_swap_only_when_the_round_is_published(olga: User, alice: User) -> None:
    cup = cast.started(olga, cast.field(4), "swiss", publishes_itself=False)
    pairings.swap(cup.pk, olga, 1, 1, 2)
    assert not shown_log(cup, alice).filter(action="swap").exists()
    assert shown_log(cup, olga).filter(action="swap").exists()
    lifecycle.publish(cup.pk, olga, 1, 1)
    assert shown_log(cup, alice).filter(action="swap").exists()

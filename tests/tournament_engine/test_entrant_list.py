"""Entrants from a list: what a line may name, what is wrong with it, all or nobody."""

import pytest
from django.test import Client

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.tournaments.actions import departures, lifecycle, registration
from arena.tournaments.actions.audit import ActionError
from arena.tournaments.actions.entrant_list import MOST_CHARACTERS, enter_list, preview
from arena.tournaments.models import Tournament
from tests.matches.cast import ready_version
from tests.tournament_engine import cast


@pytest.fixture
def cup(olga: User) -> Tournament:
    return cast.opened(olga, [], "swiss")


def test_names_slugs_and_ids_with_seeds_in_any_column(olga: User, cup: Tournament, four: list[BotVersion]) -> None:
    text = f"\ufeffseed;bot\n2;Bot01\n1;bot02\n;{four[2].bot.pk}\n\n"
    seen = preview(cup, olga, text, invites=True)
    assert [(line.number, line.bot and line.bot.slug, line.seed, line.error) for line in seen] == [
        (2, "bot01", 2, ""),
        (3, "bot02", 1, ""),
        (4, "bot03", None, ""),
    ]
    assert cup.entrants.count() == 0
    assert cup.invitations.count() == 0
    enter_list(cup.pk, olga, text, invites=True)
    registration.register(cup.pk, four[3].bot, four[3].bot.owner or olga)
    registration.close_registration(cup.pk, olga)
    order = cup.entrants.order_by("seed").values_list("bot__slug", flat=True)
    assert list(order) == ["bot02", "bot01", "bot03", "bot04"]


def test_a_seed_behind_many_zeros_is_no_seed(olga: User, cup: Tournament, four: list[BotVersion]) -> None:
    assert "whole number" in preview(cup, olga, "Bot01,00000000199999999999")[0].error


def test_a_list_without_a_head_is_bot_and_seed(olga: User, cup: Tournament, four: list[BotVersion]) -> None:
    lines = enter_list(cup.pk, olga, "Bot01,3\nBot02", invites=True)
    assert [(line.seed, line.error) for line in lines] == [(3, ""), (None, "")]


def test_every_fault_is_named_and_nobody_is_entered(olga: User, cup: Tournament, four: list[BotVersion]) -> None:
    ready_version(four[0].bot.owner, "Twice")
    ready_version(four[1].bot.owner, "Twice Too")
    text = 'bot,seed\nBot01,1\nBot01,2\nnobody,3\nBot02,1\nBot03,one\n,4\nTwice,5\n"Bot04",6'
    lines = enter_list(cup.pk, olga, text, invites=True)
    errors = {line.number: line.error for line in lines}
    assert errors[2] == errors[9] == ""
    assert "is in line 2 already" in errors[3]
    assert "no bot called nobody" in errors[4]
    assert "Seed 1 is given in line 2 already" in errors[5]
    assert "whole number" in errors[6]
    assert "names no bot" in errors[7]
    assert "1 are allowed for each" in errors[8]
    assert cup.entrants.count() == 0
    assert cup.invitations.count() == 0


def test_authors_must_be_invited_or_be_invited_by_it(olga: User, cup: Tournament, four: list[BotVersion]) -> None:
    assert "Invite the owner" in preview(cup, olga, "Bot01")[0].error
    owner = four[0].bot.owner
    assert owner is not None
    registration.invite(cup.pk, olga, owner)
    assert preview(cup, olga, "Bot01")[0].error == ""


@pytest.mark.parametrize("text", ["", "\n\n", '"half', "Bot\0"])
def test_what_is_no_list_is_refused_as_a_whole(olga: User, cup: Tournament, text: str) -> None:
    with pytest.raises(ActionError, match="list"):
        enter_list(cup.pk, olga, text)


def test_several_bots_of_an_author_need_the_organisers_leave_also_when_they_come_late(
    olga: User, four: list[BotVersion]
) -> None:
    owner = four[0].bot.owner
    assert owner is not None
    cup = cast.opened(olga, four, "swiss", settings={"rounds": 3}, name="Late")
    registration.invite(cup.pk, olga, owner)
    registration.close_registration(cup.pk, olga)
    lifecycle.start(cup.pk, olga)
    with pytest.raises(ActionError, match="1 are allowed for each"):
        departures.enter_late(cup.pk, ready_version(owner, "Second").bot, olga)


def test_a_list_that_is_too_long_is_refused_whole(olga: User, cup: Tournament, client: Client) -> None:
    """It was cut where the limit is, and the lines before that were entered."""
    text = "Bot01,1," + "x" * MOST_CHARACTERS
    with pytest.raises(ActionError, match="at most 200000 characters"):
        preview(cup, olga, text)
    client.force_login(olga)
    page = client.post(f"/tournaments/{cup.slug}/entrants/", {"list": text, "preview": "1"})
    assert page.status_code == 422
    assert "at most 200000 characters" in page.content.decode()
    assert text in page.content.decode(), "nothing that was pasted is lost"

"""Bots of one owner in a real tournament: the draw parts them, and stays as it is when the account goes."""

from importlib import import_module

import pytest
from django.apps import apps

from arena.accounts.models import User
from arena.tournaments.models import Entrant, Tournament, TournamentState
from arena.tournaments.planning.document import differences
from arena.tournaments.results import as_values
from arena.tournaments.running.facts import plan_of
from tests.matches import cast as matches_cast
from tests.tournament_engine import cast

pytestmark = pytest.mark.django_db


def cup_of_twins(olga: User, format_name: str) -> Tournament:
    """Seeds 1 and 4 are of one author: by the standard order they would meet at once."""
    first, second, third, _last = cast.field(4)
    assert first.bot.owner is not None
    twin = matches_cast.ready_version(first.bot.owner, "Bot05")
    return cast.started(olga, [first, second, third, twin], format_name, bots_per_owner=2)


def test_a_bracket_that_was_drawn_stays_when_an_account_goes(olga: User) -> None:
    cup = cup_of_twins(olga, "single_elimination")
    drawn = [node.entrants for node in plan_of(cup).stages[0].rounds[0].nodes]
    assert drawn == [(1, 3), (2, 4)]
    Entrant.objects.filter(tournament=cup).update(owner=None)  # what the end of an account does
    assert [node.entrants for node in plan_of(cup).stages[0].rounds[0].nodes] == drawn
    cast.play_all(cup)
    assert cup.state == TournamentState.FINISHED
    assert plan_of(cup).conflicts == ()


def test_an_export_tells_families_without_numbers_of_accounts_and_follows_from_its_facts(olga: User) -> None:
    cup = cast.play_all(cup_of_twins(olga, "single_elimination"))
    document = as_values(cup, None)
    assert [row["family"] for row in document["entrants"]] == [1, 2, 3, 1]
    assert differences(document) == []
    without = {**document, "entrants": [{**row, "family": None} for row in document["entrants"]]}
    assert differences(without) != []


def test_the_update_leaves_what_was_drawn_alone_and_parts_owners_in_what_was_not(olga: User) -> None:
    running = cup_of_twins(olga, "single_elimination")
    waiting = cast.opened(olga, [], "single_elimination", name="Later")
    author = User.objects.get(name="author1")
    Entrant.objects.create(tournament=waiting, bot=author.bots.all()[0], owner=author)
    Entrant.objects.update(family=None)
    import_module("arena.tournaments.migrations.0006_families").remember_owners(apps, None)
    assert set(running.entrants.values_list("family", flat=True)) == {None}
    assert waiting.entrants.get().family == author.pk

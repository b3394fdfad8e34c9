import pytest
from django.conf import settings
from django.utils.module_loading import import_string

from arena.tournaments.models import Tournament
from tests.tournament_engine import cast

pytestmark = pytest.mark.django_db


def test_the_demo_has_a_tournament_to_watch_one_that_ends_soon_and_one_to_join() -> None:
    for path in settings.DEMO_DATA:
        list(import_string(path)())
    assert dict(Tournament.objects.values_list("name", "state")) == {
        "Opening Night": "running",
        "House Double": "running",
        "Karma Open": "registration",
    }
    assert list(import_string("arena.tournaments.demo.create")()) == [], "the second time nothing is made"
    quick = Tournament.objects.get(name="Opening Night")
    assert cast.play_all(quick).state == "finished"

"""Forecasts by calls: for the organiser, of saved and of other settings, with progress."""

from __future__ import annotations

import pytest

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.tournaments.forecasting import answers
from tests import own_keys
from tests.api.conftest import Caller, caller
from tests.api.tournaments.conftest import owner_of
from tests.tournament_engine import cast

PATH = "/tournaments/cup/forecast"


@pytest.fixture(autouse=True)
def _fresh(db: None) -> None:
    own_keys.forget()


def test_an_organiser_gets_chances_places_games_and_hours(
    by_olga: Caller, stranger: Caller, olga: User, four: list[BotVersion]
) -> None:
    cast.opened(olga, four, "single_elimination", blocks=3)
    while (found := by_olga.get(PATH).json())["progress"] < 1:
        pass  # a call answers within two seconds; a busy machine needs several
    own = found["ways"][0]
    assert (own["format"], own["blocks"], own["simulated"]) == ("single_elimination", 3, answers.TARGET)
    assert 12 <= own["games"] <= 30
    assert [each["bot"] for each in found["entrants"]] == ["bot01", "bot02", "bot03", "bot04"]
    assert sum(each["wins"] for each in found["entrants"]) == pytest.approx(1)
    longer = by_olga.post(PATH, {"blocks": 40}).json()
    assert longer["ways"][0]["blocks"] == 40
    assert by_olga.get("/tournaments/cup").json()["blocks"] == 3
    assert stranger.get(PATH).status_code == 401
    assert caller(owner_of(four[0])).get(PATH).status_code == 403
    assert by_olga.get(f"{PATH}?size=1").status_code == 422


def test_settings_that_cannot_be_played_and_tournaments_that_run_are_refused(
    by_olga: Caller, olga: User, four: list[BotVersion]
) -> None:
    cast.started(olga, four, "single_elimination")
    refused = by_olga.get(PATH)
    assert refused.status_code == 409
    assert "The tournament is running" in refused.json()["detail"]
    cast.opened(olga, [], "single_elimination", name="Draft")
    assert by_olga.post("/tournaments/draft/forecast", {"format": "strikes"}).status_code == 409

"""From a version's page to the live evidence, and by API."""

import pytest
from django.test import Client

from arena.accounts.models import User
from arena.bots.models import Bot, BotVersion
from arena.matches.models import Seat
from arena.replays.models import GameCourse
from arena.trials.actions.move import move
from arena.trials.actions.request import request_trial
from arena.trials.models import Trial, TrialState
from referee.versions import luck
from tests.api.conftest import Caller, caller
from tests.trials import playing
from tests.trials.test_trial import SLUG, trial_after

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]


@pytest.fixture
def by_alice(alice: User) -> Caller:
    return caller(alice)


def test_an_owner_asks_on_the_versions_page(as_alice: Client, new: BotVersion, old: BotVersion) -> None:
    assert "Test against this version" in as_alice.get(new.get_absolute_url()).content.decode()
    answer = as_alice.post(f"{new.get_absolute_url()}test/", {"against": old.pk, "variant": SLUG, "question": "gain"})
    trial = Trial.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, trial.get_absolute_url())
    assert (trial.version, trial.against, trial.elo0, trial.elo1) == (new, old, 0, 20)
    assert "Against v1" in as_alice.get(new.get_absolute_url()).content.decode()


def test_the_page_shows_the_evidence_between_its_bounds(
    as_alice: Client, alice: User, new: BotVersion, old: BotVersion
) -> None:
    trial = trial_after(request_trial(alice, new, old, SLUG), "3/4", "1/4", 10)
    move(trial.pk)
    page = as_alice.get(trial.get_absolute_url()).content.decode()
    assert "Stop the test" in page
    assert "2.94" in page
    assert "0.750 : 0.250" in page
    part = as_alice.get(trial.get_absolute_url(), headers={"HX-Request": "true"}).content.decode()
    assert part.strip().startswith('<div id="trial"')


def test_a_trial_without_a_block_has_a_page(as_alice: Client, alice: User, new: BotVersion, old: BotVersion) -> None:
    assert as_alice.get(request_trial(alice, new, old, SLUG).get_absolute_url()).status_code == 200


def test_the_owner_stops_it(as_alice: Client, alice: User, new: BotVersion, old: BotVersion) -> None:
    trial = request_trial(alice, new, old, SLUG)
    as_alice.post(f"{trial.get_absolute_url()}stop/")
    trial.refresh_from_db()
    assert trial.state == TrialState.STOPPED


def test_others_do_not_learn_of_it(client: Client, alice: User, bob: User, new: BotVersion, old: BotVersion) -> None:
    trial = request_trial(alice, new, old, SLUG)
    client.force_login(bob)
    assert client.get(trial.get_absolute_url()).status_code == 404
    assert client.post(f"{trial.get_absolute_url()}stop/").status_code == 404
    answer = client.post(f"{new.get_absolute_url()}test/", {"against": old.pk, "variant": SLUG, "question": "gain"})
    assert answer.status_code == 403
    assert "Against v1" not in client.get(new.get_absolute_url()).content.decode()
    assert caller(bob).get(f"/tests/{trial.pk}").status_code == 404


def test_a_wish_without_a_version_gets_a_sentence(as_alice: Client, new: BotVersion) -> None:
    answer = as_alice.post(f"{new.get_absolute_url()}test/", {"variant": SLUG, "question": "gain"}, follow=True)
    assert "Choose a version, a variant and a question." in answer.content.decode()


def test_the_settings_of_a_bot_name_the_variant(as_alice: Client, old: BotVersion) -> None:
    form = {"games": ["diamoniak"], "trial_variant": SLUG, "activates_automatically": "on"}
    assert as_alice.post(f"{old.bot.get_absolute_url()}edit/", form).status_code == 302
    assert Bot.objects.get(pk=old.bot_id).trial_variant == SLUG
    refused = as_alice.post(f"{old.bot.get_absolute_url()}edit/", {**form, "trial_variant": "karma-2"})
    assert "does not play karma-2" in refused.content.decode()


def test_a_program_asks_follows_and_stops(by_alice: Caller, new: BotVersion, old: BotVersion) -> None:
    made = by_alice.post("/bots/ace/versions/2/tests", {"against": 1, "variant": SLUG, "elo1": 40})
    assert made.status_code == 201
    number = made.json()["id"]
    move(number)
    playing.play_what_waits(playing.always, most=20)
    move(number)
    seen = by_alice.get(f"/tests/{number}").json()
    assert (seen["state"], seen["blocks"], seen["games"], seen["points"]) == ("running", 10, 20, [1.0, 0.0])
    assert seen["low"] < 0 < seen["high"]
    assert by_alice.get("/bots/ace/versions/2/tests").json()["items"] == [seen]
    assert by_alice.post(f"/tests/{number}/stop").json()["state"] == "stopped"
    assert by_alice.post(f"/tests/{number}/stop").status_code == 409


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({"against": 2, "variant": SLUG}, 422),
        ({"against": 9, "variant": SLUG}, 404),
        ({"against": 1, "variant": "chess-2"}, 422),
        ({"against": 1, "variant": SLUG, "elo0": 20, "elo1": 0}, 422),
    ],
)
def test_what_cannot_be_tested_is_refused(
    by_alice: Caller, new: BotVersion, old: BotVersion, given: dict[str, object], status: int
) -> None:
    assert by_alice.post("/bots/ace/versions/2/tests", given).status_code == status
    assert not Trial.objects.exists()


def test_a_test_that_is_over_tells_the_lead_without_luck_once_its_games_are_analysed(
    as_alice: Client, by_alice: Caller, new: BotVersion, old: BotVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new version wins both games of some blocks, and had the luck of it."""
    monkeypatch.setattr(luck, "LEAST_UNITS", 4)
    alice = new.bot.owner
    assert alice is not None
    sweep = lambda seat, game: playing.always(seat, game) if game // 2 % 3 == 0 else (1, 2)  # noqa: E731
    trial = request_trial(alice, new, old, SLUG, max_games=40)
    move(trial.pk)
    playing.play_what_waits(sweep)
    move(trial.pk)
    assert by_alice.get(f"/tests/{trial.pk}").json()["without_luck"] is None
    for seat in Seat.objects.filter(game__block__match__in=playing.matches_of(trial), version=new):
        share = 0.4 if seat.rank == 1 else -0.4
        told = {"luck": [share, -share] if seat.side == 0 else [-share, share]}
        GameCourse.objects.create(game=seat.game, estimator="of this test", told=told)
    trial.refresh_from_db()
    assert trial.is_final, "it is told when no more games are waited for"
    told = by_alice.get(f"/tests/{trial.pk}").json()
    assert told["without_luck"]["blocks"] == told["blocks"]
    assert told["without_luck"]["elo"] < told["elo"]
    assert told["without_luck"]["variance_left"] == pytest.approx(0.04)
    page = as_alice.get(trial.get_absolute_url()).content.decode()
    assert "Without the luck of the cards" in page
    GameCourse.objects.all().delete()
    assert by_alice.get(f"/tests/{trial.pk}").json()["without_luck"] is None

"""Staff's tools: everything is found and read, results are not edited, and actions ask first."""

from typing import Any

import pytest
from django.db.models import Model
from django.test import Client

from arena.accounts.models import Role, User
from arena.bots.models import Bot, BotVersion, CheckState
from arena.matches.models import Attempt, Game, GameState, Match, MatchState, StoredReplay
from tests.matches import cast

pytestmark = pytest.mark.django_db
MODELS = ["bots/bot", "bots/botversion", "matches/match", "matches/game", "matches/attempt", "matches/storedreplay"]


@pytest.fixture
def staff(client: Client) -> Client:
    """Staff by role, without the powers of a superuser."""
    sam = User.objects.create_user("sam", "sam@example.org", role=Role.STAFF)
    client.force_login(sam)
    return client


@pytest.fixture
def match(versions: list[BotVersion]) -> Match:
    """One game done, one stuck."""
    found = cast.match(versions)
    cast.finish(cast.take(), (2, 1), ["crash"])
    cast.void(cast.take(), "Traceback\nOSError: no room")
    Game.objects.filter(state=GameState.PAUSED).update(state=GameState.STUCK)
    return found


def run(staff: Client, model: str, action: str, pk: int, **more: str) -> Any:
    data = {"action": action, "_selected_action": [str(pk)], **more}
    return staff.post(f"/admin/{model}/", data, follow=True)


@pytest.mark.parametrize("model", [*MODELS, "matches/queueswitch", "matches/queuesource"])
def test_every_list_opens_searches_and_takes_no_new_rows(staff: Client, match: Match, model: str) -> None:
    assert staff.get(f"/admin/{model}/").status_code == 200
    assert staff.get(f"/admin/{model}/add/").status_code == 403
    if model != "matches/queueswitch":
        assert staff.get(f"/admin/{model}/?q=1").status_code == 200


@pytest.mark.parametrize("model", MODELS)
def test_every_row_opens_and_cannot_be_deleted(staff: Client, match: Match, model: str) -> None:
    models: list[type[Model]] = [Bot, BotVersion, Match, Game, Attempt, StoredReplay]
    row = models[MODELS.index(model)]._default_manager.first()
    assert row is not None
    assert staff.get(f"/admin/{model}/{row.pk}/change/").status_code == 200
    assert staff.post(f"/admin/{model}/{row.pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_result_cannot_be_edited(staff: Client, match: Match) -> None:
    game = Game.objects.get(state=GameState.DONE)
    before = Game.objects.values().get(pk=game.pk)
    staff.post(f"/admin/matches/game/{game.pk}/change/", {"ranks": "[1, 2]", "state": "queued", "termination": "x"})
    assert Game.objects.values().get(pk=game.pk) == before


def test_the_secret_of_the_deals_is_not_shown(staff: Client, match: Match) -> None:
    page = staff.get(f"/admin/matches/match/{match.pk}/change/").content.decode()
    assert match.key in page
    assert cast.SECRET not in page


def test_a_match_is_cancelled_after_a_confirmation(staff: Client, match: Match) -> None:
    asked = run(staff, "matches/match", "cancel", match.pk)
    assert "Cancel these matches?" in asked.content.decode()
    match.refresh_from_db()
    assert match.state == MatchState.RUNNING
    done = run(staff, "matches/match", "cancel", match.pk, confirmed="yes")
    assert "1 matches are cancelled." in done.content.decode()
    match.refresh_from_db()
    assert (match.state, match.reason) == (MatchState.CANCELLED, "Cancelled by staff.")
    assert Game.objects.filter(state=GameState.DONE).count() == 1, "what was played stays"
    again = run(staff, "matches/match", "cancel", match.pk, confirmed="yes")
    assert "1 could not be changed in their state." in again.content.decode()


def test_a_stuck_game_is_queued_again_after_a_confirmation(staff: Client, match: Match) -> None:
    game = Game.objects.get(state=GameState.STUCK)
    run(staff, "matches/game", "try_again", game.pk)
    game.refresh_from_db()
    assert game.state == GameState.STUCK
    run(staff, "matches/game", "try_again", game.pk, confirmed="yes")
    game.refresh_from_db()
    assert (game.state, game.void_count) == (GameState.QUEUED, 0)


def test_a_rejected_version_is_checked_again_after_a_confirmation(staff: Client, versions: list[BotVersion]) -> None:
    version = versions[0]
    BotVersion.objects.filter(pk=version.pk).update(state=CheckState.REJECTED)
    run(staff, "bots/botversion", "check_again", version.pk)
    version.refresh_from_db()
    assert version.state == CheckState.REJECTED
    run(staff, "bots/botversion", "check_again", version.pk, confirmed="yes")
    version.refresh_from_db()
    assert version.state == CheckState.WAITING


def test_an_author_gets_nowhere(client: Client, alice: User, match: Match) -> None:
    client.force_login(alice)
    for model in MODELS:
        assert client.get(f"/admin/{model}/", follow=True).status_code == 403
    assert run(client, "matches/match", "cancel", match.pk, confirmed="yes").status_code == 403
    match.refresh_from_db()
    assert match.state == MatchState.RUNNING

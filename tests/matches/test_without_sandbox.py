"""A worker that cannot lock programs in plays house bots only, and everything that waits for others says why."""

import dataclasses

import pytest
from django.test import Client

import sandbox
from arena.accounts.models import User
from arena.bots.actions.submit import create_bot, submit
from arena.bots.archive import Upload
from arena.bots.checking import check_version
from arena.bots.models import BotVersion, CheckState
from arena.matches import tasks
from arena.matches.actions import switch
from arena.matches.actions.claim import claim
from arena.matches.models import GameState, QueueSwitch
from tests.matches import cast

pytestmark = pytest.mark.django_db
FIX = "bubblewrap is not installed. Run as root: apt-get install bubblewrap"


@pytest.fixture
def bare_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    host = dataclasses.replace(sandbox.detect(), missing=(FIX,), unsafe=False)
    monkeypatch.setattr(sandbox, "detect", lambda: host)


@pytest.fixture
def house(db: None) -> list[BotVersion]:
    return [cast.ready_version(None, "Dice", "random"), cast.ready_version(None, "Chance", "random")]


@pytest.fixture
def waiting(alice: User) -> BotVersion:
    return submit(create_bot(alice, "Newcomer", ["karma"]), Upload((("bot.py", b"print()\n"),))).version


def test_a_claim_without_uploads_passes_over_them(versions: list[BotVersion], house: list[BotVersion]) -> None:
    mixed = cast.match([versions[0], house[0]], "a")
    cast.match(house, "b")
    found = [claim("w", with_uploads=False, most=1) for _ in range(3)]
    assert [lease is not None for lease in found] == [True, True, False]
    assert {game.state for game in cast.games_of(mixed)} == {GameState.QUEUED}


@pytest.mark.usefixtures("bare_machine")
def test_house_bots_play_and_games_of_uploads_say_how_to_mend_it(
    versions: list[BotVersion], house: list[BotVersion]
) -> None:
    mixed = cast.match([versions[0], house[0]], "a")
    among_house = cast.match(house, "b")
    assert tasks.play() == 2
    assert {game.state for game in cast.games_of(among_house)} == {GameState.DONE}
    for game in cast.games_of(mixed):
        assert game.state == GameState.QUEUED
        assert FIX in game.reason
        assert game.attempt_count == 0


@pytest.mark.usefixtures("bare_machine")
def test_an_upload_waits_with_the_command_and_no_attempt_is_counted(waiting: BotVersion) -> None:
    for _ in range(5):
        assert not check_version(waiting.pk)
    waiting.refresh_from_db()
    assert (waiting.state, waiting.check_attempts) == (CheckState.WAITING, 0)
    assert FIX in waiting.reason
    assert "Then restart the workers." in waiting.reason


@pytest.mark.usefixtures("bare_machine")
def test_the_page_of_uploads_shows_what_the_workers_lack(client: Client, alice: User, waiting: BotVersion) -> None:
    client.force_login(alice)
    assert FIX not in client.get("/submit/").content.decode()
    check_version(waiting.pk)
    assert FIX in client.get("/submit/").content.decode()
    assert FIX in client.get(waiting.get_absolute_url()).content.decode()


def test_paused_checks_do_not_begin_and_say_so(waiting: BotVersion, stella: User) -> None:
    switch.pause(QueueSwitch.Queue.CHECKS, stella, "The disk is full.")
    assert not check_version(waiting.pk)
    waiting.refresh_from_db()
    assert (waiting.state, waiting.check_attempts) == (CheckState.WAITING, 0)
    assert waiting.reason == "Staff has paused the checks of uploads. The disk is full."


def test_bots_without_a_jail_are_announced_on_every_page(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = ("/", "/bots/", "/replays/", "/account/login/", "/no/such/page/")
    assert not any("bots run without a jail" in client.get(path).content.decode() for path in paths)
    monkeypatch.setattr(sandbox, "detect", lambda: dataclasses.replace(sandbox.host.detect(), unsafe=True))
    assert all("bots run without a jail" in client.get(path).content.decode() for path in paths)

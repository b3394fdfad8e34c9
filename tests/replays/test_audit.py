"""Staff may look at what is not theirs, and never unseen."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from arena.accounts import audit
from arena.accounts.models import AuditAction, AuditEntry, Role, User
from arena.api.actions import create_token
from arena.api.scopes import Scope
from arena.bots.actions.submit import submit_new_bot
from arena.bots.archive import Upload
from arena.bots.models import BotVersion
from arena.matches.models import Block, Game
from tests.replays.test_access import frames, open_match, versions

__all__ = ["open_match", "versions"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]


@pytest.fixture
def game(open_match: object) -> Game:
    return Game.objects.filter(replay__isnull=False).get()


@pytest.fixture
def version(alice: User) -> BotVersion:
    return submit_new_bot(alice, "Castle", ["karma"], Upload((("bot.py", b"print()"),))).version


@pytest.fixture
def as_stella(stella: User) -> Client:
    client = Client()
    client.force_login(stella)
    return client


def entries() -> list[tuple[str, str]]:
    return list(AuditEntry.objects.order_by("pk").values_list("by_name", "action"))


@pytest.mark.parametrize("path", ["", "watch/", "text/?as=0", "frames.json?as=0"])
def test_a_look_at_an_unfinished_block_is_written_down(as_stella: Client, game: Game, path: str) -> None:
    assert as_stella.get(f"/games/{game.pk}/{path}").status_code == 200
    assert entries() == [("stella", AuditAction.BLOCK)]
    assert f"game {game.pk}" in AuditEntry.objects.get().subject


def test_a_reload_is_one_look_and_a_later_one_is_another(
    as_stella: Client, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        as_stella.get(f"/games/{game.pk}/")
    assert len(entries()) == 1
    monkeypatch.setattr(audit, "AGAIN", timedelta(0))
    as_stella.get(f"/games/{game.pk}/")
    assert len(entries()) == 2


def test_what_everybody_sees_is_not_written_down(as_stella: Client, client: Client, alice: User, game: Game) -> None:
    frames(as_stella, game, "public")
    client.get(f"/games/{game.pk}/")
    client.force_login(alice)
    client.get(f"/games/{game.pk}/")
    Block.objects.filter(pk=game.block_id).update(is_finished=True)
    as_stella.get(f"/games/{game.pk}/watch/")
    assert entries() == []


def test_a_download_of_a_program_is_written_down(as_stella: Client, version: BotVersion) -> None:
    assert as_stella.get(f"/bots/castle/v{version.number}/download/").status_code == 200
    assert entries() == [("stella", AuditAction.PROGRAM)]


def test_the_api_writes_it_down_too(stella: User, version: BotVersion) -> None:
    _, secret = create_token(stella, "test", [Scope.READ], timedelta(days=1))
    headers = {"Authorization": f"Bearer {secret}"}
    assert Client().get("/api/v1/bots/castle/versions/1/download", headers=headers).status_code == 200
    assert Client().get("/api/v1/bots/castle/logs", headers=headers).status_code == 200
    assert entries() == [("stella", AuditAction.PROGRAM), ("stella", AuditAction.LOGS)]


def test_what_is_ones_own_is_not_written_down(alice: User, version: BotVersion) -> None:
    client = Client()
    for role in (Role.AUTHOR, Role.STAFF):
        alice.role = role
        alice.save()
        client.force_login(alice)
        assert client.get("/bots/castle/v1/download/").status_code == 200
    assert entries() == []


def test_nobody_changes_or_deletes_an_entry(stella: User) -> None:
    audit.note(stella, AuditAction.PROGRAM, "Ace v1", "/")
    with pytest.raises(IntegrityError, match="only ever added to"), transaction.atomic():
        AuditEntry.objects.update(subject="nothing")
    with pytest.raises(IntegrityError, match="only ever added to"), transaction.atomic():
        AuditEntry.objects.all().delete()
    stella.delete()
    assert AuditEntry.objects.get().by_name == "stella"


def test_the_log_is_for_staff(as_stella: Client, as_alice: Client, stella: User) -> None:
    audit.note(stella, AuditAction.PROGRAM, "Ace v1", "/bots/ace/v1/download/")
    shown = as_stella.get("/audit/").content.decode()
    assert "stella downloaded a program" in shown
    assert "Ace v1" in shown
    assert as_alice.get("/audit/").status_code == 403
    assert Client().get("/audit/").status_code == 302

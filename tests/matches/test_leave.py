"""Deleting an account: the person is gone, results and opponents stay."""

from pathlib import Path

import pytest
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from arena.accounts.models import Role, User
from arena.bots.actions.submit import create_bot, submit
from arena.bots.archive import Upload
from arena.bots.models import Bot, BotVersion
from arena.matches import signals
from arena.matches.actions.leave import LeaveError, forget_programs, leave
from arena.matches.models import Game, GameState, Match, MatchKind, MatchState, Seat
from tests.conftest import PASSWORD
from tests.matches import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(alice: User, versions: list[BotVersion]) -> Match:
    """Alice's Ace crashed against Bob's Bishop; of the second game nothing is known yet."""
    Bot.objects.filter(name="Ace").update(description="Written by Alice in Ghent", motto="Alice plays to win.")
    BotVersion.objects.filter(bot__name="Ace").update(changelog="Alice was here", report={"checks": ["alice"]})
    match = cast.match(versions, "l/1", "ladder:diamoniak-2", kind=MatchKind.LADDER)
    cast.finish(cast.take(), (2, 1), ["crash"])
    Seat.objects.filter(fault="crash").update(evidence={"stderr_tail": "/home/alice"})
    return match


def test_results_stay_under_an_anonymous_name(alice: User, played: Match) -> None:
    bot = Bot.objects.get(name="Ace")
    left = leave(alice)
    assert (left.deleted, left.kept) == (0, 1)
    assert not User.objects.filter(name="alice").exists()
    bot.refresh_from_db()
    assert (bot.owner, bot.name, bot.slug) == (None, f"Anonymous {bot.pk}", f"anonymous-{bot.pk}")
    assert (bot.description, bot.motto, bot.is_retired, bot.active_version) == ("", "", True, None)
    game = Game.objects.get(state=GameState.DONE)
    assert game.ranks == [2, 1]
    assert list(game.seats.values_list("fault", "evidence")) == [("crash", {}), ("", {})]
    assert list(bot.versions.values_list("changelog", "report")) == [("", {})]


def test_nothing_on_the_games_page_names_the_author_any_more(client: Client, alice: User, played: Match) -> None:
    page = f"/games/{Game.objects.get(state=GameState.DONE).pk}/"
    assert "Ace" in client.get(page).content.decode()
    leave(alice)
    after = client.get(page).content.decode()
    assert "Anonymous" in after
    assert "Ace" not in after
    assert "Bishop" in after


def test_a_bot_that_never_played_goes_with_its_files(
    alice: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    version = submit(create_bot(alice, "Never", ["karma"]), Upload((("bot.py", b"print()\n"),))).version
    path = Path(version.archive.path)
    assert path.exists()
    with django_capture_on_commit_callbacks(execute=True):
        assert leave(alice).deleted == 1
    assert not Bot.objects.exists()
    assert not path.exists()


def test_a_program_is_deleted_when_no_open_game_needs_it_any_more(alice: User, bob: User) -> None:
    version = submit(create_bot(alice, "Ace", ["diamoniak"]), Upload((("bot.py", b"print()\n"),))).version
    path = Path(version.archive.path)
    match = cast.match([version, cast.ready_version(bob, "Bishop")], "l/1", "ladder:x", kind=MatchKind.LADDER)
    leave(alice)
    assert forget_programs() == 0
    assert path.exists(), "two games wait for it"
    cast.finish(cast.take())
    cast.finish(cast.take())
    assert match.blocks.get().is_finished
    assert forget_programs() == 1
    assert not path.exists()
    assert forget_programs() == 0


def test_programs_of_those_who_stay_are_kept(alice: User) -> None:
    version = submit(create_bot(alice, "Ace", ["diamoniak"]), Upload((("bot.py", b"print()\n"),))).version
    Bot.objects.update(is_retired=True)
    assert forget_programs() == 0
    assert Path(version.archive.path).exists()


def test_open_practice_is_cancelled_and_those_who_listen_are_told(
    alice: User, bob: User, versions: list[BotVersion]
) -> None:
    match = cast.match(versions)
    told: list[int] = []

    def listen(bot_id: int, **_: object) -> None:
        told.append(bot_id)

    signals.bot_left.connect(listen)
    try:
        leave(alice)
    finally:
        signals.bot_left.disconnect(listen)
    match.refresh_from_db()
    assert match.state == MatchState.CANCELLED
    assert told == [versions[0].bot_id]


def test_the_last_of_the_staff_cannot_leave(stella: User) -> None:
    with pytest.raises(LeaveError, match="Make somebody else staff first"):
        leave(stella)
    User.objects.create_user("sam", "sam@example.org", role=Role.STAFF)
    leave(stella)
    assert not User.objects.filter(name="stella").exists()


def test_the_page_wants_the_password_and_ends_the_session(as_alice: Client, alice: User, fresh_redis: None) -> None:
    assert "This cannot be undone." in as_alice.get("/account/delete/").content.decode()
    wrong = as_alice.post("/account/delete/", {"password": "guess"})
    assert (wrong.status_code, "This is not your password." in wrong.content.decode()) == (422, True)
    assert User.objects.filter(pk=alice.pk).exists()
    done = as_alice.post("/account/delete/", {"password": PASSWORD}, follow=True)
    assert "Your account is deleted." in done.content.decode()
    assert not User.objects.filter(pk=alice.pk).exists()
    assert as_alice.get("/account/").status_code == 302


def test_guessing_the_password_there_is_slowed_down(as_alice: Client, fresh_redis: None) -> None:
    answers = [as_alice.post("/account/delete/", {"password": "guess"}).status_code for _ in range(12)]
    assert answers[0] == 422
    assert answers[-1] == 429


def test_a_stranger_is_sent_to_the_log_in(client: Client) -> None:
    assert client.get("/account/delete/")["Location"] == "/account/login/?next=/account/delete/"

"""Pages of matches and games: what is public, what is the owner's, what stays sealed while a block is open."""

import json
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from arena.accounts.models import User
from arena.bots.models import Bot, BotVersion
from arena.matches import worker
from arena.matches.actions.claim import claim
from arena.matches.actions.settle import cancel
from arena.matches.models import Game, GameState, Match, MatchKind, QueueSwitch, StoredReplay
from arena.matches.results import SeatResult
from tests.matches import cast
from tests.matches.conftest import versions

__all__ = ["versions"]
pytestmark = pytest.mark.django_db
SECRET_TEXT = "the-hand-of-ace"


@pytest.fixture
def fault(versions: list[BotVersion]) -> Game:
    """Ace crashed in the first of two games; its log and request are kept."""
    cast.match(versions)
    lease = cast.take()
    result = cast.result((2, 1), ["crash"])
    evidence = {"last_request": SECRET_TEXT, "stderr_tail": "Traceback of Ace"}
    result.seats[0] = SeatResult("crash", "It crashed.", evidence, {"total_ms": 5})
    cast.accept(lease, result)
    return Game.objects.get(pk=lease.game_id)


@pytest.fixture
def house_match(db: None) -> Match:
    """Two games, of which one is really played."""
    match = cast.match([cast.ready_version(None, "Dice", "random"), cast.ready_version(None, "Chance", "random")])
    worker.play_batch(cast.take().batch)
    return match


def page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_fault_is_public_but_what_the_bot_saw_is_its_owners(
    fault: Game, alice: User, bob: User, stella: User
) -> None:
    path = fault.get_absolute_url()
    for client in (Client(), logged_in(bob)):
        seen = page(client, path)
        assert "It crashed." in seen
        assert SECRET_TEXT not in seen
        assert "Traceback of Ace" not in seen
    for client in (logged_in(alice), logged_in(stella)):
        seen = page(client, path)
        assert SECRET_TEXT in seen
        assert "Traceback of Ace" in seen


def test_clocks_are_the_owners_until_the_block_is_finished(
    client: Client, versions: list[BotVersion], alice: User, bob: User
) -> None:
    cast.match(versions)
    lease = cast.take()
    result = cast.result((2, 1))
    result.seats[:] = [SeatResult(clock={"total_ms": 5 + seat, "slowest_ms": 1}) for seat in range(2)]
    cast.accept(lease, result)
    path, of_ace, of_the_other = f"/games/{lease.game_id}/", "5 ms of its own time", "6 ms of its own time"
    game = Game.objects.get(pk=lease.game_id)
    owners = [seat.version.bot.owner for seat in game.seats.order_by("seat")]
    assert owners == [alice, bob]
    for reader, shown in ((client, ()), (logged_in(alice), (of_ace,)), (logged_in(bob), (of_the_other,))):
        seen = page(reader, path)
        assert [text for text in (of_ace, of_the_other) if text in seen] == list(shown)
    cast.finish(cast.take())
    seen = page(client, path)
    assert of_ace in seen
    assert of_the_other in seen


def test_a_failure_of_ours_is_told_to_all_and_its_traceback_to_staff(versions: list[BotVersion], stella: User) -> None:
    cast.match(versions)
    lease = cast.take()
    cast.void(lease, "Traceback\nOSError: /srv/secret/path")
    path = f"/games/{lease.game_id}/"
    assert "nobody is charged" in page(Client(), path)
    assert "Traceback" not in page(Client(), path)
    assert "OSError: /srv/secret/path" in page(logged_in(stella), path)


def test_every_attempt_is_told_with_its_worker_and_how_long_it_took(versions: list[BotVersion]) -> None:
    cast.match(versions)
    lost = cast.take("arena-1:77")
    begun = Game.objects.get(pk=lost.game_id).started_at
    assert begun is not None
    cast.void(lost, "OSError", begun + timedelta(seconds=12.5))
    cast.end_pauses()
    cast.finish(cast.take("arena-2:78"))
    seen = page(Client(), f"/games/{lost.game_id}/")
    for text in ("Attempt 1: void: our fault", "arena-1:77", "12.5 s", "Attempt 2: result", "arena-2:78"):
        assert text in seen


def test_a_game_that_was_not_played_does_not_claim_to_wait(client: Client, versions: list[BotVersion]) -> None:
    match = cast.match(versions)
    game = cast.games_of(match)[0]
    assert "the game waits in the queue" in page(client, game.get_absolute_url())
    cancel(match.pk, "No more.")
    seen = page(client, game.get_absolute_url())
    assert "None: it was not played." in seen
    assert "waits in the queue" not in seen


def test_the_replay_opens_when_the_block_is_finished(client: Client, house_match: Match) -> None:
    game = Game.objects.get(state=GameState.DONE)
    path = f"/games/{game.pk}/replay.json"
    assert client.get(path).status_code == 404, "the other game still needs the deal"
    assert "Download the replay" not in page(client, game.get_absolute_url())
    worker.play_batch(cast.take().batch)
    response = client.get(path)
    assert response["Content-Disposition"] == f'attachment; filename="game-{game.pk}.json"'
    assert json.loads(response.content)["commitment"] == game.commitment
    assert "Download the replay" in page(client, game.get_absolute_url())


def test_the_seed_of_a_block_is_shown_when_it_is_finished(client: Client, house_match: Match) -> None:
    path = f"/matches/{house_match.pk}/b0/"
    seed = house_match.blocks.get().seed_hex
    assert seed not in page(client, path)
    assert seed not in page(client, house_match.get_absolute_url())
    worker.play_batch(cast.take().batch)
    shown = page(client, path)
    assert seed in shown
    assert "<h1>Block 0</h1>" in shown


@pytest.mark.parametrize("kind", ["match", "block", "game", "replay"])
def test_a_match_with_a_private_bot_is_seen_by_those_who_have_part_in_it(
    fault: Game, alice: User, bob: User, kind: str
) -> None:
    cast.finish(cast.take(), (1, 2))
    match = Match.objects.get()
    paths = {
        "match": f"/matches/{match.pk}/",
        "block": f"/matches/{match.pk}/b0/",
        "game": f"/games/{fault.pk}/",
        "replay": f"/games/{fault.pk}/replay.json",
    }
    Bot.objects.filter(owner=alice).update(is_private=True)
    carol = User.objects.create_user("carol", "carol@example.org")
    assert Client().get(paths[kind]).status_code == 404
    assert logged_in(carol).get(paths[kind]).status_code == 404
    if kind != "replay":  # these rows have no file
        assert logged_in(alice).get(paths[kind]).status_code == 200
        assert logged_in(bob).get(paths[kind]).status_code == 200, "an opponent sees its own match"


def test_lists_do_not_name_a_private_bot(fault: Game, alice: User, bob: User) -> None:
    cast.finish(cast.take(), (1, 2))
    Bot.objects.filter(owner=alice).update(is_private=True)
    for path in ("/replays/", "/bots/", "/bots/bishop/"):
        assert "Ace" not in page(Client(), path), path
    assert "Ace" in page(logged_in(bob), "/dashboard/"), "Bob's bot met it"


def test_games_are_filtered(client: Client, fault: Game) -> None:
    cast.finish(cast.take(), (1, 2))

    def found(query: str) -> int:
        return len(client.get(f"/replays/{query}").context["slice"].games)

    assert [found(query) for query in ("", "?fault=1", "?bot=ace", "?bot=nobody")] == [2, 1, 2, 0]
    assert [found(f"?variant={slug}") for slug in ("diamoniak-2", "karma-4")] == [2, 0]


def test_a_paused_queue_is_told_on_the_page_of_a_match(client: Client, versions: list[BotVersion]) -> None:
    match = cast.match(versions)
    assert "paused" not in page(client, match.get_absolute_url())
    QueueSwitch.objects.create(queue="practice", is_paused=True, reason="New disks.")
    assert "Staff has paused this queue. New disks." in page(client, match.get_absolute_url())


@pytest.mark.parametrize("path", ["/queue/", "/queue/practice/pause/", "/queue/game/1/again/"])
def test_the_queue_is_for_staff(alice: User, path: str) -> None:
    assert Client().get(path)["Location"].startswith("/account/login/")
    assert logged_in(alice).get(path).status_code == 403
    assert logged_in(alice).post(path).status_code == 403


def test_staff_pauses_and_resumes_a_queue(stella: User, versions: list[BotVersion]) -> None:
    staff = logged_in(stella)
    cast.match(versions)
    assert staff.get("/queue/practice/pause/").status_code == 405
    staff.post("/queue/practice/pause/", {"reason": "New disks."})
    assert claim("w") is None
    assert "New disks." in page(staff, "/queue/")
    staff.post("/queue/practice/resume/")
    assert claim("w") is not None
    for wrong in ("/queue/chess/pause/", "/queue/practice/explode/"):
        assert staff.post(wrong).status_code == 404


def test_staff_gives_a_stuck_game_another_try(stella: User, versions: list[BotVersion]) -> None:
    staff = logged_in(stella)
    lease = cast.take() if cast.match(versions) else None
    assert lease is not None
    Game.objects.filter(pk=lease.game_id).update(
        state=GameState.STUCK, lease_token=None, deadline=timezone.now() + timedelta(hours=1)
    )
    assert "Try again" in page(staff, "/queue/")
    assert "is queued again" in again(staff, lease.game_id)
    assert "is not stuck any more" in again(staff, lease.game_id)


def again(staff: Client, game: int) -> str:
    return str(staff.post(f"/queue/game/{game}/again/", follow=True).content.decode())


def test_a_replay_that_does_not_verify_is_an_alarm_on_the_queue_page(stella: User, house_match: Match) -> None:
    StoredReplay.objects.update(mismatch="rank of side 0: 1 instead of 2")
    assert "rank of side 0: 1 instead of 2" in page(logged_in(stella), "/queue/")


def test_our_own_faults_are_public(client: Client, fault: Game) -> None:
    cast.void(cast.take(), "OSError")
    seen = page(client, "/faults/")
    assert "2 attempts: 0 played to the end, 1 ended by a bot's fault, 1 by ours" in seen
    assert "50.00" in seen


def test_pages_cost_the_same_number_of_queries_however_long_their_lists_are(
    alice: User, versions: list[BotVersion]
) -> None:
    """Each list is looked at short and long; the long one may not cost a query more."""
    small = cast.match(versions, "small")
    large = cast.match(versions, "large", "practice:2", blocks=12)
    client = logged_in(alice)
    assert _queries(client, f"/matches/{small.pk}/") == _queries(client, f"/matches/{large.pk}/")
    assert _queries(client, f"/matches/{small.pk}/b0/") == _queries(client, f"/matches/{large.pk}/b0/")
    Game.objects.filter(block__match=large).delete()
    cast.finish(cast.take())
    paths = ("/replays/", "/replays/?bot=ace", "/dashboard/", "/bots/ace/", "/faults/")
    for path in paths:  # what is made once and kept is made now
        _queries(client, path)
    few = {path: _queries(client, path) for path in paths}
    more = cast.match(versions, "more", "practice:3", blocks=12)
    _finish_all(more)
    assert {path: _queries(client, path) for path in few} == few
    assert few.pop("/dashboard/") <= 18, (
        "it tells what changed for every bot, and reads faults, ratings and visits for that"
    )
    assert max(few.values()) <= 16


def test_the_queue_costs_the_same_number_of_queries_however_much_is_in_it(
    stella: User, versions: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one of everything it lists, then with several: running, stuck, waiting, overdue, replays that differ."""
    monkeypatch.setattr("arena.matches.limits.MAX_RUNNING_PER_BOT", 100)
    staff = logged_in(stella)
    counts = []
    for number in (1, 2, 3):
        match = cast.match(versions, f"m/{number}", f"ladder:{number}", blocks=4, kind=MatchKind.LADDER)
        Match.objects.filter(pk=match.pk).update(deadline=timezone.now() - timedelta(hours=1))
        first, second, _running = cast.take(), cast.take(), cast.take()
        cast.finish(first)
        Game.objects.filter(pk=second.game_id).update(
            state=GameState.STUCK, lease_token=None, deadline=timezone.now() + timedelta(hours=1)
        )
        StoredReplay.objects.update(mismatch="rank of side 0")
        StoredReplay.objects.create(content_hash=f"{number:064}", file="none", size_bytes=1, mismatch="no file")
        counts.append(_queries(staff, "/queue/"))
    assert counts[1:] == counts[:1] * 2
    assert counts[0] <= 12


def _finish_all(match: Match) -> None:
    for lease in iter(cast.next_game, None):
        cast.finish(lease)
    assert not Game.objects.filter(block__match=match).exclude(state=GameState.DONE).exists()


def _queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as found:
        assert client.get(path).status_code == 200
    return len(found)


def test_older_games_follow_where_the_list_stopped(
    client: Client, fault: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    cast.finish(cast.take(), (1, 2))
    monkeypatch.setattr("arena.web.matches.finished.PER_SLICE", 1)
    for query in ("", "&bot=ace"):
        first = client.get(f"/replays/?{query}").context["slice"]
        second = client.get(f"/replays/?before={first.older}{query}").context["slice"]
        assert {first.games[0].pk, second.games[0].pk} == set(
            Game.objects.filter(state="done").values_list("pk", flat=True)
        )
        assert second.older is None
    assert client.get("/replays/?before=999999").status_code == 200
    assert client.get("/replays/?before=x%27").status_code == 200

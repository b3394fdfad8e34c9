"""Uploading from the command line, against a real server: progress, exit status, repeats."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from arena.bots.actions import check
from arena.bots.models import Bot, BotVersion
from arena.matches import replay_store
from arena.matches.models import Seat
from referee.cli.remote import client
from referee.cli.remote.packing import packed
from referee.conditions import Conditions
from tests.matches import cast
from tests.referee.cli.arena import Arena


def worker(monkeypatch: pytest.MonkeyPatch, *, passes: bool, reason: str = "") -> None:
    """While the program sleeps, the newest upload is checked."""

    def step(_seconds: float) -> None:
        lease = check.begin_check(BotVersion.objects.order_by("-pk")[0].pk)
        if lease is not None:
            check.finish_check(lease, passed=passes, reason=reason, report={})

    monkeypatch.setattr("referee.cli.remote.submit.sleep", step)


def test_a_new_bot_is_made_uploaded_and_followed_to_ready(
    arena: Arena, logged_in: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker(monkeypatch, passes=True, reason="Passed every check.")
    ran = arena("submit", folder, "--bot", "my-bot", "--create", "My Bot", "--game", "karma", "--changelog", "first")
    assert (ran.status, "ready" in ran.out) == (0, True), ran.err
    version = BotVersion.objects.get()
    assert (version.bot.slug, version.runtime, version.changelog) == ("my-bot", "python", "first")


def test_a_rejected_bot_gives_status_1_and_the_reason(
    arena: Arena, logged_in: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker(monkeypatch, passes=False, reason="It does not answer hello.")
    ran = arena("submit", folder, "--bot", "my-bot", "--create", "My Bot", "--game", "karma", "--json")
    assert ran.status == 1
    assert json.loads(ran.out)["reason"] == "It does not answer hello."


def test_the_same_command_again_makes_nothing_new(arena: Arena, logged_in: str, folder: Path) -> None:
    command = (
        "submit",
        folder,
        "--bot",
        "my-bot",
        "--create",
        "My Bot",
        "--game",
        "karma",
        "--ladder",
        "karma-2",
        "--no-wait",
    )
    assert [arena(*command).status for _ in range(2)] == [0, 0]
    assert (Bot.objects.get().ladders, BotVersion.objects.count()) == (["karma-2"], 1)


def test_a_check_that_takes_too_long_gives_status_2(
    arena: Arena, logged_in: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(0, 10_000, 100))
    monkeypatch.setattr("referee.cli.remote.submit.monotonic", lambda: next(clock))
    monkeypatch.setattr("referee.cli.remote.submit.sleep", lambda _seconds: None)
    ran = arena("submit", folder, "--bot", "my-bot", "--create", "My Bot", "--game", "karma", "--timeout", "150")
    assert (ran.status, "arena status my-bot" in ran.err) == (2, True)


def test_what_this_arena_would_refuse_is_not_sent(
    arena: Arena, logged_in: str, folder: Path, settings: Settings
) -> None:
    settings.UPLOAD_MB = 1
    (folder / "model.bin").write_bytes(os.urandom(1_200_000))
    ran = arena("submit", folder, "--bot", "my-bot", "--create", "My Bot", "--game", "karma")
    assert (ran.status, "takes 1.0 MB" in ran.err) == (2, True)
    (folder / "model.bin").write_bytes(bytes(2_000_000))
    ran = arena("submit", folder, "--bot", "my-bot", "--create", "My Bot", "--game", "karma")
    assert (ran.status, "The largest file is model.bin" in ran.err) == (2, True)
    assert not BotVersion.objects.exists()


def test_a_bot_of_nobody_is_told(arena: Arena, logged_in: str, folder: Path) -> None:
    ran = arena("submit", folder, "--bot", "nothing", "--no-wait")
    assert (ran.status, "not-found" in ran.err) == (2, True)


def test_a_lost_answer_is_asked_for_again_without_a_second_bot(
    arena: Arena, logged_in: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = client._open
    lost: list[bytes] = []

    def flaky(request: object, timeout: float) -> object:
        answer = real(request, timeout=timeout)  # type: ignore[arg-type]  # a request of urllib
        if getattr(request, "data", None) is not None and len(lost) < 1:
            lost.append(answer.read())
            raise ConnectionResetError
        return answer

    monkeypatch.setattr(client, "_open", flaky)
    ran = arena("submit", folder, "--bot", "my-bot", "--create", "My Bot", "--game", "karma", "--no-wait")
    assert (ran.status, len(lost)) == (0, 1)
    assert Bot.objects.count() == 1


def test_hidden_and_made_files_stay_at_home(folder: Path) -> None:
    bare = packed(folder, Conditions())
    for name in (".env", "__pycache__/x.pyc", "node_modules/a.js", ".git/config"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("secret")
    assert packed(folder, Conditions()) == bare


def test_a_link_is_refused(folder: Path) -> None:
    (folder / "passwords").symlink_to("/etc/passwd")
    with pytest.raises(OSError, match="is a link"):
        packed(folder, Conditions())


def test_an_empty_folder_is_told_what_to_do(arena: Arena, logged_in: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    ran = arena("submit", tmp_path / "empty", "--bot", "x")
    assert (ran.status, "arena new" in ran.err) == (2, True)


def test_status_logs_leaderboard_and_replay(
    arena: Arena, logged_in: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from arena.accounts.models import User

    mine = cast.ready_version(User.objects.get(name="alice"), "Ace")
    cast.match([mine, cast.ready_version(None, "Dice", house="random")])
    leases = [cast.take(), cast.take()]
    for lease in leases:
        cast.finish(lease)
    Seat.objects.update(evidence={"stderr_tail": "hello \x1b[31m from stderr"})
    monkeypatch.setattr(replay_store, "load_bytes", lambda _stored: b'{"variant": "diamoniak-2"}')

    assert "ready" in arena("status", "ace").out
    assert json.loads(arena("status", "ace", "--json").out)[0]["number"] == 1
    seen = arena("logs", "ace")
    assert "from stderr" in seen.out
    assert "\x1b[31m" not in seen.out
    assert arena("logs", "ace", "--faults").out.strip() == "No finished games yet."
    assert arena("logs", "dice").status == 2
    assert "Nobody is on this board" in arena("leaderboard", "karma-2").out
    assert arena("leaderboard", "chess-2").status == 2
    target = tmp_path / "game.json"
    assert arena("replay", leases[0].game_id, "--out", target).status == 0
    assert json.loads(target.read_bytes()) == {"variant": "diamoniak-2"}
    assert arena("replay", leases[0].game_id, "--out", target).status == 2  # never written over
    assert arena("replay", 999_999, "--out", tmp_path / "none.json").status == 2

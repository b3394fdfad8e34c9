"""Mistakes on request: one at a time, after all games, once for everybody, and never before the block is finished."""

import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import orjson
import pytest
from django.test import Client
from django.utils import timezone

from arena.accounts.models import User
from arena.matches import replay_store
from arena.matches.models import Block, Game, GameState
from arena.replays import analysing
from arena.replays.analysing import LIMIT, MAX_ATTEMPTS, PATIENCE, AnalysisError, ask, estimator_of, found, work_on_one
from arena.replays.models import Analysis, AnalysisState
from referee.analysis.asking import position_at
from referee.replay import loads
from tests.referee.analysis.games import house_game
from tests.referee.analysis.test_better import another_action, first_choice
from tests.replays import cast

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
MISTAKE = {"step": 3, "seat": 1, "played_name": "this", "better_name": "that", "loss": 0.2, "error": 0.02}


@pytest.fixture
def game() -> Game:
    played = cast.first_game(cast.played_match("karmaka-2", games=1))
    Game.objects.exclude(pk=played.pk).delete()
    Block.objects.filter(pk=played.block_id).update(is_finished=True)
    played.refresh_from_db()
    return played


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the program says; the real one takes seconds and has its own tests."""
    said: list[dict[str, Any]] = [{"done": 0, "total": 6}, {"done": 6, "total": 6}, {"mistakes": [MISTAKE]}]

    def lines(replay: bytes) -> Iterator[dict[str, Any]]:
        assert loads(replay).actions
        yield from said

    monkeypatch.setattr(analysing, "_lines", lines)
    return said


def test_what_is_asked_for_is_done_and_shown_to_everybody(
    client: Client, alice: User, game: Game, program: list[dict[str, Any]]
) -> None:
    client.force_login(alice)
    asked = client.post(f"/games/{game.pk}/analyse/", headers={"Accept": "application/json"})
    assert asked.json() == {"state": "waiting", "done": 0, "total": 0, "before": 0}
    assert work_on_one(timezone.now())
    told = Client().get(f"/games/{game.pk}/mistakes.json").json()
    assert told == {"state": "done", "mistakes": [MISTAKE]}
    assert not work_on_one(timezone.now())


def test_actions_of_mistakes_are_named_as_the_reader_says_them(
    client: Client, alice: User, game: Game, program: list[dict[str, Any]]
) -> None:
    assert game.replay is not None
    position = position_at(replay_store.load(game.replay), 0)
    name = position.state.action_name(position.played)
    ask(game, alice)
    program[:] = [{"mistakes": [{**MISTAKE, "step": 0, "played_name": name, "better_name": "an unknown one"}]}]
    assert work_on_one(timezone.now())
    told = {
        language: client.get(f"/games/{game.pk}/mistakes.json", headers={"Accept-Language": language}).json()
        for language in ("en", "sk")
    }
    names = {language: told[language]["mistakes"][0]["played_name"] for language in told}
    assert names["en"] == name != names["sk"]
    assert told["sk"]["mistakes"][0]["better_name"] == "an unknown one", "better as it is than not at all"


def test_asking_twice_is_asking_once(alice: User, bob: User, game: Game, program: list[dict[str, Any]]) -> None:
    assert ask(game, alice).pk == ask(game, bob).pk
    work_on_one(timezone.now())
    assert ask(game, bob).state == AnalysisState.DONE
    assert Analysis.objects.count() == 1


def test_strangers_are_asked_to_log_in_and_see_what_is_known(client: Client, game: Game) -> None:
    assert client.post(f"/games/{game.pk}/analyse/").status_code == 302
    assert not Analysis.objects.exists()
    assert client.get(f"/games/{game.pk}/mistakes.json").json() == {"state": "none"}
    assert "Log in to have this game analysed" in client.get(f"/games/{game.pk}/watch/").content.decode()


def test_nothing_is_told_or_taken_before_the_block_is_finished(client: Client, alice: User, game: Game) -> None:
    Block.objects.filter(pk=game.block_id).update(is_finished=False)
    client.force_login(alice)
    assert client.get(f"/games/{game.pk}/mistakes.json").status_code == 404
    assert client.post(f"/games/{game.pk}/analyse/").status_code == 404
    assert not Analysis.objects.exists()


def test_games_go_first_for_a_while(alice: User, game: Game, program: list[dict[str, Any]]) -> None:
    ask(game, alice)
    cast.played_match("diamoniak-2", games=0)
    assert Game.objects.filter(state=GameState.QUEUED).exists()
    assert not work_on_one(timezone.now())
    assert work_on_one(timezone.now() + PATIENCE)


def test_one_runs_at_a_time_and_a_lost_one_is_begun_again(
    alice: User, game: Game, program: list[dict[str, Any]]
) -> None:
    now = timezone.now()
    analysis = ask(game, alice)
    Analysis.objects.filter(pk=analysis.pk).update(state=AnalysisState.RUNNING, started_at=now, attempts=1)
    assert not work_on_one(now + LIMIT / 2)
    assert work_on_one(now + LIMIT + timedelta(seconds=1))
    analysis.refresh_from_db()
    assert (analysis.state, analysis.attempts) == (AnalysisState.DONE, 2)


def test_one_that_is_lost_again_and_again_is_given_up_and_may_be_asked_for_anew(
    alice: User, game: Game, program: list[dict[str, Any]]
) -> None:
    analysis = ask(game, alice)
    now = timezone.now()
    lost = {"state": AnalysisState.RUNNING, "started_at": now - 2 * LIMIT, "attempts": MAX_ATTEMPTS}
    Analysis.objects.filter(pk=analysis.pk).update(**lost)
    assert not work_on_one(now)
    analysis.refresh_from_db()
    assert analysis.state == AnalysisState.FAILED
    assert ask(game, alice).state == AnalysisState.WAITING
    assert work_on_one(timezone.now())


def test_a_program_that_fails_is_said_to_be_our_fault(
    client: Client, alice: User, game: Game, program: list[dict[str, Any]]
) -> None:
    ask(game, alice)
    program[:] = [{"problem": "out of memory"}]
    work_on_one(timezone.now())
    told = client.get(f"/games/{game.pk}/mistakes.json").json()
    assert told["state"] == "failed"
    assert "our side" in told["error"]
    assert Analysis.objects.get().problem == "out of memory"


def test_a_game_without_a_judge_is_refused_with_the_reason(client: Client, alice: User, game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(variant="diamoniak-2")
    client.force_login(alice)
    answer = client.post(f"/games/{game.pk}/analyse/", headers={"Accept": "application/json"})
    assert answer.status_code == 409
    assert "not judged" in answer.json()["error"]


def test_nobody_fills_the_line_alone(monkeypatch: pytest.MonkeyPatch, alice: User, game: Game) -> None:
    monkeypatch.setattr(analysing, "MOST_PER_USER", 0)
    with pytest.raises(AnalysisError, match="Ask again when one of them is done"):
        ask(game, alice)
    monkeypatch.setattr(analysing, "MOST_WAITING", 0)
    with pytest.raises(AnalysisError, match="Many games wait"):
        ask(game, None)
    assert game.replay is not None
    assert found(game.replay, game.variant) is None


def test_the_real_program_answers_in_lines_also_when_it_cannot_judge() -> None:
    replay = house_game("diamoniak-2", "greedy", "greedy").dumps()
    for given, reason in ((replay, b"not judged"), (b"{}", b"not a replay")):
        command = [sys.executable, "-m", "referee.analysis.program"]
        ran = subprocess.run(command, input=given, capture_output=True, check=True)
        assert reason in orjson.loads(ran.stdout)["problem"].encode()


def test_the_better_action_is_played_out_on_the_table_when_the_block_is_finished(client: Client, game: Game) -> None:
    assert game.replay is not None
    replay = replay_store.load(game.replay)
    step = first_choice(replay, 3)
    mistake = {**MISTAKE, "step": step, "seat": replay.actions[step].seat, "better": another_action(replay, step)}
    now = timezone.now()
    Analysis.objects.create(
        replay=game.replay, estimator=estimator_of(game.variant), state="done", asked_at=now, finished_at=now,
        mistakes=[mistake],
    )  # fmt: skip
    place = f"/games/{game.pk}/better/{step}/"
    assert "which wins 20 % more often" in " ".join(client.get(place).content.decode().split())
    told = client.get(f"{place}frames.json", {"as": "all"}).json()
    before = client.get(f"/games/{game.pk}/frames.json", {"as": "all"}).json()
    assert told["steps"][:step] == before["steps"][:step]
    assert told["steps"][step]["next"]["action"] != before["steps"][step]["next"]["action"]
    assert client.get(f"{place}frames.json", {"as": "7"}).status_code == 400
    assert client.get(f"/games/{game.pk}/better/{step + 1}/").status_code == 404, "no mistake was found there"
    Block.objects.filter(pk=game.block_id).update(is_finished=False)
    assert client.get(place).status_code == 404
    assert client.get(f"{place}frames.json").status_code == 404

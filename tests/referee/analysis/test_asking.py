"""Another bot at a decision of a finished game: it sees that seat's view and nothing else."""

from random import Random

import pytest

from bots.house.base import HouseBot, Json
from referee import house
from referee.analysis import worth
from referee.analysis.asking import Asked, AskingError, ask_all, chance_of, position_at
from referee.analysis.rest import RestError, play_rest
from referee.channels.base import Channel
from referee.channels.inprocess import InProcessChannel
from referee.replay import Replay
from tests.referee.analysis.games import house_game

JUDGED = "karma-2"
NOT_JUDGED = "diamoniak-2"
STEP = 12


@pytest.fixture(autouse=True)
def _few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worth, "WORLDS", 8)


@pytest.fixture(scope="module")
def replay() -> Replay:
    return house_game(JUDGED, "expert", "greedy")


class Listener:
    """Takes the last action and remembers what it was told."""

    def __init__(self) -> None:
        self.heard: list[Json] = []

    def choose(self, request: Json) -> int:
        self.heard.append(request)
        return int(request["legal"][-1]["id"])


class Crashing:
    def choose(self, request: Json) -> int:
        raise RuntimeError("no idea")


def opened(bot: HouseBot, *, is_ours: bool = True) -> Channel:
    return InProcessChannel(bot, "bot", ours=is_ours)


def owl(replay: Replay) -> Asked:
    name = "expert"
    return Asked(name, lambda: opened(house.create(name, replay.variant, chance_of(replay, STEP, name))))


def test_everybody_is_told_with_the_chance_of_what_it_would_have_played(replay: Replay) -> None:
    position = position_at(replay, STEP)
    told = ask_all(replay, STEP, [owl(replay), Asked("last", lambda: opened(Listener()))])
    last = position.state.legal_actions(position.seat)[-1]
    assert told["seat"] == position.seat
    assert [answer["label"] for answer in told["answers"]] == ["expert", "last"]
    assert told["answers"][1]["name"] == position.state.action_name(last)
    assert told["answers"][1]["is_same"] == (last == position.played)
    for answer in (told["played"], *told["answers"]):
        assert 0 <= answer["chance"] <= 1


def test_the_same_question_gets_the_same_answer(replay: Replay) -> None:
    assert ask_all(replay, STEP, [owl(replay)]) == ask_all(replay, STEP, [owl(replay)])


def test_who_is_asked_sees_the_view_of_the_seat_and_nothing_that_it_hides(replay: Replay) -> None:
    position = position_at(replay, STEP)
    listener = Listener()
    ask_all(replay, STEP, [Asked("listener", lambda: opened(listener))])
    (request,) = listener.heard
    assert request["view"] == position.state.view(position.seat)
    assert request["events"] == position.state.events(position.seat, 0)
    other_cards = position.state.resample(position.seat, Random(1))
    assert request["view"] == other_cards.view(position.seat)
    assert replay.seed.hex() not in str(request)
    assert replay.commitment not in str(request)


def test_who_fails_is_told_by_the_kind_of_its_fault_and_the_others_are_asked_all_the_same(replay: Replay) -> None:
    told = ask_all(replay, STEP, [Asked("bad", lambda: opened(Crashing(), is_ours=False)), owl(replay)])
    bad, good = told["answers"]
    assert (bad["fault"], bad["chance"]) == ("crash", None)
    assert good["name"]


def test_a_game_whose_expert_is_no_judge_is_judged_by_its_values() -> None:
    other = house_game(NOT_JUDGED, "expert", "greedy")
    told = ask_all(other, STEP, [owl(other)])
    assert 0 <= told["answers"][0]["chance"] <= 1


@pytest.mark.parametrize("step", [-1, 100_000])
def test_a_decision_that_was_never_made_is_refused(replay: Replay, step: int) -> None:
    with pytest.raises(AskingError, match="decisions 0 to"):
        ask_all(replay, step, [])


def experts(replay: Replay, number: int) -> list[Channel]:
    return [
        opened(house.create("expert", replay.variant, chance_of(replay, number, str(seat))))
        for seat in range(len(replay.seats))
    ]


@pytest.mark.parametrize("slug", [JUDGED, NOT_JUDGED])
def test_the_rest_is_played_many_times_and_counted(slug: str) -> None:
    played = house_game(slug, "expert", "greedy")
    told = play_rest(played, STEP, lambda number: experts(played, number), games=6, budget_s=60)
    assert (told["games"], told["wanted"]) == (6, 6)
    for side in told["sides"]:
        assert sum(side["ranks"]) == 6
        assert side["faults"] == 0
    assert sum(side["chance"] for side in told["sides"]) == pytest.approx(1, abs=0.01)


def test_what_nobody_had_seen_is_dealt_anew_and_what_was_seen_stays(replay: Replay) -> None:
    """The first request of a game is that of the position; later cards differ from game to game."""
    heard: list[Listener] = []

    def line_up(_number: int) -> list[Channel]:
        heard.extend([Listener(), Listener()])
        return [opened(listener) for listener in heard[-2:]]

    play_rest(replay, STEP, line_up, games=3, budget_s=60)
    position = position_at(replay, STEP)
    views = [listener.heard[0]["view"] for listener in heard[position.seat :: 2]]
    assert views == [position.state.view(position.seat)] * 3
    lasts = {str(listener.heard[-1]["view"]) for listener in heard[position.seat :: 2]}
    assert len(lasts) > 1


def test_no_game_is_begun_after_the_time(replay: Replay) -> None:
    seconds = iter(range(100))
    told = play_rest(
        replay, STEP, lambda number: experts(replay, number), games=50, budget_s=3, clock=lambda: next(seconds)
    )
    assert told["games"] == 3


def test_a_failure_of_ours_is_not_counted_as_a_result(replay: Replay) -> None:
    with pytest.raises(RestError, match="no idea"):
        play_rest(replay, STEP, lambda _number: [opened(Crashing()), opened(Crashing())], games=2, budget_s=60)


def test_a_bot_that_fails_loses_and_its_faults_are_counted(replay: Replay) -> None:
    seat = position_at(replay, STEP).seat

    def line_up(number: int) -> list[Channel]:
        channels = experts(replay, number)
        channels[seat] = opened(Crashing(), is_ours=False)
        return channels

    told = play_rest(replay, STEP, line_up, games=2, budget_s=60)
    assert told["sides"][seat]["faults"] == 2
    assert told["sides"][seat]["chance"] == 0

"""Forecasts of tournaments in the database: who plays, what is assumed, progress, and nothing saved."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from celery import current_app

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.lib.redis_client import client, key
from arena.tournaments.actions.audit import ActionError
from arena.tournaments.actions.create import create, imagine
from arena.tournaments.forecasting import answers, turns
from arena.tournaments.forecasting.answers import ask
from arena.tournaments.forecasting.known import question_of
from arena.tournaments.models import Tournament
from arena.tournaments.rating_source import LadderKnowledge
from tests import own_keys
from tests.tournament_engine import cast

pytestmark = pytest.mark.django_db
RATINGS: dict[int, float] = {}


def known_ladder(_variant: str, versions: list[int]) -> LadderKnowledge:
    ratings = np.array([RATINGS.get(version, np.nan) for version in versions])
    return LadderKnowledge(ratings, np.eye(len(versions)) * 30.0**2, 1500.0, 100.0, 1.2, tuple(RATINGS))


@pytest.fixture(autouse=True)
def _ladder(settings: Any, eight: list[BotVersion]) -> None:
    settings.TOURNAMENT_LADDER = f"{__name__}.known_ladder"
    RATINGS.clear()
    RATINGS.update({version.pk: 1700.0 - 50 * place for place, version in enumerate(eight)})
    own_keys.forget()


def test_a_forecast_knows_everybody_and_compares_formats(olga: User, eight: list[BotVersion]) -> None:
    cup = cast.opened(olga, eight, "swiss", settings={"rounds": 4}, blocks=10)
    answer = ask(cup, olga, moment_s=60)
    assert answer.is_done
    assert [each.name for each in answer.entrants] == [f"Bot{n:02}" for n in range(1, 9)]
    own, *others = answer.ways
    assert own.counts.mean_games == 4 * 4 * 10 * 2
    assert {each.name for each in others} == {"double_elimination", "groups_knockout", "round_robin"}
    for each in others:
        assert 0.8 < each.counts.mean_games / own.counts.mean_games < 1.25
    lines = own.counts.lines()
    assert lines[0].place < lines[3].place < lines[7].place
    assert sum(line.wins for line in lines) == pytest.approx(1.0)
    assert own.counts.finds_best > 0.3
    assert answer.hours(own.counts) > 0


def test_longer_series_find_the_best_more_often(olga: User, eight: list[BotVersion]) -> None:
    short = cast.opened(olga, eight, "single_elimination", blocks=1)
    long = imagine(short, slug=short.variant, format_name=short.format, format_settings={}, blocks=200)
    assert (
        ask(long, olga, moment_s=60).own.counts.finds_best > ask(short, olga, moment_s=60).own.counts.finds_best + 0.1
    )
    assert Tournament.objects.get(pk=short.pk).blocks == 1


def test_a_draft_is_forecast_with_the_best_of_the_ladder_and_strangers(olga: User) -> None:
    cup = create(olga, "Cup", "diamoniak-2", "single_elimination", blocks=1)
    names = [each.name for each in question_of(cup, 10).entrants]
    assert names[:8] == [f"Bot{n:02}" for n in range(1, 9)]
    assert names[8:] == ["newcomer 1", "newcomer 2"]
    assert len(question_of(cup).entrants) == 16
    with pytest.raises(ActionError, match="Forecast 2 to 256"):
        question_of(cup, 1000)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch, fresh_redis: None) -> list[str]:
    """Messages to workers."""
    made: list[str] = []
    monkeypatch.setattr(current_app, "send_task", made.append)
    return made


def work_off(sent: list[str]) -> int:
    """As a worker does; returns how many slices it took."""
    slices = 0
    while sent:
        sent.pop(0)
        answers.go_on()
        slices += 1
    return slices


def test_what_takes_longer_than_a_moment_goes_on_elsewhere(
    olga: User, eight: list[BotVersion], sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "SLICE_S", 0)
    cup = cast.opened(olga, eight, "swiss", blocks=2)
    first = ask(cup, olga, moment_s=0)
    assert first.own.counts.worlds
    assert not first.is_done
    assert len(sent) == 1
    assert ask(cup, olga, moment_s=0).own.counts.worlds == first.own.counts.worlds, "who looks does not work on it too"
    assert len(sent) == 1, "one message while somebody works"
    assert work_off(sent) > 10, "a worker has time for other things in between"
    done = ask(cup, olga, moment_s=0)
    assert done.is_done
    assert {each.counts.worlds for each in done.ways} == {answers.TARGET}


def test_one_forecast_of_each_user_is_computed_and_they_take_turns(
    olga: User, eight: list[BotVersion], sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "SLICE_S", 0)
    otto = cast.organiser("otto")
    cups = [cast.opened(olga, eight, "swiss", blocks=blocks, name=f"Cup {blocks}") for blocks in (1, 2, 3)]
    for cup, by in ((cups[0], olga), (cups[1], olga), (cups[2], otto)):
        ask(cup, by, moment_s=0)
    assert len(sent) == 1, "one message for all of them"
    for _turn in range(4):
        answers.go_on()
    assert ask(cups[1], olga, moment_s=0).progress > 0
    assert ask(cups[2], otto, moment_s=0).progress > 0
    work_off(sent)
    assert [ask(cup, by, moment_s=0).is_done for cup, by in ((cups[1], olga), (cups[2], otto))] == [True, True]
    assert not ask(cups[0], olga, moment_s=0).is_done, "she gave it up when she asked for another"


def test_a_message_that_was_lost_is_sent_again_by_who_looks(
    olga: User, eight: list[BotVersion], sent: list[str]
) -> None:
    cup = cast.opened(olga, eight, "swiss", blocks=2)
    ask(cup, olga, moment_s=0)
    client().delete(key("forecast", "rung"))  # its time is over
    ask(cup, olga, moment_s=0)
    assert len(sent) == 2


def test_nobody_asks_all_the_time(
    olga: User, eight: list[BotVersion], sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "MOST_A_MINUTE", 2)
    monkeypatch.setattr(turns, "PATIENCE_S", 0)
    cup = cast.opened(olga, eight, "swiss", blocks=2)
    with turns.asking(olga.pk), pytest.raises(ActionError, match="still being computed"):
        ask(cup, olga, moment_s=0)
    ask(cup, olga, moment_s=0)
    ask(cup, olga, moment_s=0)
    cup.blocks = 3
    with pytest.raises(ActionError, match="many forecasts"):
        ask(cup, olga, moment_s=0)
    assert ask(cup, cast.organiser("otto"), moment_s=0).own.counts.worlds


def test_the_same_question_gets_the_same_answer(olga: User, eight: list[BotVersion]) -> None:
    cup = cast.opened(olga, eight, "single_elimination", blocks=2)
    one = ask(cup, olga, moment_s=60).own.counts
    own_keys.forget()
    assert ask(cup, olga, moment_s=60).own.counts == replace(one)


@pytest.mark.parametrize(
    ("name", "variant"),
    [("pod_swiss", "diamoniak-4"), ("strikes", "karma-4"), ("pod_swiss", "karmaka-2v2"), ("swiss", "karmaka-2v2"),
     ("groups_knockout", "karmaka-wolf"), ("pod_elimination", "karma-6")],
)  # fmt: skip
def test_every_kind_of_variant_can_be_forecast(olga: User, name: str, variant: str) -> None:
    cup = create(olga, "Cup", variant, name, blocks=2)
    answer = ask(cup, olga, 13, moment_s=0.3)
    assert answer.own.counts.mean_games > 0
    assert all(1 <= line.place <= 13 for line in answer.own.counts.lines())

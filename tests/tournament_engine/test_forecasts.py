"""Forecasts of tournaments in the database: who plays, what is assumed, progress, and nothing saved."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from celery import current_app
from django.core.cache import cache

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.tournaments.actions.audit import ActionError
from arena.tournaments.actions.create import create, imagine
from arena.tournaments.forecasting import answers
from arena.tournaments.forecasting.answers import ask
from arena.tournaments.forecasting.known import question_of
from arena.tournaments.models import Tournament
from arena.tournaments.rating_source import LadderKnowledge
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
    cache.clear()


def test_a_forecast_knows_everybody_and_compares_formats(olga: User, eight: list[BotVersion]) -> None:
    cup = cast.opened(olga, eight, "swiss", settings={"rounds": 4}, blocks=10)
    answer = ask(cup, moment_s=60)
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
    assert ask(long, moment_s=60).own.counts.finds_best > ask(short, moment_s=60).own.counts.finds_best + 0.1
    assert Tournament.objects.get(pk=short.pk).blocks == 1


def test_a_draft_is_forecast_with_the_best_of_the_ladder_and_strangers(olga: User) -> None:
    cup = create(olga, "Cup", "diamoniak-2", "single_elimination", blocks=1)
    names = [each.name for each in question_of(cup, 10).entrants]
    assert names[:8] == [f"Bot{n:02}" for n in range(1, 9)]
    assert names[8:] == ["newcomer 1", "newcomer 2"]
    assert len(question_of(cup).entrants) == 16
    with pytest.raises(ActionError, match="Forecast 2 to 256"):
        question_of(cup, 1000)


def test_what_takes_longer_than_a_moment_goes_on_elsewhere(
    olga: User, eight: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(current_app, "send_task", lambda _task, given: sent.extend(given))
    cup = cast.opened(olga, eight, "swiss", blocks=2)
    first = ask(cup, moment_s=0)
    assert first.own.counts.worlds
    assert not first.is_done
    assert len(sent) == 1
    ask(cup, moment_s=0)
    assert len(sent) == 1, "one message while somebody works"
    answers.go_on(sent[0])
    answers.go_on(sent[0])
    done = ask(cup, moment_s=0)
    assert done.is_done
    assert {each.counts.worlds for each in done.ways} == {answers.TARGET}


def test_the_same_question_gets_the_same_answer(olga: User, eight: list[BotVersion]) -> None:
    cup = cast.opened(olga, eight, "single_elimination", blocks=2)
    one = ask(cup, moment_s=60).own.counts
    cache.clear()
    assert ask(cup, moment_s=60).own.counts == replace(one)


@pytest.mark.parametrize(
    ("name", "variant"),
    [("pod_swiss", "diamoniak-4"), ("strikes", "karma-4"), ("pod_swiss", "karmaka-2v2"), ("swiss", "karmaka-2v2"),
     ("groups_knockout", "karmaka-wolf"), ("pod_elimination", "karma-6")],
)  # fmt: skip
def test_every_kind_of_variant_can_be_forecast(olga: User, name: str, variant: str) -> None:
    cup = create(olga, "Cup", variant, name, blocks=2)
    answer = ask(cup, 13, moment_s=0.3)
    assert answer.own.counts.mean_games > 0
    assert all(1 <= line.place <= 13 for line in answer.own.counts.lines())

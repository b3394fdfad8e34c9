"""The explanation page: its numbers are the constants of the code, its example is what the log really did."""

import re

import pytest
from django.test import Client

from arena.bots.models import Bot, BotVersion
from arena.matches.models import Match
from arena.ratings.actions.close_period import close_period
from arena.ratings.actions.take_out import take_out
from arena.ratings.models import Pool, RatingEvent, Snapshot
from arena.web.ladders.explain import Example, _example, _newest
from tests.ladders import rounds

pytestmark = pytest.mark.django_db

PAGE = "/leaderboards/how/"


@pytest.fixture
def played(pool: Pool, versions: list[BotVersion]) -> Pool:
    for number in (1, 2):
        rounds.pods(versions, f"ladder/x/c{number}", 1)
        rounds.finish_all()
        close_period(f"ladder/x/c{number}")
    return pool


def _shown() -> Example:
    event = _newest()
    assert event is not None
    return _example(event)


def _text(client: Client) -> str:
    return re.sub(r"\s+", " ", client.get(PAGE).content.decode())


def test_after_the_last_game_stands_what_the_log_has(played: Pool) -> None:
    example = _shown()
    assert example.event.seq == RatingEvent.objects.order_by("-seq")[0].seq
    newest = {row.version_id: row.live for row in Snapshot.objects.filter(period=example.event.period)}
    for line in example.lines:
        assert line.after == pytest.approx(newest[line.version.pk], abs=1e-9)


def test_an_anchor_in_the_example_does_not_move(played: Pool, versions: list[BotVersion]) -> None:
    anchor = next(line for line in _shown().lines if line.version == versions[3])
    assert (anchor.is_anchor, anchor.change, anchor.before) == (True, 0.0, 1500.0)


def test_the_chances_add_up_and_the_page_says_them(client: Client, played: Pool) -> None:
    example = _shown()
    assert sum(line.foreseen for line in example.lines) == pytest.approx(1.0)
    page = _text(client)
    assert "Chance to win" in page
    for line in example.lines:
        assert f"{line.before:.1f}" in page
        assert f"{line.change:.2f}" in page


def test_a_fault_is_explained_as_a_game_with_one_loser(client: Client, played: Pool) -> None:
    event = RatingEvent.objects.order_by("-seq")[0]
    RatingEvent.objects.filter(pk=event.pk).update(payload={**event.payload, "fault": True})
    assert _shown().is_last_loses
    assert "Chance to lose" in _text(client)


def test_private_bots_are_no_example(played: Pool, versions: list[BotVersion]) -> None:
    Bot.objects.filter(pk=versions[3].bot_id).update(is_private=True)
    assert versions[3] not in [line.version for line in _shown().lines]
    Bot.objects.update(is_private=True)
    assert _newest() is None


def test_a_corrected_period_is_no_example(played: Pool) -> None:
    newest = RatingEvent.objects.order_by("-seq")[0]
    take_out(Match.objects.get(blocks__games=newest.game_id).pk)
    event = _newest()
    assert event is not None
    assert event.period_id != newest.period_id


def test_without_a_rated_game_the_page_says_so(client: Client) -> None:
    assert "No rated game yet." in _text(client)


@pytest.mark.parametrize(
    "sentence",
    [
        "a standard deviation of 26 to 53 points",
        "32 for the first 100 rated games of a version, 16 up to 500, then 8.",
        "rating = 173.72 · θ + shift",
        "− 0.1 · Σ θ²",
        "± 1.96 standard errors of the distance to the anchors, with few blocks more (Student’s t: ± 2.08 with ten)",
        "below 100 games, or while the standard error is above 40 points",
        "It is placed at once",
        "faults in 5 rated ladder games in a row",
    ],
)
def test_the_numbers_of_the_text_are_those_of_the_code(client: Client, sentence: str) -> None:
    assert sentence in _text(client)

"""Tournaments that start by themselves: once, at their time, with who checked in; and rounds that have a time."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.matches.models import Game
from arena.tournaments.actions import registration, reveal, timetable
from arena.tournaments.actions.audit import ActionError, NotAllowedError
from arena.tournaments.actions.create import create
from arena.tournaments.models import AuditEntry, Tournament, TournamentState
from arena.tournaments.running.advance import advance
from arena.tournaments.staging import staging_of
from arena.tournaments.tasks import start_due
from tests.matches.cast import ready_version
from tests.tournament_engine import cast

NOW = timezone.now()
SOON = NOW + timedelta(hours=1)


def state_of(cup: Tournament) -> str:
    cup.refresh_from_db()
    return cup.state


@pytest.mark.parametrize("is_closed", [False, True])
def test_it_starts_at_its_time_and_once(olga: User, four: list[BotVersion], is_closed: bool) -> None:
    cup = cast.opened(olga, four, "single_elimination", starts_at=SOON)
    if is_closed:
        registration.close_registration(cup.pk, olga)
    timetable.start_due(SOON - timedelta(seconds=1))
    assert state_of(cup) != TournamentState.RUNNING
    for _again in range(3):
        timetable.start_due(SOON)
    assert state_of(cup) == TournamentState.RUNNING
    assert cup.started_at == SOON
    assert AuditEntry.objects.filter(tournament=cup, action="start").count() == 1
    assert Game.objects.count() == 4


def test_beat_brings_the_present_time(olga: User, four: list[BotVersion]) -> None:
    cup = cast.opened(olga, four, "single_elimination", starts_at=NOW - timedelta(minutes=1))
    start_due()
    assert state_of(cup) == TournamentState.RUNNING


def test_a_round_begins_within_seconds_of_its_time_and_no_sooner(olga: User, four: list[BotVersion]) -> None:
    cup = cast.started(olga, four, "single_elimination", round_times={"1.1": SOON})
    assert not Game.objects.exists()
    timetable.go_on_due(SOON - timedelta(seconds=1))
    assert not Game.objects.exists()
    timetable.go_on_due(SOON + timedelta(seconds=4))
    assert Game.objects.filter(source=cup.source).count() == 4


def test_a_countdown_that_nobody_looks_at_reveals_within_seconds(olga: User, four: list[BotVersion]) -> None:
    cup = cast.play_all(cast.started(olga, four, "single_elimination", is_staged=True))
    reveal.reveal_at(cup.pk, olga, SOON)
    timetable.go_on_due(SOON - timedelta(seconds=1))
    assert staging_of(cup).front == (1, 1)
    timetable.go_on_due(SOON)
    assert staging_of(cup).front == (1, 2)


def test_too_few_entrants_are_told_to_the_organiser_and_tried_again(olga: User, four: list[BotVersion]) -> None:
    cup = cast.opened(olga, four[:1], "single_elimination", starts_at=SOON)
    timetable.start_due(SOON)
    assert state_of(cup) == TournamentState.REGISTRATION
    assert "needs at least 2 entrants" in cup.trouble
    registration.register(cup.pk, four[1].bot, four[1].bot.owner or olga)
    timetable.start_due(SOON + timedelta(minutes=5))
    assert state_of(cup) == TournamentState.RUNNING
    assert cup.trouble == ""


def test_who_did_not_check_in_is_taken_out(olga: User, four: list[BotVersion]) -> None:
    cup = cast.opened(olga, four, "swiss", starts_at=SOON, check_in_minutes=30)
    registration.register(cup.pk, ready_version(None, "Dice", house="random").bot, olga)
    rows = {entrant.bot.name: entrant for entrant in cup.entrants.select_related("bot", "owner")}
    owner = rows["Bot01"].owner
    assert owner is not None
    with pytest.raises(ActionError, match="Check-in opens at"):
        timetable.check_in(cup.pk, rows["Bot01"], owner, SOON - timedelta(minutes=31))
    with pytest.raises(NotAllowedError):
        timetable.check_in(cup.pk, rows["Bot02"], owner, SOON - timedelta(minutes=10))
    timetable.check_in(cup.pk, rows["Bot01"], owner, SOON - timedelta(minutes=30))
    timetable.check_in(cup.pk, rows["Bot01"], owner, SOON - timedelta(minutes=10))
    timetable.check_in(cup.pk, rows["Bot02"], olga, SOON - timedelta(minutes=10))
    rows["Bot01"].refresh_from_db()
    assert rows["Bot01"].checked_in_at == SOON - timedelta(minutes=30)
    timetable.start_due(SOON)
    assert state_of(cup) == TournamentState.RUNNING
    assert set(cup.entrants.values_list("bot__name", flat=True)) == {"Bot01", "Bot02", "Dice"}
    texts = AuditEntry.objects.filter(action="absent").values_list("text", flat=True)
    assert "Took Bot04 out: it was not checked in." in texts


def test_a_start_that_fails_takes_nobody_out(olga: User, four: list[BotVersion]) -> None:
    cup = cast.opened(olga, four, "swiss", starts_at=SOON, check_in_minutes=30)
    timetable.start_due(SOON)
    assert cup.entrants.count() == 4
    assert state_of(cup) == TournamentState.REGISTRATION
    assert cup.trouble


def test_house_bots_fill_the_field_when_registration_closes(olga: User, four: list[BotVersion]) -> None:
    for name, house in (("Dice", "random"), ("Abacus", "greedy")):
        ready_version(None, name, house=house)
    cup = cast.opened(olga, four[:3], "single_elimination", fill_to=4)
    registration.close_registration(cup.pk, olga)
    assert cup.entrants.count() == 4
    assert cup.entrants.filter(bot__name="Dice").exists()
    registration.open_registration(cup.pk, olga)
    assert registration.fill(cup.pk, olga, 10) == 1
    assert "5 places stay empty" in AuditEntry.objects.filter(action="fill").first().text  # type: ignore[union-attr]
    with pytest.raises(ActionError, match="Fill up to"):
        registration.fill(cup.pk, olga, 1000)


def test_matches_of_a_round_begin_no_earlier_than_its_time(olga: User, four: list[BotVersion]) -> None:
    later = datetime(2100, 1, 1, tzinfo=UTC)
    cup = cast.started(olga, four, "single_elimination", round_times={"1.2": later})
    for _ in range(20):
        if not cast.play_one():
            break
        advance(cup.pk)
    assert cast.node(cup, "1.1.2").state == "decided"
    assert cast.node(cup, "1.2.1").state == "ready"
    advance(cup.pk, later)
    assert cast.node(cup, "1.2.1").state == "running"


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"time_zone": "Mars/Base"}, "no time zone called Mars/Base"),
        ({"check_in_minutes": 30}, "Say when the tournament starts"),
        ({"starts_at": NOW, "deadline": SOON}, "Registration must close before the start"),
        ({"round_times": {"9.1": SOON}}, "Name a round by stage and number"),
    ],
)
def test_times_that_make_no_sense_are_refused(olga: User, choices: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ActionError, match=sentence):
        create(olga, "Cup", "diamoniak-2", "swiss", **choices)

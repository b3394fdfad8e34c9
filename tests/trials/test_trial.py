"""Is version 2 better than version 1? The arena plays until it can tell, after what is rated."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from arena.accounts.models import User
from arena.bots import quotas
from arena.bots.actions import manage
from arena.bots.models import Bot, BotVersion, CheckState
from arena.matches.actions.settle import cancel
from arena.matches.models import Game, Match, MatchKind, MatchState
from arena.matches.reading import visible_games
from arena.trials import limits
from arena.trials.actions.move import move, standing_of
from arena.trials.actions.request import NO_REGRESSION, TrialError, request_trial, stop_trial
from arena.trials.models import Trial, TrialState
from tests.matches import cast
from tests.trials import playing
from tests.trials.conftest import next_version

pytestmark = pytest.mark.django_db
SLUG = "diamoniak-2"


def trial_after(trial: Trial, new: str, old: str, blocks: int) -> Trial:
    """As if so many blocks had been played and counted, each with these points."""
    trial.units = [[new, old, 2, 0, 0]] * blocks
    trial.counted = trial.scheduled = blocks // limits.BATCH
    trial.games = 2 * blocks
    trial.save()
    return trial


def test_a_version_that_wins_every_game_is_better(alice: User, new: BotVersion, old: BotVersion) -> None:
    trial = playing.play(request_trial(alice, new, old, SLUG), playing.always)
    assert (trial.state, trial.games, len(trial.units)) == (TrialState.BETTER, 100, 50)
    assert trial.llr > trial.test.bounds()[1]
    assert trial.units[0] == ["1", "0", 2, 0, 0]


def test_where_each_wins_its_half_the_new_version_is_not_better(alice: User, new: BotVersion, old: BotVersion) -> None:
    trial = playing.play(request_trial(alice, new, old, SLUG), playing.first_seat)
    assert (trial.state, trial.elo) == (TrialState.NOT_BETTER, 0.0)


def test_the_verdict_is_that_of_the_same_blocks_at_home(alice: User, new: BotVersion, old: BotVersion) -> None:
    """The same mathematics as ``arena test``: a lead found in three of four games, with the luck of deals."""
    trial = request_trial(alice, new, old, SLUG)
    trial.units = [["1", "0", 2, 0, 0], ["1/2", "1/2", 2, 0, 0]] * 30
    where = standing_of(trial)
    assert where is not None
    assert (where.units, where.games, where.new_points) == (60, 120, 0.75)
    assert where.verdict.value == "better"


def test_games_are_handed_to_the_queue_a_few_at_a_time(alice: User, new: BotVersion, old: BotVersion) -> None:
    trial = request_trial(alice, new, old, SLUG)
    move(trial.pk)
    move(trial.pk)
    assert [match.blocks_planned for match in playing.matches_of(trial)] == [limits.BATCH] * limits.AHEAD
    assert {match.is_rated for match in playing.matches_of(trial)} == {False}


def test_batches_count_in_the_order_of_their_deals(alice: User, new: BotVersion, old: BotVersion) -> None:
    """A later match that ends first waits for the earlier one."""
    trial = request_trial(alice, new, old, SLUG)
    move(trial.pk)
    first, second = playing.matches_of(trial)
    Match.objects.filter(pk=second.pk).update(state=MatchState.DONE)
    move(trial.pk)
    trial.refresh_from_db()
    assert (trial.counted, trial.units) == (0, [])
    assert first.state == MatchState.RUNNING


def test_faults_are_counted_for_the_version_that_made_them(alice: User, new: BotVersion, old: BotVersion) -> None:
    trial = request_trial(alice, new, old, SLUG)
    move(trial.pk)
    cast.finish(cast.take(), (2, 1), ("crash", ""))
    playing.play_what_waits(playing.first_seat)
    move(trial.pk)
    trial.refresh_from_db()
    assert sum(unit[3] + unit[4] for unit in trial.units) == 1


def test_a_decided_trial_lets_the_queue_go(alice: User, new: BotVersion, old: BotVersion) -> None:
    trial = trial_after(request_trial(alice, new, old, SLUG), "1", "0", 40)
    move(trial.pk)
    playing.play_what_waits(playing.always, most=20)
    move(trial.pk)
    trial.refresh_from_db()
    assert trial.state == TrialState.BETTER
    assert {match.state for match in playing.matches_of(trial)} == {MatchState.DONE, MatchState.CANCELLED}
    assert cast.next_game() is None


def test_after_the_most_games_it_is_undecided(alice: User, new: BotVersion, old: BotVersion) -> None:
    trial = playing.play(request_trial(alice, new, old, SLUG, max_games=40), playing.first_seat)
    assert (trial.state, trial.games) == (TrialState.UNDECIDED, 40)


def test_stopping_cancels_what_waits(alice: User, new: BotVersion, old: BotVersion) -> None:
    trial = request_trial(alice, new, old, SLUG)
    move(trial.pk)
    assert stop_trial(trial.pk)
    assert not stop_trial(trial.pk)
    assert move(trial.pk) is TrialState.STOPPED
    assert cast.next_game() is None


def test_a_cancelled_match_ends_the_trial(alice: User, new: BotVersion, old: BotVersion) -> None:
    trial = request_trial(alice, new, old, SLUG)
    move(trial.pk)
    cancel(playing.matches_of(trial)[0].pk, "Staff.")
    assert move(trial.pk) is TrialState.STOPPED


def test_a_retired_bot_is_not_tested_on(alice: User, new: BotVersion, old: BotVersion) -> None:
    trial = request_trial(alice, new, old, SLUG)
    manage.retire(new.bot)
    assert move(trial.pk) is TrialState.STOPPED


def test_an_overdue_trial_is_undecided(alice: User, new: BotVersion, old: BotVersion) -> None:
    trial = request_trial(alice, new, old, SLUG)
    assert move(trial.pk, timezone.now() + limits.LASTS) is TrialState.UNDECIDED


def test_the_same_question_is_the_same_trial(alice: User, new: BotVersion, old: BotVersion) -> None:
    assert request_trial(alice, new, old, SLUG).pk == request_trial(alice, new, old, SLUG).pk


def test_one_author_has_three_at_a_time(alice: User, new: BotVersion, old: BotVersion) -> None:
    for slug in ("karma-2", "karmaka-2", SLUG):
        request_trial(alice, new, old, slug)
    with pytest.raises(TrialError, match="You have 3 tests running"):
        request_trial(alice, new, old, "karma-3")


@pytest.mark.parametrize(
    ("slug", "elo", "field"),
    [
        ("chess", (0.0, 20.0), "variant"),
        ("karmaka-wolf+wolfSeat=1", (0.0, 20.0), "variant"),
        (SLUG, (20.0, 20.0), "elo1"),
        (SLUG, (0.0, 9000.0), "elo1"),
    ],
)
def test_what_cannot_be_meant_is_refused_at_its_field(
    new: BotVersion, old: BotVersion, slug: str, elo: tuple[float, float], field: str
) -> None:
    assert new.bot.owner is not None
    with pytest.raises(TrialError) as refused:
        request_trial(new.bot.owner, new, old, slug, elo)
    assert refused.value.field == field
    assert not Trial.objects.exists()


@pytest.mark.parametrize("games", [0, limits.MOST_GAMES + 1])
def test_so_many_games_are_not_played(alice: User, new: BotVersion, old: BotVersion, games: int) -> None:
    with pytest.raises(TrialError, match="Choose 1 to 4000 games"):
        request_trial(alice, new, old, SLUG, max_games=games)


def test_versions_of_two_bots_are_not_compared(alice: User, bob: User, new: BotVersion) -> None:
    with pytest.raises(TrialError, match="another version of the same bot"):
        request_trial(alice, new, cast.ready_version(bob, "Bishop"), SLUG)


def test_a_version_that_was_not_checked_cannot_be_tested(alice: User, old: BotVersion) -> None:
    with pytest.raises(TrialError, match="Version 2 cannot play"):
        request_trial(alice, next_version(old, CheckState.REJECTED), old, SLUG)


def test_other_seats_are_taken_by_the_house(alice: User, new: BotVersion, old: BotVersion) -> None:
    owl = cast.ready_version(None, "Owl", house="expert")
    trial = request_trial(alice, new, old, "diamoniak-4")
    move(trial.pk)
    entrants = playing.matches_of(trial)[0].entrants.order_by("position")
    assert [entrant.version_id for entrant in entrants] == [new.pk, old.pk, owl.pk, owl.pk]


def test_nobody_else_sees_its_games(alice: User, bob: User, new: BotVersion, old: BotVersion) -> None:
    move(request_trial(alice, new, old, SLUG).pk)
    assert visible_games(alice).count() == Game.objects.count() > 0
    assert not visible_games(bob).exists()
    assert not visible_games(None).exists()


def test_who_used_up_the_day_goes_on_tomorrow(
    alice: User, new: BotVersion, old: BotVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "TRIAL_GAMES_PER_DAY", 20)
    trial = request_trial(alice, new, old, SLUG)
    now = timezone.now()
    move(trial.pk, now)
    trial.refresh_from_db()
    assert trial.scheduled == 1
    assert "go on by themselves" in trial.reason
    move(trial.pk, now + timedelta(hours=25))
    trial.refresh_from_db()
    assert trial.scheduled == 2


def test_beside_rated_play_it_gets_a_fifth_of_the_time(
    alice: User, bob: User, new: BotVersion, old: BotVersion
) -> None:
    """By games, which all cost alike here: a ladder that always has games, and a trial."""
    rivals = [cast.ready_version(bob, "Bishop"), cast.ready_version(bob, "Castle")]
    cast.match(rivals, "ladder/1", "ladder:diamoniak-2", blocks=200, kind=MatchKind.LADDER)
    trial = request_trial(alice, new, old, SLUG, max_games=limits.MOST_GAMES)
    taken = {"ladder": 0, "trial": 0}
    for _ in range(150):
        move(trial.pk)
        held = cast.take()
        taken[held.batch.source.partition(":")[0]] += 1
        cast.finish(held, (1, 2))
    assert 0 < taken["trial"] <= 150 / limits.WEIGHT
    assert limits.WEIGHT == 4
    assert "rated ones, which get four times as much" in Trial.objects.get(pk=trial.pk).reason, "the sentence is true"
    assert taken["ladder"] >= 150 * (limits.WEIGHT - 1) / limits.WEIGHT


def test_alone_it_gets_every_turn(alice: User, new: BotVersion, old: BotVersion) -> None:
    trial = request_trial(alice, new, old, SLUG)
    move(trial.pk)
    assert playing.play_what_waits(playing.first_seat) == limits.AHEAD * limits.BATCH * 2


def test_a_finished_match_calls_its_trial(
    alice: User,
    new: BotVersion,
    old: BotVersion,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    sent: list[tuple[str, list[int]]] = []
    monkeypatch.setattr("celery.current_app.send_task", lambda name, given=(), **_kw: sent.append((name, list(given))))
    trial = request_trial(alice, new, old, SLUG)
    move(trial.pk)
    with django_capture_on_commit_callbacks(execute=True):
        playing.play_what_waits(playing.first_seat)
    assert sent.count(("arena.trials.tasks.move", [trial.pk])) == limits.AHEAD


def test_a_version_that_holds_its_own_becomes_active(alice: User, new: BotVersion, old: BotVersion) -> None:
    Bot.objects.filter(pk=old.bot_id).update(trial_variant=SLUG)
    new.bot.refresh_from_db()
    trial = trial_after(request_trial(alice, new, old, SLUG, NO_REGRESSION), "1/2", "1/2", 50)
    assert trial.is_required
    assert move(trial.pk) is TrialState.BETTER
    assert Bot.objects.get(pk=old.bot_id).active_version_id == new.pk

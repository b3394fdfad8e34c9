"""Owners may ask that a new version holds its own before it plays."""

import pytest

from arena.accounts.models import User
from arena.bots.actions import check, manage
from arena.bots.actions.manage import BotActionError
from arena.bots.actions.submit import SubmitError
from arena.bots.models import Bot, BotVersion, CheckState
from arena.trials.actions.move import move
from arena.trials.models import Trial, TrialState
from tests.trials.test_trial import SLUG, trial_after

pytestmark = pytest.mark.django_db


def checked(version: BotVersion) -> BotVersion:
    """The check of an upload comes to a good end."""
    lease = check.begin_check(version.pk)
    assert lease is not None
    check.finish_check(lease, passed=True, reason="Passed.", report={})
    version.refresh_from_db()
    return version


@pytest.fixture
def waiting(old: BotVersion) -> BotVersion:
    """A new upload of a bot that asks for a test."""
    manage.edit(old.bot, trial_variant=SLUG)
    return BotVersion.objects.create(
        bot=old.bot, number=2, content_hash="2" * 64, runtime="python", state=CheckState.WAITING,
        deadline=old.created_at,
    )  # fmt: skip


def active(bot: Bot) -> int | None:
    return Bot.objects.get(pk=bot.pk).active_version_id


def test_a_checked_version_is_tested_before_it_plays(old: BotVersion, waiting: BotVersion) -> None:
    new = checked(waiting)
    trial = Trial.objects.get()
    assert (trial.version, trial.against, trial.variant, trial.is_required) == (new, old, SLUG, True)
    assert (trial.elo0, trial.elo1) == (-20.0, 0.0)
    assert active(new.bot) == old.pk


def test_it_plays_once_it_has_passed(old: BotVersion, waiting: BotVersion) -> None:
    new = checked(waiting)
    move(trial_after(Trial.objects.get(), "1/2", "1/2", 50).pk)
    assert active(new.bot) == new.pk


def test_a_worse_version_does_not(old: BotVersion, waiting: BotVersion) -> None:
    new = checked(waiting)
    assert move(trial_after(Trial.objects.get(), "1/4", "3/4", 50).pk) is TrialState.NOT_BETTER
    assert active(new.bot) == old.pk
    with pytest.raises(BotActionError, match="holds its own against the active one in diamoniak-2 first"):
        manage.activate(new)


def test_back_to_an_older_version_is_always_possible(old: BotVersion, new: BotVersion) -> None:
    manage.activate(new)
    manage.edit(old.bot, trial_variant=SLUG)
    manage.activate(old)
    assert active(old.bot) == old.pk


def test_without_the_wish_a_version_plays_at_once(old: BotVersion, waiting: BotVersion) -> None:
    manage.edit(old.bot, trial_variant="")
    assert active(checked(waiting).bot) == waiting.pk
    assert not Trial.objects.exists()


def test_the_first_version_has_nobody_to_compare_with(old: BotVersion, waiting: BotVersion) -> None:
    Bot.objects.filter(pk=old.bot_id).update(active_version=None)
    assert active(checked(waiting).bot) == waiting.pk


def test_a_test_that_asked_for_more_counts_too(alice: User, old: BotVersion, new: BotVersion) -> None:
    manage.edit(old.bot, trial_variant=SLUG)
    trial = Trial.objects.create(
        version=new, against=old, variant=SLUG, elo0=0, elo1=20, max_games=100, state=TrialState.BETTER
    )
    manage.activate(new)
    assert active(new.bot) == new.pk
    assert not trial.is_required


@pytest.mark.parametrize("slug", ["chess", "karma-2"])
def test_only_what_the_bot_plays_can_be_asked_for(old: BotVersion, slug: str) -> None:
    Bot.objects.filter(pk=old.bot_id).update(games=["diamoniak"])
    old.bot.refresh_from_db()
    with pytest.raises(SubmitError):
        manage.edit(old.bot, trial_variant=slug)
    assert Bot.objects.get(pk=old.bot_id).trial_variant == ""

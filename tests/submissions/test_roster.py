"""The number that every kept page hangs on: whatever is shown of bots and people changes it, however it is changed."""

from collections.abc import Callable

import pytest
from django.db import connection, transaction

from arena.accounts.models import User
from arena.bots.actions import manage
from arena.bots.models import Bot, BotVersion, RosterChange
from arena.bots.roster import roster
from tests.matches import cast

CHANGES: dict[str, Callable[[Bot], object]] = {
    "renamed": lambda bot: Bot.objects.filter(pk=bot.pk).update(name="Other"),
    "made private": lambda bot: manage.edit(bot, is_private=True),
    "retired": manage.retire,
    "described": lambda bot: manage.edit(bot, description="new"),
    "given away": lambda bot: Bot.objects.filter(pk=bot.pk).update(owner=None),
    "by hand": lambda bot: connection.cursor().execute("UPDATE bots_bot SET name = 'Hand' WHERE id = %s", [bot.pk]),
    "version": lambda bot: BotVersion.objects.filter(bot=bot).update(state="rejected"),
    "new version": lambda bot: BotVersion.objects.create(
        bot=bot, number=9, content_hash="9", runtime="python", state="ready"
    ),
    "author renamed": lambda bot: User.objects.filter(bots=bot).update(display_name="New"),
    "author became staff": lambda bot: User.objects.filter(bots=bot).update(role="staff"),
    "author wants a rating": lambda bot: User.objects.filter(bots=bot).update(wants_rating=True),
    "author left": lambda bot: User.objects.filter(bots=bot).delete(),
}


@pytest.fixture
def bot(alice: User) -> Bot:
    return cast.ready_version(alice, "Ace").bot


@pytest.mark.parametrize("what", CHANGES)
def test_every_change_changes_it(bot: Bot, what: str) -> None:
    before = roster()
    CHANGES[what](bot)
    assert roster() != before


def test_what_no_page_shows_leaves_it(bot: Bot, alice: User) -> None:
    before = roster()
    BotVersion.objects.filter(bot=bot).update(progress={"step": "build"})
    User.objects.filter(pk=alice.pk).update(last_login=None)
    assert roster() == before


def test_a_change_that_is_taken_back_was_none(bot: Bot) -> None:
    before = roster()
    with transaction.atomic():
        manage.retire(bot)
        assert roster() != before
        transaction.set_rollback(True)
    assert roster() == before


def test_changes_do_not_pile_up(bot: Bot) -> None:
    seen = set()
    for number in range(200):
        Bot.objects.filter(pk=bot.pk).update(name=f"Name {number}")
        seen.add(roster())
    assert len(seen) == 200
    assert RosterChange.objects.count() < 100

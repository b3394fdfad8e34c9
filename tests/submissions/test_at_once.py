"""Limits hold however many requests come at once, each on a connection of its own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from arena.accounts.models import User
from arena.bots import quotas
from arena.bots.actions import check
from arena.bots.actions.submit import create_bot, submit, submit_new_bot
from arena.bots.archive import Upload
from arena.bots.models import Bot, BotVersion, Use
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.django_db(transaction=True)
CALLERS = 24


def at_once(call: Callable[[int], object]) -> int:
    """How many of the callers got what they asked for; the others met the limit."""
    together = Barrier(CALLERS)

    def one(number: int) -> bool:
        try:
            together.wait(PATIENCE_S)
            call(number)
        except quotas.QuotaError:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(CALLERS) as pool:
        return sum(pool.map(one, range(CALLERS)))


def program(number: int) -> Upload:
    return Upload((("bot.py", b"print(%d)\n" % number),))


def test_uploads_at_once_never_exceed_the_limit(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "UPLOADS_PER_DAY", 5)
    bots = [create_bot(alice, f"Bot {number}", ["karma"]) for number in range(3)]
    assert at_once(lambda number: submit(bots[number % 3], program(number))) == 5
    assert BotVersion.objects.count() == Use.objects.count() == 5


def test_stored_bytes_never_exceed_the_limit(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "storage_bytes", lambda: 4 * program(10).size_bytes)
    bot = create_bot(alice, "Ace", ["karma"])
    assert at_once(lambda number: submit(bot, program(10 + number))) == 4


def test_bots_at_once_never_exceed_the_limit(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "BOTS_PER_USER", 3)
    assert at_once(lambda number: submit_new_bot(alice, f"Bot {number}", ["karma"], program(number))) == 3
    assert Bot.objects.count() == 3


def test_repeated_checks_at_once_never_exceed_the_limit(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "UPLOADS_PER_DAY", 6)
    version = submit_new_bot(alice, "Ace", ["karma"], program(0)).version
    assert at_once(lambda _number: check.check_again(version.pk, alice)) == 5

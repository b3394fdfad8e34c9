"""Limits hold however many requests come at once, each on a connection of its own."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, transaction

from arena.accounts.models import User
from arena.bots import quotas
from arena.bots.actions import check, manage
from arena.bots.actions.submit import create_bot, submit, submit_new_bot
from arena.bots.archive import Upload
from arena.bots.large_files import LARGE_BYTES
from arena.bots.models import Bot, BotVersion, Use
from tests.chaos.asking import waiting_backends
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


def test_a_model_that_goes_while_another_upload_counts_on_it_does_not_pass_the_limit(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second upload shares its model with a bot that is deleted in the moment before its turn."""
    model, other = (Upload((("bot.py", b"1"), ("model.onnx", fill * LARGE_BYTES))) for fill in (b"a", b"b"))
    monkeypatch.setattr(quotas, "storage_bytes", lambda: model.size_bytes + 100)
    first, second, third = (create_bot(alice, name, ["karma"]) for name in ("Ace", "Bishop", "Cat"))
    submit(first, model)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            quotas.lock(alice)
            waiting = pool.submit(on_a_connection_of_its_own, lambda: submit(second, model))
            wait_for_a_waiter()
            manage.delete(first)
            submit(third, other)
        with pytest.raises(quotas.QuotaError, match="Your versions use"):
            waiting.result(PATIENCE_S)
    assert quotas.usage(alice).storage_bytes <= quotas.storage_bytes()


def on_a_connection_of_its_own(call: Callable[[], object]) -> None:
    try:
        call()
    finally:
        connection.close()


def wait_for_a_waiter() -> None:
    until = time.monotonic() + PATIENCE_S
    while not waiting_backends("transactionid"):
        assert time.monotonic() < until, "the upload never came to the lock"

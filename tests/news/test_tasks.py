"""The task that sends: asked for when something is due, one at a time, and not for long."""

import pytest

from arena.celery import CONTROL, NEWS, app
from arena.lib.redis_client import client, key
from arena.news import deliveries, letters, tasks


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch, fresh_redis: None) -> list[str]:
    """What was tried; there is always more to deliver."""
    made: list[str] = []

    def deliver(_now: object, _is_over: object) -> int:
        made.append("delivery")
        return 1

    monkeypatch.setattr(deliveries, "deliver_due", deliver)
    monkeypatch.setattr(letters, "due_readers", lambda _now: [1, 2, 3])
    monkeypatch.setattr(letters, "send_mail_to", lambda user, _now: made.append(f"mail {user}"))
    return made


def clock(monkeypatch: pytest.MonkeyPatch, *seconds: float) -> None:
    """Each look at the clock finds the next of these, and the last for ever."""
    left = list(seconds)
    monkeypatch.setattr(tasks, "monotonic", lambda: left.pop(0) if len(left) > 1 else left[0])


def test_it_stops_when_its_time_is_over_and_lets_the_next_one_in(
    tried: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock(monkeypatch, 0, 1, 2, tasks.BUDGET_S, tasks.BUDGET_S, tasks.BUDGET_S + 1)
    tasks.send()
    assert tried == ["delivery", "delivery", "mail 1"], "then the time was over"
    clock(monkeypatch, 0, tasks.BUDGET_S + 1)
    tasks.send()
    assert len(tried) == 3, "what is left waits for the beat"


def test_sending_is_asked_for_once_while_something_is_due(
    tried: list[str], monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(tasks.send, "delay", lambda: asked.append("send"))
    monkeypatch.setattr(letters, "due_readers", lambda _now: [])
    tasks.collect()
    assert asked == [], "nothing is due"
    monkeypatch.setattr(letters, "due_readers", lambda _now: [1])
    tasks.collect()
    tasks.collect()
    assert len(asked) == 1, "where nobody serves the queue it does not fill up"
    clock(monkeypatch, 0, tasks.BUDGET_S)
    tasks.send()
    tasks.collect()
    assert len(asked) == 2


def test_what_waits_for_servers_of_others_has_a_queue_of_its_own() -> None:
    """A receiver that is slow for five seconds would hold up results and pairings."""
    for name in ("arena.news.tasks.send", "arena.ratings.tasks.tell_owner", "arena.ratings.tasks.tell_owners"):
        assert app.amqp.router.route({}, name)["queue"].name == NEWS
    assert app.amqp.router.route({}, "arena.news.tasks.collect")["queue"].name == CONTROL


def test_two_at_once_do_not_send_twice(tried: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    clock(monkeypatch, 0, tasks.BUDGET_S)
    other = client().lock(key("news", "sending"), timeout=30, blocking=False)
    assert other.acquire()
    tasks.send()
    assert tried == []
    other.release()
    tasks.send()
    assert tried == ["mail 1", "mail 2", "mail 3"]


def test_a_mail_that_fails_keeps_nobody_else_waiting(tried: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def send(user: int, _now: object) -> None:
        if user == 2:
            raise OSError("away")
        tried.append(f"mail {user}")

    clock(monkeypatch, 0, tasks.BUDGET_S)
    monkeypatch.setattr(letters, "send_mail_to", send)
    tasks.send()
    assert tried == ["mail 1", "mail 3"]

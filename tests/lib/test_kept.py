"""The store of one process: bounded, the least recently shown goes first, made once however many ask."""

import threading
from sys import getsizeof

import pytest

from arena.lib.kept import ENTRY_BYTES, Store
from tests.patience import PATIENCE_S


def test_what_was_put_is_there() -> None:
    store = Store(10_000)
    store.put("a", "x", 10)
    assert (store.get("a"), store.get("b")) == ("x", None)


def test_the_least_recently_shown_goes_first() -> None:
    store = Store(4 * (ENTRY_BYTES + getsizeof("a") + 100))
    for name in "abcd":
        store.put(name, name, 100)
    store.get("a")
    store.put("e", "e", 100)
    assert [store.get(name) for name in "abcde"] == ["a", None, "c", "d", "e"]


def test_the_room_is_never_exceeded() -> None:
    store = Store(50_000)
    for number in range(1000):
        store.put(number, b"", 100 * (number % 50))
        assert store.used <= 50_000
    for number in range(1000):
        store.put(0, b"", number)  # one key again and again is counted once
    assert store.used <= 50_000
    store.clear()
    assert (store.used, len(store)) == (0, 0)


def test_long_keys_take_room_too() -> None:
    store = Store(1_000_000)
    for number in range(100):
        store.put(("page", ("x" * 60_000 + str(number), 1)), b"", 10)
    assert len(store) < 20


def test_what_is_larger_than_its_share_is_not_kept() -> None:
    store = Store(10_000)
    store.put("a", "small", 10)
    store.put("a", "large", 9_000)
    assert store.get("a") is None


def test_without_room_nothing_is_kept_and_everything_works() -> None:
    store = Store(0)
    assert [store.get_or_make("a", lambda: "made", len) for _ in range(2)] == ["made", "made"]
    assert len(store) == 0


def test_what_is_too_old_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("arena.lib.kept.time.monotonic", lambda: now)
    store = Store(10_000)
    store.put("a", "x", 1, seconds=2)
    now = 101.9
    assert store.get("a") == "x"
    now = 102.1
    assert (store.get("a"), store.used) == (None, 0)


def test_many_who_ask_at_once_wait_for_the_first() -> None:
    store, made, go = Store(10_000), [], threading.Event()

    def make() -> str:
        made.append(1)
        go.wait(PATIENCE_S)
        return "x"

    threads = [threading.Thread(target=store.get_or_make, args=("a", make, len)) for _ in range(8)]
    for thread in threads:
        thread.start()
    go.set()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert (made, store.get("a"), store._makers) == ([1], "x", {})


def test_a_failure_is_not_kept_and_locks_nobody_out() -> None:
    store = Store(10_000)
    with pytest.raises(ZeroDivisionError):
        store.get_or_make("a", lambda: str(1 / 0), len)
    assert store.get_or_make("a", lambda: "x", len) == "x"

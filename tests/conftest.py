"""What tests of several folders share: the cast, and a Redis without leftovers."""

import gc
import os
from collections.abc import Iterator

import hypothesis
import pytest
from django.test import Client
from django.utils.translation import deactivate

from arena.accounts.models import User
from arena.lib.kept import store
from arena.matches.fitness import fitness_of
from tests import emptying, migrated, own_keys

# No example is slow by itself on a busy machine, and a check of a change must not fail by chance: new examples are for
# developers to find.
hypothesis.settings.register_profile("arena", deadline=None, derandomize=os.environ.get("CI") == "true")
hypothesis.settings.load_profile("arena")


emptying.instead_of_truncating()


def pytest_collection_finish() -> None:
    """Ten thousand tests stay till the end: the collector need not look through them again and again."""
    gc.freeze()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """The workers of a run copy one database instead of migrating one each."""
    migrated.use()


PASSWORD = "correct-horse-battery"


@pytest.fixture(autouse=True)
def _nothing_is_kept_from_another_test() -> None:
    """Numbers of rows begin anew after a rollback: pages of one test could pass for those of another. And a process
    that could not play in one test plays in the next. The language of a request stays until the next one, too."""
    deactivate()
    store().clear()
    fitness_of.cache_clear()


@pytest.fixture
def alice(db: None) -> User:
    """An author."""
    return User.objects.create_user("alice", "alice@example.org", PASSWORD, display_name="Alice")


@pytest.fixture
def bob(db: None) -> User:
    """Another author."""
    return User.objects.create_user("bob", "bob@example.org", PASSWORD)


@pytest.fixture
def stella(db: None) -> User:
    """Staff."""
    return User.objects.create_superuser("stella", "stella@example.org", PASSWORD)


@pytest.fixture
def as_alice(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


@pytest.fixture
def market_day() -> Iterator[str]:
    """The name of a fourth game, of another package, installed for one test."""
    from tests.fourth_game.installed import GAME, installed

    with installed():
        yield GAME


@pytest.fixture
def fresh_redis() -> Iterator[None]:
    """Counters of rate limits and signs of life are of this test alone."""
    own_keys.forget()
    yield
    own_keys.forget()

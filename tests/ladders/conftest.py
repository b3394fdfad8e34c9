"""Two authors, the house as anchors, and a pool for them."""

import pytest
from django.utils import timezone

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.ratings.actions.close_period import close_period, open_pool
from arena.ratings.actions.refit import refit
from arena.ratings.models import Anchor, LadderEntry, Pool
from tests.ladders import rounds
from tests.matches import cast
from tests.tournament_engine import cast as tournaments


@pytest.fixture
def no_caps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.matches.limits.MAX_RUNNING_PER_BOT", 1000)


@pytest.fixture
def versions(db: None, no_caps: None) -> list[BotVersion]:
    names = ["Ace", "Bishop", "Castle", "Duke"]
    owners = [User.objects.create_user(name.lower(), f"{name}@example.org", "secret") for name in names]
    return [cast.ready_version(owner, name) for owner, name in zip(owners, names, strict=True)]


@pytest.fixture
def olga(db: None) -> User:
    """An organiser."""
    return tournaments.organiser()


@pytest.fixture
def new_pool(versions: list[BotVersion]) -> Pool:
    """Duke is the anchor; nobody else is placed yet."""
    pool = open_pool("diamoniak-2")
    Anchor.objects.create(pool=pool, version=versions[3], rating=1500)
    return pool


@pytest.fixture
def pool(new_pool: Pool, versions: list[BotVersion]) -> Pool:
    """A ladder whose bots play in its cycles."""
    now = timezone.now()
    LadderEntry.objects.bulk_create(
        LadderEntry(pool=new_pool, version=version, joined_at=now, placed_at=now) for version in versions[:3]
    )
    return new_pool


@pytest.fixture
def played(pool: Pool, versions: list[BotVersion]) -> Pool:
    """Two closed periods, with a fit after each."""
    for number in (1, 2):
        rounds.pods(versions, f"ladder/x/c{number}", 1)
        rounds.finish_all()
        close_period(f"ladder/x/c{number}")
        refit(pool.pk)
    return pool

"""What staff does with ladders: switches, weights, suspensions, seasons."""

import pytest
from django.test import Client

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.ratings.actions.seasons import SeasonError, begin_season
from arena.ratings.ladder import cycles
from arena.ratings.ladder.matchmaking import Request
from arena.ratings.models import Anchor, LadderEntry, Pool

pytestmark = pytest.mark.django_db


@pytest.fixture
def as_staff(client: Client, stella: User) -> Client:
    client.force_login(stella)
    return client


def test_a_ladder_is_switched_and_weighted_in_the_list(as_staff: Client, pool: Pool) -> None:
    form = {
        "form-TOTAL_FORMS": "1", "form-INITIAL_FORMS": "1", "form-0-id": str(pool.pk), "form-0-ladder_weight": "3",
        "_save": "Save",
    }  # fmt: skip
    assert as_staff.post("/admin/ratings/pool/", form).status_code == 302
    pool.refresh_from_db()
    assert (pool.ladder_is_on, pool.ladder_weight) == (False, 3)


def test_the_weight_decides_how_many_pods_a_cycle_has(
    pool: Pool, versions: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def make_pods(request: Request) -> list[tuple[int, ...]]:
        asked.append(request.pods)
        return []

    monkeypatch.setattr(cycles, "make_pods", make_pods)
    for weight in (1, 3):
        Pool.objects.update(ladder_weight=weight)
        cycles.run_ladder(pool.pk)
    assert asked == [4, 12]


def test_what_is_derived_cannot_be_edited_added_or_deleted(as_staff: Client, pool: Pool) -> None:
    page = as_staff.get(f"/admin/ratings/pool/{pool.pk}/change/").content.decode()
    assert 'name="ladder_weight"' in page
    assert 'name="last_seq"' not in page
    assert 'name="variant"' not in page
    assert as_staff.get("/admin/ratings/pool/add/").status_code == 403
    assert as_staff.post(f"/admin/ratings/pool/{pool.pk}/delete/").status_code == 403


def test_suspended_versions_are_put_back_in_the_list(as_staff: Client, pool: Pool, versions: list[BotVersion]) -> None:
    LadderEntry.objects.filter(pool=pool, version=versions[0]).update(is_suspended=True)
    entry = LadderEntry.objects.get(version=versions[0])
    action = {"action": "put_back_on_ladder", "_selected_action": str(entry.pk)}
    page = as_staff.post("/admin/ratings/ladderentry/", action, follow=True).content.decode()
    assert "1 version plays again." in page
    entry.refresh_from_db()
    assert not entry.is_suspended


def test_authors_do_not_reach_the_switches(client: Client, alice: User, pool: Pool) -> None:
    client.force_login(alice)
    assert client.get("/admin/ratings/pool/").status_code in {302, 403}


def test_a_new_season_keeps_anchors_and_starts_empty(pool: Pool) -> None:
    Pool.objects.update(ladder_is_on=False, ladder_weight=2, last_seq=40)
    new = begin_season(pool.pk)
    pool.refresh_from_db()
    assert (pool.is_open, pool.last_seq) == (False, 40)
    assert (new.season, new.is_open, new.ladder_is_on, new.ladder_weight, new.last_seq) == (2, True, False, 2, 0)
    assert [*Anchor.objects.filter(pool=new).values_list("version", "rating")] == [
        *Anchor.objects.filter(pool=pool).values_list("version", "rating")
    ]


def test_a_season_is_not_ended_over_running_games(pool: Pool, versions: list[BotVersion]) -> None:
    with pytest.raises(SeasonError, match="off first"):
        begin_season(pool.pk)
    cycles.run_ladder(pool.pk)
    Pool.objects.update(ladder_is_on=False)
    with pytest.raises(SeasonError, match="still being played"):
        begin_season(pool.pk)
    Pool.objects.update(is_open=False)
    with pytest.raises(SeasonError, match="over already"):
        begin_season(pool.pk)


def test_staff_reads_why_a_season_cannot_begin(as_staff: Client, pool: Pool) -> None:
    action = {"action": "begin_next_season", "_selected_action": str(pool.pk)}
    page = as_staff.post("/admin/ratings/pool/", action, follow=True).content.decode()
    assert "Switch the ladder of diamoniak-2, season 1 off first" in page

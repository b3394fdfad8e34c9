"""Replays of many batches in one file: smaller, still read by one seek, and nothing is lost on the way."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone

from arena.bots.models import BotVersion
from arena.matches import limits, replay_store, tasks, worker
from arena.matches.actions import pack
from arena.matches.actions.pack import delete_retired, pack_replays
from arena.matches.growth import measure
from arena.matches.models import Game, MatchKind, ReplayFile, StoredReplay
from arena.matches.verify_replays import verify_sample, verify_stored
from tests.matches import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def house(db: None) -> list[BotVersion]:
    return [cast.ready_version(None, "Random", "random"), cast.ready_version(None, "Chance", "random")]


@pytest.fixture(autouse=True)
def _one_batch_for_each_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is: a batch that takes too long would be handed in as two, and two files."""
    monkeypatch.setattr(limits, "BATCH_HOLD_S", 3600.0)
    monkeypatch.setattr(limits, "BATCH_MS", 3_600_000)


def play(house: list[BotVersion], key: str = "practice/1", blocks: int = 5, **given: Any) -> None:
    cast.match(house, key, blocks=blocks, **given)
    while worker.work() is not None:
        pass


def texts() -> dict[int, bytes]:
    return {row.pk: replay_store.load_bytes(row) for row in StoredReplay.objects.all()}


def later(**delta: float) -> datetime:
    return timezone.now() + timedelta(**delta)


def test_what_was_packed_reads_as_before_and_verifies(house: list[BotVersion]) -> None:
    for number in range(4):
        play(house, f"practice/{number}", blocks=10)
    before, weighed = texts(), measure()
    assert (len(before), weighed.replay_files) == (80, 4)
    done = pack_replays(is_all=True)
    assert (done.replays, done.files) == (80, 1)
    assert texts() == before
    assert verify_sample(160) == 0
    after = measure()
    assert after.replay_files == 1
    assert after.replay_bytes == done.after_bytes < weighed.replay_bytes == done.before_bytes
    assert pack_replays(is_all=True).replays == 0, "once is enough"


def test_reading_one_reads_its_piece_only(house: list[BotVersion]) -> None:
    play(house, blocks=2 * pack.PIECE)
    pack_replays(is_all=True)
    last = StoredReplay.objects.order_by("-offset").first()
    assert last is not None
    assert last.length is not None
    assert last.offset + last.length == default_storage.size(str(last.file.name))
    assert StoredReplay.objects.values("offset").distinct().count() == 4, "other pieces lie before it"


def test_practice_and_what_stays_lie_in_packs_of_their_own(house: list[BotVersion]) -> None:
    play(house, "practice/1")
    play(house, "ladder/1", kind=MatchKind.LADDER)
    assert pack_replays(is_all=True).files == 2
    kinds = set(Game.objects.values_list("replay__file", "block__match__kind"))
    assert len(dict(kinds)) == len(kinds) == 2


def test_small_ones_wait_for_others_and_for_a_day_at_most(house: list[BotVersion]) -> None:
    play(house)
    assert pack_replays().replays == 0, "played just now"
    assert pack_replays(later(hours=2)).replays == 0, "a few games make no pack"
    assert pack_replays(later(hours=25)).replays == 10


def test_full_packs_do_not_wait(house: list[BotVersion], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack, "FULL", 4)
    play(house)
    done = pack_replays(later(hours=2))
    assert (done.replays, done.files) == (8, 2)


def test_old_files_stay_for_a_day_and_then_go(house: list[BotVersion]) -> None:
    play(house)
    (old,) = set(StoredReplay.objects.values_list("file", flat=True))
    pack_replays(is_all=True)
    assert delete_retired() == 0
    assert default_storage.exists(old), "a backup that began before may still copy it"
    assert delete_retired(later(days=2)) == 1
    assert not default_storage.exists(old)
    assert ReplayFile.objects.get().live == 10
    assert len(texts()) == 10


def test_a_file_is_kept_while_one_of_its_replays_is_not_packed(
    house: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pack, "FULL", 4)
    play(house)
    pack_replays(later(hours=2))
    assert StoredReplay.objects.filter(place=None).count() == 2
    assert not ReplayFile.objects.filter(live=0).exists()
    assert delete_retired(later(days=2)) == 0
    assert len(texts()) == 10


def test_what_is_damaged_stays_where_it_is_and_others_are_packed(house: list[BotVersion]) -> None:
    play(house, "practice/1")
    play(house, "practice/2")
    broken = StoredReplay.objects.order_by("pk").first()
    assert broken is not None
    default_storage.delete(str(broken.file.name))
    default_storage.save(broken.file.name, ContentFile(b"no gzip"))
    assert pack_replays(is_all=True).replays == 10
    assert StoredReplay.objects.filter(place=None).count() == 10


def test_two_that_pack_at_the_same_moment_leave_one_pack(
    house: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    play(house)
    save = replay_store.save

    def overtaken(name: str, whole: bytes) -> str:
        monkeypatch.setattr(replay_store, "save", save)
        pack_replays(is_all=True)
        return save(name, whole)

    monkeypatch.setattr(replay_store, "save", overtaken)
    assert pack_replays(is_all=True).replays == 0
    named = set(StoredReplay.objects.values_list("file", flat=True))
    assert set(ReplayFile.objects.filter(live__gt=0).values_list("name", flat=True)) == named
    assert len(texts()) == 10


def test_a_damaged_pack_is_told_and_raises_nothing_else(house: list[BotVersion]) -> None:
    play(house)
    pack_replays(is_all=True)
    row = StoredReplay.objects.all()[0]
    default_storage.delete(str(row.file.name))
    default_storage.save(row.file.name, ContentFile(b"x" * 5000))
    assert not verify_stored(row)
    assert "is damaged" in row.mismatch


@pytest.mark.parametrize("left", [0.5, 0.0])
def test_half_a_file_is_told_too(house: list[BotVersion], left: float) -> None:
    play(house)
    row = StoredReplay.objects.all()[0]
    whole = row.file.read()
    default_storage.delete(str(row.file.name))
    default_storage.save(row.file.name, ContentFile(whole[: row.offset + int(left * (row.length or 0))]))
    with pytest.raises(replay_store.LostReplayError, match="is damaged"):
        replay_store.load_bytes(StoredReplay.objects.get(pk=row.pk))
    assert not verify_stored(StoredReplay.objects.get(pk=row.pk))
    assert "is damaged" in StoredReplay.objects.get(pk=row.pk).mismatch


def test_beat_packs_by_its_task(house: list[BotVersion]) -> None:
    play(house)
    StoredReplay.objects.update(created_at=later(days=-2))
    assert tasks.pack.apply().get() == 10


def packs() -> list[str]:
    return [name for name in ReplayFile.objects.values_list("name", flat=True) if "/packs/" in name]


def test_killed_between_the_file_and_its_rows_it_leaves_a_file_that_goes_a_day_later(
    house: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    play(house)

    def killed(*_: object) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(pack, "_move", killed)
        with pytest.raises(KeyboardInterrupt):
            pack_replays(is_all=True)
    (left,) = packs()
    assert default_storage.exists(left)
    assert pack_replays(is_all=True).replays == 10, "it begins again"
    assert delete_retired(later(days=2)) == 2
    assert not default_storage.exists(left)
    assert len(texts()) == 10


def test_a_disk_that_is_full_costs_nothing_but_the_try(
    house: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    play(house)
    before = texts()

    def full(*_: object) -> str:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(default_storage, "save", full)
        with pytest.raises(OSError, match="No space left"):
            pack_replays(is_all=True)
    assert texts() == before
    assert pack_replays(is_all=True).replays == 10
    delete_retired(later(days=2))
    assert texts() == before


def test_a_file_that_a_late_result_names_after_all_stays(house: list[BotVersion]) -> None:
    play(house)
    (file,) = set(StoredReplay.objects.values_list("file", flat=True))
    ReplayFile.objects.create(name=file, live=0, retired_at=later(days=-3))
    assert delete_retired() == 0
    assert len(texts()) == 10
    assert pack_replays(is_all=True).replays == 10
    assert delete_retired(later(days=2)) == 1


def test_one_that_cannot_be_read_does_not_make_small_packs_of_every_hour(house: list[BotVersion]) -> None:
    play(house)
    first = StoredReplay.objects.order_by("pk")[0]
    StoredReplay.objects.filter(pk=first.pk).update(created_at=later(days=-5))
    assert pack_replays(later(hours=2)).replays == 0

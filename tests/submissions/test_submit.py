from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from arena.accounts.models import User
from arena.bots import quotas
from arena.bots.actions import check, manage
from arena.bots.actions.submit import SubmitError, create_bot, submit, submit_new_bot
from arena.bots.archive import STORED, Upload, UploadError, read_upload
from arena.bots.large_files import archive_parts, stored_upload
from arena.bots.models import Bot, BotVersion, CheckState, LargeFile
from tests.api.conftest import caller

pytestmark = pytest.mark.django_db
PYTHON = Upload((("bot.py", b"print()\n"),))


@pytest.fixture
def bot(alice: User) -> Bot:
    return create_bot(alice, "Ace", ["karma"])


def _ready(bot: Bot, content: bytes) -> BotVersion:
    version = submit(bot, Upload((("bot.py", content),))).version
    lease = check.begin_check(version.pk)
    assert lease is not None
    assert check.finish_check(lease, passed=True, reason="", report={})
    version.refresh_from_db()
    return version


def test_an_upload_becomes_the_next_version_and_waits_for_its_check(bot: Bot) -> None:
    first = submit(bot, PYTHON, "first try")
    assert (first.is_new, first.version.number, first.version.runtime) == (True, 1, "python")
    assert (first.version.state, first.version.changelog) == (CheckState.WAITING, "first try")
    assert first.version.deadline is not None
    assert stored_upload(first.version) == PYTHON
    assert submit(bot, Upload((("bot.py", b"2"),))).version.number == 2


def test_the_same_content_twice_is_the_same_version(bot: Bot) -> None:
    first = submit(bot, PYTHON)
    again = submit(bot, PYTHON, "another text")
    assert (again.is_new, again.version.pk) == (False, first.version.pk)
    assert BotVersion.objects.count() == 1


def test_an_upload_without_a_program_is_refused_with_what_to_do(bot: Bot) -> None:
    with pytest.raises(UploadError, match="Name the main file"):
        submit(bot, Upload((("notes.txt", b"hello"),)))
    assert not BotVersion.objects.exists()


def test_a_new_bot_comes_with_its_first_version(alice: User) -> None:
    done = submit_new_bot(alice, "Ace", ["karma"], PYTHON, "first try")
    assert (done.is_new, done.version.number, done.version.bot.name) == (True, 1, "Ace")


@pytest.mark.parametrize("fault", [UploadError("no program"), RuntimeError("the disk is full")])
def test_a_new_bot_whose_upload_fails_does_not_exist(
    alice: User, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def fail(_upload: Upload) -> str:
        raise fault

    monkeypatch.setattr("arena.bots.actions.submit.detect_runtime", fail)
    with pytest.raises(type(fault)):
        submit_new_bot(alice, "Ace", ["karma"], PYTHON)
    assert not Bot.objects.filter(name="Ace").exists()


def test_names_are_unique_whatever_their_case(alice: User, bot: Bot) -> None:
    with pytest.raises(SubmitError, match="There is a bot called ACE already") as refusal:
        create_bot(alice, "  ACE ", ["karma"])
    assert refusal.value.field == "name"


@pytest.mark.parametrize(
    ("name", "games", "field"), [("!!!", ["karma"], "name"), ("B", [], "games"), ("B", ["chess"], "games")]
)
def test_a_bot_needs_a_name_and_known_games(alice: User, name: str, games: list[str], field: str) -> None:
    with pytest.raises(SubmitError) as refusal:
        create_bot(alice, name, games)
    assert refusal.value.field == field


def test_the_daily_quota_says_when_the_next_upload_is_possible(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "UPLOADS_PER_DAY", 1)
    submit(bot, PYTHON)
    with pytest.raises(quotas.QuotaError, match="the next is possible at"):
        submit(bot, Upload((("bot.py", b"2"),)))
    tomorrow = timezone.now() + timedelta(days=1, minutes=1)
    assert submit(bot, Upload((("bot.py", b"2"),)), now=tomorrow).is_new


def test_deleting_a_bot_gives_no_further_build(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "UPLOADS_PER_DAY", 2)
    for name in ("Ace", "Bishop"):
        manage.delete(submit_new_bot(alice, name, ["karma"], PYTHON).version.bot)
    assert not BotVersion.objects.exists()
    with pytest.raises(quotas.QuotaError, match="2 uploads and repeated checks"):
        submit_new_bot(alice, "Castle", ["karma"], PYTHON)
    assert quotas.usage(alice).builds_today == 2


def test_checking_again_counts_as_a_build_for_authors_and_not_for_staff(
    bot: Bot, alice: User, stella: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "UPLOADS_PER_DAY", 2)
    version = submit(bot, PYTHON).version
    assert check.check_again(version.pk, alice)
    with pytest.raises(quotas.QuotaError):
        check.check_again(version.pk, alice)
    assert check.check_again(version.pk, stella)
    assert check.check_again(version.pk)


def test_what_cannot_be_checked_again_costs_nothing(bot: Bot, alice: User) -> None:
    version = _ready(bot, b"1")
    assert not check.check_again(version.pk, alice)
    assert quotas.usage(alice).builds_today == 1


def test_a_refused_upload_costs_nothing(bot: Bot, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "storage_bytes", lambda: 5)
    with pytest.raises(quotas.QuotaError):
        submit(bot, PYTHON)
    assert quotas.usage(alice).builds_today == 0


def test_storage_and_number_of_bots_are_limited(alice: User, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "storage_bytes", lambda: 5)
    with pytest.raises(quotas.QuotaError, match="Delete a bot that never played"):
        submit(bot, PYTHON)
    monkeypatch.setattr(quotas, "BOTS_PER_USER", 1)
    with pytest.raises(quotas.QuotaError, match="You have 1 bots"):
        create_bot(alice, "Second", ["karma"])


def test_a_version_that_passes_becomes_active(bot: Bot) -> None:
    version = _ready(bot, b"1")
    bot.refresh_from_db()
    assert (version.state, bot.active_version) == (CheckState.READY, version)


def test_an_older_version_that_passes_later_does_not_replace_a_newer_one(bot: Bot) -> None:
    old = submit(bot, PYTHON).version
    new = _ready(bot, b"new")
    lease = check.begin_check(old.pk)
    assert lease is not None
    check.finish_check(lease, passed=True, reason="", report={})
    bot.refresh_from_db()
    assert bot.active_version == new


def test_only_one_worker_holds_a_check(bot: Bot) -> None:
    version = submit(bot, PYTHON).version
    first = check.begin_check(version.pk)
    assert first is not None
    assert check.begin_check(version.pk) is None
    later = timezone.now() + check.CHECK_LIMIT + timedelta(seconds=1)
    second = check.begin_check(version.pk, later)
    assert second is not None
    assert not check.finish_check(first, passed=True, reason="", report={}), "the first worker lost its lease"
    assert check.finish_check(second, passed=False, reason="Does not build.", report={})
    assert check.begin_check(version.pk) is None, "a finished check is not done again"


def test_a_check_our_side_failed_waits_with_the_reason(bot: Bot) -> None:
    version = submit(bot, PYTHON).version
    lease = check.begin_check(version.pk)
    assert lease is not None
    assert check.postpone_check(lease, "Uploads wait: bubblewrap is not installed.")
    version.refresh_from_db()
    assert (version.state, version.reason) == (CheckState.WAITING, "Uploads wait: bubblewrap is not installed.")
    assert check.reap_checks(timezone.now() + timedelta(minutes=3)) == 1


def test_an_old_version_can_be_made_active_again_but_a_rejected_one_cannot(bot: Bot) -> None:
    old, _ = _ready(bot, b"1"), _ready(bot, b"2")
    manage.activate(old)
    bot.refresh_from_db()
    assert bot.active_version == old
    bad = submit(bot, Upload((("bot.py", b"3"),))).version
    with pytest.raises(manage.BotActionError, match="passed its check"):
        manage.activate(bad)


def test_a_retired_bot_can_come_back(bot: Bot) -> None:
    version = _ready(bot, b"1")
    manage.retire(bot)
    bot.refresh_from_db()
    assert (bot.is_retired, bot.active_version) == (True, None)
    manage.bring_back(bot)
    bot.refresh_from_db()
    assert (bot.is_retired, bot.active_version) == (False, version)


def test_a_bot_that_never_played_can_be_deleted_with_its_files(
    bot: Bot, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    version = _ready(bot, b"1")
    path = version.archive.path
    with django_capture_on_commit_callbacks(execute=True):
        manage.delete(bot)
    assert not Bot.objects.exists()
    with pytest.raises(FileNotFoundError):
        open(path)  # noqa: PTH123, SIM115 - the point is that it cannot be opened


MODEL = bytes(range(256)) * 4 * 1024
"""A file as large as those that are stored by themselves."""


def _with_model(number: int) -> Upload:
    return Upload((("bot.py", b"%d" % number), ("models/a.onnx", MODEL), ("models/b.onnx", MODEL)))


def test_a_model_is_stored_once_and_counts_once_for_its_owner(
    bot: Bot, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions = [submit(bot, _with_model(number)).version for number in (1, 2)]
    theirs = submit(create_bot(bob, "Bishop", ["karma"]), _with_model(1)).version
    stored = LargeFile.objects.get()
    assert Path(stored.file.path).read_bytes() == MODEL
    assert str(stored.file.name).startswith("versions/"), "all that the workers of compose file and Kubernetes may read"
    assert all(version.archive.size < len(MODEL) / 100 for version in (*versions, theirs))
    assert [stored_upload(version) for version in versions] == [_with_model(1), _with_model(2)]
    assert quotas.usage(alice).storage_bytes == len(MODEL) + 2
    assert quotas.usage(bob).storage_bytes == len(MODEL) + 1
    monkeypatch.setattr(quotas, "storage_bytes", lambda: len(MODEL) + 4)
    submit(bot, _with_model(3))
    with pytest.raises(quotas.QuotaError, match="Your versions use"):
        submit(bot, Upload((("bot.py", b"4"), ("other.onnx", MODEL[::-1]))))


def test_a_version_with_models_is_downloaded_by_one_reader_of_an_address_at_a_time(
    bot: Bot, alice: User, client: Client, fresh_redis: None
) -> None:
    """Packing it again takes seconds: the next one is told to come back, by page and by program."""
    version = submit(bot, _with_model(1)).version
    client.force_login(alice)
    by_alice = caller(alice)
    place = f"/bots/{bot.slug}/v{version.number}/download/"
    first: Any = client.get(place)
    parts = iter(first.streaming_content)
    begun = next(parts)
    refused = by_alice.get(f"/bots/{bot.slug}/versions/{version.number}/download")
    assert (refused.status_code, refused.json()["code"]) == (503, "busy")
    assert int(refused.headers["Retry-After"]) > 0
    told = client.get(place, follow=True)
    assert "downloading just now" in told.content.decode()
    assert read_upload("a.zip", begun + b"".join(parts), STORED) == _with_model(1)
    again: Any = by_alice.get(f"/bots/{bot.slug}/versions/{version.number}/download")
    assert read_upload("a.zip", b"".join(again.streaming_content), STORED) == _with_model(1)


def test_a_download_of_a_model_that_is_not_the_one_that_was_uploaded_breaks_off(bot: Bot) -> None:
    version = submit(bot, _with_model(1)).version
    Path(LargeFile.objects.get().file.path).write_bytes(MODEL[::-1])
    with pytest.raises(UploadError, match="not the ones that were uploaded"):
        list(archive_parts(version))


def test_a_model_goes_with_the_last_version_that_has_it(
    bot: Bot, bob: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    version = submit(bot, _with_model(1)).version
    theirs = submit(create_bot(bob, "Bishop", ["karma"]), _with_model(1)).version
    path = Path(LargeFile.objects.get().file.path)
    with django_capture_on_commit_callbacks(execute=True):
        manage.delete(version.bot)
    assert stored_upload(theirs) == _with_model(1)
    with django_capture_on_commit_callbacks(execute=True):
        manage.delete(theirs.bot)
    assert not LargeFile.objects.exists()
    assert not path.exists()


def test_small_files_that_shrink_to_almost_nothing_are_read_again_beside_a_model(bot: Bot) -> None:
    """Without the model, the archive that is stored looks like a bomb."""
    tables = tuple((f"table{number}.csv", b"0," * 400_000) for number in range(3))
    upload = Upload((("bot.py", b"1"), ("model.onnx", MODEL), *tables))
    assert stored_upload(submit(bot, upload).version) == upload


def test_a_model_that_was_changed_in_the_store_is_noticed(bot: Bot) -> None:
    version = submit(bot, _with_model(1)).version
    Path(LargeFile.objects.get().file.path).write_bytes(MODEL[::-1])
    with pytest.raises(UploadError, match="are not the ones that were uploaded"):
        stored_upload(version)

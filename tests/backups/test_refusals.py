"""What is no good backup is refused before anything is changed; what is a good one is never overwritten."""

import io
import tarfile
from pathlib import Path
from unittest import mock

import orjson
import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from pytest_django import DjangoDbBlocker

from arena.backups import archive, programs, restoring, taking
from arena.backups.programs import BackupError
from arena.matches.models import StoredReplay

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def whole(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> bytes:
    """A backup with one replay that is there and one that is gone. Made once: the tests below only read it."""
    out = io.BytesIO()
    with django_db_blocker.unblock():
        name = default_storage.save("replays/ab/abc.json.gz", ContentFile(b"cards"))
        there = StoredReplay.objects.create(content_hash="a" * 64, file=name, size_bytes=5)
        gone = StoredReplay.objects.create(content_hash="b" * 64, file="replays/no/nothing.json.gz", size_bytes=5)
        try:
            assert taking.take(out).missing == ["replays/no/nothing.json.gz"]
        finally:
            StoredReplay.objects.filter(pk__in=[there.pk, gone.pk]).delete()
            default_storage.delete(name)
    return out.getvalue()


@pytest.fixture(autouse=True)
def _on_an_empty_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database of the tests is not empty; and it must stay as it is."""
    monkeypatch.setattr(restoring, "_require_empty", lambda: None)
    monkeypatch.setattr(programs, "restore", lambda *_arguments: pytest.fail("the database was changed"))


def rebuilt(whole: bytes, change: dict[str, bytes | None]) -> bytes:
    """The same backup with some parts replaced, added or left out."""
    out = io.BytesIO()
    with tarfile.open(fileobj=io.BytesIO(whole)) as old, tarfile.open(fileobj=out, mode="w") as new:
        parts = {name: content.read() for name in old.getnames() if (content := old.extractfile(name))}
        for name, data in {**parts, **change}.items():
            if data is not None:
                archive.add(new, name, data)
    return out.getvalue()


def only_file(whole: bytes) -> str:
    with tarfile.open(fileobj=io.BytesIO(whole)) as opened:
        (file,) = (name for name in opened.getnames() if name.startswith("media/"))
    return file


def refusal(content: bytes) -> str:
    with pytest.raises(BackupError) as caught:
        restoring.restore(io.BytesIO(content))
    return str(caught.value)


def test_a_backup_that_was_cut_off_is_refused(whole: bytes) -> None:
    for length in (len(whole) // 2, len(whole) // 4, 700):
        assert "Nothing was changed" in refusal(whole[:length])
    assert "ends too early" in refusal(rebuilt(whole, {"manifest.json": None}))


def test_a_damaged_part_is_named(whole: bytes) -> None:
    file = only_file(whole)
    assert f"first {file}" in refusal(rebuilt(whole, {file: b"cords"}))
    assert "first boards/chess.json" in refusal(rebuilt(whole, {"boards/chess.json": b"{}"}))


@pytest.mark.parametrize("name", ["media/../../etc/passwd", "/etc/passwd", "elsewhere.txt"])
def test_a_name_that_leads_out_is_refused(whole: bytes, name: str) -> None:
    assert "does not belong" in refusal(rebuilt(whole, {name: b"x"}))


def test_what_another_version_wrote_is_refused(whole: bytes) -> None:
    other = orjson.dumps({"format": archive.FORMAT, "version": 2, "hashes": {}, "missing": []})
    assert "another version" in refusal(rebuilt(whole, {"manifest.json": other}))


def test_something_else_is_no_backup() -> None:
    assert "This is no backup" in refusal(b"PK\x03\x04 a zip file, perhaps")


def test_a_file_that_is_there_already_stays(whole: bytes) -> None:
    file = only_file(whole)
    name = default_storage.save(file.removeprefix("media/"), ContentFile(b"other"))
    assert "Another file is stored" in refusal(whole)
    default_storage.delete(name)


def test_an_older_backup_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "arena.tar").write_bytes(b"precious")
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", str(tmp_path / "arena.tar"))
    with pytest.raises(CommandError, match="no folder"):
        call_command("backup", str(tmp_path / "nowhere" / "arena.tar"))
    assert (tmp_path / "arena.tar").read_bytes() == b"precious"
    assert list(tmp_path.iterdir()) == [tmp_path / "arena.tar"]


def test_a_backup_of_a_newer_postgresql_is_refused_before_anything_is_stored(whole: bytes) -> None:
    with tarfile.open(fileobj=io.BytesIO(whole)) as opened:
        content = opened.extractfile(archive.MANIFEST)
        assert content is not None
        manifest = orjson.loads(content.read())
    manifest["postgres"]["server"] = 99
    said = refusal(rebuilt(whole, {archive.MANIFEST: orjson.dumps(manifest)}))
    assert "Restore into PostgreSQL 99 or newer. Nothing was changed." in said
    assert not default_storage.exists(only_file(whole).removeprefix("media/"))


@pytest.mark.parametrize(("server", "sentence"), [(140005, "needs 15 or newer"), (990000, "No pg_dump here can read")])
def test_a_server_that_cannot_be_dumped_is_refused_first(
    monkeypatch: pytest.MonkeyPatch, server: int, sentence: str
) -> None:
    told = mock.Mock(connection=mock.Mock(info=mock.Mock(server_version=server)))
    monkeypatch.setattr(programs, "connection", told)
    with pytest.raises(BackupError, match=sentence):
        programs.dump_tools()


def test_tools_fit_the_dump_first_and_the_server_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "installed", lambda: [programs.Tools(each, Path()) for each in (15, 17, 18)])
    monkeypatch.setattr(programs, "server_version", lambda: 16)
    assert programs.dump_tools().version == 17
    assert [programs.restore_tools(dumped).version for dumped in (15, 16, 18, None)] == [17, 17, 18, 18]
    with pytest.raises(BackupError, match="No pg_restore here reads what pg_dump 19 wrote"):
        programs.restore_tools(19)

import io
import stat
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.bots.archive import Upload, UploadError, read_upload
from referee.conditions import Conditions


def _zip(*files: tuple[str, bytes], mode: int = 0, kind: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", kind) as packed:
        for name, data in files:
            entry = zipfile.ZipInfo(name)
            entry.external_attr = mode << 16
            packed.writestr(entry, data, kind)
    return out.getvalue()


def _refused(data: bytes, name: str = "bot.zip") -> str:
    with pytest.raises(UploadError) as refusal:
        read_upload(name, data)
    return str(refusal.value)


def test_a_zip_of_the_folder_and_a_zip_of_its_contents_are_the_same_bot() -> None:
    inside = read_upload("a.zip", _zip(("bot.py", b"x"), ("lib/helper.py", b"y")))
    folder = read_upload("b.zip", _zip(("mine/lib/helper.py", b"y"), ("mine/bot.py", b"x")))
    assert inside == folder
    assert inside.content_hash == folder.content_hash


def test_another_byte_or_name_is_another_version() -> None:
    one = Upload((("bot.py", b"x"),))
    assert one.content_hash != Upload((("bot.py", b"y"),)).content_hash
    assert one.content_hash != Upload((("bot2.py", b"x"),)).content_hash
    assert Upload((("a", b"bc"),)).content_hash != Upload((("ab", b"c"),)).content_hash


def test_a_single_source_file_gets_the_name_its_runtime_looks_for() -> None:
    assert read_upload("Meine Kreation.java", b"class Bot {}").files == (("Bot.java", b"class Bot {}"),)
    assert read_upload("compiled.wasm", b"\0asm").files == (("bot.wasm", b"\0asm"),)  # no source, so zeros are in order


def test_what_is_stored_reads_back_the_same() -> None:
    upload = read_upload("a.zip", _zip(("bot.py", b"x" * 1000), ("data/table.bin", bytes(range(256)))))
    assert read_upload("stored.zip", upload.zipped()) == upload
    assert upload.zipped() == upload.zipped()


def test_what_tools_leave_behind_is_passed_over() -> None:
    data = _zip(("bot.py", b"x"), ("__MACOSX/._bot.py", b"junk"), ("__pycache__/bot.cpython-311.pyc", b"junk"))
    assert read_upload("a.zip", data).files == (("bot.py", b"x"),)


@pytest.mark.parametrize(
    "name", ["../evil.py", "a/../../evil.py", "/etc/passwd", "a\\b.py", "C:evil.py", "a//b.py", "./b.py"]
)
def test_a_path_out_of_the_folder_is_refused(name: str) -> None:
    assert "path" in _refused(_zip(("bot.py", b"x"), (name, b"x")))


@pytest.mark.parametrize("name", ["bot\n.py", "bot\x7f.py", "bot\u202eyp.exe", "bot\u200b.py"])
def test_control_characters_in_a_name_are_refused(name: str) -> None:
    assert "control characters" in _refused(_zip((name, b"x"), ("b.py", b"")))


def _with_name(data: bytes, name: bytes, raw: bytes) -> bytes:
    """The archive with other bytes where a name stands, in its directory and before the file itself."""
    assert len(name) == len(raw)
    return data.replace(name, raw)


def test_a_name_that_is_not_in_the_encoding_it_claims_is_refused() -> None:
    packed = _zip(("bot.py", b"x"), ("bé.py", b"y"))
    assert "marked as UTF-8 and is not" in _refused(_with_name(packed, "bé.py".encode(), b"b\xff\xfe.py"))


def test_a_name_in_an_old_encoding_is_kept_under_some_readable_name() -> None:
    """Without the mark of UTF-8 any byte is a letter of the encoding that zip began with."""
    packed = _with_name(_zip(("bot.py", b"x"), ("bad.py", b"y")), b"bad.py", b"b\xe9d.py")
    assert [name for name, _ in read_upload("a.zip", packed).files] == ["bot.py", "bΘd.py"]


def test_a_file_without_a_name_is_refused() -> None:
    packed = bytearray(_zip(("bot.py", b"x"), ("b", b"y")))
    at = packed.rindex(b"PK\x01\x02")
    packed[at + 28 : at + 32] = (0).to_bytes(2, "little") + (1).to_bytes(2, "little")  # its name becomes an extra field
    assert "points outside" in _refused(bytes(packed))


def test_a_source_file_that_is_no_text_is_refused_with_what_to_do() -> None:
    assert "Save it as UTF-8" in _refused("print()\n".encode("utf-16"), "bot.py")


def test_links_and_devices_are_refused() -> None:
    assert "link or a device" in _refused(_zip(("bot.py", b"/etc/passwd"), mode=stat.S_IFLNK | 0o777))
    assert "link or a device" in _refused(_zip(("bot.py", b""), mode=stat.S_IFCHR | 0o600))


@pytest.mark.parametrize(
    ("one", "other"),
    [("bot.py", "Bot.py"), ("straße.py", "STRASSE.py"), ("caf\u00e9.py", "cafe\u0301.py"), ("lib/a.py", "LIB/A.py")],
)
def test_names_that_some_system_takes_for_one_are_refused(one: str, other: str) -> None:
    assert "same file" in _refused(_zip(("main", b""), (one, b"x"), (other, b"y")))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_the_same_name_twice_is_refused() -> None:
    assert "same file" in _refused(_zip(("bot.py", b"x"), ("bot.py", b"y")))


def test_a_file_that_is_also_a_folder_is_refused() -> None:
    assert "at once" in _refused(_zip(("bot.py", b""), ("lib", b"x"), ("lib/a.py", b"y")))


def test_too_many_files_are_refused() -> None:
    assert "at most 200" in _refused(_zip(*((f"f{n}.py", b"") for n in range(201))))


def test_a_bomb_is_refused_while_it_unpacks() -> None:
    assert "larger than" in _refused(_zip(("bot.py", b"\0" * 3_000_000), ("b", b"\0" * 3_000_000)))


def test_a_size_that_lies_does_not_help() -> None:
    packed = bytearray(_zip(("bot.py", b"\0" * 3_000_000)))
    at = packed.rindex(b"PK\x01\x02")
    packed[at + 24 : at + 28] = (10).to_bytes(4, "little")
    assert _refused(bytes(packed))


def test_an_encrypted_entry_is_refused() -> None:
    packed = bytearray(_zip(("bot.py", b"x")))
    at = packed.rindex(b"PK\x01\x02")
    packed[at + 8] |= 1
    assert "encrypted" in _refused(bytes(packed))


def test_unusual_compression_is_refused() -> None:
    assert "deflated" in _refused(_zip(("bot.py", b"x" * 100), kind=zipfile.ZIP_LZMA))


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("bot.zip", b"", "empty"),
        ("bot.zip", b"PK\x03\x04 and then nothing", "cannot be read"),
        ("bot.exe", b"MZ", "neither a zip nor a source file"),
        ("bot.zip", b"x" * (Conditions().upload_bytes + 1), "at most"),
    ],
)
def test_what_is_no_upload_gets_a_sentence(name: str, data: bytes, sentence: str) -> None:
    assert sentence in _refused(data, name)


def test_an_empty_zip_is_refused() -> None:
    assert "holds no files" in _refused(_zip())


@given(st.lists(st.tuples(st.integers(0, 300), st.integers(0, 255)), min_size=1, max_size=6))
def test_changed_bytes_give_files_within_the_limits_or_a_refusal(changes: list[tuple[int, int]]) -> None:
    packed = bytearray(_zip(("bot.py", b"print()"), ("lib/é.py", b"x" * 200)))
    for at, byte in changes:
        packed[at % len(packed)] = byte
    try:
        found = read_upload("bot.zip", bytes(packed))
    except UploadError:
        return
    assert 1 <= len(found.files) <= 2
    assert len(found.content_hash) == 64


@given(st.binary(max_size=400))
def test_garbage_never_gives_anything_but_a_refusal(noise: bytes) -> None:
    base = _zip(("bot.py", b"print()"))
    for data in (noise, b"PK\x03\x04" + noise, base[: len(noise)] + noise, noise + base):
        try:
            found = read_upload("bot.zip", data)
        except UploadError:
            continue
        assert found.files == (("bot.py", b"print()"),)

"""Read an upload without trusting it: names, sizes and links are checked before a byte is unpacked.

Nothing is written to disk here, and no more is read than the limits allow, whatever the archive claims about itself.
"""

import hashlib
import io
import stat
import struct
import unicodedata
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import PurePosixPath

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from arena.bots.conditions import MOST_UPLOAD_MB, conditions
from referee.conditions import MIB, Conditions
from sandbox import RUNTIMES

MAX_RATIO = 100
"""Honest sources compress 3 to 10 times; a bomb thousands of times."""
MAX_PATH_BYTES = 200
"""Leaves room for the folders in front of it below the 255 bytes that file systems and tar headers allow a name."""
MAX_DEPTH = 10
"""Folders in folders. Deep trees have no use here and cost every walk over them."""

SINGLE_FILES = {
    PurePosixPath(entry).suffix: (entry, runtime)
    for runtime in RUNTIMES.values()
    for entry in reversed(runtime.entries)
    if PurePosixPath(entry).stem.lower() == "bot"
}
"""A single source file becomes a bot under the name its runtime looks for."""

_JUNK = {"__MACOSX", ".DS_Store", "Thumbs.db", "__pycache__", ".git"}
"""What file managers and tools leave behind: passed over silently."""
ARCHIVE_DATE = (1980, 1, 1, 0, 0, 0)
"""Of all files in our own zips, the earliest that there is: the same files give the same bytes."""
_READ_STEP = 64 * 1024
"""How far beyond a limit a file may be unpacked that is larger than its header says."""
_BROKEN = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError, ValueError)
"""All that reading a damaged or forged zip raises: places before its beginning, sizes that do not fit, …"""


class UploadError(ValueError):
    """Why an upload cannot be taken, and what to do about it."""


@dataclass(frozen=True)
class Upload:
    """A checked upload: plain files in a fixed order."""

    files: tuple[tuple[str, bytes], ...]

    @property
    def content_hash(self) -> str:
        """The same files give the same hash, however and in whatever order they were packed."""
        digest = hashlib.sha256()
        for name, data in self.files:
            digest.update(len(name.encode()).to_bytes(4, "big") + name.encode())
            digest.update(len(data).to_bytes(8, "big") + data)
        return digest.hexdigest()

    @property
    def size_bytes(self) -> int:
        return sum(len(data) for _, data in self.files)

    def zipped(self) -> bytes:
        """A clean archive with fixed dates: what is stored and what the owner downloads."""
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in self.files:
                archive.writestr(zipfile.ZipInfo(name, ARCHIVE_DATE), data, zipfile.ZIP_DEFLATED)
        return out.getvalue()


STORED = Conditions(upload_bytes=MOST_UPLOAD_MB * MIB)
"""What was taken stays readable when an operator allows less."""


def read_upload(filename: str, data: bytes, allowed: Conditions | None = None) -> Upload:
    """Check a zip or a single source file. Raises ``UploadError``."""
    allowed = allowed or conditions()
    if not data:
        raise UploadError(_("The file is empty. Choose a zip of your bot's folder, or one source file."))
    if len(data) > allowed.upload_bytes:
        raise UploadError(
            _(
                "The file has %(size)s MB; at most %(most)s MB are taken. Leave out build results, libraries and data "
                "that the bot does not need."
            )
            % {"size": _mb(len(data)), "most": _mb(allowed.upload_bytes)}
        )
    suffix = PurePosixPath(filename.replace("\\", "/")).suffix.lower()
    if suffix == ".zip" or data[:4] == b"PK\x03\x04":
        return _read_zip(data, allowed)
    if suffix in SINGLE_FILES:
        entry, runtime = SINGLE_FILES[suffix]
        if runtime.is_source and b"\0" in data:
            raise UploadError(
                _("%(name)s has zero bytes in it, so it is no source text. Save it as UTF-8.")
                % {"name": repr(filename)}
            )
        return Upload(((entry, data),))
    kinds = ", ".join(SINGLE_FILES)
    raise UploadError(
        _("%(name)s is neither a zip nor a source file that we know (%(kinds)s). Zip the bot's folder.")
        % {"name": repr(filename), "kinds": kinds}
    )


def _mb(size: int) -> str:
    return number_format(size / 1e6, 1)


def _read_zip(data: bytes, allowed: Conditions) -> Upload:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            # Not is_dir(): it stumbles over a file without a name.
            entries = [
                entry for entry in archive.infolist() if not _is_junk(entry.filename) and entry.filename[-1:] != "/"
            ]
            _check_entries(entries, allowed)
            files = _read_entries(archive, entries, _most_unpacked(len(data), allowed))
    except UploadError:
        raise
    except UnicodeDecodeError as error:
        raise UploadError(
            _("A name in the zip is marked as UTF-8 and is not. Rename the file with plain letters and pack again.")
        ) from error
    except _BROKEN as error:
        raise UploadError(
            _("The zip cannot be read (%(reason)s). Pack the folder again and upload it once more.") % {"reason": error}
        ) from error
    return Upload(tuple(sorted(_without_common_folder(files))))


def _is_junk(name: str) -> bool:
    parts = name.replace("\\", "/").split("/")
    return any(part in _JUNK for part in parts) or name.endswith(".pyc")


def _check_entries(entries: list[zipfile.ZipInfo], allowed: Conditions) -> None:
    if not entries:
        raise UploadError(_("The zip holds no files. Pack the folder that contains your bot."))
    if len(entries) > allowed.files:
        raise UploadError(
            _("The zip holds %(count)d files; at most %(most)d are taken.")
            % {"count": len(entries), "most": allowed.files}
        )
    seen: dict[str, str] = {}
    for entry in entries:
        _check_name(entry.orig_filename)
        _check_kind(entry)
        folded = _folded(entry.filename)
        if folded in seen:
            raise UploadError(
                _("%(name)s and %(other)s are the same file on many systems. Rename one.")
                % {"name": repr(entry.filename), "other": repr(seen[folded])}
            )
        seen[folded] = entry.filename
        if entry.file_size > allowed.unpacked_bytes:
            raise UploadError(
                _("%(name)s is larger than %(most)d MB.")
                % {"name": repr(entry.filename), "most": round(allowed.unpacked_bytes / 1e6)}
            )
    for folded, name in seen.items():
        parents = [folded[:at] for at, sign in enumerate(folded) if sign == "/"]
        if taken := next((seen[parent] for parent in parents if parent in seen), None):
            raise UploadError(
                _("%(name)s is a file and the folder of %(other)s at once. Rename one.")
                % {"name": repr(taken), "other": repr(name)}
            )


def _folded(name: str) -> str:
    """Equal for names that some file system takes for one: by case, or by how an accent is composed."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name).casefold())


def _check_name(name: str) -> None:
    if "\\" in name or ":" in name or name.startswith("/"):
        raise UploadError(
            _("The path %(path)s is not relative with forward slashes. Pack the folder with a common tool.")
            % {"path": repr(name)}
        )
    if not name.isprintable():  # also signs that turn or hide what follows them
        raise UploadError(_("The path %(path)s has control characters in it. Rename the file.") % {"path": repr(name)})
    if len(name.encode(errors="replace")) > MAX_PATH_BYTES:
        raise UploadError(
            _("The path %(path)s… is longer than %(most)d bytes.") % {"path": repr(name[:60]), "most": MAX_PATH_BYTES}
        )
    parts = name.split("/")
    if any(part in {"", ".", ".."} for part in parts):
        raise UploadError(_("The path %(path)s points outside the bot's folder.") % {"path": repr(name)})
    if len(parts) > MAX_DEPTH:
        raise UploadError(
            _("The path %(path)s is nested deeper than %(most)d folders.") % {"path": repr(name), "most": MAX_DEPTH}
        )


def _check_kind(entry: zipfile.ZipInfo) -> None:
    if entry.flag_bits & 0x1:
        raise UploadError(_("%(name)s is encrypted. Pack without a password.") % {"name": repr(entry.filename)})
    if entry.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        raise UploadError(
            _("%(name)s is packed in an unusual way. Use an ordinary (deflated) zip.") % {"name": repr(entry.filename)}
        )
    mode = entry.external_attr >> 16
    if mode and stat.S_IFMT(mode) not in {0, stat.S_IFREG}:
        raise UploadError(
            _("%(name)s is a link or a device. Put the file itself into the zip.") % {"name": repr(entry.filename)}
        )


def _most_unpacked(packed: int, allowed: Conditions) -> int:
    """What is stored was packed by ourselves, and without its large files: it may be smaller than any bomb."""
    if allowed is STORED:
        return allowed.unpacked_bytes
    return min(allowed.unpacked_bytes, max(packed * MAX_RATIO, 1_048_576))


def _read_entries(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], limit: int) -> list[tuple[str, bytes]]:
    """Count what really comes out: sizes in a zip's directory may lie, and entries may overlap."""
    total = 0
    files = []
    for entry in entries:
        parts = []
        with archive.open(entry) as source:
            while chunk := source.read(_READ_STEP):
                total += len(chunk)
                if total > limit:
                    raise UploadError(
                        _("Unpacked, the zip is larger than %(most)d MB. Leave out data the bot does not need.")
                        % {"most": round(limit / 1e6)}
                    )
                parts.append(chunk)
        files.append((entry.filename, b"".join(parts)))
    return files


def _without_common_folder(files: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    """Most people zip the folder, some its contents: both mean the same bot."""
    tops = {name.split("/")[0] for name, _ in files}
    if len(tops) == 1 and all("/" in name for name, _ in files) and tops != {"src"}:
        return [(name.split("/", 1)[1], data) for name, data in files]
    return files

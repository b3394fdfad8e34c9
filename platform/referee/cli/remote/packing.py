"""A bot's folder as the file that is uploaded."""

import io
import uuid
import zipfile
from pathlib import Path

from referee.cli.remote.errors import RemoteError
from referee.conditions import Conditions, files_of, too_large
from referee.words import t


def packed(folder: Path, conditions: Conditions) -> bytes:
    """A zip of the folder without hidden files. The same files give the same zip.

    What the arena would not take is refused here, before it is sent.
    """
    files = files_of(folder)
    if not files:
        raise RemoteError(t("{folder} has no files in it. Run: arena new python {folder}", folder=str(folder)))
    if reason := too_large(folder, conditions):
        raise RemoteError(t("{folder} cannot be uploaded. {reason}", folder=str(folder), reason=reason))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in files:
            if path.is_symlink():
                raise RemoteError(t("{path} is a link. Put the file itself there.", path=str(path)))
            name = path.relative_to(folder).as_posix()
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), path.read_bytes(), zipfile.ZIP_DEFLATED)
    if out.tell() > conditions.upload_bytes:
        raise RemoteError(
            t(
                "{folder} has {size} MB when packed; this arena takes {most} MB. Leave out what the bot does not need "
                "to play.",
                folder=str(folder),
                size=out.tell() / 1e6,
                most=conditions.upload_bytes / 1e6,
            )
        )
    return out.getvalue()


def form(file: bytes, changelog: str) -> tuple[bytes, str]:
    """Body and content type of the upload."""
    boundary = uuid.uuid4().hex
    head = 'Content-Disposition: form-data; name="upload"; filename="bot.zip"\r\nContent-Type: application/zip'
    text = 'Content-Disposition: form-data; name="changelog"'
    body = b"".join(
        (
            f"--{boundary}\r\n{head}\r\n\r\n".encode(),
            file,
            f"\r\n--{boundary}\r\n{text}\r\n\r\n{changelog}\r\n--{boundary}--\r\n".encode(),
        )
    )
    return body, f"multipart/form-data; boundary={boundary}"

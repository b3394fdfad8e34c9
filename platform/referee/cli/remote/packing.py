"""A bot's folder as the file that is uploaded."""

import io
import uuid
import zipfile
from pathlib import Path

from referee.cli.remote.errors import RemoteError

LEFT_OUT = {"__pycache__", "node_modules", "target", ".git", ".venv", "venv", ".mypy_cache", ".pytest_cache"}
"""What tools make again. The arena builds for itself."""
MOST_FILES = 200
MOST_BYTES = 16 * 1024 * 1024
"""As the arena has them, so that the refusal comes before the upload; tests compare the two."""


def packed(folder: Path) -> bytes:
    """A zip of the folder without hidden files. The same files give the same zip."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and _belongs(path.relative_to(folder))]
    if not files:
        raise RemoteError(f"{folder} has no files in it. Run: arena new python {folder}")
    if len(files) > MOST_FILES or sum(path.stat().st_size for path in files) > MOST_BYTES:
        raise RemoteError(
            f"{folder} has {len(files)} files, or too many bytes; at most {MOST_FILES} files and "
            f"{MOST_BYTES // 2**20} MiB are taken. Move out what the bot does not need to play."
        )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in files:
            if path.is_symlink():
                raise RemoteError(f"{path} is a link. Put the file itself there.")
            name = path.relative_to(folder).as_posix()
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _belongs(path: Path) -> bool:
    return not any(part in LEFT_OUT or part.startswith(".") for part in path.parts)


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

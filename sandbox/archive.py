"""Files into and out of a build as a tar stream: no folder of the host has to be writable in a jail.

What comes out was made by a program we do not trust: only plain files and folders with plain names are taken.
"""

import io
import tarfile
from pathlib import Path

from sandbox.errors import SandboxError
from sandbox.runtimes import is_plain_name

MAX_FILES = 2000
"""Of the result of a build. Far beyond what a bot needs, and little enough to look at each name."""


class ArchiveError(SandboxError):
    """The upload or the result of a build holds something that is not a plain file."""


def pack(folder: Path) -> bytes:
    """All files of an upload. A link is refused: where it points to is not ours to follow."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            if path.is_symlink() or not (path.is_file() or path.is_dir()):
                raise ArchiveError(f"{name} is neither a file nor a folder. Links and special files are not accepted.")
            if not _is_plain(name):
                raise ArchiveError(f"The name {name!r} has signs other than letters, digits and . _ - + $ /.")
            if path.is_file():
                _add(archive, name, path.read_bytes())
    return buffer.getvalue()


def _is_plain(name: str) -> bool:
    """javac writes nested classes to `Bot$Card.class`. No shell reads these names, so the sign is harmless here."""
    return is_plain_name(name.replace("$", "_"))


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.size = len(content)
    member.mode = 0o644
    archive.addfile(member, io.BytesIO(content))


def unpack(stream: bytes, folder: Path) -> None:
    """Write a build's results. The folder must be new; every file becomes readable by all and writable by us."""
    folder.mkdir(mode=0o755, parents=True)
    folder.chmod(0o755)
    try:
        with tarfile.open(fileobj=io.BytesIO(stream), mode="r:") as archive:
            for count, member in enumerate(archive):
                if count >= MAX_FILES:
                    raise ArchiveError(f"The build made more than {MAX_FILES} files.")
                _write(archive, member, folder)
    except tarfile.TarError as error:
        raise ArchiveError(f"The result of the build cannot be read: {error}") from error


def _write(archive: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    name = member.name.removeprefix("./")
    if name in ("", "."):
        return
    if not _is_plain(name) or not (member.isreg() or member.isdir()):
        raise ArchiveError(f"The build made {name!r}, which is not a plain file with a plain name.")
    target = folder / name
    if member.isdir():
        target.mkdir(mode=0o755, parents=True, exist_ok=True)
        return
    content = archive.extractfile(member)
    if content is None:
        raise ArchiveError(f"The build made {name!r}, which has no content.")
    target.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    target.write_bytes(content.read())
    target.chmod(0o755 if member.mode & 0o100 else 0o644)

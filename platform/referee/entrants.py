"""Who can take a seat, by address: a bot's folder or file, ``house:greedy``, ``human``."""

import hashlib
import secrets
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import sandbox
from bots.house.base import HouseBot
from referee import house
from referee.channels.base import Channel
from referee.channels.inprocess import InProcessChannel
from referee.channels.program import ProgramChannel
from referee.channels.terminal import TerminalChannel
from referee.library import sdk_library, wanted_modules
from referee.words import t
from sandbox.runtimes import RUNTIMES

HOUSE = "house:"
HUMAN = "human"


class EntrantError(Exception):
    """The address leads nowhere, or the program there cannot be built. The message says what to do."""


class HouseEntrant:
    """A house bot, made anew for every game. With a ``seed`` all its games can be repeated."""

    def __init__(self, name: str, seed: bytes | None = None, games: int = 0) -> None:
        """``games``: so many of its games were played elsewhere, and the next one is the one after them."""
        if name not in house.names():
            known = ", ".join(HOUSE + name for name in house.names()) or "none are installed"
            raise EntrantError(
                t("There is no house bot called {name}. House bots: {known}.", name=repr(name), known=known)
            )
        self.name = HOUSE + name
        self._bot = name
        self._seed = seed or secrets.token_bytes(16)
        self._games = games

    def open(self, slug: str) -> Channel:
        self._games += 1
        return InProcessChannel(self.bot(slug, self._games), self.name)

    def bot(self, slug: str, number: int) -> HouseBot:
        seed = hashlib.sha256(self._seed + str(number).encode()).digest()
        return house.create(self._bot, slug, seed)


class HumanEntrant:
    """You."""

    name = HUMAN

    def open(self, slug: str) -> Channel:
        return TerminalChannel()


class ProgramEntrant:
    """A built program; every game gets a fresh process of it. Use it as a context manager.

    A jail plays one game at a time, so an entrant that sits in several seats of a game has several jails.
    """

    def __init__(
        self, program: sandbox.BuiltProgram, name: str, version: str = "", limits: sandbox.Limits | None = None
    ) -> None:
        self.name = name
        self.version = version
        self.program = program
        self._asked_limits = limits
        self._preload = wanted_modules(program.files)
        self._free = [self._open_jail()]
        self._jails = list(self._free)
        self.limits = self._jails[0].limits

    def _open_jail(self) -> sandbox.Jail:
        return sandbox.open_jail(self.program, self._asked_limits, [sdk_library()], self._preload)

    def open(self, slug: str) -> Channel:
        return ProgramChannel(self._start, self.name, self.version, self.limits.memory_mb)

    def _start(self) -> tuple[sandbox.Channel, Callable[[], None]]:
        """A process, and what to call when it is gone."""
        if not self._free:
            self._free.append(self._open_jail())
            self._jails.append(self._free[-1])
        jail = self._free.pop()
        try:
            return jail.start(), lambda: self._free.append(jail)
        except BaseException:
            self._free.append(jail)
            raise

    def close(self) -> None:
        for jail in self._jails:
            jail.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class FolderEntrant(ProgramEntrant):
    """A bot's source folder or file: built in the sandbox into a folder of its own, which goes away on ``close``."""

    def __init__(self, folder: Path, limits: sandbox.Limits | None = None) -> None:
        self._built = Path(tempfile.mkdtemp(prefix="karma-bot-"))
        try:
            super().__init__(build_folder(folder, self._built), bot_name(folder), limits=limits)
        except BaseException:
            shutil.rmtree(self._built, ignore_errors=True)
            raise

    def close(self) -> None:
        try:
            super().close()
        finally:
            shutil.rmtree(self._built, ignore_errors=True)


def build_folder(folder: Path, out: Path) -> sandbox.BuiltProgram:
    """Build a bot's folder, or a bot of a single file. Raises ``EntrantError`` with the log of the build."""
    if not folder.exists():
        raise EntrantError(
            t(
                "{folder} is neither a folder nor a file. Give the folder that holds your bot, e.g. one made by arena "
                "new.",
                folder=str(folder),
            )
        )
    out.chmod(0o755)
    source = folder if folder.is_dir() else _alone(folder, out / "source")
    result = sandbox.build(source, out / "program")
    if result.program is None:
        raise EntrantError(t("{folder} cannot be built.\n{log}", folder=str(folder), log=result.log))
    return result.program


def _alone(file: Path, folder: Path) -> Path:
    """A folder with this file under the name that its language asks for."""
    entries = [entry for runtime in RUNTIMES.values() for entry in runtime.entries]
    name = next((entry for entry in entries if Path(entry).suffix == file.suffix), None)
    if name is None:
        known = ", ".join(sorted({Path(entry).suffix for entry in entries}))
        raise EntrantError(
            t(
                "{file} ends like no program that the arena runs ({known}). Give the folder of your bot.",
                file=str(file),
                known=known,
            )
        )
    folder.mkdir()
    shutil.copyfile(file, folder / name)
    return folder


def bot_name(path: Path) -> str:
    """What a bot of one's own is called: its folder, or its file without the ending."""
    return path.resolve().stem if path.is_file() else path.resolve().name


Local = HouseEntrant | HumanEntrant | ProgramEntrant


def entrant(address: str, limits: sandbox.Limits | None = None, seed: bytes | None = None) -> Local:
    """The entrant at an address. Raises ``EntrantError`` or ``sandbox.SandboxUnavailable``."""
    if address.startswith(HOUSE):
        return HouseEntrant(address.removeprefix(HOUSE), seed)
    if address == HUMAN:
        return HumanEntrant()
    return FolderEntrant(Path(address), limits)

"""A jail for one program version: opened once, started once per game."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from sandbox.bare import BareProcess
from sandbox.bwrap import Bind, Plan
from sandbox.channel import Channel
from sandbox.errors import SandboxError, SandboxUnavailable
from sandbox.host import detect
from sandbox.limits import Limits
from sandbox.memory_root import MemoryRoot
from sandbox.program import BuiltProgram
from sandbox.runtimes.base import BOT
from sandbox.spawn import JailedProcess, Process, close_all, pipe
from sandbox.warm import WarmParent, WarmPlan, WarmProcess

LIBRARIES = "/lib-karma"


class Jail:
    """Made by `open_jail`. Each `start` gives a fresh process with fresh memory and an empty `/tmp`."""

    def __init__(
        self, program: BuiltProgram, limits: Limits, libraries: Sequence[Path], preload: Sequence[str], *, warm: bool
    ) -> None:
        host = detect()
        host.require()
        self._program = program
        self._limits = program.runtime.fit(limits)
        self._libraries = tuple(libraries)
        self._host = host
        self._is_warm = warm and program.runtime.is_warm and not host.unsafe
        self._preload = tuple(preload)
        self._parent: WarmParent | None = None
        runtime = program.runtime
        self._packages = runtime.packages(program.files)
        lasting = (*runtime.lasting_binds(host.launcher.nursery), *self._packages)
        self._root = MemoryRoot(lasting, runtime.folders(), program.files)

    @property
    def limits(self) -> Limits:
        """The limits in force: the given ones with what the runtime itself needs."""
        return self._limits

    def start(self) -> Channel:
        """A process for one game. It is not waited for: two seats start side by side."""
        child_in, to_child = pipe()
        from_child, child_out = pipe()
        error_read, child_err = pipe()
        pipes = (to_child, from_child, error_read)
        process: Process | None = None
        try:
            process = self._process((child_in, child_out, child_err))
            signs = self._program.runtime.memory_signs
            return Channel(process, pipes, self._limits, layers=self._host.layers, memory_signs=signs)
        except BaseException:
            if process is not None:
                process.end()
            close_all(pipes)
            raise

    def _process(self, stdio: tuple[int, int, int]) -> Process:
        runtime = self._program.runtime
        if self._host.unsafe:
            command = runtime.bare_command(self._program.entry, self._limits, str(self._program.files))
            return BareProcess(command, stdio)
        if self._is_warm:
            return self._warm_process(stdio)
        return JailedProcess(*self._root.fit(self._plan(), self._host), stdio)

    def _warm_process(self, stdio: tuple[int, int, int]) -> WarmProcess:
        try:
            parent = self._ready_parent()
        except BaseException:
            close_all(stdio)
            raise
        try:
            return WarmProcess(parent, stdio)
        except SandboxError:
            self._drop_parent()  # whatever is wrong with it, the next game gets a new one
            raise

    def _ready_parent(self) -> WarmParent:
        if self._parent is not None and self._parent.is_busy:
            raise ValueError("A warm jail plays one game at a time: close its channel, or open a second jail.")
        if self._parent is not None and not self._parent.is_alive():
            self._drop_parent()  # a memory bomb may have taken it along
        self.warm_up()
        assert self._parent is not None  # noqa: S101  warm_up made it
        return self._parent

    def warm_up(self) -> None:
        """Start the warm parent now rather than in the first `start`; nothing happens where there is none."""
        runtime = self._program.runtime
        if self._parent is None and self._is_warm:
            plan = self._plan()
            plan = replace(
                plan,
                command=runtime.warm_command(),
                binds=(*plan.binds, *runtime.warm_binds(self._host.launcher.nursery)),
                environment={**plan.environment, **runtime.warm_environment()},
            )
            preload = runtime.preload(self._program.files) + self._preload
            plan, host = self._root.fit(plan, self._host)
            self._parent = WarmParent(WarmPlan(plan, self._program.entry, preload), host)

    def _drop_parent(self) -> None:
        if self._parent is not None:
            self._parent.close()
            self._parent = None

    def _plan(self) -> Plan:
        runtime = self._program.runtime
        return Plan(
            command=runtime.command(self._program.entry, self._limits),
            binds=(*runtime.binds(), *self._packages, *self._shared_binds()),
            limits=self._limits,
            environment=dict(runtime.environment(self._limits)) | self._library_environment(),
            as_limit=runtime.as_limit and not self._packages,  # they map far more than they use
            workdir=BOT,
        )

    def _shared_binds(self) -> tuple[Bind, ...]:
        libraries = (Bind(path, f"{LIBRARIES}/{number}") for number, path in enumerate(self._libraries))
        return (Bind(self._program.files, BOT), *libraries)

    def _library_environment(self) -> dict[str, str]:
        of_packages = dict(self._program.runtime.package_environment()) if self._packages else {}
        if not self._libraries:
            return of_packages
        paths = ":".join(f"{LIBRARIES}/{number}" for number in range(len(self._libraries)))
        python = ":".join([paths, of_packages["PYTHONPATH"]]) if "PYTHONPATH" in of_packages else paths
        return {**of_packages, "PYTHONPATH": python, "NODE_PATH": paths, "CLASSPATH": paths}

    def close(self) -> None:
        """End the warm parent and give up the copies; a cold jail has nothing else that outlives a game."""
        self._drop_parent()
        self._root.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_jail(
    program: BuiltProgram,
    limits: Limits | None = None,
    libraries: Sequence[Path] = (),
    preload: Sequence[str] = (),
    *,
    warm: bool = True,
) -> Jail:
    """A jail for a built program. `libraries` are folders, such as an SDK, that it may import from and not change.

    `preload` names modules of those folders that a warm parent imports once, before any game: trusted ones only.
    `warm=False` gives every game a jail and an interpreter of its own, also where a warm parent is possible.
    """
    if not program.runtime.available():
        raise SandboxUnavailable(program.runtime.missing())
    return Jail(program, limits or Limits(), libraries, preload, warm=warm)

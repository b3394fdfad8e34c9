"""A jail for one program version: opened once, started once per game."""

import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from sandbox.bare import BareProcess
from sandbox.bwrap import Bind, Plan
from sandbox.channel import Channel
from sandbox.errors import SandboxUnavailable
from sandbox.host import Host, detect
from sandbox.limits import Limits
from sandbox.program import BuiltProgram
from sandbox.runtimes.base import BOT
from sandbox.spawn import JailedProcess, Process, pipe

LIBRARIES = "/lib-karma"


class Jail:
    """Made by `open_jail`. Each `start` gives a fresh process with fresh memory and an empty `/tmp`."""

    def __init__(self, program: BuiltProgram, limits: Limits, libraries: Sequence[Path], host: Host) -> None:
        self._program = program
        self._limits = program.runtime.fit(limits)
        self._libraries = tuple(libraries)
        self._host = host

    @property
    def limits(self) -> Limits:
        """The limits in force: the given ones with what the runtime itself needs."""
        return self._limits

    def start(self) -> Channel:
        """A process for one game. It is not waited for: two seats start side by side."""
        child_in, to_child = pipe()
        from_child, child_out = pipe()
        error_read, child_err = pipe()
        try:
            process = self._process((child_in, child_out, child_err))
        except BaseException:
            for descriptor in (to_child, from_child, error_read):
                os.close(descriptor)
            raise
        pipes = (to_child, from_child, error_read)
        signs = self._program.runtime.memory_signs
        return Channel(process, pipes, self._limits, layers=self._host.layers, memory_signs=signs)

    def _process(self, stdio: tuple[int, int, int]) -> Process:
        runtime = self._program.runtime
        if self._host.unsafe:
            command = runtime.bare_command(self._program.entry, self._limits, str(self._program.files))
            return BareProcess(command, stdio)
        return JailedProcess(self._plan(), self._host, stdio)

    def _plan(self) -> Plan:
        runtime = self._program.runtime
        return Plan(
            command=runtime.command(self._program.entry, self._limits),
            binds=(*runtime.binds(), *self._shared_binds()),
            limits=self._limits,
            environment=dict(runtime.environment(self._limits)) | self._library_environment(),
            as_limit=runtime.as_limit,
            workdir=BOT,
        )

    def _shared_binds(self) -> tuple[Bind, ...]:
        libraries = (Bind(path, f"{LIBRARIES}/{number}") for number, path in enumerate(self._libraries))
        return (Bind(self._program.files, BOT), *libraries)

    def _library_environment(self) -> dict[str, str]:
        if not self._libraries:
            return {}
        paths = ":".join(f"{LIBRARIES}/{number}" for number in range(len(self._libraries)))
        return {"PYTHONPATH": paths, "NODE_PATH": paths, "CLASSPATH": paths}

    def close(self) -> None:
        """Nothing outlives a game in a cold jail."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_jail(program: BuiltProgram, limits: Limits | None = None, libraries: Sequence[Path] = ()) -> Jail:
    """A jail for a built program. `libraries` are folders, such as an SDK, that it may import from and not change."""
    host = detect()
    host.require()
    if not program.runtime.available():
        raise SandboxUnavailable(program.runtime.missing())
    return Jail(program, limits or Limits(), libraries, host)

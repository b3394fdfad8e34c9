"""A jail's root in memory: the plan of a jail with its binds led to copies (`resident.py` says why)."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from sandbox import elf, resident
from sandbox.bwrap import Bind, Plan
from sandbox.host import Host
from sandbox.resident import Copies

_lasting: dict[Bind, tuple[Copies, Path]] = {}
"""Copies of what belongs to a runtime: looked at once by each process, since its folders have thousands of files."""


def _lasting_copy(bind: Bind) -> Path:
    copies, path = _lasting.get(bind, (None, bind.source))
    if copies is None or not copies.are_there():
        copies = Copies()
        path = copies.of(bind.source, bind.without)
        _lasting[bind] = copies, path
    return path


@cache
def _programs(binds: Sequence[Bind]) -> tuple[Path, ...]:
    return tuple(path for bind in binds for path in resident.programs_in(bind.source, bind.without))


class MemoryRoot:
    """Of one jail. `runtime` are the binds of its language, `folders` what that needs of the system's own."""

    def __init__(self, runtime: Sequence[Bind], folders: Sequence[Bind], files: Path) -> None:
        self._runtime, self._folders, self._files = tuple(runtime), tuple(folders), files
        self._copies = Copies()
        self._own: dict[Bind, Bind] = {}
        self._libraries: tuple[Bind, ...] = ()

    def fit(self, plan: Plan, host: Host) -> tuple[Plan, Host]:
        """The same plan on copies, and the host with a launcher from there; as they are where there is no room."""
        if resident.store() is None:
            return plan, host
        if not self._own or not self._copies.are_there():
            self.close()
            self._copy(plan)
        inside = host.launcher.inside
        if inside is not None:
            launcher = replace(host.launcher, inside=_lasting_copy(Bind(inside, "")))
            host = replace(host, launcher=launcher)
        if not self._libraries:
            return plan, host
        binds = tuple(self._own.get(bind) or replace(bind, source=_lasting_copy(bind)) for bind in plan.binds)
        return replace(plan, binds=(*self._libraries, *binds), has_libraries=True), host

    def _copy(self, plan: Plan) -> None:
        own = [bind for bind in plan.binds if bind not in self._runtime]
        self._own = {bind: replace(bind, source=self._copies.of(bind.source)) for bind in own}
        programs = (*_programs((*self._runtime, *self._folders)), *resident.programs_in(self._files))
        found = self._copies.libraries(elf.closure(programs), [(bind.source, bind.without) for bind in self._folders])
        self._libraries = tuple(Bind(source, target) for target, source in found.items())

    def close(self) -> None:
        self._copies.close()
        self._own = {}

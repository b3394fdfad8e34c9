"""Building an upload in a jail: sources in by stdin, results out by stdout, the log by stderr."""

import contextlib
import os
import select
import shutil
import time
from dataclasses import dataclass, replace
from pathlib import Path

from sandbox import archive, memory
from sandbox.bwrap import Plan
from sandbox.errors import SandboxError, UnknownProgram
from sandbox.host import Host, detect
from sandbox.limits import BUILD, MAX_ARTEFACT_BYTES, MAX_BUILD_LOG_BYTES, Limits
from sandbox.program import BuildResult, BuiltProgram
from sandbox.report import describe_exit
from sandbox.runtimes import detect_program
from sandbox.runtimes.base import OUT, SOURCE, Runtime
from sandbox.spawn import JailedProcess, pipe

_CHUNK = 64 * 1024
"""As much as a pipe holds."""
_LOOK_S = 0.05
"""How often the memory of a build is looked at where no control group bounds it."""


def build(folder: Path, out: Path, limits: Limits = BUILD) -> BuildResult:
    """Find out what the upload in `folder` is and build it into the new folder `out`.

    Whatever is wrong with the upload is told in `BuildResult.log`; an exception means that the machine is not fit.
    """
    host = detect()
    host.require()
    started = time.monotonic()
    try:
        runtime, entry = detect_program(folder)
        sources = archive.pack(folder)
    except (UnknownProgram, archive.ArchiveError) as error:
        return BuildResult(False, str(error), 0.0)
    if not runtime.available():
        return BuildResult(False, runtime.missing(), 0.0, runtime=runtime.name)
    result = _attempt(BuiltProgram(out, runtime.name, entry), sources, limits, host)
    return replace(result, seconds=time.monotonic() - started, runtime=runtime.name, version=runtime.version())


def _attempt(program: BuiltProgram, sources: bytes, limits: Limits, host: Host) -> BuildResult:
    runtime, entry, out = program.runtime, program.entry, program.folder
    if host.unsafe:
        return _copy(program, sources, runtime)
    stream = _run(_plan(runtime, entry, limits), host, sources, limits)
    if stream.complaint:
        return BuildResult(False, f"{stream.log}\n{stream.complaint}".strip(), 0.0)
    try:
        archive.unpack(stream.output, program.files)
        _require_entry(program)
    except archive.ArchiveError as error:
        shutil.rmtree(out, ignore_errors=True)
        return BuildResult(False, f"{stream.log}\n{error}".strip(), 0.0)
    out.chmod(0o755)
    program.save()
    return BuildResult(True, stream.log.strip(), 0.0, program)


def _require_entry(program: BuiltProgram) -> None:
    name = program.runtime.entry_in_jail or program.entry
    if not (program.files / name).is_file():
        raise archive.ArchiveError(f"The build left no {name}; nothing else may touch it while the build ends.")


def _plan(runtime: Runtime, entry: str, limits: Limits) -> Plan:
    # The archive of the results is the last thing that the script does; all other output is the log.
    steps = f"mkdir {SOURCE} {OUT} && cd {SOURCE} && tar -xf - && ( {runtime.build_script(entry, limits)} ) >&2"
    script = f"{steps} && tar -cf - -C {OUT} ."
    environment = {"PATH": "/usr/bin:/bin", "HOME": "/tmp", "LC_ALL": "C.UTF-8"}  # noqa: S108  in the jail
    return Plan(
        command=("/bin/sh", "-c", script),
        binds=runtime.build_binds(),
        limits=limits,
        filter="build",
        environment=environment | dict(runtime.environment(limits)) | dict(runtime.build_environment()),
        full_usr=True,
    )


@dataclass(slots=True)
class _Stream:
    output: bytes = b""
    log: str = ""
    complaint: str = ""


class _Log:
    """The beginning and the end of a log: the first error and the last words matter most."""

    def __init__(self) -> None:
        self._head = b""
        self._tail = b""
        self._total = 0

    def add(self, data: bytes) -> None:
        room = MAX_BUILD_LOG_BYTES // 2
        self._total += len(data)
        free = room - len(self._head)
        self._head += data[:free]
        self._tail = (self._tail + data[free:])[-room:]

    def text(self) -> str:
        cut = self._total - len(self._head) - len(self._tail)
        gap = f"\n[{cut} bytes left out]\n".encode() if cut > 0 else b""
        return (self._head + gap + self._tail).decode("utf-8", "replace")


def _run(plan: Plan, host: Host, sources: bytes, limits: Limits) -> _Stream:
    child_in, to_child = pipe()
    from_child, child_out = pipe()
    log_fd, child_err = pipe()
    process = JailedProcess(plan, host, (child_in, child_out, child_err))
    stream = _Stream()
    try:
        _pump(process, (to_child, from_child, log_fd), sources, limits, stream)
        is_started = process.is_started()
    finally:
        ending = process.end()
    if not is_started:
        raise SandboxError(f"The jail of a build could not be built: {stream.log.strip()}")
    if not stream.complaint and ending.oom:
        stream.complaint = too_much_memory(limits)
    elif not stream.complaint and ending.code != 0:
        stream.complaint = f"The build failed: {describe_exit(ending.code)}."
    return stream


def too_much_memory(limits: Limits) -> str:
    return f"The build needed more than its {limits.memory_mb} MiB of memory."


class _Pipes:
    """The sources go in, and what was made and the log come out, each as fast as the other side takes or gives it."""

    def __init__(self, pipes: tuple[int, int, int], sources: bytes) -> None:
        self._to_child, self._from_child, self._log_fd = pipes
        self._sources = sources
        self._open = set(pipes)
        self._poll = select.poll()
        for descriptor in pipes:
            os.set_blocking(descriptor, False)
            self._poll.register(descriptor, select.POLLOUT if descriptor == self._to_child else select.POLLIN)
        self._made: list[bytes] = []
        self.size = 0
        self.log = _Log()

    def is_open(self) -> bool:
        """Something may still come out."""
        return bool({self._from_child, self._log_fd} & self._open)

    def move(self, wait_s: float) -> None:
        """Wait until something can be moved, and move some of it."""
        for descriptor, _ in self._poll.poll(wait_s * 1000 + 1):
            if descriptor == self._to_child:
                self._sources = _feed(descriptor, self._sources)
                if not self._sources:
                    self._close(descriptor)
            elif not (data := os.read(descriptor, _CHUNK)):
                self._close(descriptor)
            elif descriptor == self._log_fd:
                self.log.add(data)
            else:
                self.size += len(data)
                self._made.append(data)

    def close(self) -> bytes:
        """Gives what was made."""
        for descriptor in tuple(self._open):
            self._close(descriptor)
        return b"".join(self._made)

    def _close(self, descriptor: int) -> None:
        self._poll.unregister(descriptor)
        os.close(descriptor)
        self._open.discard(descriptor)


def _pump(process: JailedProcess, pipes: tuple[int, int, int], sources: bytes, limits: Limits, stream: _Stream) -> None:
    is_bounded = process.group is not None and process.group.bounds_memory
    watch = None if is_bounded else memory.Watch(process.pid, limits.memory_mb)
    moving = _Pipes(pipes, sources)
    end = time.monotonic() + limits.start_s
    while moving.is_open() and not stream.complaint:
        left_s = end - time.monotonic()
        if left_s <= 0:
            stream.complaint = f"The build did not end within {limits.start_s:.0f} s."
        elif watch is not None and watch.is_over():
            stream.complaint = too_much_memory(limits)
        else:
            moving.move(left_s if watch is None else min(left_s, _LOOK_S))
            if moving.size > MAX_ARTEFACT_BYTES:
                stream.complaint = f"The build made more than {MAX_ARTEFACT_BYTES // 2**20} MiB."
    if not stream.complaint:
        process.has_ended(5.0)
    stream.output, stream.log = moving.close(), moving.log.text()


def _feed(descriptor: int, data: bytes) -> bytes:
    with contextlib.suppress(BlockingIOError):
        try:
            return data[os.write(descriptor, data[:_CHUNK]) :]
        except BrokenPipeError:
            return b""
    return data


def _copy(program: BuiltProgram, sources: bytes, runtime: Runtime) -> BuildResult:
    """With the development override: no jail, hence no compiler is run on a stranger's files."""
    if runtime.entry_in_jail is not None or runtime.name == "java":
        log = f"{runtime.title} needs a build, which the development override does not do. Install the sandbox."
        return BuildResult(False, log, 0.0)
    archive.unpack(sources, program.files)
    program.save()
    return BuildResult(True, "Copied without a jail: the development override is on.", 0.0, program)

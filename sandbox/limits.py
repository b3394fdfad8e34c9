"""How much a program may use. Plain values; who enforces which is written in `docs/operators/sandbox.md`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one process for one game. Times are seconds, sizes carry their unit."""

    memory_mb: int = 256
    """All memory, `/tmp` included where the host has memory cgroups."""
    cpu_cores: float = 1.0
    """Share of processors that may be used at a time."""
    cpu_s: int = 600
    """Processor time of the whole game, a last line behind the clock of the decisions."""
    pids: int = 16
    """Threads (a bot may start threads, never processes)."""
    files: int = 64
    """Open file descriptors."""
    tmp_mb: int = 16
    """Size of the private `/tmp`; 0 for none."""
    line_bytes: int = 64 * 1024
    """The longest line of an answer, newline included."""
    stdout_bytes: int = 16 * 1024 * 1024
    """All answers of a game together."""
    stderr_bytes: int = 4 * 1024 * 1024
    """Everything on stderr in a game; more is a fault."""
    stderr_ring_kb: int = 16
    """How much of the end of stderr is kept for the owner."""
    start_s: float = 10.0
    """For the first exchange, which includes the start of the interpreter."""
    stall_factor: float = 4.0
    """A decision may last this many times its deadline on the wall clock while the host stalls."""


BUILD = Limits(memory_mb=1024, cpu_s=120, pids=64, files=256, tmp_mb=256, start_s=180.0)
"""What a build may use: compilers start processes and need room."""

MAX_ARTEFACT_BYTES = 112 * 1024 * 1024
"""The largest result of a build: the largest upload unpacked, and what a build adds to it."""
MAX_BUILD_LOG_BYTES = 64 * 1024
"""What a person reads of it: the beginning and the end are kept, where compilers say what matters."""

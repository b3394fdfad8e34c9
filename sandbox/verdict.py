"""Why a process is gone, as a fault with a sentence: the most telling reason first."""

import signal
from collections.abc import Sequence

from sandbox.errors import Fault
from sandbox.limits import Limits
from sandbox.report import describe_exit
from sandbox.spawn import Ending


def judge(
    ending: Ending, last_words: str, limits: Limits, memory_signs: Sequence[str], *, has_answered: bool
) -> tuple[Fault, str]:
    """`memory_signs` are words by which a runtime says that it got no more memory."""
    short_of_memory = Fault.MEMORY_LIMIT, f"It needed more than its {limits.memory_mb} MiB of memory."
    if ending.oom:
        return short_of_memory
    # The kernel kills by counting ticks but reports finer figures, on a busy machine a good deal lower.
    if ending.code == 128 + signal.SIGKILL and ending.cpu_s >= 0.5 * limits.cpu_s:
        return Fault.CPU_LIMIT, f"It used up its {limits.cpu_s} s of processor time."
    if ending.is_lost:
        return Fault.JAIL_LOST, "The program or its jail was ended from outside; the game is void and played again."
    if any(sign in last_words for sign in memory_signs):
        return short_of_memory
    when = "" if has_answered else " before its first answer"
    return Fault.CRASH, f"The process is gone{when}: {describe_exit(ending.code)}."


def timeout_sentence(deadline_s: float, account: tuple[float, float, float], has_begun: bool) -> str:
    """`account` is (wall, cpu, stall) in seconds."""
    wall_s, cpu_s, stall_s = account
    said = "only part of a line" if has_begun else "no answer"
    return (
        f"There was {said} within {deadline_s:.3g} s "
        f"(used {cpu_s:.3g} s of processor time, {wall_s:.3g} s on the clock, "
        f"of which {stall_s:.3g} s were the machine's and not counted)."
    )

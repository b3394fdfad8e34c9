"""Runs programs that we do not trust, and lets none of them out. Knows processes and lines of text; nothing of games.

    from pathlib import Path
    import sandbox

    result = sandbox.build(Path("upload"), Path("built"))       # in a jail; result.log is for the author
    with sandbox.open_jail(result.program) as jail:             # once per program version
        with jail.start() as channel:                           # once per game: a fresh process
            channel.send(b'{"hello": 1}', deadline_s=5)
            answer = channel.receive(deadline_s=5)              # bytes, without the newline
            channel.last_usage.charged_s                        # the bot's own time; a stall of the host is not in it
            report = channel.close()                            # cpu, wall, memory, stderr tail, active layers

`send` and `receive` raise `ChannelFault(fault, sentence)`; `fault.ours` tells the machine's faults from the bot's.
`detect()` says which layers this machine has; without a required one everything above raises `SandboxUnavailable` with
the command that mends it, unless the development override `KARMA_UNSAFE_NO_SANDBOX=1` is set (`detect().unsafe`).

A channel belongs to the thread that made it, and a jail dies with the thread that opened it.
"""

from sandbox.building import build
from sandbox.channel import Channel
from sandbox.clock import GRACE_S, Usage
from sandbox.errors import ChannelFault, Fault, SandboxError, SandboxUnavailable, UnknownProgram
from sandbox.host import UNSAFE_VARIABLE, Host, detect
from sandbox.jail import Jail, open_jail
from sandbox.limits import BUILD, Limits
from sandbox.program import BuildResult, BuiltProgram
from sandbox.report import Report
from sandbox.runtimes import RUNTIMES, detect_program
from sandbox.runtimes.base import Runtime

__all__ = [
    "BUILD",
    "GRACE_S",
    "RUNTIMES",
    "UNSAFE_VARIABLE",
    "BuildResult",
    "BuiltProgram",
    "Channel",
    "ChannelFault",
    "Fault",
    "Host",
    "Jail",
    "Limits",
    "Report",
    "Runtime",
    "SandboxError",
    "SandboxUnavailable",
    "UnknownProgram",
    "Usage",
    "build",
    "detect",
    "detect_program",
    "open_jail",
]

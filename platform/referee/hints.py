"""What a bot tried that its jail does not have, read from the end of its log: a sentence with the way out."""

import re
from collections.abc import Callable

from referee.conditions import of_this_machine
from referee.words import t
from sandbox.runtimes.python import packages

_Hint = Callable[[re.Match[str]], str]


def _missing_module(found: re.Match[str]) -> str:
    top = found[1].partition(".")[0]
    listed = ", ".join(package.name for package in of_this_machine().packages)
    if any(top == package.name for package in packages.pinned()) and not packages.is_installed():
        return t(
            "The arena's Python has {package}, but it is not on this machine yet. Run: arena packages --install",
            package=top,
        )
    return t(
        "There is no package {package} in the arena. Bots may import the standard library, bots.sdk, engines and "
        "{listed}; put other packages of plain Python into your bot's folder, beside its main file.",
        package=top,
        listed=listed,
    )


def _missing_node_module(found: re.Match[str]) -> str:
    return t(
        "There is no module {module} in the arena, and node_modules is not uploaded. Copy what you need of it into "
        "your bot's folder and require it by its path.",
        module=found[1],
    )


_NETWORK = t(
    "Bots have no network. Load what you need into the bot's folder before you upload it: tables and models may be "
    "part of it (arena packages says how large)."
)
_WRITING = t("A bot's folder is read only. Write to /tmp, which is empty in every game, or keep it in memory.")
_FULL = t("The folder /tmp is full: arena packages says how much it holds. It counts as memory too.")
_PROCESSES = t(
    "A bot may start threads, but no processes: no subprocess, fork or process pool. It has one core, so plain code in "
    "one process is as fast."
)
_HINTS: tuple[tuple[re.Pattern[str], _Hint], ...] = (
    (re.compile(r"No module named '([\w.]+)'"), _missing_module),
    (re.compile(r"Cannot find (?:module|package) '([^'./][^']*)'"), _missing_node_module),
    (
        re.compile(
            r"name resolution|Network is unreachable|ENETUNREACH|EAI_AGAIN|UnknownHostException|getaddrinfo"
            r"|create_connection|socket\.py|socket\.socket\("
        ),
        lambda _: _NETWORK,
    ),
    (re.compile(r"Read-only file system|EROFS"), lambda _: _WRITING),
    (re.compile(r"No space left on device|ENOSPC"), lambda _: _FULL),
    (
        re.compile(r"multiprocessing|concurrent/futures/process|subprocess\.py|os\.fork|posix_spawn|child_process"),
        lambda _: _PROCESSES,
    ),
)
"""The more telling first: a socket's traceback may go through much else."""


def hint(log: str) -> str:
    """Empty where the log tells nothing of the kind.

    >>> hint("OSError: [Errno 30] Read-only file system: 'cache.txt'")[:32]
    "A bot's folder is read only. Wri"
    """
    last = log[-4000:]
    for pattern, sentence in _HINTS:
        found = list(pattern.finditer(last))
        if found:
            return sentence(found[-1])  # the last one ended it
    return ""

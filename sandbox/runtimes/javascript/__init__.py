"""JavaScript on Node."""

from pathlib import Path

from sandbox.bwrap import Bind
from sandbox.limits import Limits
from sandbox.runtimes.base import BOT, OUT, Runtime, link_target, more_threads

_NODE = "/opt/node/bin/node"
_DEBIAN_MODULES = Path("/usr/share/nodejs")
"""Debian's node keeps parts of its own library there."""


class JavaScript(Runtime):
    name = "javascript"
    title = "JavaScript"
    entries = ("bot.js", "bot.mjs", "bot.cjs", "main.js", "index.js")
    tool = "node"
    package = "nodejs"
    as_limit = False  # V8 reserves gigabytes of addresses
    memory_signs = ("heap out of memory", "Array buffer allocation failed")

    def fit(self, limits: Limits) -> Limits:
        return more_threads(limits, pids=16, files=128, memory_mb=64)

    def build_script(self, entry: str, limits: Limits) -> str:
        return f"{_NODE} --check {entry} && cp -r . {OUT}/"

    def command(self, entry: str, limits: Limits, folder: str = BOT) -> tuple[str, ...]:
        heap = max(16, (limits.memory_mb - 64) * 3 // 4)
        return (_NODE, f"--max-old-space-size={heap}", "--v8-pool-size=1", f"{folder}/{entry}")

    def bare_command(self, entry: str, limits: Limits, folder: str) -> tuple[str, ...]:
        return (self.find_tool() or "node", *self.command(entry, limits, folder)[1:])

    def binds(self) -> tuple[Bind, ...]:
        tool = self.find_tool()
        if tool is None:
            return ()
        modules = (Bind(_DEBIAN_MODULES, str(_DEBIAN_MODULES)),) if _DEBIAN_MODULES.is_dir() else ()
        return (Bind(link_target(Path(tool)), _NODE), *modules)

    def build_binds(self) -> tuple[Bind, ...]:
        return self.binds()[:1]

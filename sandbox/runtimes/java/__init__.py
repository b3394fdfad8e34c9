"""Java on the machine's own JDK."""

from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from sandbox.bwrap import Bind
from sandbox.limits import Limits
from sandbox.runtimes.base import BOT, OUT, Runtime, link_target, more_threads

_HOME = "/opt/java"
_NOT_FOR_BOTS = ("jmods", "src.zip", "include", "man", "demo", "docs", "legal", "ct.sym", "*.diz")
"""Only compilers and people need these."""


class Java(Runtime):
    name = "java"
    title = "Java"
    entries = ("Bot.java", "Main.java")
    tool = "javac"
    package = "openjdk-17-jdk-headless"
    as_limit = False  # the JVM reserves gigabytes of addresses
    memory_signs = ("OutOfMemoryError", "insufficient memory for the Java Runtime")

    def fit(self, limits: Limits) -> Limits:
        return more_threads(limits, pids=48, files=128, memory_mb=128)

    def _home(self) -> Path | None:
        tool = self.find_tool()
        return link_target(Path(tool)).parent.parent if tool else None

    def build_script(self, entry: str, limits: Limits) -> str:
        folder = PurePosixPath(entry).parent.as_posix()
        sources = f"$(find {folder} -type f -name '*.java' | LC_ALL=C sort)"
        options = "-J-Xmx384m -J-XX:+UseSerialGC -J-XX:-UsePerfData -proc:none -encoding UTF-8"
        return f"cp -r . {OUT}/ && {_HOME}/bin/javac {options} -d {OUT} {sources} >&2"

    def command(self, entry: str, limits: Limits, folder: str = BOT) -> tuple[str, ...]:
        heap = max(32, (limits.memory_mb - 128) * 3 // 4)
        options = (f"-Xmx{heap}m", "-Xss512k", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xshare:auto")
        quick = ("-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=32m", "-XX:CICompilerCount=1")
        caps = (
            "-XX:CompressedClassSpaceSize=32m",
            "-XX:MaxMetaspaceSize=64m",
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:+DisplayVMOutputToStderr",  # its last words would pass for an answer
        )
        name = PurePosixPath(entry).stem
        return (f"{_HOME}/bin/java", *options, *quick, *caps, "-cp", folder, name)

    def bare_command(self, entry: str, limits: Limits, folder: str) -> tuple[str, ...]:
        return (f"{self._home()}/bin/java", *self.command(entry, limits, folder)[1:])

    def binds(self) -> tuple[Bind, ...]:
        home = self._home()
        if home is None:
            return ()
        # Debian's JDK keeps its configuration in /etc and links to it.
        settings = sorted({path.resolve().parent for path in home.glob("conf/*") if path.is_symlink()})
        etc = {Path(*path.parts[:3]) for path in settings if path.is_relative_to("/etc")}
        return (Bind(home, _HOME, _NOT_FOR_BOTS), *(Bind(path, str(path)) for path in sorted(etc)))

    def environment(self, limits: Limits) -> Mapping[str, str]:
        # Without /proc the loader does not know where java lies, and so not where its libraries are.
        return {"MALLOC_ARENA_MAX": "1", "LD_LIBRARY_PATH": f"{_HOME}/lib:{_HOME}/lib/server", "JAVA_HOME": _HOME}

"""Go, by Debian's toolchain: a folder of .go files, or a module without a network (dependencies must be vendored)."""

from collections.abc import Mapping

from sandbox.limits import Limits
from sandbox.runtimes.base import OUT, more_threads
from sandbox.runtimes.native import EXECUTABLE, Native


class Go(Native):
    name = "go"
    title = "Go"
    entries = ("bot.go", "main.go")
    tool = "go"
    package = "golang-go"
    as_limit = False  # the runtime reserves its heap's addresses at the start
    memory_signs = ("out of memory", "cannot allocate memory")
    version_flag = "version"

    def fit(self, limits: Limits) -> Limits:
        return more_threads(limits, pids=16, files=64)

    def build_script(self, entry: str, limits: Limits) -> str:
        # Only what lies at the top is compiled, as in all languages; a folder without a module gets a name for one.
        module = "{ [ -f go.mod ] || go mod init bot; }"
        return f"{module} && go build -p 1 -trimpath -o {OUT}/{EXECUTABLE} ."

    def environment(self, limits: Limits) -> Mapping[str, str]:
        return {"GOMAXPROCS": "1"}  # a seat has one core

    def build_environment(self) -> Mapping[str, str]:
        folders = {"GOCACHE": "/tmp/go-cache", "GOPATH": "/tmp/go"}  # noqa: S108  in the jail of the build
        return {**folders, "CGO_ENABLED": "0", "GOPROXY": "off", "GOFLAGS": "-buildvcs=false", "GOTOOLCHAIN": "local"}

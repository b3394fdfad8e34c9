"""C, by gcc."""

from sandbox.limits import Limits
from sandbox.runtimes.native import Native, compile_folder


class C(Native):
    name = "c"
    title = "C"
    entries = ("bot.c", "main.c")
    tool = "gcc"
    package = "gcc libc6-dev"

    def build_script(self, entry: str, limits: Limits) -> str:
        return compile_folder("gcc", entry, (".c",), "-std=gnu17 -O2 -pipe")

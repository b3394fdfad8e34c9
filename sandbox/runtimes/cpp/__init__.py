"""C++, by g++."""

from sandbox.limits import Limits
from sandbox.runtimes.native import Native, compile_folder


class Cpp(Native):
    name = "cpp"
    title = "C++"
    entries = ("bot.cpp", "main.cpp", "bot.cc", "main.cc")
    tool = "g++"
    package = "g++"

    def build_script(self, entry: str, limits: Limits) -> str:
        return compile_folder("g++", entry, (".cpp", ".cc", ".cxx"), "-std=gnu++20 -O2 -pipe")

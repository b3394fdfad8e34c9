"""OCaml, by Debian's native compiler: all .ml and .mli files beside the entry, in the order of their use."""

from pathlib import PurePosixPath

from sandbox.limits import Limits
from sandbox.runtimes.base import OUT
from sandbox.runtimes.native import EXECUTABLE, Native


class OCaml(Native):
    name = "ocaml"
    title = "OCaml"
    entries = ("bot.ml", "main.ml")
    tool = "ocamlopt"
    package = "ocaml-nox"
    memory_signs = ("Out_of_memory", "out of memory")
    version_flag = "-version"

    def version(self) -> str:
        number = super().version()
        return f"OCaml {number}" if number else ""

    def build_script(self, entry: str, limits: Limits) -> str:
        folder = PurePosixPath(entry).parent.as_posix()
        interfaces = 'set -- *.mli && { [ -e "$1" ] || set --; }'
        compiler = f"ocamlopt -I +unix -I +str -o {OUT}/{EXECUTABLE} unix.cmxa str.cmxa"
        return f'cd {folder} && {interfaces} && {compiler} $(ocamldep -sort "$@" *.ml) >&2'

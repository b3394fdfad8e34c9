"""What every Python bot may import without shipping it: the SDK and the games, in a folder of their own.

A jail shows a bot whole folders. So the few packages it may read are copied aside, once per process, instead of
showing it the folder they live in. Games of other packages come too, and their entry points, so that a bot finds them
as everybody does.
"""

import atexit
import re
import shutil
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import bots.sdk
from engines.compiled import BUILDS, key
from engines.registry import GROUP, targets

_KEPT = (".py", ".pyc", ".so")
_IMPORTS = re.compile(r"^(?:from|import)\s.*$", re.MULTILINE)
"""Those at the margin: what is imported further inside may never be, such as types for an editor."""
_SEARCHES = re.compile(r"bots\.sdk(\.| import .*\b)search\b|^(from|import) engines\b(?! *\.\w)", re.MULTILINE)


@cache
def sdk_library() -> Path:
    """A folder to put on a bot's import path. It holds ``bots.sdk``, ``engines`` and all games, compiled parts too."""
    folder = Path(tempfile.mkdtemp(prefix="karma-sdk-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    sdk = Path(bots.sdk.__file__).parent
    _copy(sdk, folder / "bots" / "sdk")
    shutil.copy2(sdk.parent / "__init__.py", folder / "bots")
    for name in sorted({"engines", *(_module(target).partition(".")[0] for target in targets().values())}):
        _copy_package(name, folder)
    declared = folder / "games.dist-info" / "entry_points.txt"
    declared.parent.mkdir()
    declared.write_text(f"[{GROUP}]\n" + "".join(f"{name} = {target}\n" for name, target in targets().items()))
    folder.chmod(0o755)  # bots run under users of their own
    return folder


def wanted_modules(files: Path) -> tuple[str, ...]:
    """The modules of the library that a Python program imports: worth loading once, before its games."""
    source = "\n".join(path.read_text(errors="replace") for path in files.rglob("*.py"))
    imports = "\n".join(_IMPORTS.findall(source))
    games = {_module(target) for target in targets().values()}
    wanted = {"bots.sdk"} if "bots.sdk" in imports else set()
    if _SEARCHES.search(imports):
        return tuple(sorted({*wanted, "bots.sdk.search", "engines", *games}))  # which game it will be is not known yet
    return tuple(sorted({*wanted, *(game for game in games if re.search(rf"{_package(game)}\b", imports))}))


def _module(target: str) -> str:
    """``engines.karma.game`` for ``engines.karma.game:GAME``."""
    return target.partition(":")[0]


def _package(module: str) -> str:
    return module.rpartition(".")[0] or module


def _copy_package(name: str, folder: Path) -> None:
    spec = find_spec(name)
    if spec is None or spec.origin is None:  # its game is broken, which the registry has said
        return
    origin = Path(spec.origin)
    if spec.submodule_search_locations is None:
        shutil.copy2(origin, folder)
    else:
        _copy(origin.parent, folder / name)


def _copy(source: Path, target: Path) -> None:
    """Code only, with its times: bytecode that was compiled for the source stays valid."""

    def unwanted(folder: str, names: list[str]) -> list[str]:
        here = Path(folder)
        if here == BUILDS:
            return [name for name in names if name != key()]  # builds of other sources are of no use
        return [name for name in names if not (name.endswith(_KEPT) or (here / name).is_dir())]

    shutil.copytree(source, target, ignore=unwanted)

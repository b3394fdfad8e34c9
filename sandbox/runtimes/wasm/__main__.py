"""``python -m sandbox.runtimes.wasm bot.wasm``: run a module by hand, as the arena does but without its jail."""

import subprocess
import sys
from pathlib import Path

from sandbox.limits import Limits
from sandbox.runtimes import RUNTIMES


def main(words: list[str]) -> int:
    runtime = RUNTIMES["wasm"]
    if len(words) != 1:
        print("Say which module: python -m sandbox.runtimes.wasm bot.wasm", file=sys.stderr)
        return 2
    if complaint := runtime.missing():
        print(complaint, file=sys.stderr)
        return 2
    module = Path(words[0])
    if not module.is_file():
        print(f"There is no {module}. Compile it first.", file=sys.stderr)
        return 2
    command = runtime.bare_command(module.name, Limits(), str(module.absolute().parent))
    return subprocess.run(command, check=False).returncode


sys.exit(main(sys.argv[1:]))

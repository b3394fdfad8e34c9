"""A program that is known to be good. If it does not start either, the sandbox is to blame and not the bot."""

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

import sandbox

PATIENCE_S = 10.0
"""As long as a bot has for its start (``TimeControl.start_ms``): a machine too slow for the canary was too slow for the
bot."""
_SOURCE = 'import sys\nfor line in sys.stdin:\n    print("tweet", flush=True)\n'


@cache
def _program() -> sandbox.BuiltProgram:
    folder = Path(tempfile.mkdtemp(prefix="karma-canary-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    program = sandbox.BuiltProgram(folder, "python", "bot.py")
    program.files.mkdir()
    (program.files / "bot.py").write_text(_SOURCE)
    program.save()
    for path in (folder, program.files):
        path.chmod(0o755)
    return program


def canary_starts() -> bool:
    """Whether a sound program answers in a jail here and now."""
    try:
        with sandbox.open_jail(_program()) as jail, jail.start() as channel:
            channel.send(b"hello", PATIENCE_S)
            return channel.receive(PATIENCE_S) == b"tweet"
    except (sandbox.SandboxError, OSError):
        return False

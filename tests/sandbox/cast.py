"""Programs that the tests use, and a way to have one without a build."""

from pathlib import Path

from sandbox import BuiltProgram

ECHO = """
import sys
for line in sys.stdin:
    sys.stdout.write(line)
    sys.stdout.flush()
"""
"""The good bot: says what it is told."""


def python_program(folder: Path, source: str) -> BuiltProgram:
    """A Python program as a build leaves it."""
    program = BuiltProgram(folder, "python", "bot.py")
    program.files.mkdir(parents=True)
    for path in (folder, program.files):
        path.chmod(0o755)
    file = program.files / "bot.py"
    file.write_text(source, encoding="utf-8")
    file.chmod(0o644)
    program.save()
    return program

"""Where the blocks of one page run: a scratch copy of the project, and names that stand for others."""

import contextlib
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from tests.docs.blocks import ROOT, Block
from tests.patience import PATIENCE_S

_LINKED = ("engines", "bots", "sandbox", "platform", "tests", "benchmarks", "mkdocs.yml")
_COPIED = ("docker", "docs", "manage.py", "pyproject.toml", "README.md", "requirements.lock")


class Workplace:
    """``with Workplace(folder, names, environment) as place: place.run(block)``; services end with it."""

    def __init__(self, folder: Path, names: dict[str, str], environment: dict[str, str]) -> None:
        self.folder = folder
        self.names = names
        """Texts of the page and what takes their place here: an address, a port, a folder."""
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        self.env = {**os.environ, "PATH": path, "COLUMNS": "100", "HOME": str(folder), **environment}
        self.printed = ""
        self._services: list[subprocess.Popen[bytes]] = []
        for name in _LINKED:
            (folder / name).symlink_to(ROOT / name)
        for name in _COPIED:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
            copy(ROOT / name, folder / name)
        shutil.rmtree(folder / "docker" / "secrets", ignore_errors=True)

    def __enter__(self) -> "Workplace":
        return self

    def __exit__(self, *_exception: object) -> None:
        for service in self._services:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(service.pid, signal.SIGKILL)
            service.wait()

    def run(self, block: Block) -> None:
        text = block.text
        for name, here in self.names.items():
            text = text.replace(name, here)
        if block.title:
            (self.folder / block.title).write_text(text)
        if block.note == "services":
            self._serve(text)
        elif block.language == "sh" and not block.title:
            self.shell(text)
        elif block.language == "python":
            self._python(text, str(block))
        elif block.note == "prints":
            assert _plain(self.printed) == _plain(text), f"{block}: this is not what the block above prints"

    def shell(self, script: str) -> None:
        done = subprocess.run(
            ["sh", "-e", "-c", script], cwd=self.folder, env=self.env, capture_output=True, text=True, check=False,
            timeout=PATIENCE_S,
        )  # fmt: skip
        assert done.returncode == 0, f"{script}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
        self.printed = done.stdout

    def _python(self, code: str, name: str) -> None:
        out = io.StringIO()
        here = Path.cwd()
        os.chdir(self.folder)
        try:
            with contextlib.redirect_stdout(out):
                exec(compile(code, name, "exec"), {"__name__": "page"})  # noqa: S102 - our own documentation
        finally:
            os.chdir(here)
        self.printed = out.getvalue()

    def _serve(self, script: str) -> None:
        for number, line in enumerate(script.splitlines()):
            with (self.folder / f"service-{number}.log").open("wb") as log:
                self._services.append(
                    subprocess.Popen(["sh", "-c", f"exec {line}"], cwd=self.folder, env=self.env, stdout=log,
                                     stderr=log, start_new_session=True)
                )  # fmt: skip
        self._wait_until_ready(re.findall(r"--port (\d+)", script)[0])

    def _wait_until_ready(self, port: str) -> None:
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            with (
                contextlib.suppress(OSError),
                urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=PATIENCE_S),
            ):
                return
            time.sleep(0.2)
        logs = "\n".join(log.read_text()[-1500:] for log in sorted(self.folder.glob("service-*.log")))
        raise AssertionError(f"The services of the page did not get ready:\n{logs}")


def _plain(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]

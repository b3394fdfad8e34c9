#!/usr/bin/env python3
"""Carry out the steps of the Dockerfile without an engine: every RUN and COPY, in a clean Debian root.

    python3 docker/try_steps.py FOLDER [worker] [web]        as root, with debootstrap; some minutes

A root of plain Debian takes the place of the base image, with Debian's Python 3.11 under the names that the image has.
What it cannot show: layers, users of the engine, volumes and health checks of containers.
"""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
BASE_PACKAGES = [
    "ca-certificates",
    "python3",
    "python3-pip",
    "python3-venv",
    "python3-dev",
    "libseccomp2",
    "util-linux",
]


def instructions(text: str) -> list[tuple[str, str]]:
    """Keyword and argument of each instruction; comments and continued lines resolved."""
    lines = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    joined = re.sub(r"\\\n", " ", lines)
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in joined.splitlines()) if word]


def stages(text: str) -> dict[str, list[tuple[str, str]]]:
    """Instructions by stage; a stage that builds on another begins with that one's."""
    found: dict[str, list[tuple[str, str]]] = {}
    current: list[tuple[str, str]] = []
    for word, rest in instructions(text):
        if word == "FROM":
            parent, _, name = rest.partition(" AS ")
            current = found[name] = [*found.get(parent, [])]
        elif word != "ARG":
            current.append((word, rest))
    return found


class Root:
    """A folder that stands for the file system of an image."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.env = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
        self.env["SSL_CERT_FILE"] = self.env["PIP_CERT"] = "/etc/ssl/certs/ca-certificates.crt"
        self.cwd = "/"
        self.user = "0:0"

    def run(self, command: str) -> None:
        uid, _, gid = self.user.partition(":")
        inside = f"cd {shlex.quote(self.cwd)} && {command}"
        as_user = ["setpriv", f"--reuid={uid}", f"--regid={gid}", "--clear-groups"] if uid != "0" else []
        variables = [f"{name}={value}" for name, value in self.env.items()]
        # Namespaces of its own: mounts and processes of a step end with it.
        mount = (
            f"mount --rbind /dev {self.folder}/dev && mount -t proc proc {self.folder}/proc && "
            f"exec chroot {self.folder} {shlex.join([*as_user, 'env', '-i', *variables, 'sh', '-ec', inside])}"
        )
        subprocess.run(["unshare", "--mount", "--pid", "--fork", "sh", "-ec", mount], check=True)

    def expand(self, text: str) -> str:
        return re.sub(r"\$\{?(\w+)\}?", lambda name: self.env.get(name[1], ""), text)

    def copy(self, sources: list[Path], target: str, left_out: tuple[str, ...] = ()) -> None:
        inside = self.folder / (Path(self.cwd) / target).relative_to("/")
        for source in sources:
            place = inside / source.name if target.endswith("/") or len(sources) > 1 else inside
            place.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                ignored = shutil.ignore_patterns(*left_out)
                shutil.copytree(source, place, symlinks=True, ignore=ignored, dirs_exist_ok=True)
            else:
                shutil.copy2(source, place)


def carry_out(steps: list[tuple[str, str]], root: Root, other_stages: dict[str, Path]) -> None:
    for word, rest in steps:
        print(f"--> {word} {rest[:110]}", flush=True)
        if word == "RUN":
            root.run(rest)
        elif word == "ENV":
            pairs = (pair.partition("=") for pair in shlex.split(rest))
            root.env.update({name: root.expand(value) for name, _, value in pairs})
        elif word == "WORKDIR":
            root.cwd = rest
            (root.folder / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif word == "USER":
            root.user = rest
        elif word == "COPY":
            origin = re.match(r"--from=(\w+) ", rest)
            *sources, target = rest.split()[1:] if origin else rest.split()
            base = other_stages[origin[1]] if origin else PROJECT
            left_out = () if origin else ("__pycache__", "_compiled")  # as in .dockerignore
            root.copy([base / source.lstrip("/") for source in sources], target, left_out)
        elif word not in {"EXPOSE", "HEALTHCHECK", "CMD", "STOPSIGNAL"}:
            sys.exit(f"This script does not know the instruction {word}. Teach it.")


def base_root(folder: Path) -> Path:
    """Debian with its Python under the names of the official image."""
    base = folder / "base"
    if not (base / "usr/bin/apt-get").exists():
        subprocess.run(["debootstrap", "--variant=minbase", "bookworm", str(base)], check=True)
    if not (base / "usr/local/bin/python3.11").exists():
        for name in ("etc/resolv.conf", "etc/hosts", "etc/apt/apt.conf.d", "usr/local/share/ca-certificates"):
            _from_this_machine(Path("/", name), base / name)
        root = Root(base)
        install = f"apt-get install -y --no-install-recommends {' '.join(BASE_PACKAGES)}"
        root.run(f"apt-get update -q && DEBIAN_FRONTEND=noninteractive {install}")
        root.run("update-ca-certificates && rm -f /usr/lib/python3*/EXTERNALLY-MANAGED")
        for name in ("python3.11", "python3", "python"):
            (base / "usr/local/bin" / name).symlink_to("/usr/bin/python3.11")
    return base


def _from_this_machine(source: Path, target: Path) -> None:
    """Names, mirrors and certificates by which this machine reaches its package sources."""
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True)
    elif source.exists():
        target.unlink(missing_ok=True)
        shutil.copy2(source, target)


def main(folder: Path, targets: list[str]) -> None:
    found = stages((PROJECT / "docker" / "Dockerfile").read_text())
    base = base_root(folder)
    done: dict[str, Path] = {}
    for name in ("packages", *targets):
        place = folder / name
        shutil.rmtree(place, ignore_errors=True)
        subprocess.run(["cp", "-a", str(base), str(place)], check=True)
        carry_out(found[name], Root(place), done)
        done[name] = place
    for name in targets:
        print(f"All steps of {name} went through; the result is in {done[name]}.")


if __name__ == "__main__":
    if len(sys.argv) < 2 or not set(sys.argv[2:]) <= {"web", "worker"}:
        sys.exit(__doc__)
    main(Path(sys.argv[1]).absolute(), sys.argv[2:] or ["worker", "web"])

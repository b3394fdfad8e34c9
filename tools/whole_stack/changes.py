"""What an image of docker/Dockerfile says beside its files, as lines for ``docker import --change``."""

import importlib.util
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
SAID = {"ENV", "WORKDIR", "USER", "EXPOSE", "CMD", "HEALTHCHECK"}


def main(target: str) -> None:
    spec = importlib.util.spec_from_file_location("try_steps", PROJECT / "docker" / "try_steps.py")
    assert spec
    assert spec.loader
    steps = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(steps)
    root = steps.Root(Path("/"))
    last: dict[str, str] = {}
    for word, rest in steps.stages((PROJECT / "docker" / "Dockerfile").read_text())[target]:
        if word == "ENV":
            for pair in rest.split():
                name, _, value = pair.partition("=")
                root.env[name] = root.expand(value)
                last[f"ENV {name}"] = f"ENV {name}={root.env[name]}"
        elif word in SAID:
            last[word] = f"{word} {' '.join(rest.split())}"
    print("\n".join(last.values()))


if __name__ == "__main__":
    main(sys.argv[1])

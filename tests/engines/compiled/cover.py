"""A few games that go through every branch of the engines: what an ordinary test run plays in both forms.

``cover.json`` names them. They go on being good games when the engines change, but new branches may be missing; the
list is made anew by::

    KARMA_ENGINES=pure python -m tests.engines.compiled.cover --games 80

which plays so many games of each variant and says how many games and branches it found.
"""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from engines import build
from engines.compiled import HERE, is_compiled, source_files
from tests.engines.compiled.digest import digest
from tests.engines.conformance.conftest import all_slugs
from tests.engines.oracles.covering import Candidate, choose

COVER = Path(__file__).with_suffix(".json")
SOURCES = {str(path): path.relative_to(HERE).as_posix() for path in source_files() if build.is_compiled_module(path)}

Tracer = Callable[[FrameType, str, Any], Any]


def cover() -> list[tuple[str, int]]:
    """Variants and seeds of the games."""
    return [(slug, seed) for slug, seed in json.loads(COVER.read_text())]


def branches(play: Callable[[], object]) -> frozenset[str]:
    """Which lines of the engines followed each other in a function while something was played."""
    found: set[str] = set()

    def enter(frame: FrameType, _event: str, _argument: Any) -> Tracer | None:
        module = SOURCES.get(frame.f_code.co_filename)
        if module is None:
            return None
        before = 0

        def follow(frame: FrameType, event: str, _argument: Any) -> Tracer:
            nonlocal before
            if event == "line":
                found.add(sys.intern(f"{module} {before} {frame.f_lineno}"))
                before = frame.f_lineno
            return follow

        return follow

    sys.settrace(enter)
    try:
        play()
    finally:
        sys.settrace(None)
    return frozenset(found)


def candidate(slug: str, seed: int) -> Candidate:
    """Branches are all that counts here, so every game is taken for as long as any other."""
    return Candidate(slug, seed, 1, branches(lambda: digest(slug, seed)))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.engines.compiled.cover", description=__doc__)
    parser.add_argument("--games", type=int, default=80, help="games of each variant to choose from")
    games = parser.parse_args(arguments).games
    if is_compiled():
        sys.exit("Only the sources can be followed line by line. Run it with KARMA_ENGINES=pure.")
    candidates = [candidate(slug, seed) for slug in all_slugs() for seed in range(games)]
    everything = frozenset[str]().union(*(each.moments for each in candidates))
    chosen = sorted((each.slug, each.number) for each in choose(candidates, everything))
    COVER.write_text("[\n" + ",\n".join(f"  {json.dumps(each)}" for each in chosen) + "\n]\n")
    print(f"{len(chosen)} games go through all {len(everything):,} branches of {len(candidates):,} games.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

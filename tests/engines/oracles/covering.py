"""A few short games in which every rare moment of a game happens: what an ordinary test run can afford.

``cover.json`` names them. When rules or tempers change, other things happen in a game of the same number, and the
list is made anew::

    python -m tests.engines.oracles.covering --games 200 karma

plays so many games of each variant and keeps the cheapest that it finds.
"""

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.engines.oracles.catalogue import GAMES, oracle_of
from tests.engines.oracles.comparing import Played, compare_game

COVER = Path(__file__).with_name("cover.json")


@dataclass(frozen=True)
class Candidate:
    slug: str
    number: int
    decisions: int
    moments: frozenset[str]


def cover() -> dict[str, list[tuple[str, int]]]:
    """Per game, the variants and numbers of the games to play."""
    stored = json.loads(COVER.read_text())
    return {game: [(slug, number) for slug, number in games] for game, games in stored.items()}


def choose(candidates: list[Candidate], moments: frozenset[str]) -> list[Candidate]:
    """Greedily, the game that brings the most new moments for its length, until no game brings a new one."""
    chosen: list[Candidate] = []
    missing = moments
    while candidates:
        best = max(candidates, key=lambda each: len(each.moments & missing) / each.decisions)
        if not best.moments & missing:
            break
        chosen.append(best)
        missing -= best.moments
    return chosen


def candidates_of(game: str, games: int) -> list[Candidate]:
    candidates = []
    for number in range(games):
        for slug in oracle_of(game).slugs:
            played: Played = compare_game(slug, number)
            candidates.append(Candidate(slug, number, played.decisions, frozenset(played.rare)))
        print(f"\r{game}: {number + 1} of {games}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return candidates


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.engines.oracles.covering", description=__doc__)
    parser.add_argument("game", nargs="*", help="games; without any, all that have an oracle")
    parser.add_argument("--games", type=int, default=100, help="games of each variant to choose from")
    wanted = parser.parse_args(arguments)
    stored = cover()
    never = 0
    for game in wanted.game or GAMES:
        moments = frozenset(oracle_of(game).rare)
        chosen = choose(candidates_of(game, wanted.games), moments)
        stored[game] = sorted((each.slug, each.number) for each in chosen)
        missing = moments.difference(*(each.moments for each in chosen))
        never += len(missing)
        decisions = sum(each.decisions for each in chosen)
        print(f"{game}: {len(chosen)} games, {decisions:,} decisions; never: {', '.join(sorted(missing)) or 'nothing'}")
    lines = [f'"{game}": [\n' + ",\n".join(f"  {json.dumps(each)}" for each in stored[game]) + "\n]" for game in stored]
    COVER.write_text("{" + ",\n".join(lines) + "}\n")
    return 1 if never else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

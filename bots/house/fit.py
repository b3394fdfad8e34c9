"""Fits the values of a variant: ``python -m bots.house.fit karma-4``. Seeded; the same weights every time.

Games of the house's own policies with some random actions are played, positions are drawn from them, and a small net
learns who won. The file goes to the game's folder. ``--check`` plays fresh games instead and says how well the present
file predicts them, by decile.
"""

import argparse
import sys
from pathlib import Path
from random import Random

from bots.house.calibration import calibration, head, picture
from bots.house.training import SELF_PLAY_GAMES, self_play, train
from bots.house.values import ValuesError, dumps, file_name, fitted_judge
from engines import engine, variant
from engines.errors import EngineError
from engines.registry import game as find_game
from engines.registry import variants

SEED = "values"
CHECK_SEED = "check"
CHECK_GAMES = 1_000
"""A chance is then known to about 0.016: √(0.25 / 1000)."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bots.house.fit", description=__doc__)
    parser.add_argument("variants", nargs="*", help="slugs; all that name their features unless said")
    parser.add_argument("--games", type=int, default=SELF_PLAY_GAMES, help="self-play games (%(default)s)")
    parser.add_argument("--check", action="store_true", help="calibration of the present files on fresh games")
    parser.add_argument("--plot", type=Path, help="with --check: the same as a picture, an SVG file")
    parser.add_argument("--into", type=Path, help="a folder for the files instead of the games' own")
    told = parser.parse_args(arguments)
    slugs = told.variants or [one.slug for one in variants() if _has_features(one.game)]
    try:
        if told.check:
            check(slugs, told.plot)
        else:
            for slug in slugs:
                print(fit(slug, told.games, told.into))
    except (EngineError, ValuesError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _has_features(game: str) -> bool:
    insight = find_game(game).policies().insight
    return insight is not None and insight.features is not None


def fit(slug: str, games: int, into: Path | None) -> str:
    """Play, learn, write; a line about it. Raises ``ValuesError``."""
    played = variant(slug)
    slug = played.slug
    if played not in engine(played.game).variants():
        raise ValuesError(f"{slug} has custom options; values are fitted for registered variants.")
    if not _has_features(played.game):
        raise ValuesError(f"{played.game} does not say what counts in a position (docs/developers/adding-a-game.md).")
    samples = self_play(played, games, Random(f"{SEED}|{slug}"))
    net, brier = train(samples, seed=int.from_bytes(slug.encode()[-4:], "big"))
    made = {"games": games, "positions": len(samples.targets), "seed": SEED, "brier": round(brier, 4)}
    content = dumps(slug, 1, made, net)
    target = (into or find_game(played.game).folder) / file_name(slug)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
    fitted_judge.cache_clear()
    return f"{slug}: {len(samples.targets)} positions of {games} games, Brier {brier:.4f}, {len(content)} bytes"


def check(slugs: list[str], plot: Path | None) -> None:
    """A table for the documentation, and a picture of it."""
    print(head())
    found = []
    for slug in slugs:
        judge = fitted_judge(slug)
        if judge is None:
            raise ValuesError(f"{slug} has no values yet. Make them: python -m bots.house.fit {slug}")
        samples = self_play(variant(slug), CHECK_GAMES, Random(f"{CHECK_SEED}|{slug}"))
        found.append(calibration(slug, samples, judge.net.shares(samples.inputs)))
        print(found[-1].row, flush=True)
    if plot:
        plot.write_text(picture(found), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

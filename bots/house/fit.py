"""Fits the values of a variant: ``python -m bots.house.fit karma-4``. Seeded; the same weights every time.

Games of the house's own policies with some random actions are played, positions are drawn from them, and a small net
learns who won. The file goes to the game's folder. ``--check`` plays fresh games instead and says how well the present
file predicts them, by decile.
"""

import argparse
import sys
from pathlib import Path
from random import Random
from typing import Any

from bots.house.training import SELF_PLAY_GAMES, Samples, self_play, train
from bots.house.values import ValuesError, dumps, file_name, fitted_judge, numpy
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
    parser.add_argument("--into", type=Path, help="a folder for the files instead of the games' own")
    told = parser.parse_args(arguments)
    slugs = told.variants or [one.slug for one in variants() if _has_features(one.game)]
    try:
        if told.check:
            print_calibration(slugs)
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


def print_calibration(slugs: list[str]) -> None:
    """A table for the documentation: how often sides win that were given each tenth of chance."""
    print(
        "| variant | constant | Brier | slope | " + " | ".join(f"{10 * at}-{10 * at + 10} %" for at in range(10)) + " |"
    )
    print("|---" * 14 + "|")
    for slug in slugs:
        judge = fitted_judge(slug)
        if judge is None:
            raise ValuesError(f"{slug} has no values yet. Make them: python -m bots.house.fit {slug}")
        samples = self_play(variant(slug), CHECK_GAMES, Random(f"{CHECK_SEED}|{slug}"))
        figures = calibration(samples, judge.net.shares(samples.inputs))
        print(f"| {slug} | " + " | ".join(figures) + " |")


def calibration(samples: Samples, predicted: Any) -> list[str]:
    """Brier score of a constant and of the prediction, slope of the result on it, and what came true by decile."""
    np = numpy()
    targets = samples.targets
    constant = targets.mean(axis=0)
    brier = [float(((guess - targets) ** 2).mean()) for guess in (np.broadcast_to(constant, targets.shape), predicted)]
    flat, truth = predicted.ravel(), targets.ravel()
    slope = float(np.cov(flat, truth)[0, 1] / flat.var(ddof=1))
    deciles = []
    for at in range(10):
        inside = (flat >= at / 10) & (flat < (at + 1) / 10 if at < 9 else flat <= 1)
        deciles.append(f"{100 * truth[inside].mean():.0f}" if inside.sum() >= 50 else "")
    return [f"{brier[0]:.3f}", f"{brier[1]:.3f}", f"{slope:.2f}", *deciles]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

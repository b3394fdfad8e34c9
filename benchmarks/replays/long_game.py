"""The longest of some games played by chance: the worst that the viewer meets."""

from referee.replay import Replay
from tests.replays.games import random_replay


def long_game(slug: str, tries: int = 20) -> Replay:
    return max((random_replay(slug, number) for number in range(tries)), key=lambda replay: len(replay.actions))

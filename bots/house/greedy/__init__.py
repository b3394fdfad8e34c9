"""Rules of thumb that fit on a beer mat: one module for each game."""

from collections.abc import Mapping
from typing import Final

from bots.house.greedy import diamoniak, karma, karmaka
from bots.house.policy import Policy

GREEDY: Final[Mapping[str, Policy]] = {
    "karma": karma.choose,
    "karmaka": karmaka.choose,
    "diamoniak": diamoniak.choose,
}

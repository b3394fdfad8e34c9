"""The blocks of ``arena play``: any of them by its number, in this process or another, with the same games."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from engines import variant
from referee.cli.crew import Programs
from referee.clock import TimeControl
from referee.entrants import HOUSE, HouseEntrant, Local
from referee.series import BlockResult, layout, play_block


@dataclass(frozen=True)
class BlockPlan:
    slug: str
    seed: bytes
    is_repeatable: bool
    """The seed is the user's own: the same games again, chance of the bots included."""
    control: TimeControl

    def bot_seed(self, at: int) -> bytes:
        return self.seed + bytes([at])

    def play(self, entrants: Sequence[Local], number: int) -> BlockResult:
        deal = hashlib.sha256(self.seed + b"|deal|" + str(number).encode()).digest()
        return play_block(self.slug, entrants, deal, number, control=self.control, is_repeatable=self.is_repeatable)

    def play_apart(self, addresses: tuple[str, ...], programs: Programs, number: int) -> tuple[int, BlockResult]:
        """In a process that does not play every block: house bots go on where the blocks before left them."""
        seatings = layout(variant(self.slug), len(addresses), number)
        entrants = [
            programs.get(at)
            or HouseEntrant(
                address.removeprefix(HOUSE),
                self.bot_seed(at),
                number * sum(seating.entrants.count(at) for seating in seatings),
            )
            for at, address in enumerate(addresses)
        ]
        return number, self.play(entrants, number)

"""What the settings of all pod formats share."""

from arena.tournaments.planning.errors import SettingsError
from arena.tournaments.planning.standings.registry import LAST_LOSES_POD_ORDER, POD_ORDER, check_tie_breaks

SMALLEST, LARGEST = 3, 6
POD_SIZES = range(2, LARGEST + 1)
"""A pod may shrink to two when the field does."""


def check_pod_size(pod_size: int) -> None:
    if not SMALLEST <= pod_size <= LARGEST:
        raise SettingsError(
            f"pod_size must be {SMALLEST} to {LARGEST}, not {pod_size}; "
            "for matches between two choose a two-sided format"
        )


def pod_tie_breaks(chosen: tuple[str, ...] | None, *, last_loses: bool) -> tuple[str, ...]:
    """The organiser's order, else the one that fits the game."""
    if chosen is not None:
        check_tie_breaks(chosen)
        return chosen
    return LAST_LOSES_POD_ORDER if last_loses else POD_ORDER

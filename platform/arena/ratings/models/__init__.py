from arena.ratings.models.ladder import PLACEMENT, Cycle, CycleState, LadderEntry
from arena.ratings.models.log import DuePeriod, EventKind, Period, PeriodTable, RatingEvent, Snapshot
from arena.ratings.models.pool import Anchor, Pool, Standing

__all__ = [
    "PLACEMENT",
    "Anchor",
    "Cycle",
    "CycleState",
    "DuePeriod",
    "EventKind",
    "LadderEntry",
    "Period",
    "PeriodTable",
    "Pool",
    "RatingEvent",
    "Snapshot",
    "Standing",
]

from arena.matches.models.delivery import Delivery, WorkerRole
from arena.matches.models.game import Attempt, AttemptOutcome, Game, GameState, Seat
from arena.matches.models.match import Block, Entrant, Match, MatchKind, MatchState
from arena.matches.models.queue import GameCost, QueueGroup, QueueSource, QueueSwitch, Slot
from arena.matches.models.replay_file import ReplayFile
from arena.matches.models.stored_replay import StoredReplay
from arena.matches.models.thinking import ThinkingLook

__all__ = [
    "Attempt",
    "AttemptOutcome",
    "Block",
    "Delivery",
    "Entrant",
    "Game",
    "GameCost",
    "GameState",
    "Match",
    "MatchKind",
    "MatchState",
    "QueueGroup",
    "QueueSource",
    "QueueSwitch",
    "ReplayFile",
    "Seat",
    "Slot",
    "StoredReplay",
    "ThinkingLook",
    "WorkerRole",
]

from arena.replays.models.analysis import OPEN_ANALYSES, Analysis, AnalysisState
from arena.replays.models.course import GameCourse
from arena.replays.models.dump import DumpFile, SeasonDump
from arena.replays.models.question import OPEN_QUESTIONS, Question, QuestionKind, QuestionState

__all__ = [
    "OPEN_ANALYSES",
    "OPEN_QUESTIONS",
    "Analysis",
    "AnalysisState",
    "DumpFile",
    "GameCourse",
    "Question",
    "QuestionKind",
    "QuestionState",
    "SeasonDump",
]

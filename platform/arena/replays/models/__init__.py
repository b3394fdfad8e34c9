from arena.replays.models.analysis import Analysis, AnalysisState
from arena.replays.models.dump import DumpFile, SeasonDump
from arena.replays.models.question import OPEN_QUESTIONS, Question, QuestionKind, QuestionState

__all__ = [
    "OPEN_QUESTIONS",
    "Analysis",
    "AnalysisState",
    "DumpFile",
    "Question",
    "QuestionKind",
    "QuestionState",
    "SeasonDump",
]

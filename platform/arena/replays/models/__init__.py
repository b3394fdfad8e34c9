from arena.replays.models.analysis import Analysis, AnalysisState
from arena.replays.models.dump import DumpFile, SeasonDump

__all__ = ["Analysis", "AnalysisState", "DumpFile", "SeasonDump"]

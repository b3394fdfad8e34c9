from arena.replays.models.analysis import Analysis, AnalysisState

__all__ = ["Analysis", "AnalysisState"]

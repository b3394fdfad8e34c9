"""Is the analysis right, and what does it cost? ``python -m benchmarks.analysis``; see ``__main__``."""

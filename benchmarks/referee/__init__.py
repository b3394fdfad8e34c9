"""How fast the referee is. Run ``python -m benchmarks.referee``."""

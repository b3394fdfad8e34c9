"""How fast the engines are. ``python -m benchmarks.engines`` prints one table, as ratios within one run."""

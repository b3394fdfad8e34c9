"""What the sandbox costs, as ratios measured side by side: `python -m benchmarks.sandbox`."""

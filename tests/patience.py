"""How long a test waits for something that must happen."""

PATIENCE_S = 300.0
"""Far more than the busiest machine needs: it only ends what hangs. A test waits for an event and never for a time."""

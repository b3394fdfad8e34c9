"""The usual reason of a queued game."""

WAITS = "Waiting for a free worker."

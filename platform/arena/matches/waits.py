"""The usual reason of a queued game."""

from engines.words import mark

WAITS = mark("Waiting for a free worker.")

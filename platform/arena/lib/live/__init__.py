"""Live pages: what happens is told over Redis to those who look, and kept for a moment for those who reconnect.

A *channel* is a thing that can be watched: ``game:12``, ``match:3``, ``version:7``. Telling is best effort: the
database holds the truth, pages ask it again whenever they cannot be sure to have heard everything.
"""

MARK_S = 120
"""How long after the last viewer left a channel is still recorded: longer than a reconnecting browser takes."""
KEEP_S = 600
"""Of a channel on which nothing happens any more: longer than ``MARK_S``, or the last messages of a game would be gone
before those who reconnect."""
KEPT_MESSAGES = 200
"""What a browser that lost its connection can still catch up with; after that it loads the page anew."""

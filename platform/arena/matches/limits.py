"""How long things may take and how often they may fail, with the reason for each number."""

from datetime import timedelta

from django.conf import settings

LEASE = timedelta(seconds=settings.LEASE_S)
"""A worker that shows no sign of life for this long has lost its game."""
HEARTBEAT_S = settings.LEASE_S / 6
"""Six signs of life per lease: losing a few to a busy machine costs nothing."""
QUEUE_PATIENCE = LEASE
"""A queued game that nobody claimed in this time is announced to the workers again."""
PLAY_LIMIT_S = 900
"""The longest a game may run. Six bots that use all of their clocks need some minutes; more is a hang of ours."""
MAX_VOIDS = 5
"""After so many failures of ours a game is stuck and staff sees it. It never becomes a loss."""
STUCK_PAUSE = timedelta(hours=1)
"""Then a stuck game gets one more attempt by itself: what was broken may have been mended without anybody thinking of
this game."""
PLAY_BUDGET_S = 1.0
"""A task plays games for about this long: one game a task would spend most of the time on messages."""
MAX_RUNNING_PER_BOT = 4
"""Games of one bot at the same time: a slow one must not fill all workers."""
MAX_RUNNING_PER_USER = 6
"""The same for all practice games one user asked for."""
PRACTICE_DEADLINE = timedelta(hours=2)
LADDER_DEADLINE = timedelta(hours=1)
"""What an open match may take before staff sees it on the queue page as overdue."""
EVIDENCE_BYTES = 64 * 1024
"""What is kept of a failed bot's last request."""

"""How long things may take and how often they may fail, with the reason for each number."""

from datetime import timedelta

from arena.leases import limits as leases

QUEUE_PATIENCE = leases.LEASE
"""A queued game that nobody claimed in this time is announced to the workers again."""
BATCH_MS = 1000
"""Expected work of a batch. A claim and a transaction then cost little beside it, and a worker that dies takes no more
than about this with it."""
SHARED_MS = 100
"""Where a tournament alone has games, a batch leaves half of them to others, so that the last match of a bracket keeps
every process busy; but it is no less than this, or claims would cost more than they save."""
BATCH_GAMES = 128
"""The most games of a batch, however short they are: what one transaction takes in."""
BATCH_HOLD_S = 1.5
"""A batch that turns out slower than expected is handed in after this, and what was not begun goes back."""
TASK_S = 4.0
"""A message to a worker is good for batches of about this long; then it is sent on if there are more games."""
PLAY_LIMIT_S = 900
"""The longest a game may run. Six bots that use all of their clocks need some minutes; more is a hang of ours."""
REST_S = 5.0
"""A process that cannot play waits so long for its next try of itself, then looks whether it is told to stop."""
MAX_VOIDS = 5
"""After so many failures of ours that count (see ``budget``) a game is stuck and staff sees it. It is never a loss."""
FIRST_PAUSE = leases.LEASE / 12
LONGEST_PAUSE = leases.LEASE * 10
"""A game that failed on our side waits before it is tried again, twice as long each time: 5 s, 10 s, … up to these."""
SAME_CAUSE = leases.LEASE
"""Failures for the same cause within this time count once: a minute of a full disk is one failure, not a hundred."""
STUCK_PAUSE = timedelta(hours=1)
"""Then a stuck game gets one more attempt by itself: what was broken may have been mended without anybody thinking of
this game."""
MAX_RUNNING_PER_BOT = 4
"""Games of one bot at the same time, which is batches that hold some of it: a slow one must not fill all workers."""
MAX_RUNNING_PER_USER = 6
"""The same for all practice games one user asked for."""
PRACTICE_DEADLINE = timedelta(hours=2)
"""The most blocks of the slowest bots, behind others of the same author: twice what a match of a ladder may take."""
LADDER_DEADLINE = timedelta(hours=1)
"""What an open match may take before staff sees it on the queue page as overdue."""
EVIDENCE_BYTES = 64 * 1024
"""What is kept of a failed bot's last request."""

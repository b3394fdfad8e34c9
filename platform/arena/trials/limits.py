"""What a trial may take, with the reason for each number."""

from datetime import timedelta

from engines.words import mark

BATCH = 10
"""Blocks of one match: the test looks after as many (``referee.versions.standing``)."""
AHEAD = 2
"""Matches in the queue at a time: workers play the next while the last blocks of this one are still open."""
MOST_GAMES = 4000
"""Of one trial: a lead of 20 points is found in some 1,200 games, and one that takes longer is hardly worth it."""
MOST_RUNNING = 3
"""Of one author at a time: their games share one turn of the queue, so more would only wait for each other."""
LASTS = timedelta(days=3)
"""Quotas let a trial of the most games go on the next day, and a busy arena lets it wait; then it ends undecided."""
MATCH_LASTS = timedelta(days=1)
"""Trials wait for what is rated: this is when staff is told of an open match of one."""
WEIGHT = 4
"""A second of a trial counts like so many of a ladder or tournament when the queue chooses whose turn it is: beside one
that has games, trials get a fifth of the time, and all of it when nobody else waits."""
IN_TURN = mark("Its games take turns with rated ones, which get four times as much of the workers' time.")
"""What is said while it runs; the number is ``WEIGHT``."""
GROUP = "trials"
"""They take turns among themselves, and together have one turn in the queue."""

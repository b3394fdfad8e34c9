"""How long a table waits for whom, and how many of them somebody may have. Every number with its reason."""

from datetime import UTC, date, datetime, time, timedelta

HOUSE_THINK = timedelta(hours=2)
"""At a table of one person: nobody else waits, but who has not come back after two hours has forgotten it."""
FRIENDS_THINK = timedelta(days=14)
"""Among friends a game may wait over somebody's holidays."""
GATHERING = timedelta(days=14)
"""For friends to take their chairs."""
ANSWER_LIMIT = timedelta(minutes=2)
"""For a bot that answers on a worker. Then the house's quick bot decides for it: nobody waits for our machines."""


def end_of(day: date) -> datetime:
    """The deal of the day may be put aside until then. A moment later its cards lie open, so nobody plays on."""
    return datetime.combine(day + timedelta(days=1), time(), UTC)


TURN_HEARTBEAT_S = 2.0
"""How often a worker that asks a bot at a table says that it lives."""
TURN_SILENT = timedelta(seconds=10)
"""A worker that said nothing for so long is gone: people wait. If it was only slow, the bot is asked twice for one
decision, and the first worker's answer is not heard. Far less than a lease of games lasts, where nobody waits."""
TURN_ATTEMPTS = 2
"""Workers that may go silent over one decision. Then the house's quick bot makes it: what kills workers ends there."""
SEARCH_SILENT = timedelta(seconds=10)
"""A searching house bot decides in less than a second: after so long without one its worker is gone, or busy."""

OPEN_PER_PERSON = 8
"""Tables of one account or browser that are not over."""
OPEN_PER_ADDRESS = 60
"""The same of one address: a school class sits behind one."""
NEW_PER_HOUR = 60
"""Tables of one account or browser: one a minute is faster than any game."""
NEW_PER_HOUR_OF_ADDRESS = 400
"""The same of one address: thirty pupils who begin a table every five minutes."""

KEEP_ABANDONED = timedelta(days=2)
"""Of tables that nobody ever decided anything at."""
KEEP_OF_GUESTS = timedelta(days=60)
"""Finished tables without an account: links to them work for so long. Those of accounts stay."""

SEARCH_MS = 400
"""What a searching house bot may think about a decision, on a worker."""
QUICK_MS = 200
"""The clock that quick house bots are shown; they answer in a few milliseconds."""
EXPIRE_AT_ONCE = 200
"""Overdue tables that one run looks at; the next run is a moment later."""

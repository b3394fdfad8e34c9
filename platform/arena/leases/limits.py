"""How long a silent worker keeps what it works on."""

from datetime import timedelta

from django.conf import settings

LEASE = timedelta(seconds=settings.LEASE_S)
"""A worker that shows no sign of life for this long has lost its work. It is long on purpose: a busy machine may stand
still for many seconds, and a game that is taken from a living worker is played twice for nothing."""
SILENCE = f"{round(1000 * settings.LEASE_S)}ms"
"""The same for a session of the database in the middle of a transaction."""
HEARTBEAT_S = settings.LEASE_S / 6
"""Six signs of life per lease: losing a few to a busy machine costs nothing."""
YOUNG_S = HEARTBEAT_S / 2
"""A lease younger than this needs no sign of life yet. Most batches of games end before, and cost nothing here."""

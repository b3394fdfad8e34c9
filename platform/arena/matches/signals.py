"""What the apps above may listen to. Sent after the commit; whoever needs certainty looks at the database too."""

from django.dispatch import Signal

match_finished = Signal()
"""``match_id``: all blocks of the match are finished."""

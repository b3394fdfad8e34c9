"""What the apps above may listen to. Sent after the commit; whoever needs certainty looks at the database too."""

from django.dispatch import Signal

match_finished = Signal()
"""``match_id``: all blocks of the match are finished."""

period_complete = Signal()
"""``period``: every match of a ladder cycle or tournament round is over. May be sent again; closing is done once."""

bot_left = Signal()
"""``bot_id``: its owner deleted the account, within that transaction. It is retired; whatever it is still entered in
should let it go, because its program is deleted as soon as no open game needs it."""

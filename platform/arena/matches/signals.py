"""What the apps above may listen to. Sent after the commit unless it says otherwise; whoever needs certainty looks
at the database too."""

from django.dispatch import Signal

match_finished = Signal()
"""``match_id``, ``kind``, ``source``: all blocks of the match are finished. Sent for each match by the worker that
handed in the last of them: listeners do little, or send a message."""

period_complete = Signal()
"""``period``: every match of a tournament round is over, within that transaction. Who listens writes it down with it
and acts later. May be sent again; closing is done once."""

match_voided = Signal()
"""``match_id``: its games count nowhere any more, within that transaction; the match is marked as not rated. Whoever
has counted them takes them out, by a correction that is added."""

workers_were_heard = Signal()
"""Every second, by the one task that takes in what restricted workers told of games and checks. Whoever else is told
something by them looks now: a message for each kind would be one more a second, whatever is played."""

bot_left = Signal()
"""``bot_id``: its owner deleted the account, within that transaction. It is retired; whatever it is still entered in
should let it go, because its program is deleted as soon as no open game needs it."""

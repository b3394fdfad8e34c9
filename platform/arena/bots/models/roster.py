"""Everything pages show of bots and people that is not a result: one number says whether any of it changed."""

from django.db import models


class RosterChange(models.Model):
    """A change of names, bots, versions or roles. Written by triggers, in the transaction of the change itself, so that
    nothing can change past it; old ones are removed by the same triggers.

    Rows and not a counter: whoever changes a counter waits for everybody else who does.
    """

    token = models.BigIntegerField()
    """By chance: the sum of all tokens is the number that pages ask for."""

    class Meta:
        verbose_name = "change of the roster"

    def __str__(self) -> str:
        return str(self.token)

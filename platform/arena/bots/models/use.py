"""What an author has used of a limit, as it happened: deleting the bot does not take it back."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class UseKind(models.TextChoices):
    BUILD = "build", _("build and check of an upload")
    PRACTICE = "practice", _("practice games")
    TRIAL = "trial", _("games of version tests")


class Use(models.Model):
    """Written in the transaction of what is used, while the row of the user is locked: see ``arena.bots.quotas``."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=UseKind.choices)
    amount = models.PositiveIntegerField(default=1)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.CheckConstraint(condition=Q(amount__gt=0), name="a_use_uses_something")]
        indexes: ClassVar = [models.Index(F("user"), F("kind"), F("at"), name="uses_of_user")]

    def __str__(self) -> str:
        return f"{self.kind} {self.amount}"

"""What staff looked at that was not theirs, and what staff changed. Staff may; but never unseen."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from arena.accounts.models.user import User


class AuditAction(models.TextChoices):
    BLOCK = "block", _("looked at an unfinished block")
    LOGS = "logs", _("read the logs of a bot")
    PROGRAM = "program", _("downloaded a program")
    CHANGE = "change", _("changed something")


class AuditEntry(models.Model):
    """Only ever added to: the database refuses anything else."""

    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    by_name = models.CharField(max_length=60)
    """Stays when the account is deleted."""
    action = models.CharField(max_length=10, choices=AuditAction.choices)
    subject = models.CharField(max_length=200)
    """What was looked at, in words."""
    address = models.CharField(max_length=200)
    """Where it was asked for."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        verbose_name_plural = "audit entries"
        indexes: ClassVar = [models.Index(fields=["by", "action", "-at"], name="audit_of_staff")]

    def __str__(self) -> str:
        return f"{self.by_name}: {self.subject}"

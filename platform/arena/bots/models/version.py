"""One immutable upload of a bot, and how far its check is."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class CheckState(models.TextChoices):
    """From upload to ready. Every state that is not final has a deadline and a reason to show."""

    WAITING = "waiting", _("waiting for its check")
    CHECKING = "checking", _("being checked")
    READY = "ready", _("ready")
    REJECTED = "rejected", _("rejected")


class BotVersion(models.Model):
    """The same content uploaded twice is the same version. Nothing here changes but the state of the check."""

    bot = models.ForeignKey("bots.Bot", on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    content_hash = models.CharField(max_length=64)
    archive = models.FileField(upload_to="versions/%Y/%m/", blank=True, max_length=200)
    """The upload as a zip, without its large files; empty for house bots."""
    size_bytes = models.PositiveIntegerField(default=0)
    """Of all files as they were uploaded."""
    large_files = models.ManyToManyField("bots.LargeFile", related_name="versions", blank=True)
    large_bytes = models.PositiveIntegerField(default=0, db_default=0)
    """Of those."""
    file_count = models.PositiveIntegerField(default=0)
    runtime = models.CharField(max_length=20)
    changelog = models.TextField(_("what is new"), blank=True, max_length=2000)
    created_at = models.DateTimeField(auto_now_add=True)

    state = models.CharField(max_length=10, choices=CheckState.choices, default=CheckState.WAITING)
    reason = models.TextField(blank=True)
    """One sentence for people: why it waits, or what to fix."""
    report = models.JSONField(default=dict, blank=True)
    """The doctor's whole report."""
    progress = models.JSONField(default=dict, blank=True)
    """How far the running check is: step, done, total, and what the words of the step were made of."""
    deadline = models.DateTimeField(null=True, blank=True)
    """When the present state is overdue; empty in final states."""
    check_token = models.UUIDField(null=True, blank=True)
    """Whoever holds this token may write the outcome of the check."""
    check_attempts = models.PositiveIntegerField(default=0)
    checked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["bot", "number"], name="version_number_is_unique"),
            models.UniqueConstraint(fields=["bot", "content_hash"], name="same_content_is_the_same_version"),
            models.CheckConstraint(
                condition=Q(state__in=["ready", "rejected"]) | Q(deadline__isnull=False),
                name="an_open_check_has_a_deadline",
            ),
        ]
        indexes: ClassVar = [
            models.Index(F("deadline"), name="open_checks", condition=Q(state__in=["waiting", "checking"]))
        ]

    def __str__(self) -> str:
        return f"{self.bot.name} v{self.number}"

    def get_absolute_url(self) -> str:
        return reverse("bots:version", args=[self.bot.slug, self.number])

    @property
    def is_final(self) -> bool:
        return self.state in {CheckState.READY, CheckState.REJECTED}

    @property
    def is_active(self) -> bool:
        return self.bot.active_version_id == self.pk

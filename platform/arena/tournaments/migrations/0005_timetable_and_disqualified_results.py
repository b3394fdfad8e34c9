"""When a tournament starts by itself, who checked in, times of rounds; how results of a disqualified bot count."""

from typing import ClassVar

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies: ClassVar = [("tournaments", "0004_staged_reveal_and_announcements")]

    operations: ClassVar = [
        migrations.AddField("departure", "as_losses", models.BooleanField(default=False, db_default=False)),
        migrations.AddField("entrant", "checked_in_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField(
            "tournament",
            "time_zone",
            models.CharField(max_length=64, default="UTC", db_default="UTC", verbose_name="time zone"),
        ),
        migrations.AddField(
            "tournament",
            "starts_at",
            models.DateTimeField(blank=True, null=True, verbose_name="starts by itself at"),
        ),
        migrations.AddField(
            "tournament",
            "check_in_minutes",
            models.PositiveSmallIntegerField(
                blank=True, null=True, verbose_name="check-in opens, minutes before the start"
            ),
        ),
        migrations.AddField(
            "tournament",
            "fill_to",
            models.PositiveIntegerField(blank=True, null=True, verbose_name="fill up with house bots to"),
        ),
        migrations.AddField("tournament", "round_times", models.JSONField(blank=True, default=dict, db_default={})),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(
                condition=Q(check_in_minutes=None) | Q(starts_at__isnull=False), name="a_check_in_ends_at_a_start"
            ),
        ),
    ]

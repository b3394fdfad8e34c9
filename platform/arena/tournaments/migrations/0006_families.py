"""Bots of one owner stay apart in all formats. Brackets and schedules that were drawn before stay as they are."""

from typing import Any, ClassVar

from django.db import migrations, models
from django.db.models import F

DRAWN = {"single_elimination", "double_elimination", "round_robin", "groups"}
"""Formats whose pairings follow from the field alone, and did not look at owners."""
STARTED = ("running", "paused", "finished", "cancelled")


def remember_owners(apps: Any, _schema: Any) -> None:
    tournaments = apps.get_model("tournaments", "Tournament").objects
    entrants = apps.get_model("tournaments", "Entrant").objects.filter(owner__isnull=False)
    drawn = [
        pk
        for pk, setups in tournaments.filter(state__in=STARTED).values_list("pk", "stage_setups")
        if any(setup["format"] in DRAWN for setup in setups)
    ]
    entrants.exclude(tournament__in=drawn).update(family=F("owner_id"))


class Migration(migrations.Migration):
    dependencies: ClassVar = [("tournaments", "0005_timetable_and_disqualified_results")]

    operations: ClassVar = [
        migrations.AddField("entrant", "family", models.BigIntegerField(blank=True, null=True)),
        migrations.RunPython(remember_owners, migrations.RunPython.noop),
    ]

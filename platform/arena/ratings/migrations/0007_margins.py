"""The half-width of intervals is kept beside the error: with few blocks it is more than 1.96 errors."""

from typing import Any

from django.db import migrations, models
from django.db.models import F


def fill(apps: Any, schema_editor: Any) -> None:
    """What pages showed so far. The next fit writes its own; closed periods and seasons keep theirs."""
    for name in ("Standing", "Snapshot"):
        rows = apps.get_model("ratings", name).objects.filter(error__isnull=False)
        rows.update(margin=1.96 * F("error"))
    for pool in apps.get_model("ratings", "Pool").objects.all():
        for role in pool.facts.get("roles", []):
            role.setdefault("margin", 1.96 * role["standard_error"])
        pool.save(update_fields=["facts"])


class Migration(migrations.Migration):
    dependencies = [("ratings", "0006_placement_in_batches")]

    operations = [
        migrations.AddField("standing", "margin", models.FloatField(blank=True, null=True)),
        migrations.AddField("snapshot", "margin", models.FloatField(blank=True, null=True)),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]

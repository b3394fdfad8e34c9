"""Newcomers are placed in batches of their own; whoever has a settled rating is placed already."""

from django.db import migrations, models

_SETTLED_ONES_ARE_PLACED = """
UPDATE ratings_ladderentry entry SET placed_at = entry.joined_at
FROM ratings_standing line
WHERE line.pool_id = entry.pool_id AND line.version_id = entry.version_id AND NOT line.is_provisional
"""


class Migration(migrations.Migration):
    dependencies = [("ratings", "0005_index_of_corrections")]

    operations = [
        migrations.AddField("ladderentry", "placed_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("ladderentry", "batch", models.PositiveIntegerField(default=0)),
        migrations.AddField("ladderentry", "batch_deadline", models.DateTimeField(blank=True, null=True)),
        migrations.RunSQL(_SETTLED_ONES_ARE_PLACED, migrations.RunSQL.noop),
        migrations.RemoveField("ladderentry", "placement_blocks"),
    ]

"""Indexes that others begin with, or that nobody asks, cost every game some bytes for ever.

The one of replays that were never verified is built beside running games: it may be large.
"""

import django.db.models.deletion
from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models
from django.db.models import F, Q

LIKE = "matches_storedreplay_content_hash_3ab2f706_like"


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("matches", "0014_batches_of_a_role")]

    operations = [
        migrations.AlterField(
            "seat",
            "version",
            models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="seats",
                to="bots.botversion",
            ),
        ),
        migrations.AlterField(
            "entrant",
            "match",
            models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="entrants",
                to="matches.match",
            ),
        ),
        migrations.AlterField(
            "match",
            "requested_by",
            models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        # Nobody looks for the beginning of a hash.
        migrations.RunSQL(
            f'DROP INDEX CONCURRENTLY IF EXISTS "{LIKE}"',
            f'CREATE INDEX CONCURRENTLY "{LIKE}" ON matches_storedreplay (content_hash varchar_pattern_ops)',
        ),
        RemoveIndexConcurrently("storedreplay", "replays_to_verify"),
        AddIndexConcurrently(
            "storedreplay", models.Index(F("id"), name="replays_to_verify", condition=Q(verified_at=None))
        ),
    ]

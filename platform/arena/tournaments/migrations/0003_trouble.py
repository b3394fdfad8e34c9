"""Why a tournament cannot go on, how often it failed, and when it is tried again."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("tournaments", "0002_audit_log_is_append_only")]

    operations: ClassVar = [
        migrations.AddField("tournament", "trouble", models.TextField(blank=True, db_default="", default="")),
        migrations.AddField("tournament", "trouble_count", models.PositiveIntegerField(db_default=0, default=0)),
        migrations.AddField("tournament", "try_again_at", models.DateTimeField(blank=True, null=True)),
    ]

"""Whose thinking times belong together: one look for each variant."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("matches", "0012_packed_replays")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="ThinkingLook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("variant", models.CharField(max_length=80, unique=True)),
                ("made_at", models.DateTimeField()),
                ("games", models.PositiveIntegerField()),
                ("newest_game", models.BigIntegerField(default=0)),
                ("pairs", models.PositiveIntegerField()),
                ("unjudged", models.PositiveIntegerField()),
                ("flags", models.JSONField(default=list)),
            ],
            options={"ordering": ["variant"]},
        ),
    ]

"""What authors used is counted as it happens. What they used before is taken from the versions that are there."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q

FILL = """
INSERT INTO bots_use (user_id, kind, amount, at)
SELECT bot.owner_id, 'build', 1, version.created_at
FROM bots_botversion version JOIN bots_bot bot ON bot.id = version.bot_id
WHERE bot.owner_id IS NOT NULL AND version.created_at > now() - interval '1 day'
"""


class Migration(migrations.Migration):
    dependencies = [("bots", "0002_roster"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="Use",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("build", "build and check of an upload"), ("practice", "practice games")],
                        max_length=10,
                    ),
                ),
                ("amount", models.PositiveIntegerField(default=1)),
                ("at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [models.CheckConstraint(condition=Q(amount__gt=0), name="a_use_uses_something")],
                "indexes": [models.Index(F("user"), F("kind"), F("at"), name="uses_of_user")],
            },
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
    ]

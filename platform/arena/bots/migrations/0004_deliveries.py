"""Checks by workers with a role of their own: what they found waits here for the control side."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("bots", "0003_uses")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="CheckDelivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token", models.UUIDField(unique=True)),
                ("role", models.CharField(max_length=63)),
                ("payload", models.JSONField()),
                ("arrived_at", models.DateTimeField()),
            ],
            options={"verbose_name_plural": "check deliveries", "ordering": ["id"]},
        ),
    ]

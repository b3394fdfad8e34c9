"""How many batches a role of workers may hold is a matter of how many processes it has."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("matches", "0013_thinking_looks")]

    operations: ClassVar = [
        migrations.AddField("workerrole", "most_batches", models.PositiveSmallIntegerField(default=64)),
    ]

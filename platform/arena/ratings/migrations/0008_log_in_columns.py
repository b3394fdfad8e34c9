from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("ratings", "0007_margins")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="PeriodTable",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("policy", models.CharField(max_length=20)),
                ("sizes", models.JSONField()),
                ("roles", models.JSONField()),
                ("rows", models.BinaryField()),
                (
                    "period",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tables", to="ratings.period"
                    ),
                ),
            ],
            options={"ordering": ["period", "number"]},
        ),
        migrations.AddConstraint(
            model_name="periodtable",
            constraint=models.UniqueConstraint(fields=("period", "number"), name="one_table_per_form"),
        ),
    ]

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0015_fewer_indexes"),
        ("replays", "0003_questions"),
    ]

    operations = [
        migrations.CreateModel(
            name="GameCourse",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="course",
                        serialize=False,
                        to="matches.game",
                    ),
                ),
                ("estimator", models.CharField(max_length=100)),
                ("told", models.JSONField(blank=True, null=True)),
            ],
        ),
    ]

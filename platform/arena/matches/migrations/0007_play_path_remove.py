"""What only the former path read."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0006_play_path_fill"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="game",
            name="an_open_game_has_a_deadline",
        ),
        migrations.RemoveIndex(
            model_name="attempt",
            name="running_attempts",
        ),
        migrations.RemoveIndex(
            model_name="game",
            name="open_games",
        ),
        migrations.RemoveIndex(
            model_name="queuesource",
            name="turns_of_sources",
        ),
        migrations.RemoveField(
            model_name="attempt",
            name="heartbeat_at",
        ),
        migrations.RemoveField(
            model_name="queuesource",
            name="served_at",
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("state__in", ["leased", "done", "forfeited", "cancelled"]),
                    ("deadline__isnull", False),
                    _connector="OR",
                ),
                name="a_waiting_game_has_a_deadline",
            ),
        ),
    ]

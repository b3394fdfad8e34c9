from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0002_pausable_sources"),
    ]

    operations = [
        migrations.AlterField(
            model_name="attempt",
            name="outcome",
            field=models.CharField(
                choices=[
                    ("running", "running"),
                    ("result", "result"),
                    ("bot-fault", "a bot's fault"),
                    ("void", "void: our fault"),
                    ("fenced", "came too late: another attempt had taken over"),
                    ("cancelled", "stopped: the match was cancelled"),
                ],
                default="running",
                max_length=10,
            ),
        ),
    ]

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("api", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="accesstoken",
            name="scopes",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(
                    choices=[
                        ("read", "see what you see: private bots, reports and logs of your own"),
                        ("bots", "create bots, upload versions, choose the active one"),
                        ("practice", "ask for practice matches"),
                        ("enter", "enter your bots into tournaments and withdraw them"),
                        ("organise", "announce and run tournaments, if you are an organiser"),
                    ],
                    max_length=12,
                ),
                size=None,
            ),
        ),
    ]

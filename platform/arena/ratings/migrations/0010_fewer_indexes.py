import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ratings", "0009_seasons")]

    operations = [
        migrations.AlterField(
            "ratingevent",
            "pool",
            models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="events",
                to="ratings.pool",
            ),
        ),
    ]

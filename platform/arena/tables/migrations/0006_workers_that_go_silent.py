from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0005_ratings_of_people")]

    operations = [
        migrations.AddField(
            model_name="turn",
            name="attempts",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="turn",
            name="heartbeat_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name="personrating",
            index=models.Index(models.F("fitted_at"), name="fits_of_people"),
        ),
    ]

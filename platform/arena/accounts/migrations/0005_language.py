from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_invitations"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="language",
            # Old code knows nothing of the column and inserts without it while new code is being rolled out.
            field=models.CharField(blank=True, db_default="", default="", max_length=10, verbose_name="language"),
        ),
    ]

"""The list of events is only ever added to, whoever asks: the database itself refuses anything else."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

FORWARD = """
CREATE FUNCTION news_events_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The list of events is only ever added to.' USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER events_are_append_only BEFORE UPDATE OR DELETE ON news_event
    FOR EACH ROW EXECUTE FUNCTION news_events_are_append_only();
"""
BACKWARD = """
DROP TRIGGER events_are_append_only ON news_event;
DROP FUNCTION news_events_are_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("news", "0001_initial"),
        ("tournaments", "0005_timetable_and_disqualified_results"),
    ]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="announcement",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.announcement",
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="kind",
            field=models.CharField(
                choices=[
                    ("registration.opened", "registration opened"),
                    ("tournament.started", "tournament started"),
                    ("round.published", "round published"),
                    ("match.decided", "match decided"),
                    ("round.complete", "round complete"),
                    ("match.ruled", "ruling"),
                    ("entrant.left", "withdrawal or disqualification"),
                    ("entrant.absent", "check-in missed"),
                    ("entrant.late", "late entry"),
                    ("tournament.paused", "tournament paused"),
                    ("tournament.resumed", "tournament resumed"),
                    ("tournament.cancelled", "tournament cancelled"),
                    ("tournament.finished", "tournament finished"),
                    ("announcement", "announcement"),
                    ("version.ready", "bot version ready"),
                    ("version.rejected", "bot version rejected"),
                    ("bot.suspended", "bot taken off a ladder"),
                    ("bot.best_rank", "new best rank"),
                ],
                max_length=30,
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="tournament",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.tournament",
            ),
        ),
        migrations.AlterField(
            model_name="webhook",
            name="kinds",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(
                    choices=[
                        ("registration.opened", "registration opened"),
                        ("tournament.started", "tournament started"),
                        ("round.published", "round published"),
                        ("match.decided", "match decided"),
                        ("round.complete", "round complete"),
                        ("match.ruled", "ruling"),
                        ("entrant.left", "withdrawal or disqualification"),
                        ("entrant.absent", "check-in missed"),
                        ("entrant.late", "late entry"),
                        ("tournament.paused", "tournament paused"),
                        ("tournament.resumed", "tournament resumed"),
                        ("tournament.cancelled", "tournament cancelled"),
                        ("tournament.finished", "tournament finished"),
                        ("announcement", "announcement"),
                        ("version.ready", "bot version ready"),
                        ("version.rejected", "bot version rejected"),
                        ("bot.suspended", "bot taken off a ladder"),
                        ("bot.best_rank", "new best rank"),
                    ],
                    max_length=30,
                ),
                blank=True,
                default=list,
                size=None,
            ),
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]

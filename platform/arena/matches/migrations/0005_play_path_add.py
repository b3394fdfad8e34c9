"""Batches of games under one lease: what they need beside what was there."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("bots", "0001_initial"),
        ("leases", "0001_initial"),
        ("matches", "0004_stuck_games_have_a_deadline"),
    ]

    operations = [
        migrations.CreateModel(
            name="GameCost",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("variant", models.CharField(max_length=80)),
                ("seat_ms", models.FloatField()),
                ("games", models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="QueueGroup",
            fields=[
                ("name", models.CharField(max_length=80, primary_key=True, serialize=False)),
                ("spent_ms", models.BigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Slot",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("bot", "a bot"), ("source", "practice of a user")], max_length=6)),
                ("owner", models.BigIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                ("lease_token", models.UUIDField(db_index=True)),
            ],
        ),
        migrations.AddField(
            model_name="block",
            name="has_fault",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="game",
            name="bots",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.BigIntegerField(), default=list, size=None
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="expected_ms",
            field=models.PositiveIntegerField(default=50),
        ),
        migrations.AddField(
            model_name="game",
            name="plays_alone",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="queuesource",
            name="is_waiting",
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name="queuesource",
            name="kind",
            field=models.CharField(
                choices=[("practice", "practice"), ("ladder", "ladder"), ("tournament", "tournament")],
                default="ladder",
                max_length=10,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="queuesource",
            name="spent_ms",
            field=models.BigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="storedreplay",
            name="length",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="storedreplay",
            name="offset",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name="attempt",
            name="game",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="attempts", to="matches.game"
            ),
        ),
        migrations.AlterField(
            model_name="attempt",
            name="token",
            field=models.UUIDField(),
        ),
        migrations.AlterField(
            model_name="block",
            name="match",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="blocks", to="matches.match"
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="block",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="games", to="matches.block"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="game",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="matches.game"
            ),
        ),
        migrations.AddIndex(
            model_name="block",
            index=models.Index(models.F("match"), condition=models.Q(("is_finished", False)), name="open_blocks"),
        ),
        migrations.AddIndex(
            model_name="block",
            index=models.Index(models.F("match"), condition=models.Q(("has_fault", True)), name="blocks_with_fault"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                models.F("source"),
                models.F("bots"),
                models.F("queued_at"),
                models.F("id"),
                condition=models.Q(("state", "queued")),
                name="queue_lanes",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                models.F("deadline"), condition=models.Q(("state__in", ["queued", "stuck"])), name="waiting_games"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(models.F("lease_token"), condition=models.Q(("state", "leased")), name="leased_games"),
        ),
        migrations.AddIndex(
            model_name="queuesource",
            index=models.Index(
                models.F("group"),
                models.F("spent_ms"),
                condition=models.Q(("is_waiting", True)),
                name="waiting_sources",
            ),
        ),
        migrations.AddField(
            model_name="gamecost",
            name="version",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="bots.botversion",
            ),
        ),
        migrations.AddConstraint(
            model_name="slot",
            constraint=models.UniqueConstraint(fields=("kind", "owner", "number"), name="slot_is_taken_once"),
        ),
        migrations.AddConstraint(
            model_name="gamecost",
            constraint=models.UniqueConstraint(fields=("version", "variant"), name="cost_is_known_once"),
        ),
        # Code of the release before may still write these tables while it is replaced.
        migrations.RunSQL(
            """
            ALTER TABLE matches_block ALTER has_fault SET DEFAULT false;
            ALTER TABLE matches_game ALTER bots SET DEFAULT '{}', ALTER expected_ms SET DEFAULT 50,
                ALTER plays_alone SET DEFAULT false;
            ALTER TABLE matches_queuesource ALTER kind SET DEFAULT 'ladder', ALTER is_waiting SET DEFAULT true, ALTER spent_ms SET DEFAULT 0,
                ALTER served_at SET DEFAULT now();
            ALTER TABLE matches_storedreplay ALTER "offset" SET DEFAULT 0;
            ALTER TABLE matches_attempt ALTER heartbeat_at SET DEFAULT now();
            """,
            migrations.RunSQL.noop,
        ),
    ]

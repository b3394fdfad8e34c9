"""Games that wait get the ids of their bots. What is being played now is played again: its lease had no row."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0005_play_path_add"),
    ]

    operations = [
        migrations.RunSQL(
            """
            INSERT INTO matches_queuegroup (name, spent_ms)
            SELECT DISTINCT "group", 0 FROM matches_queuesource ON CONFLICT DO NOTHING;

            UPDATE matches_queuesource SET kind = split_part(name, ':', 1)
            WHERE split_part(name, ':', 1) IN ('practice', 'ladder', 'tournament');

            UPDATE matches_game game SET bots = ARRAY(
                SELECT DISTINCT version.bot_id FROM matches_seat seat
                JOIN bots_botversion version ON version.id = seat.version_id
                JOIN bots_bot bot ON bot.id = version.bot_id
                WHERE seat.game_id = game.id AND bot.house_name = '' ORDER BY version.bot_id
            ) WHERE state IN ('queued', 'leased', 'stuck');

            UPDATE matches_block SET has_fault = true WHERE id IN (
                SELECT game.block_id FROM matches_game game JOIN matches_seat seat ON seat.game_id = game.id
                WHERE seat.fault <> ''
            );

            UPDATE matches_attempt SET outcome = 'void', ended_at = now(),
                cause = 'The arena was updated while the game was played.' WHERE outcome = 'running';

            UPDATE matches_game SET state = 'queued', lease_token = NULL,
                reason = 'Played again: the arena was updated while it was played.' WHERE state = 'leased';

            UPDATE bots_botversion SET state = 'waiting', check_token = NULL, deadline = now() WHERE state = 'checking';
            """,
            migrations.RunSQL.noop,
        ),
    ]

"""Triggers that note every change of what pages show of bots and people."""

from django.db import migrations, models

FUNCTION = """
CREATE FUNCTION bots_note_roster_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT
AS $$
DECLARE newest bigint;
BEGIN
    INSERT INTO bots_rosterchange (token) VALUES (floor(random() * 1e15)::bigint) RETURNING id INTO newest;
    -- Some stay, since a transaction that began earlier may commit later. Whoever is removing the same rows need not be waited for.
    DELETE FROM bots_rosterchange WHERE id IN (
        SELECT id FROM bots_rosterchange WHERE id < newest - 64 ORDER BY id LIMIT 16 FOR UPDATE SKIP LOCKED
    );
    RETURN NULL;
END
$$
"""

# What is not named here changes no page: signs of life, progress of checks, log-ins.
TRIGGERS = {
    "bots_bot": "INSERT OR DELETE OR UPDATE",
    "bots_botversion": "INSERT OR DELETE OR UPDATE OF state, reason, number, runtime, changelog, bot_id",
    "accounts_user": "DELETE OR UPDATE OF name, display_name, about, role, is_active",
}


def _trigger(table: str, events: str) -> migrations.RunSQL:
    return migrations.RunSQL(
        f"CREATE TRIGGER note_roster_change AFTER {events} ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION bots_note_roster_change()",
        f"DROP TRIGGER note_roster_change ON {table}",
    )


class Migration(migrations.Migration):
    dependencies = [("bots", "0001_initial"), ("accounts", "0002_confirmed_addresses_are_unique")]

    operations = [
        migrations.CreateModel(
            name="RosterChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token", models.BigIntegerField()),
            ],
            options={"verbose_name": "change of the roster"},
        ),
        migrations.RunSQL(FUNCTION, "DROP FUNCTION bots_note_roster_change()"),
        *(_trigger(table, events) for table, events in TRIGGERS.items()),
    ]

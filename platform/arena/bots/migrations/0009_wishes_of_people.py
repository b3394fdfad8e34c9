"""Whether somebody wants a rating as a person changes pages, too: who takes the wish back is gone from them at once."""

from django.db import migrations

_BEFORE = "name, display_name, about, role, is_active"


def _trigger(columns: str) -> str:
    return (
        "DROP TRIGGER note_roster_change ON accounts_user;"
        f"CREATE TRIGGER note_roster_change AFTER DELETE OR UPDATE OF {columns} ON accounts_user "
        "FOR EACH STATEMENT EXECUTE FUNCTION bots_note_roster_change()"
    )


class Migration(migrations.Migration):
    dependencies = [("bots", "0008_large_files"), ("accounts", "0007_visits_and_ratings")]

    operations = [migrations.RunSQL(_trigger(f"{_BEFORE}, wants_rating"), _trigger(_BEFORE))]

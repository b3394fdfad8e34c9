"""The audit log is only ever added to, whoever asks: the database itself refuses anything else.

One change is let through: the account of whoever acted may be deleted, and then ``by_id`` becomes null. The name in
``by_name`` stays.
"""

import django.db.models.deletion
from django.db import migrations, models

FORWARD = """
CREATE FUNCTION tournaments_audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.by_id IS NULL AND to_jsonb(NEW) - 'by_id' = to_jsonb(OLD) - 'by_id' THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'The audit log is only ever added to: write a new entry instead.'
        USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE ON tournaments_auditentry
    FOR EACH ROW EXECUTE FUNCTION tournaments_audit_is_append_only();
"""
BACKWARD = """
DROP TRIGGER audit_is_append_only ON tournaments_auditentry;
DROP FUNCTION tournaments_audit_is_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [
        migrations.AlterField(
            model_name="auditentry",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="audit", to="tournaments.tournament"
            ),
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]

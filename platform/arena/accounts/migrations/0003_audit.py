"""What staff looked at, in a table that is only ever added to: the database itself refuses anything else.

One change is let through: an account may be deleted, and then ``by_id`` becomes null. The name in ``by_name`` stays.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

FORWARD = """
CREATE FUNCTION accounts_audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.by_id IS NULL AND to_jsonb(NEW) - 'by_id' = to_jsonb(OLD) - 'by_id' THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'The audit log is only ever added to: write a new entry instead.'
        USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE ON accounts_auditentry
    FOR EACH ROW EXECUTE FUNCTION accounts_audit_is_append_only();
"""
BACKWARD = """
DROP TRIGGER audit_is_append_only ON accounts_auditentry;
DROP FUNCTION accounts_audit_is_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_confirmed_addresses_are_unique")]

    operations = [
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("by_name", models.CharField(max_length=60)),
                (
                    "action",
                    models.CharField(
                        choices=[
                            ("block", "looked at an unfinished block"),
                            ("logs", "read the logs of a bot"),
                            ("program", "downloaded a program"),
                        ],
                        max_length=10,
                    ),
                ),
                ("subject", models.CharField(max_length=200)),
                ("address", models.CharField(max_length=200)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "audit entries",
                "ordering": ["-id"],
                "indexes": [models.Index(fields=["by", "action", "-at"], name="audit_of_staff")],
            },
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]

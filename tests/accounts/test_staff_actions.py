"""Whatever staff changes is written down, wherever it was done."""

import logging

import pytest
from django.test import Client

from arena.accounts.models import AuditAction, AuditEntry, User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]


@pytest.fixture
def as_stella(stella: User) -> Client:
    client = Client()
    client.force_login(stella)
    return client


def subjects() -> list[str]:
    return list(AuditEntry.objects.filter(action=AuditAction.CHANGE).order_by("pk").values_list("subject", flat=True))


def test_a_queue_that_staff_pauses_is_in_the_audit_log_and_in_the_log(
    as_stella: Client, stella: User, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "arena.staff"):
        as_stella.post("/queue/ladder/pause/", {"reason": "A new disk."})
    assert subjects() == ["POST matches:switch name=ladder action=pause"]
    entry = AuditEntry.objects.get()
    assert (entry.by, entry.by_name) == (stella, str(stella))
    (line,) = [record.msg for record in caplog.records if record.name == "arena.staff"]
    assert isinstance(line, dict)
    assert line["event"] == "staff_action"
    assert (line["by"], line["view"], line["of_name"]) == (stella.name, "matches:switch", "ladder")
    assert "matches:switch" in as_stella.get("/audit/").content.decode()


def test_what_was_refused_changed_nothing(as_stella: Client) -> None:
    assert as_stella.post("/queue/ladder/explode/").status_code == 404
    assert subjects() == []


def test_a_look_and_ones_own_affairs_are_no_change(as_stella: Client) -> None:
    as_stella.get("/queue/")
    as_stella.post("/theme/", {"theme": "dark"})
    as_stella.post("/account/logout/")
    assert subjects() == []


def test_others_are_not_watched(alice: User) -> None:
    client = Client()
    client.force_login(alice)
    client.post("/theme/", {"theme": "dark"})
    client.post("/queue/ladder/pause/")
    assert not AuditEntry.objects.exists()


def test_an_action_of_the_administration_names_its_rows_once_it_is_confirmed(
    as_stella: Client, stella: User, alice: User
) -> None:
    rows = {"action": "close", "_selected_action": [str(alice.pk)]}
    as_stella.post("/admin/accounts/user/", rows)
    assert subjects() == []
    as_stella.post("/admin/accounts/user/", {**rows, "confirmed": "yes"})
    assert subjects() == [f"POST admin:accounts_user_changelist action=close rows={alice.pk}"]

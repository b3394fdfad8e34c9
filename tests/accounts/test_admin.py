import pytest
from django.test import Client

from arena.accounts.models import User

pytestmark = pytest.mark.django_db


def test_the_admin_is_entered_through_the_sites_own_log_in(client: Client) -> None:
    response = client.get("/admin/login/?next=/admin/")
    assert response.status_code == 302
    assert response["Location"].startswith("/account/login/")


def test_an_author_is_turned_away(as_alice: Client) -> None:
    assert as_alice.get("/admin/", follow=True).status_code == 403


def test_staff_make_an_author_an_organiser(client: Client, stella: User, alice: User) -> None:
    client.force_login(stella)
    address = f"/admin/accounts/user/{alice.pk}/change/"
    assert client.get(address).status_code == 200
    data = {"display_name": "Alice", "email": alice.email, "about": "", "role": "organiser", "is_active": "on"}
    assert client.post(address, data).status_code == 302
    alice.refresh_from_db()
    assert alice.role == "organiser"


def test_accounts_are_neither_made_nor_deleted_here(client: Client, stella: User, alice: User) -> None:
    client.force_login(stella)
    assert client.get("/admin/accounts/user/add/").status_code == 403
    assert client.get(f"/admin/accounts/user/{alice.pk}/delete/").status_code == 403

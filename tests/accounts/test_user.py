import pytest
from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction

from arena.accounts.models import Role, User

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("role", "is_organiser", "is_staff"),
    [(Role.AUTHOR, False, False), (Role.ORGANISER, True, False), (Role.STAFF, True, True)],
)
def test_each_role_includes_the_one_below(role: Role, is_organiser: bool, is_staff: bool) -> None:
    user = User(name="carol", role=role)
    assert (user.is_organiser, user.is_staff) == (is_organiser, is_staff)


def test_the_database_refuses_a_confirmed_address_twice(alice: User, bob: User) -> None:
    EmailAddress.objects.create(user=alice, email="same@example.org", verified=True)
    with pytest.raises(IntegrityError, match="unique_verified_email"), transaction.atomic():
        EmailAddress.objects.create(user=bob, email="same@example.org", verified=True)


@pytest.mark.parametrize("name", ["Carol", "a", "car ol", "carol-", ""])
def test_the_database_refuses_a_name_of_the_wrong_form(name: str) -> None:
    with pytest.raises(IntegrityError, match="name_has_right_form"), transaction.atomic():
        User.objects.create(name=name, email="carol@example.org")


def test_the_database_refuses_an_unknown_role() -> None:
    with pytest.raises(IntegrityError, match="role_is_known"), transaction.atomic():
        User.objects.create(name="carol", email="carol@example.org", role="king")


def test_pages_show_the_name_until_a_display_name_is_given() -> None:
    assert str(User(name="carol")) == "carol"
    assert str(User(name="carol", display_name="Carol C.")) == "Carol C."


def test_a_superuser_is_staff(stella: User) -> None:
    assert stella.is_staff
    assert stella.is_superuser

"""The people of the demo: one per role, with logins that the demo prints. Never created anywhere else."""

from collections.abc import Iterator

from allauth.account.models import EmailAddress

from arena.accounts.models import Role, User

PASSWORD = "karma-demo"  # noqa: S105 - printed on the screen: an arena on loopback with play data
PEOPLE = (
    ("alice", "Alice", Role.AUTHOR),
    ("bob", "Bob", Role.AUTHOR),
    ("charlie", "Charlie", Role.AUTHOR),
    ("olga", "Olga", Role.ORGANISER),
    ("sam", "Sam", Role.STAFF),
)


def create() -> Iterator[str]:
    for name, display_name, role in PEOPLE:
        if User.objects.filter(name=name).exists():
            continue
        email = f"{name}@example.org"
        user = User.objects.create_user(name, email, PASSWORD, display_name=display_name, role=role)
        if role == Role.STAFF:
            user.is_superuser = True
            user.save(update_fields=["is_superuser"])
        EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
        yield f"{display_name} ({role.label})"


def logins() -> str:
    rows = "\n".join(f"  {name:<8} {role.value}" for name, _, role in PEOPLE)
    return f"Log in with the password {PASSWORD} as:\n{rows}"

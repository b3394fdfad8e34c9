"""A wrong variable stops the start with its name and the right form."""

import os

import pytest
from django.core.exceptions import ImproperlyConfigured

from arena.settings.environment import Environment, read_environment
from arena.settings.variables import VARIABLES

GOOD = {
    "ARENA_ENV": "production",
    "SECRET_KEY": "abcdefghij" * 6,
    "DATABASE_URL": "postgres://arena:password@db/arena",
    "REDIS_URL": "redis://redis:6379/0",
    "ALLOWED_HOSTS": "arena.example.org",
    "EMAIL_URL": "submission://arena:password@mail:587",
}


def read(monkeypatch: pytest.MonkeyPatch, **values: str) -> Environment:
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    return read_environment()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ARENA_ENV", "prod"),
        ("ARENA_DEBUG", "maybe"),
        ("ARENA_DB_POOL", "many"),
        ("ARENA_DB_POOL", "101"),
        ("ARENA_DB_PREPARE", "never"),
        ("ALLOWED_HOSTS", "https://arena.example.org"),
        ("CSRF_TRUSTED_ORIGINS", "arena.example.org"),
        ("ARENA_HTTPS", "2"),
        ("ARENA_TRUSTED_PROXIES", "-1"),
        ("DEFAULT_FROM_EMAIL", "arena"),
        ("ARENA_EMAIL_VERIFICATION", "sometimes"),
        ("ARENA_SIGN_UP", "ajar"),
        ("ARENA_DATA_DIR", "var"),
        ("ARENA_SECURITY_CONTACT", "security@example.org"),
        ("ARENA_SECURITY_CONTACT", "mailto:nobody"),
        ("ARENA_SECURITY_CONTACT", "http://example.org/security"),
        ("ARENA_SECURITY_CONTACT", "mailto:a@example.org\nContact: mailto:b@example.org"),
        ("ARENA_TIME_ZONE", "Europe/Atlantis"),
        ("ARENA_TIME_ZONE", "../etc/passwd"),
        ("ARENA_LOG_FORMAT", "xml"),
        ("ARENA_LOG_LEVEL", "loud"),
        ("ARENA_TRACES_URL", "collector:4318"),
        ("ARENA_TRACES_URL", "http://collector:4318/v1/traces"),
    ],
)
def test_it_names_the_variable_the_value_and_the_form(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    with pytest.raises(ImproperlyConfigured) as caught:
        read(monkeypatch, **{name: value})
    form = next(variable.form for variable in VARIABLES if variable.name == name)
    assert str(caught.value) == f"{name} is {value!r}. Expected: {form}."


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET_KEY", "hunter2"),
        ("SECRET_KEY", "a" * 60),
        ("DATABASE_URL", "mysql://arena:hunter2@db/arena"),
        ("DATABASE_URL", "postgres://arena:hunter2@db"),
        ("DATABASE_URL", "hunter2"),
        ("REDIS_URL", "http://:hunter2@redis"),
        ("REDIS_URL", "redis://redis/first"),
        ("REDIS_URL", "unix://relative/socket"),
        ("ARENA_SENTRY_DSN", "hunter2"),
        ("ARENA_SENTRY_DSN", "https://sentry.example.org/hunter2"),
        ("ARENA_SENTRY_DSN", "https://hunter2@sentry.example.org/arena"),
        ("EMAIL_URL", "imap://arena:hunter2@mail"),
        ("ARENA_STORAGE_URL", "https://key:hunter2@files.example.org"),
        ("ARENA_STORAGE_URL", "s3://key:hunter2@"),
        ("ARENA_STORAGE_URL", "s3://hunter2@files"),
        ("ARENA_STORAGE_URL", "s3://key:hunter2@files?endpoint=s3.example.org"),
        ("ARENA_STORAGE_URL", "s3://key:hunter2@files?zone=1"),
    ],
)
def test_it_never_repeats_a_secret(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"^{name} is not usable. Expected: ") as caught:
        read(monkeypatch, **{name: value})
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize("name", ["SECRET_KEY", "DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS", "EMAIL_URL"])
def test_production_insists(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"^{name} is not set. Expected: "):
        read(monkeypatch, **{key: value for key, value in GOOD.items() if key != name})


def test_production_refuses_tracebacks_in_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ImproperlyConfigured, match="ARENA_DEBUG is true, but ARENA_ENV is production"):
        read(monkeypatch, **GOOD, ARENA_DEBUG="true")


def test_a_secret_file_that_cannot_be_read_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^SECRET_KEY_FILE is '/no/such/file'. Expected: the path"):
        read(monkeypatch, SECRET_KEY_FILE="/no/such/file")
    assert "SECRET_KEY" not in os.environ

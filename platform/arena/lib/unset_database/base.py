"""PostgreSQL in every respect but one: it has no address to connect to."""

from typing import NoReturn

from django.core.exceptions import ImproperlyConfigured
from django.db.backends.postgresql import base

SENTENCE = (
    "DATABASE_URL is not set. Run `python3 manage.py demo`, or set DATABASE_URL=postgres://user:password@host/name."
)


class DatabaseWrapper(base.DatabaseWrapper):
    def get_connection_params(self) -> NoReturn:
        raise ImproperlyConfigured(SENTENCE)

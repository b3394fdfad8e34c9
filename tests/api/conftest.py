"""Alice with a token that may do everything, and a client that speaks the API's language."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from arena.accounts.models import User
from arena.api.actions import create_token
from arena.api.scopes import Scope
from arena.bots.models import BotVersion
from tests.matches import cast

BOT = b"import sys\nfor line in sys.stdin:\n    print(line, flush=True)\n"


@dataclass
class Caller:
    """Calls below /api/v1; without a secret as a stranger."""

    secret: str = ""

    def headers(self, given: dict[str, str]) -> dict[str, str]:
        return {**({"Authorization": f"Bearer {self.secret}"} if self.secret else {}), **given}

    def get(self, path: str, **headers: str) -> Any:
        return Client().get(f"/api/v1{path}", headers=self.headers(headers))

    def post(self, path: str, data: Any = None, **headers: str) -> Any:
        return Client().post(
            f"/api/v1{path}", data or {}, content_type="application/json", headers=self.headers(headers)
        )

    def patch(self, path: str, data: Any, **headers: str) -> Any:
        return Client().patch(f"/api/v1{path}", data, content_type="application/json", headers=self.headers(headers))

    def delete(self, path: str, **headers: str) -> Any:
        return Client().delete(f"/api/v1{path}", headers=self.headers(headers))

    def upload(self, path: str, file: SimpleUploadedFile, **headers: str) -> Any:
        return Client().post(f"/api/v1{path}", {"upload": file}, headers=self.headers(headers))


def caller(user: User, *scopes: Scope) -> Caller:
    return Caller(create_token(user, "test", scopes or tuple(Scope), timedelta(days=1))[1])


def bot_file(marker: bytes = b"") -> SimpleUploadedFile:
    return SimpleUploadedFile("bot.py", BOT + marker)


def zipped(**files: str) -> SimpleUploadedFile:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return SimpleUploadedFile("bot.zip", out.getvalue())


@pytest.fixture(autouse=True)
def _every_test_leaves_redis_clean(fresh_redis: None) -> None:
    pass


@pytest.fixture
def stranger(db: None) -> Caller:
    return Caller()


@pytest.fixture
def by_alice(alice: User) -> Caller:
    return caller(alice)


@pytest.fixture
def by_bob(bob: User) -> Caller:
    return caller(bob)


@pytest.fixture
def versions(alice: User, bob: User) -> list[BotVersion]:
    return [cast.ready_version(alice, "Ace"), cast.ready_version(bob, "Bishop")]

"""Uploads and replays in an S3-compatible store: the address, and a round trip through a small server."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.files.base import ContentFile
from django.utils.module_loading import import_string

from arena.settings import storage
from arena.settings.environment import read_environment


def entry(monkeypatch: pytest.MonkeyPatch, address: str) -> dict[str, Any]:
    monkeypatch.setenv("ARENA_STORAGE_URL", address)
    return storage.default_storage(read_environment())


def test_without_an_address_files_lie_in_the_data_folder() -> None:
    assert storage.default_storage(read_environment())["BACKEND"].endswith("DurableFileSystemStorage")


def test_an_address_becomes_the_options_of_a_private_bucket(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "find_spec", lambda name: object())
    found = entry(monkeypatch, "s3://AK:se%2Fcret@files/a/b?endpoint=https://s3.example.org:9000&region=eu-1")
    assert found["BACKEND"] == "storages.backends.s3.S3Storage"
    assert found["OPTIONS"] == {
        "bucket_name": "files",
        "location": "a/b",
        "access_key": "AK",
        "secret_key": "se/cret",
        "endpoint_url": "https://s3.example.org:9000",
        "addressing_style": "path",
        "region_name": "eu-1",
        "file_overwrite": False,
        "default_acl": None,
        "querystring_auth": True,
    }


def test_a_missing_package_is_named_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "find_spec", lambda name: None)
    with pytest.raises(ImproperlyConfigured, match=r"pip install 'karma-arena\[s3\]'"):
        entry(monkeypatch, "s3://files")


class _Bucket(BaseHTTPRequestHandler):
    """PUT, HEAD, GET and DELETE of objects, which is all the arena uses."""

    objects: dict[str, bytes]

    def _name(self) -> str:
        return unquote(urlsplit(self.path).path)

    def _answer(self, status: int, body: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", '"0"')
        self.send_header("Last-Modified", "Mon, 16 Nov 2026 05:00:00 GMT")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_PUT(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if "aws-chunked" in self.headers.get("Content-Encoding", ""):
            size, rest = body.split(b"\r\n", 1)
            body = rest[: int(size.split(b";")[0], 16)]
        self.objects[self._name()] = body
        self._answer(200)

    def do_GET(self) -> None:
        found = self.objects.get(self._name())
        self._answer(404) if found is None else self._answer(200, found)

    do_HEAD = do_GET  # noqa: N815 - the name is the protocol's

    def do_DELETE(self) -> None:
        self.objects.pop(self._name(), None)
        self._answer(204)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class names it so
        pass


@pytest.fixture
def bucket() -> Iterator[tuple[str, dict[str, bytes]]]:
    objects: dict[str, bytes] = {}
    handler = type("Handler", (_Bucket,), {"objects": objects})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", objects
    server.shutdown()
    server.server_close()


def test_a_file_goes_into_the_bucket_and_comes_back(
    monkeypatch: pytest.MonkeyPatch, bucket: tuple[str, dict[str, bytes]]
) -> None:
    pytest.importorskip("storages", reason="The extra s3 is not installed. Fix: .venv/bin/pip install -e '.[s3]'")
    endpoint, objects = bucket
    found = entry(monkeypatch, f"s3://key:secret@files/arena?endpoint={endpoint}&region=local")
    store = import_string(found["BACKEND"])(**found["OPTIONS"])
    name = store.save("replays/ab/abc.json.gz", ContentFile(b"packed"))
    assert name == "replays/ab/abc.json.gz"
    assert objects == {"/files/arena/replays/ab/abc.json.gz": b"packed"}
    assert store.exists(name)
    with store.open(name, "rb") as stored:
        assert stored.read() == b"packed"
    assert store.save("replays/ab/abc.json.gz", ContentFile(b"other")) != name, "nothing is written over"
    store.delete(name)
    assert not store.exists(name)

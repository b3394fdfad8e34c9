"""What came from elsewhere is listed with its origin, and is what was taken."""

import hashlib
import json

from arena.settings.environment import PACKAGE

VENDOR = PACKAGE / "static" / "vendor"
LICENCES = {"OFL-1.1": "SIL Open Font License", "MIT": "The MIT License"}
LISTED = json.loads((VENDOR / "vendored.json").read_text())


def test_each_file_is_unchanged_and_has_a_licence() -> None:
    for entry in LISTED:
        assert hashlib.sha256((VENDOR / entry["file"]).read_bytes()).hexdigest() == entry["sha256"], entry["file"]
        assert LICENCES[entry["licence"]] in (VENDOR / entry["licence_file"]).read_text()
        assert entry["package"]
        assert entry["version"]


def test_nothing_is_unlisted() -> None:
    listed = {entry["file"] for entry in LISTED} | {entry["licence_file"] for entry in LISTED} | {"vendored.json"}
    assert {str(path.relative_to(VENDOR)) for path in VENDOR.rglob("*") if path.is_file()} == listed

"""`make-secrets.sh`: random, consistent with each other, made once."""

import stat
import subprocess
from pathlib import Path

from arena.settings import parsers
from tests.docker.files import FOLDER, compose
from tests.patience import PATIENCE_S


def make(folder: Path, central: str = "") -> dict[str, str]:
    subprocess.run(
        ["sh", FOLDER / "make-secrets.sh", central, folder], check=True, capture_output=True, timeout=PATIENCE_S
    )
    return {path.name: path.read_text() for path in folder.iterdir()}


def test_it_makes_every_secret_that_the_compose_files_name(tmp_path: Path) -> None:
    made = make(tmp_path / "secrets")
    named = {
        secret["file"]
        for file in ("compose.yaml", "compose.worker.yaml")
        for secret in compose(file)["secrets"].values()
    }
    assert {f"./secrets/{name}" for name in made} == named


def test_the_arena_takes_what_it_makes(tmp_path: Path) -> None:
    made = make(tmp_path / "secrets")
    assert parsers.secret_key(made["secret-key"])
    database = parsers.database(made["database-url"])
    assert (database["PASSWORD"], database["HOST"]) == (made["database-password"], "database")
    assert made["redis-password"] in parsers.redis(made["redis-url"]).client_url
    assert parsers.mail(made["email-url"])


def test_running_it_again_changes_nothing_and_two_installations_differ(tmp_path: Path) -> None:
    first = make(tmp_path / "one")
    assert make(tmp_path / "one") == first
    other = make(tmp_path / "two")
    assert not {first[name] for name in first if name != "email-url"} & set(other.values())


def test_a_worker_machine_gets_the_central_address_with_the_same_passwords(tmp_path: Path) -> None:
    folder = tmp_path / "worker"
    folder.mkdir()
    (folder / "play-database-password").write_text("secret-of-the-central-machine")
    made = make(folder, "10.0.0.1")
    assert made["play-database-url"] == "postgres://arena_play:secret-of-the-central-machine@10.0.0.1:5432/arena"


def test_only_the_owner_gets_into_the_folder(tmp_path: Path) -> None:
    make(tmp_path / "secrets")
    assert stat.S_IMODE((tmp_path / "secrets").stat().st_mode) == 0o700

"""What must hold for every container, whoever edits the compose files."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.celery import QUEUES
from arena.matches.worker_roles import broker_rules
from arena.settings.variables import VARIABLES
from tests.docker.files import COMPOSE, FOLDER, ROOT, compose, ours, services

ALL = [(file, name, service) for file in COMPOSE[:2] for name, service in services(file).items()]
OURS = ours()


def names(given: list[tuple[str, str, dict[str, Any]]]) -> list[str]:
    return [f"{file}:{name}" for file, name, _ in given]


each = pytest.mark.parametrize(("file", "name", "service"), ALL, ids=names(ALL))
each_of_ours = pytest.mark.parametrize(("file", "name", "service"), OURS, ids=names(OURS))


def is_worker(service: dict[str, Any]) -> bool:
    return "karma-arena-worker" in service["image"]


@each
def test_nobody_is_privileged(file: str, name: str, service: dict[str, Any]) -> None:
    for key in ("privileged", "cap_add", "devices", "pid", "network_mode", "userns_mode", "ipc"):
        assert key not in service
    assert "no-new-privileges:true" in service["security_opt"]
    assert not any("docker.sock" in str(volume) for volume in service.get("volumes", []))


@each_of_ours
def test_our_code_runs_as_an_ordinary_user_on_a_read_only_disk(file: str, name: str, service: dict[str, Any]) -> None:
    assert service["user"] == "10001:10001"
    assert service["cap_drop"] == ["ALL"]
    assert service["read_only"] is True
    assert any(mount.startswith("/tmp:size=") for mount in service["tmpfs"])  # noqa: S108 - a mount of the container


@each_of_ours
def test_the_wider_system_call_filter_is_for_workers_alone(file: str, name: str, service: dict[str, Any]) -> None:
    profile = "apparmor=${ARENA_APPARMOR:-karma-arena-worker}"
    wider = {"seccomp=./seccomp-worker.json", "systempaths=unconfined", profile}
    given = set(service["security_opt"])
    assert given >= wider if is_worker(service) else not any("seccomp" in one or "systempaths" in one for one in given)
    assert "seccomp=unconfined" not in given


@each
def test_everybody_has_limits_and_comes_back_after_a_crash(file: str, name: str, service: dict[str, Any]) -> None:
    limits = service["deploy"]["resources"]["limits"]
    assert set(limits) == {"cpus", "memory", "pids"}
    assert service["restart"] in {"unless-stopped", "on-failure:3"}


@each
def test_everybody_that_stays_has_a_health_check(file: str, name: str, service: dict[str, Any]) -> None:
    check = service["healthcheck"]
    if name == "prepare":
        assert check == {"disable": True}
    else:
        assert {"test", "interval", "timeout", "retries"} <= set(check)


@each
def test_images_have_a_version(file: str, name: str, service: dict[str, Any]) -> None:
    version = service["image"].split(":", 1)[1]
    assert re.match(r"\d+\.\d+|\$\{ARENA_VERSION:-\d+\.\d+\.\d+\}$", version)


@each
def test_what_is_mounted_and_depended_on_exists(file: str, name: str, service: dict[str, Any]) -> None:
    whole = compose(file)
    for volume in service.get("volumes", []):
        source = volume["source"] if isinstance(volume, dict) else volume.split(":")[0]
        assert source in whole["volumes"]
    assert set(service.get("secrets", [])) <= set(whole["secrets"])
    assert set(service.get("depends_on", {})) <= set(whole["services"])
    for other, wish in service.get("depends_on", {}).items():
        is_once = wish["condition"] == "service_completed_successfully"
        assert is_once == (other == "prepare")


@each_of_ours
def test_settings_are_ones_that_the_arena_reads(file: str, name: str, service: dict[str, Any]) -> None:
    known = {variable.name for variable in VARIABLES}
    assert {key.removesuffix("_FILE") for key in service["environment"]} <= known


@each_of_ours
def test_secrets_stand_in_files_and_never_in_the_environment(file: str, name: str, service: dict[str, Any]) -> None:
    secret = {variable.name for variable in VARIABLES if variable.is_secret}
    assert not secret & set(service["environment"])
    needed = {"DATABASE_URL_FILE", "REDIS_URL_FILE"}
    if name != "play":
        needed |= {"SECRET_KEY_FILE", "EMAIL_URL_FILE"}
    assert needed <= set(service["environment"])
    in_files = {
        value.removeprefix("/run/secrets/") for key, value in service["environment"].items() if key.endswith("_FILE")
    }
    by_command = {"play-database-password"} if name == "prepare" else set()
    assert in_files | by_command == set(service["secrets"])


@pytest.mark.parametrize("file", ["compose.yaml", "compose.worker.yaml"])
def test_a_worker_that_plays_gets_its_own_role_and_nothing_of_the_site(file: str) -> None:
    play = services(file)["play"]
    assert play["environment"]["ARENA_RESTRICTED_WORKER"] == "true"
    assert set(play["secrets"]) == {"play-database-url", "play-redis-url"}
    targets = [each["target"] if isinstance(each, dict) else each.split(":")[1] for each in play["volumes"]]
    below = {"media/versions", "media/replays", "built"}
    assert {target.removeprefix("/var/lib/arena/") for target in targets} == below
    (programs,) = [each for each in play["volumes"] if "media/versions" in str(each)]
    assert programs["read_only"] if isinstance(programs, dict) else programs.endswith(":ro")


def test_the_queue_lets_workers_that_play_do_what_the_arena_says() -> None:
    command = services("compose.yaml")["redis"]["command"][-1]
    given = shlex.split(command[command.index("--user play ") :].removeprefix("--user play "))
    assert [word for word in given if not word.startswith(">")] == broker_rules("arena")


def test_every_worker_queue_is_served() -> None:
    found = services("compose.yaml")
    served = {name: " ".join(service.get("command", ())) for name, service in found.items()}
    for queue in QUEUES:
        (name,) = [
            name for name, command in served.items() if f"--queues {queue}," in f"{command},".replace(" --", ", --")
        ]
        # Programs of strangers are built and played by one kind of worker; mails and webhooks need the internet.
        assert is_worker(found[name]) == (queue == "play")
        assert ("outside" in found[name]["networks"]) == (queue == "news")


def test_only_web_can_be_reached_and_only_from_the_machine_itself() -> None:
    published = {name: service["ports"] for name, service in services("compose.yaml").items() if "ports" in service}
    assert list(published) == ["web"]
    assert published["web"][0].startswith("127.0.0.1:")
    assert compose("compose.yaml")["networks"]["inside"] == {"internal": True}


def test_servers_of_the_central_machine_listen_on_the_address_that_is_given_only() -> None:
    for service in services("compose.central.yaml").values():
        assert all(port.startswith("${PRIVATE_ADDRESS") for port in service["ports"])


@pytest.mark.parametrize("file", COMPOSE)
def test_paths_of_files_are_right_for_the_folder_of_the_compose_file(file: str) -> None:
    for service in services(file).values():
        for option in service.get("security_opt", []):
            if option.startswith("seccomp="):
                assert (FOLDER / option.removeprefix("seccomp=")).is_file()
        if "build" in service:
            assert (FOLDER / service["build"]["context"] / service["build"]["dockerfile"]).is_file()


def test_the_files_keep_to_the_compose_specification() -> None:
    """The schema of the specification itself comes with check-jsonschema; no engine is needed."""
    checker = Path(sys.executable).with_name("check-jsonschema")
    files = [str(FOLDER / name) for name in COMPOSE]
    command = [str(checker), "--builtin-schema", "vendor.compose-spec", *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_is_something_to_check_in_every_compose_file() -> None:
    assert sorted(path.name for path in FOLDER.glob("compose*.yaml")) == sorted(COMPOSE)


def test_worker_machines_mount_the_folders_that_the_page_exports() -> None:
    page = (ROOT / "docs" / "operators" / "scaling.md").read_text()
    exported = {line.split()[0]: line for line in page.splitlines() if "anonuid=10001" in line}
    for name, volume in compose("compose.worker.yaml")["volumes"].items():
        if volume:
            device = re.sub(r"\$\{ARENA_DATA_EXPORT:-([^}]*)\}", r"\1", volume["driver_opts"]["device"]).lstrip(":")
            mode = "ro" if ",ro," in volume["driver_opts"]["o"] else "rw"
            assert f"({mode}," in exported[device], name
    assert len(exported) == 2

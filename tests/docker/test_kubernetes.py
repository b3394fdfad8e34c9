"""The kustomize folder: every manifest keeps to the schema of Kubernetes, and says the same as the compose file."""

import shutil
import subprocess
from typing import Any

import kubernetes_validate
import pytest
import yaml

from tests.docker.files import FOLDER, services

KUBERNETES = FOLDER / "kubernetes"
VERSION = "1.33"
KUSTOMIZATION: dict[str, Any] = yaml.safe_load((KUBERNETES / "kustomization.yaml").read_text())
MANIFESTS: list[dict[str, Any]] = [
    manifest for name in KUSTOMIZATION["resources"] for manifest in yaml.safe_load_all((KUBERNETES / name).read_text())
]
PODS = {
    manifest["metadata"]["name"]: manifest["spec"]["template"]["spec"]
    for manifest in MANIFESTS
    if manifest["kind"] in {"Deployment", "Job"}
}
JAILED = {"play"}
INSIDE = {"control", "play"}
"""They need the database and the queue, and nothing of the internet."""


def container(name: str) -> dict[str, Any]:
    (only,) = PODS[name]["containers"]
    found: dict[str, Any] = only
    return found


def find(kind: str) -> dict[str, Any]:
    (only,) = [manifest for manifest in MANIFESTS if manifest["kind"] == kind]
    return only


def test_every_manifest_is_named_and_keeps_to_the_schema() -> None:
    written = {path.name for path in KUBERNETES.glob("*.yaml")} - {"kustomization.yaml"}
    assert written == set(KUSTOMIZATION["resources"])
    for manifest in MANIFESTS:
        kubernetes_validate.validate(manifest, VERSION, strict=True)


def test_the_schema_would_refuse_a_field_that_is_not_there() -> None:
    wrong = {**find("Job"), "specs": {}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, VERSION, strict=True)


def test_kustomize_itself_can_build_it() -> None:
    if shutil.which("kubectl") is None:
        pytest.skip("There is no kubectl, which has kustomize in it. Fix: install kubectl")
    done = subprocess.run(["kubectl", "kustomize", str(KUBERNETES)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    built = list(yaml.safe_load_all(done.stdout))
    assert len(built) == len(MANIFESTS) + 1, "and the settings"
    assert {manifest["metadata"].get("namespace") for manifest in built} == {"karma-arena", None}


def test_every_service_of_ours_is_there_with_the_same_command_and_limits() -> None:
    ours = {name: made for name, made in services("compose.yaml").items() if made["image"].startswith("karma-arena")}
    assert set(PODS) == set(ours)
    for name, service in ours.items():
        pod = container(name)
        assert service["image"].startswith(f"{pod['image']}:"), name
        wanted = " ".join(map(str, service.get("command", []))).replace("/run/secrets/", "/run/secrets/arena/")
        assert " ".join(pod.get("command", [])) == wanted.replace("${ARENA_PLAY_PROCESSES:-2}", "2"), name


def test_workers_that_play_get_no_secret_and_no_setting_of_the_site() -> None:
    (secrets,) = [volume["secret"]["secretName"] for volume in PODS["play"]["volumes"] if volume["name"] == "secrets"]
    assert secrets == "arena-play"
    play = container("play")
    assert {entry["name"] for entry in play["env"]} == set(services("compose.yaml")["play"]["environment"])
    assert "envFrom" not in play
    mounts = {mount["mountPath"]: mount for mount in play["volumeMounts"] if mount["name"] == "data"}
    assert set(mounts) == {"/var/lib/arena/media/versions", "/var/lib/arena/media/replays"}
    assert mounts["/var/lib/arena/media/versions"]["readOnly"]


def test_every_pod_is_closed_and_only_jails_get_what_jails_need() -> None:
    for name, pod in PODS.items():
        closed = container(name)["securityContext"]
        assert closed["capabilities"] == {"drop": ["ALL"]}
        assert closed["readOnlyRootFilesystem"]
        assert not closed["allowPrivilegeEscalation"]
        assert pod["securityContext"]["runAsUser"] == 10001
        assert pod["securityContext"]["runAsNonRoot"]
        assert not pod["automountServiceAccountToken"]
        assert (closed.get("procMount") == "Unmasked") == (pod.get("hostUsers") is False) == (name in JAILED), name
        assert ("appArmorProfile" in closed) == (name in JAILED)
        profile = closed.get("seccompProfile") or pod["securityContext"]["seccompProfile"]
        assert profile["type"] == ("Localhost" if name in JAILED else "RuntimeDefault")


def test_beat_is_one_and_play_follows_the_games_that_wait() -> None:
    beat = next(manifest for manifest in MANIFESTS if manifest["metadata"]["name"] == "beat")
    assert (beat["spec"]["replicas"], beat["spec"]["strategy"]["type"]) == (1, "Recreate")
    play = next(each for each in MANIFESTS if each["kind"] == "Deployment" and each["metadata"]["name"] == "play")
    assert "replicas" not in play["spec"], "or every apply would undo what the autoscaler chose"
    (metric,) = find("HorizontalPodAutoscaler")["spec"]["metrics"]
    assert metric["external"]["metric"]["name"] == "karma_queue_games"


def test_workers_reach_names_database_and_queue_only() -> None:
    workers = next(
        each for each in MANIFESTS if each["kind"] == "NetworkPolicy" and each["metadata"]["name"] == "workers"
    )
    ports = {port["port"] for rule in workers["spec"]["egress"] for port in rule["ports"]}
    assert ports == {53, 5432, 6379}
    (chosen,) = workers["spec"]["podSelector"]["matchExpressions"]
    assert set(chosen["values"]) == INSIDE


def test_selectors_find_the_pods_they_mean() -> None:
    for manifest in MANIFESTS:
        if manifest["kind"] == "Deployment":
            labels = manifest["spec"]["template"]["metadata"]["labels"]
            assert manifest["spec"]["selector"]["matchLabels"].items() <= labels.items()
    assert find("Service")["spec"]["selector"] == {"app.kubernetes.io/component": "web"}

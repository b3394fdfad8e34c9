"""/healthz and /readyz as a load balancer sees them."""

from typing import Any
from unittest import mock

import pytest
from django.db import OperationalError
from django.test import Client
from redis.exceptions import ConnectionError as RedisConnectionError

from arena.health import signs


def checks(response: Any) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = response.json()["checks"]
    return found


def everybody_is_alive() -> None:
    signs.worker_is_alive("worker@one", ["control", "play", "news"])
    signs.pulse_was_felt()


def test_healthz_needs_no_database(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})
    assert response["Cache-Control"] == "no-store"


def test_a_probe_may_call_by_any_address(client: Client) -> None:
    assert client.get("/healthz", headers={"host": "10.1.2.3"}).status_code == 200
    assert client.get("/", headers={"host": "10.1.2.3"}).status_code == 400


def test_a_probe_is_not_redirected_to_https(client: Client, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_only_reading_is_answered(client: Client, path: str) -> None:
    response = client.post(path)
    assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")


@pytest.mark.django_db
def test_readyz_is_ready_with_a_worker_on_each_queue(client: Client) -> None:
    everybody_is_alive()
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json()["status"] == "ready"
    assert all(check["ok"] for check in checks(response).values())


@pytest.mark.django_db
@pytest.mark.parametrize(("served", "missing"), [("control", "play"), ("play", "control")])
def test_readyz_says_which_queue_nobody_serves(client: Client, served: str, missing: str) -> None:
    signs.worker_is_alive("worker@one", [served])
    response = client.get("/readyz")
    assert response.status_code == 503
    assert checks(response)[f"{served}_worker"]["ok"]
    reason = checks(response)[f"{missing}_worker"]["reason"]
    assert reason == f"No live worker on queue {missing}. Start one: celery -A arena worker --queues {missing}"


@pytest.mark.django_db
def test_missing_news_and_a_missing_scheduler_are_told_but_do_not_stop_the_site(client: Client) -> None:
    signs.worker_is_alive("worker@one", ["control", "play"])
    response = client.get("/readyz")
    assert response.status_code == 200
    assert checks(response)["scheduler"]["reason"] == "No periodic task ran yet. Start one: celery -A arena beat"
    assert checks(response)["news_worker"]["reason"].endswith("celery -A arena worker --queues news")


@pytest.mark.django_db
def test_readyz_tells_a_silent_database_without_its_address(client: Client) -> None:
    everybody_is_alive()
    with mock.patch("arena.health.checks.connection.cursor", side_effect=OperationalError("host db-7.internal")):
        response = client.get("/readyz")
    assert response.status_code == 503
    assert checks(response)["database"]["reason"].startswith("PostgreSQL does not answer.")
    assert b"db-7" not in response.content


@pytest.mark.django_db
def test_readyz_tells_a_silent_redis_once_and_does_not_guess_the_rest(client: Client) -> None:
    with (
        mock.patch("arena.health.checks.client", side_effect=RedisConnectionError),
        mock.patch("arena.health.signs.client", side_effect=RedisConnectionError),
    ):
        response = client.get("/readyz")
    assert response.status_code == 503
    assert checks(response)["broker"]["reason"].startswith("Redis does not answer.")
    assert checks(response)["play_worker"]["reason"] == "Unknown while Redis does not answer."

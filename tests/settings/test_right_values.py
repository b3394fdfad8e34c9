import stat
from pathlib import Path

import pytest

from arena.settings import parsers
from arena.settings.database import connection
from arena.settings.environment import Environment, read_environment
from tests.settings.test_wrong_values import GOOD


def production(monkeypatch: pytest.MonkeyPatch, **values: str) -> Environment:
    for name, value in {**GOOD, **values}.items():
        monkeypatch.setenv(name, value)
    return read_environment()


def test_nothing_set_is_a_development_site() -> None:
    environment = read_environment()
    assert (environment.mode, environment.debug, environment.https) == ("development", False, False)
    assert environment.database is None


def test_an_empty_value_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_DB_POOL", "")
    assert read_environment().db_pool == 12


@pytest.mark.parametrize("address", ["mailto:security@example.org", "https://example.org/security"])
def test_the_security_contact_is_an_address_with_its_scheme(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("ARENA_SECURITY_CONTACT", address)
    assert read_environment().security_contact == address


def test_production_turns_the_safe_things_on(monkeypatch: pytest.MonkeyPatch) -> None:
    environment = production(monkeypatch)
    assert environment.https
    assert environment.email_verification == "mandatory"
    assert environment.log_format == "json"


def test_a_secret_can_lie_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("0123456789" * 6 + "\n")
    monkeypatch.setenv("SECRET_KEY_FILE", str(key))
    assert read_environment().secret_key == "0123456789" * 6


def test_the_development_key_is_made_once_and_private(tmp_path: Path) -> None:
    first, second = read_environment().secret_key, read_environment().secret_key
    assert first == second
    assert len(first) >= 50
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


@pytest.mark.parametrize(
    ("given", "client", "broker"),
    [
        ("redis://redis:6379/1", "redis://redis:6379/1", "redis://redis:6379/1"),
        ("rediss://:pw@redis", "rediss://:pw@redis", "rediss://:pw@redis"),
        ("unix:///run/redis/s", "unix:///run/redis/s?db=0", "redis+socket:///run/redis/s?virtual_host=0"),
        ("unix:///run/redis/s?db=3", "unix:///run/redis/s?db=3", "redis+socket:///run/redis/s?virtual_host=3"),
        ("redis+socket:///s?virtual_host=2", "unix:///s?db=2", "redis+socket:///s?virtual_host=2"),
    ],
)
def test_redis_addresses_are_spelt_for_both_libraries(given: str, client: str, broker: str) -> None:
    assert parsers.redis(given) == parsers.RedisAddress(client, broker)


def test_a_socket_folder_is_read_from_a_database_url() -> None:
    found = parsers.database("postgres://arena@%2Frun%2Fpostgresql/arena")
    assert (found["HOST"], found["NAME"], found["USER"]) == ("/run/postgresql", "arena", "arena")


def test_only_web_processes_pool_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    environment = production(monkeypatch, ARENA_DB_POOL="5")
    assert connection(environment, pooled=True)["OPTIONS"]["pool"]["max_size"] == 5
    assert "pool" not in connection(environment, pooled=False)["OPTIONS"]


def test_a_pool_of_zero_is_no_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    environment = production(monkeypatch, ARENA_DB_POOL="0")
    assert "pool" not in connection(environment, pooled=True)["OPTIONS"]


def test_statements_are_prepared_by_workers_unless_a_pooler_cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    assert connection(production(monkeypatch), pooled=False)["OPTIONS"]["prepare_threshold"] == 0
    environment = production(monkeypatch, ARENA_DB_PREPARE="false")
    assert connection(environment, pooled=False)["OPTIONS"]["prepare_threshold"] is None


def test_the_token_of_the_metrics_is_taken_as_it_is_and_empty_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_environment().metrics_token == ""
    monkeypatch.setenv("ARENA_METRICS_TOKEN", "0123456789abcdef")
    assert read_environment().metrics_token == "0123456789abcdef"


@pytest.mark.parametrize("pooled", [True, False])
def test_a_cut_cable_is_noticed_and_the_address_may_say_how_soon(monkeypatch: pytest.MonkeyPatch, pooled: bool) -> None:
    address = GOOD["DATABASE_URL"]
    options = connection(production(monkeypatch), pooled=pooled)["OPTIONS"]
    assert (options["tcp_user_timeout"], options["keepalives_idle"]) == (15_000, 10)
    environment = production(monkeypatch, DATABASE_URL=f"{address}?tcp_user_timeout=900")
    assert str(connection(environment, pooled=pooled)["OPTIONS"]["tcp_user_timeout"]) == "900"

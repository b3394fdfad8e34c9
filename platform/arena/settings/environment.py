"""The environment as one typed value, read and checked once when the settings are imported."""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from arena.settings import parsers
from arena.settings import variables as v
from arena.settings.reader import read, read_or, required

PACKAGE = Path(__file__).resolve().parents[1]
ROOT = PACKAGE.parents[1]
UNSET_REDIS = parsers.redis("unix:///REDIS_URL-is-not-set/run-manage.py-demo-or-set-REDIS_URL")


@dataclass(frozen=True)
class Environment:
    mode: str
    debug: bool
    data_dir: Path
    secret_key: str
    database: dict[str, object] | None
    """Nothing: no server is known. Pages and checks without a query still work."""
    db_pool: int
    db_prepare: bool
    web_threads: int
    web_nice: int
    page_memory_mb: int
    connections_per_address: int
    streams_per_address: int
    redis: parsers.RedisAddress
    allowed_hosts: list[str]
    csrf_trusted_origins: list[str]
    https: bool
    trusted_proxies: int
    mail: dict[str, object]
    default_from_email: str
    email_verification: str
    sign_up: str
    two_factor: str
    storage: dict[str, object] | None
    """Options of the S3-compatible store; nothing: files below the data folder."""
    security_contact: str
    """Empty: the site has no security.txt."""
    time_zone: str
    log_format: str
    log_level: str
    metrics_token: str
    """Empty: no token opens the metrics."""
    metrics_addresses: list[str]
    restricted_worker: bool
    """It plays, and may do nothing else in the database."""
    bot_memory_mb: int
    upload_mb: int
    storage_per_user_mb: int
    ladder_house_ms: int
    """How long a house bot may think about a decision on ladders."""
    site_url: str
    """Without a slash at its end."""
    ladders_rest: bool
    slow_query_ms: int
    """0: none is written down."""
    sentry_dsn: str
    """Empty: errors are told to nobody else."""
    traces_url: str
    """Without a slash at its end. Empty: nothing is traced."""
    webhooks_private: bool
    backup_dir: Path | None
    """Nothing: no backups by themselves."""
    backup_hours: int
    keep_evidence_days: int
    """0: for ever."""
    keep_practice_days: int
    """0: for ever."""
    keep_attempts_days: int
    """0: for ever."""

    @property
    def is_production(self) -> bool:
        return self.mode == "production"

    @property
    def is_test(self) -> bool:
        return self.mode == "test"


def read_environment() -> Environment:
    mode = read(v.ARENA_ENV, parsers.one_of("development", "test", "production")) or "development"
    production = mode == "production"
    data_dir = read(v.ARENA_DATA_DIR, parsers.absolute_path) or ROOT / "var"
    https = read(v.ARENA_HTTPS, parsers.boolean)
    secret_key = read(v.SECRET_KEY, parsers.secret_key)
    database = read(v.DATABASE_URL, parsers.database)
    redis = read(v.REDIS_URL, parsers.redis)
    hosts = read(v.ALLOWED_HOSTS, parsers.hosts)
    mail = read(v.EMAIL_URL, parsers.mail)
    site_url = read(v.ARENA_SITE_URL, parsers.site_url)
    restricted = read(v.ARENA_RESTRICTED_WORKER, parsers.boolean) or False
    if restricted:
        # Whatever is set: what signs for the site has no place on such a machine, and nothing here needs it.
        secret_key, mail = secrets.token_urlsafe(64), None
    if production:
        database = required(v.DATABASE_URL, database)
        redis = required(v.REDIS_URL, redis)
    if production and not restricted:
        secret_key = required(v.SECRET_KEY, secret_key)
        hosts = required(v.ALLOWED_HOSTS, hosts)
        mail = required(v.EMAIL_URL, mail)
    return Environment(
        mode=mode,
        debug=_debug(production),
        data_dir=data_dir,
        secret_key=secret_key or _kept_secret(data_dir / "secret-key"),
        database=database,
        db_pool=read_or(v.ARENA_DB_POOL, parsers.whole_number(0, 100), 12),
        db_prepare=read(v.ARENA_DB_PREPARE, parsers.boolean) is not False,
        web_threads=read_or(v.ARENA_WEB_THREADS, parsers.whole_number(1, 100), 10),
        web_nice=read_or(v.ARENA_WEB_NICE, parsers.whole_number(0, 19), 5),
        page_memory_mb=read_or(v.ARENA_PAGE_MEMORY_MB, parsers.whole_number(0, 4096), 64),
        connections_per_address=read_or(v.ARENA_CONNECTIONS_PER_ADDRESS, parsers.whole_number(1, 10_000), 100),
        streams_per_address=read_or(v.ARENA_STREAMS_PER_ADDRESS, parsers.whole_number(0, 500), 30),
        redis=redis or UNSET_REDIS,
        allowed_hosts=hosts or ["localhost", "127.0.0.1", "[::1]"],
        csrf_trusted_origins=read_or(v.CSRF_TRUSTED_ORIGINS, parsers.origins, []),
        https=production if https is None else https,
        trusted_proxies=read_or(v.ARENA_TRUSTED_PROXIES, parsers.whole_number(0, 10), 0),
        mail=mail or parsers.mail("console://"),
        default_from_email=read_or(v.DEFAULT_FROM_EMAIL, parsers.mail_address, "arena@localhost"),
        email_verification=read_or(
            v.ARENA_EMAIL_VERIFICATION,
            parsers.one_of("mandatory", "optional", "none"),
            "mandatory" if production else "optional",
        ),
        sign_up=read_or(v.ARENA_SIGN_UP, parsers.one_of("open", "invited", "closed"), "open"),
        two_factor=read_or(v.ARENA_TWO_FACTOR, parsers.one_of("optional", "staff", "organisers"), "optional"),
        storage=read(v.ARENA_STORAGE_URL, parsers.storage),
        security_contact=read_or(v.ARENA_SECURITY_CONTACT, parsers.contact, ""),
        time_zone=read_or(v.ARENA_TIME_ZONE, parsers.time_zone, "UTC"),
        log_format=read_or(v.ARENA_LOG_FORMAT, parsers.one_of("json", "console"), "json" if production else "console"),
        log_level=read_or(v.ARENA_LOG_LEVEL, parsers.one_of("debug", "info", "warning", "error"), "info"),
        metrics_token=read_or(v.ARENA_METRICS_TOKEN, parsers.token, ""),
        metrics_addresses=read_or(v.ARENA_METRICS_ADDRESSES, parsers.networks, []),
        restricted_worker=restricted,
        bot_memory_mb=read_or(v.ARENA_BOT_MEMORY_MB, parsers.whole_number(64, 4096), 256),
        upload_mb=read_or(v.ARENA_UPLOAD_MB, parsers.whole_number(1, 64), 32),
        storage_per_user_mb=read_or(v.ARENA_STORAGE_PER_USER_MB, parsers.whole_number(1, 1_000_000), 400),
        ladder_house_ms=read_or(v.ARENA_LADDER_HOUSE_MS, parsers.whole_number(1, 1000), 200),
        ladders_rest=read_or(v.ARENA_LADDERS_REST, parsers.boolean, False),
        slow_query_ms=read_or(v.ARENA_SLOW_QUERY_MS, parsers.whole_number(0, 60_000), 500),
        sentry_dsn=read_or(v.ARENA_SENTRY_DSN, parsers.sentry_dsn, ""),
        traces_url=read_or(v.ARENA_TRACES_URL, parsers.site_url, ""),
        site_url=site_url or _site_url(hosts, production if https is None else https),
        webhooks_private=read_or(v.ARENA_WEBHOOKS_PRIVATE, parsers.boolean, False),
        backup_dir=read(v.ARENA_BACKUP_DIR, parsers.absolute_path),
        backup_hours=read_or(v.ARENA_BACKUP_HOURS, parsers.whole_number(1, 744), 24),
        keep_evidence_days=read_or(v.ARENA_KEEP_EVIDENCE_DAYS, parsers.whole_number(0, 3650), 90),
        keep_practice_days=read_or(v.ARENA_KEEP_PRACTICE_DAYS, parsers.whole_number(0, 3650), 0),
        # The ledger of faults shows twelve weeks of them.
        keep_attempts_days=read_or(v.ARENA_KEEP_ATTEMPTS_DAYS, parsers.none_or(90, 3650), 365),
    )


def _site_url(hosts: list[str] | None, https: bool) -> str:
    named = [host.removeprefix(".") for host in hosts or [] if host != "*"]
    return f"{'https' if https else 'http'}://{named[0] if named else 'localhost:8000'}"


def _debug(production: bool) -> bool:
    debug = read(v.ARENA_DEBUG, parsers.boolean) or False
    if debug and production:
        raise ImproperlyConfigured("ARENA_DEBUG is true, but ARENA_ENV is production. Unset one of the two.")
    return debug


def _kept_secret(path: Path) -> str:
    """A random key of this machine. A constant in a public repository would let anybody forge reset links."""
    fresh = secrets.token_urlsafe(64)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.touch(mode=0o600, exist_ok=False)
        draft.write_text(fresh)
        # A link is made whole or not at all: of two processes that start together one wins and both read one key.
        with suppress(FileExistsError):
            path.hardlink_to(draft)
        return path.read_text()
    except OSError:
        return fresh  # a read-only checkout: good enough for checks that serve nothing
    finally:
        draft.unlink(missing_ok=True)


ENVIRONMENT = read_environment()

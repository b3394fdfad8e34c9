"""Every environment variable the arena reads: its name, the form of a value, the default and what it is for.

`docs/operators/settings.md` shows the same list; a test compares the two.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Variable:
    name: str
    form: str
    """What a right value looks like, as it is told to a person who set a wrong one."""
    default: str
    """The default in words for the documentation."""
    meaning: str
    is_secret: bool = False
    """The value is never repeated in an error message."""


ARENA_ENV = Variable(
    "ARENA_ENV",
    "one of development, test, production",
    "development",
    "Which set of defaults applies. Production insists on real secrets, hosts and servers.",
)
ARENA_DEBUG = Variable(
    "ARENA_DEBUG",
    "true or false",
    "false",
    "Show tracebacks in the browser. Refused in production.",
)
SECRET_KEY = Variable(
    "SECRET_KEY",
    "at least 50 random characters, for example from `python3 -c 'import secrets; print(secrets.token_urlsafe(64))'`",
    "made once and kept in the data folder; required in production",
    "Signs password reset links and messages between pages.",
    is_secret=True,
)
DATABASE_URL = Variable(
    "DATABASE_URL",
    "postgres://user:password@host:5432/name, or postgres://user@%2Fsocket%2Ffolder/name for a unix socket",
    "the embedded server that `python3 manage.py demo` starts; required in production",
    "The PostgreSQL database.",
    is_secret=True,
)
ARENA_DB_POOL = Variable(
    "ARENA_DB_POOL",
    "a whole number from 0 (no pool) to 100",
    "12",
    "Largest number of pooled database connections of one web process. Workers open plain connections.",
)
ARENA_DB_PREPARE = Variable(
    "ARENA_DB_PREPARE",
    "true or false",
    "true",
    "Workers let the server plan the statements of the play path once. Switch it off behind a pooler that does not "
    "know prepared statements, such as PgBouncer before 1.21.",
)
ARENA_WEB_THREADS = Variable(
    "ARENA_WEB_THREADS",
    "a whole number from 1 to 100",
    "10",
    "How many pages one web process makes at a time. Keep it below ARENA_DB_POOL.",
)
ARENA_WEB_NICE = Variable(
    "ARENA_WEB_NICE",
    "a whole number from 0 to 19",
    "5",
    "How far pages stand back behind games where processor time is short on one machine (niceness of web processes). "
    "0: as important as games.",
)
ARENA_PAGE_MEMORY_MB = Variable(
    "ARENA_PAGE_MEMORY_MB",
    "a whole number from 0 (nothing is kept) to 4096",
    "64",
    "How much memory one web process gives to pages, tables and lists that it need not make again.",
)
ARENA_CONNECTIONS_PER_ADDRESS = Variable(
    "ARENA_CONNECTIONS_PER_ADDRESS",
    "a whole number from 1 to 10000",
    "100",
    "How many requests, and without a proxy how many connections, one address may have open in one web process. An "
    "IPv6 network of 64 bits counts as one address.",
)
ARENA_STREAMS_PER_ADDRESS = Variable(
    "ARENA_STREAMS_PER_ADDRESS",
    "a whole number from 0 to 500",
    "30",
    "How many live pages of one address get their news at once, in one web process; the others ask now and then.",
)
REDIS_URL = Variable(
    "REDIS_URL",
    "redis://host:6379/0, rediss://… with TLS, or unix:///path/to/socket?db=0",
    "the embedded server that `python3 manage.py demo` starts; required in production",
    "Redis or Valkey: the queue, the cache and the signs of life of workers.",
    is_secret=True,
)
ALLOWED_HOSTS = Variable(
    "ALLOWED_HOSTS",
    "host names separated by commas, for example arena.example.org,www.example.org",
    "localhost,127.0.0.1,[::1]; required in production",
    "The names under which the site answers.",
)
CSRF_TRUSTED_ORIGINS = Variable(
    "CSRF_TRUSTED_ORIGINS",
    "origins with their scheme separated by commas, for example https://arena.example.org",
    "none",
    "Further origins from which forms may be sent; needed if a proxy changes the host name.",
)
ARENA_HTTPS = Variable(
    "ARENA_HTTPS",
    "true or false",
    "true in production, else false",
    "The site is reached by HTTPS: redirect plain requests, send HSTS, mark cookies secure.",
)
ARENA_TRUSTED_PROXIES = Variable(
    "ARENA_TRUSTED_PROXIES",
    "a whole number from 0 to 10",
    "0",
    "How many proxies of yours stand before the site. From 1 on, X-Forwarded-For and -Proto are believed.",
)
EMAIL_URL = Variable(
    "EMAIL_URL",
    "submission://user:password@host:587 (STARTTLS), smtp://user:password@host:465/?ssl=True, or console://",
    "console://; required in production",
    "How mails leave the site; console:// prints them.",
    is_secret=True,
)
DEFAULT_FROM_EMAIL = Variable(
    "DEFAULT_FROM_EMAIL",
    "an e-mail address, for example arena@example.org",
    "arena@localhost",
    "The sender of mails.",
)
ARENA_EMAIL_VERIFICATION = Variable(
    "ARENA_EMAIL_VERIFICATION",
    "one of mandatory, optional, none",
    "mandatory in production, else optional",
    "Whether an address must be confirmed before the first log-in.",
)
ARENA_SIGN_UP = Variable(
    "ARENA_SIGN_UP",
    "one of open, invited, closed",
    "open",
    "Whether strangers may make accounts: all, those with a link that staff made at /invitations/, or nobody.",
)
ARENA_TWO_FACTOR = Variable(
    "ARENA_TWO_FACTOR",
    "one of optional, staff, organisers",
    "optional",
    "Who must log in with a second factor: nobody must, staff, or organisers and staff.",
)
ARENA_DATA_DIR = Variable(
    "ARENA_DATA_DIR",
    "an absolute path of a folder",
    "var/ in the project",
    "Uploads, replays, collected static files and the embedded servers live here.",
)
ARENA_STORAGE_URL = Variable(
    "ARENA_STORAGE_URL",
    "s3://key:secret@bucket/folder?endpoint=https://s3.example.org&region=eu-central-1; "
    "key, folder and query are optional",
    "files below the data folder",
    "An S3-compatible store for uploads and replays; needed when several machines work. Wants the extra `s3`.",
    is_secret=True,
)
ARENA_SECURITY_CONTACT = Variable(
    "ARENA_SECURITY_CONTACT",
    "a mailto: or https: address, for example mailto:security@example.org",
    "none: there is no such file",
    "Where weaknesses of this site are reported; stands in /.well-known/security.txt.",
)
ARENA_TIME_ZONE = Variable(
    "ARENA_TIME_ZONE",
    "a name of the IANA list, for example Europe/Prague",
    "UTC",
    "Time zone of the times shown on pages.",
)
ARENA_LOG_FORMAT = Variable(
    "ARENA_LOG_FORMAT",
    "one of json, console",
    "json in production, else console",
    "One JSON object a line for machines, or aligned text for people.",
)
ARENA_LOG_LEVEL = Variable(
    "ARENA_LOG_LEVEL",
    "one of debug, info, warning, error",
    "info",
    "The least important log line that is written.",
)
ARENA_METRICS_TOKEN = Variable(
    "ARENA_METRICS_TOKEN",
    "at least 16 characters without spaces",
    "none",
    "What Prometheus sends as Bearer to read /metrics.",
    is_secret=True,
)
ARENA_METRICS_ADDRESSES = Variable(
    "ARENA_METRICS_ADDRESSES",
    "addresses or networks separated by commas, for example 127.0.0.1,::1,10.0.7.0/24",
    "none",
    "Who reads /metrics without a token. Without addresses and without a token nobody does.",
)
ARENA_RESTRICTED_WORKER = Variable(
    "ARENA_RESTRICTED_WORKER",
    "true or false",
    "false",
    "On machines that only play: DATABASE_URL is that of a role made by `manage.py worker_role`. Such a worker has no "
    "use for SECRET_KEY, EMAIL_URL and ALLOWED_HOSTS.",
)
ARENA_BOT_MEMORY_MB = Variable(
    "ARENA_BOT_MEMORY_MB",
    "a whole number from 64 to 4096",
    "256",
    "How much memory the program of one seat may use, in MiB. A worker process needs as much for every seat of its "
    "game.",
)
ARENA_UPLOAD_MB = Variable(
    "ARENA_UPLOAD_MB",
    "a whole number from 1 to 64",
    "32",
    "The largest upload in MiB, packed; unpacked it may have half as much again. A web process needs four times as "
    "much memory for each upload that it takes at a time, and a proxy before it must let it through.",
)
ARENA_STORAGE_PER_USER_MB = Variable(
    "ARENA_STORAGE_PER_USER_MB",
    "a whole number from 1 to 1000000",
    "400",
    "How much the versions of one author may take together, in MB.",
)
ARENA_LADDER_HOUSE_MS = Variable(
    "ARENA_LADDER_HOUSE_MS",
    "a whole number from 1 to 1000",
    "200, the clock of every bot",
    "How long a house bot may think about a decision of a ladder game, in ms. Less makes the search bot quicker and "
    "weaker; ratings made with another value do not compare.",
)
ARENA_LADDERS_REST = Variable(
    "ARENA_LADDERS_REST",
    "true or false",
    "false; `python3 manage.py demo` sets true",
    "Let ladders slow down while nobody looks at the arena and no newcomer waits for its place: less heat and power on "
    "a machine of your own.",
)
ARENA_SLOW_QUERY_MS = Variable(
    "ARENA_SLOW_QUERY_MS",
    "a whole number from 0 (never) to 60000",
    "500",
    "Queries that take longer than so many ms are written to the log, with the request or task they belong to.",
)
ARENA_SENTRY_DSN = Variable(
    "ARENA_SENTRY_DSN",
    "the address that Sentry shows for a project, for example https://key@sentry.example.org/1",
    "none: errors stand in the log only",
    "Errors are told to Sentry, or to what speaks its protocol, too: without values of variables, bodies, cookies and "
    "queries of addresses.",
    is_secret=True,
)
ARENA_TRACES_URL = Variable(
    "ARENA_TRACES_URL",
    "an address without a path, for example http://collector.example.org:4318",
    "none: nothing is traced",
    "A collector of OpenTelemetry (OTLP by HTTP) that is told how long requests, tasks, queries and calls of Redis "
    "take. The variables OTEL_… choose the rest, for example OTEL_TRACES_SAMPLER.",
)
ARENA_SITE_URL = Variable(
    "ARENA_SITE_URL",
    "an address without a path, for example https://arena.example.org",
    "made from the first of ALLOWED_HOSTS",
    "Where this site is found: links in mails and webhooks begin with it.",
)
ARENA_WEBHOOKS_PRIVATE = Variable(
    "ARENA_WEBHOOKS_PRIVATE",
    "true or false",
    "false",
    "Let webhooks lead into private networks and to plain http. Only where you trust everybody who has an account.",
)
ARENA_BACKUP_DIR = Variable(
    "ARENA_BACKUP_DIR",
    "an absolute path of a folder that the control workers may write",
    "none: nothing is backed up by itself",
    "Where the arena puts a backup of itself from time to time. Old ones make room: the last of 7 days, 4 weeks and "
    "6 months stay.",
)
ARENA_BACKUP_HOURS = Variable(
    "ARENA_BACKUP_HOURS",
    "a whole number from 1 to 744",
    "24",
    "How many hours lie between two backups.",
)
ARENA_KEEP_EVIDENCE_DAYS = Variable(
    "ARENA_KEEP_EVIDENCE_DAYS",
    "a whole number from 0 (for ever) to 3650",
    "90",
    "How many days the logs of bots and the evidence of their faults are kept. Results, faults and replays stay.",
)
ARENA_KEEP_PRACTICE_DAYS = Variable(
    "ARENA_KEEP_PRACTICE_DAYS",
    "a whole number from 0 (for ever) to 3650",
    "0, for ever",
    "How many days practice matches are kept, with their games and replays. Ladders and tournaments stay.",
)
ARENA_KEEP_ATTEMPTS_DAYS = Variable(
    "ARENA_KEEP_ATTEMPTS_DAYS",
    "0 (for ever), or a whole number from 90 to 3650",
    "365",
    "How many days the lines of attempts are kept that brought a result. Failures and their causes stay.",
)

VARIABLES: tuple[Variable, ...] = (
    ARENA_ENV,
    ARENA_DEBUG,
    SECRET_KEY,
    DATABASE_URL,
    ARENA_DB_POOL,
    ARENA_DB_PREPARE,
    ARENA_WEB_THREADS,
    ARENA_WEB_NICE,
    ARENA_PAGE_MEMORY_MB,
    ARENA_CONNECTIONS_PER_ADDRESS,
    ARENA_STREAMS_PER_ADDRESS,
    REDIS_URL,
    ALLOWED_HOSTS,
    CSRF_TRUSTED_ORIGINS,
    ARENA_HTTPS,
    ARENA_TRUSTED_PROXIES,
    EMAIL_URL,
    DEFAULT_FROM_EMAIL,
    ARENA_EMAIL_VERIFICATION,
    ARENA_SIGN_UP,
    ARENA_TWO_FACTOR,
    ARENA_DATA_DIR,
    ARENA_STORAGE_URL,
    ARENA_SECURITY_CONTACT,
    ARENA_TIME_ZONE,
    ARENA_LOG_FORMAT,
    ARENA_LOG_LEVEL,
    ARENA_METRICS_TOKEN,
    ARENA_METRICS_ADDRESSES,
    ARENA_RESTRICTED_WORKER,
    ARENA_BOT_MEMORY_MB,
    ARENA_UPLOAD_MB,
    ARENA_STORAGE_PER_USER_MB,
    ARENA_LADDER_HOUSE_MS,
    ARENA_LADDERS_REST,
    ARENA_SLOW_QUERY_MS,
    ARENA_SENTRY_DSN,
    ARENA_TRACES_URL,
    ARENA_SITE_URL,
    ARENA_WEBHOOKS_PRIVATE,
    ARENA_BACKUP_DIR,
    ARENA_BACKUP_HOURS,
    ARENA_KEEP_EVIDENCE_DAYS,
    ARENA_KEEP_PRACTICE_DAYS,
    ARENA_KEEP_ATTEMPTS_DAYS,
)


def reference_table() -> str:
    """The table of `docs/operators/settings.md`."""
    rows = [f"| `{v.name}` | {v.meaning} | {v.form} | {v.default} |" for v in VARIABLES]
    return "\n".join(["| variable | meaning | form | default |", "|---|---|---|---|", *rows])

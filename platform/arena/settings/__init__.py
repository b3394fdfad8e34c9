"""Django's settings. What an operator may choose comes from the environment: see `variables.py`.

The parts with a subject of their own are in files of their own: `security`, `accounts`, `queue`.
"""

import gc
import os

from arena.lib.logs import LogOptions
from arena.settings.accounts import *  # noqa: F403 - Django's settings are one flat namespace
from arena.settings.database import connection
from arena.settings.environment import ENVIRONMENT, PACKAGE, ROOT
from arena.settings.queue import *  # noqa: F403 - as above
from arena.settings.security import *  # noqa: F403 - as above
from arena.settings.storage import default_storage
from engines.registry import games

# Before all the rest is loaded, which stays. By default Python's collector runs after every 700 new objects: a fifth of
# the time in which a process starts, and of a migration.
gc.set_threshold(50_000)

DEBUG = ENVIRONMENT.debug
SECRET_KEY = ENVIRONMENT.secret_key
ALLOWED_HOSTS = ENVIRONMENT.allowed_hosts
DATA_DIR = ENVIRONMENT.data_dir

INSTALLED_APPS = [
    "arena.web",
    "arena.accounts",
    "arena.leases",
    "arena.bots",
    "arena.matches",
    "arena.trials",
    "arena.ratings",
    "arena.tournaments",
    "arena.replays",
    "arena.tables",
    "arena.news",
    "arena.api",
    "arena.docs",
    "arena.backups",
    "arena.health",
    "arena.embedded",
    "arena.chaos",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.postgres",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_htmx",
]

MIDDLEWARE = [
    # First: probes name no host and need none of what follows.
    "arena.health.middleware.HealthMiddleware",
    "arena.lib.request_id.RequestIdMiddleware",
    "arena.lib.nul.NulCookiesMiddleware",
    # Before pages from memory: who gets one has looked too.
    "arena.lib.looked.LookedMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "arena.lib.permissions_policy.PermissionsPolicyMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "arena.web.compress.CompressMiddleware",
    # Outside of all that knows who asks: what it keeps is for people whom nobody knows.
    "arena.web.kept.pages.KeptPagesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "arena.accounts.language.AccountLanguageMiddleware",
    "arena.accounts.staff_actions.StaffActionsMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "arena.accounts.two_factor.TwoFactorMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "arena.web.missing.MissingGameMiddleware",
    # Next to last, closest to the views: it turns their errors below /api/ into problems.
    "arena.api.gate.ApiMiddleware",
    "arena.lib.nul.NulMiddleware",
]

ROOT_URLCONF = "arena.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["arena.web.templatetags.arena_dates"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "arena.web.theme.theme",
                "arena.web.language.languages",
                "arena.web.navigation.navigation",
                "arena.web.notices.notices",
            ],
        },
    }
]
FORM_RENDERER = "arena.web.forms.ArenaFormRenderer"

# asgi.py says "web" before the settings are read; workers, beat and commands hold one plain connection each.
IS_WEB_PROCESS = os.environ.get("ARENA_PROCESS") == "web"
DATABASES = {"default": connection(ENVIRONMENT, pooled=IS_WEB_PROCESS)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

WEB_THREADS = ENVIRONMENT.web_threads
WEB_NICE = ENVIRONMENT.web_nice
PAGE_MEMORY_BYTES = ENVIRONMENT.page_memory_mb * 1024 * 1024
CONNECTIONS_PER_ADDRESS = ENVIRONMENT.connections_per_address
STREAMS_PER_ADDRESS = ENVIRONMENT.streams_per_address

REDIS_URL = ENVIRONMENT.redis.client_url
# Tests of one run share a server: each worker of pytest-xdist keeps to keys of its own.
KEY_PREFIX = f"arena-{os.environ.get('PYTEST_XDIST_WORKER', 'test')}" if ENVIRONMENT.is_test else "arena"
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": KEY_PREFIX,
        "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 2},
    }
}

# How long a silent worker keeps its game. Only tests may shorten it: they wait for leases to run out.
LEASE_S = float(os.environ.get("ARENA_TEST_LEASE_S", "60")) if ENVIRONMENT.is_test else 60.0

IS_RESTRICTED_WORKER = ENVIRONMENT.restricted_worker
BOT_MEMORY_MB = ENVIRONMENT.bot_memory_mb
UPLOAD_MB = ENVIRONMENT.upload_mb
STORAGE_PER_USER_MB = ENVIRONMENT.storage_per_user_mb
LADDER_HOUSE_MS = ENVIRONMENT.ladder_house_ms
LADDERS_REST = ENVIRONMENT.ladders_rest
SLOW_QUERY_MS = ENVIRONMENT.slow_query_ms
SENTRY_DSN = ENVIRONMENT.sentry_dsn
TRACES_URL = ENVIRONMENT.traces_url
SITE_URL = ENVIRONMENT.site_url
WEBHOOKS_MAY_BE_PRIVATE = ENVIRONMENT.webhooks_private
BACKUP_DIR = ENVIRONMENT.backup_dir
BACKUP_HOURS = ENVIRONMENT.backup_hours
KEEP_EVIDENCE_DAYS = ENVIRONMENT.keep_evidence_days
KEEP_PRACTICE_DAYS = ENVIRONMENT.keep_practice_days
KEEP_ATTEMPTS_DAYS = ENVIRONMENT.keep_attempts_days

LANGUAGE_CODE = "en"
# Each by its own name. A language is a line here and a folder in locale/: docs/developers/translating.md.
LANGUAGES = [("en", "English"), ("sk", "Slovenčina"), ("cs", "Čeština"), ("de", "Deutsch")]
LOCALE_PATHS = [PACKAGE / "locale", *(game.folder / "locale" for game in games())]
TIME_ZONE = ENVIRONMENT.time_zone
USE_TZ = True

STATIC_URL = "/static/"
# How a game's table looks belongs to the game: its folder's `web` is served below /static/games/<game>/.
TABLES = [(f"games/{game.name}", game.folder / "web") for game in games() if (game.folder / "web").is_dir()]
STATICFILES_DIRS = [PACKAGE / "static", *TABLES]
STATIC_ROOT = DATA_DIR / "static"
MEDIA_ROOT = DATA_DIR / "media"
# Programs and replays of unfinished blocks: for this user and its group, never for everybody on the machine.
FILE_UPLOAD_PERMISSIONS = 0o640
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o750
# What `manage.py docs` builds; in the images it is part of the image.
DOCS_SITE = ROOT / "site"
STORAGES = {
    "default": default_storage(ENVIRONMENT),
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if ENVIRONMENT.is_production
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
# Outside production the files are served from the source tree: nothing to collect, nothing to forget.
WHITENOISE_USE_FINDERS = not ENVIRONMENT.is_production
WHITENOISE_AUTOREFRESH = not ENVIRONMENT.is_production

EMAIL_BACKEND = ENVIRONMENT.mail["EMAIL_BACKEND"]
EMAIL_HOST = ENVIRONMENT.mail["EMAIL_HOST"]
EMAIL_PORT = ENVIRONMENT.mail["EMAIL_PORT"]
EMAIL_HOST_USER = ENVIRONMENT.mail["EMAIL_HOST_USER"]
EMAIL_HOST_PASSWORD = ENVIRONMENT.mail["EMAIL_HOST_PASSWORD"]
EMAIL_USE_TLS = ENVIRONMENT.mail["EMAIL_USE_TLS"]
EMAIL_USE_SSL = ENVIRONMENT.mail["EMAIL_USE_SSL"]
# Somebody who signs up waits for this; without it a mail server that hangs would hold the thread for ever.
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = ENVIRONMENT.default_from_email

METRICS_TOKEN = ENVIRONMENT.metrics_token
METRICS_ADDRESSES = ENVIRONMENT.metrics_addresses
SECURITY_CONTACT = ENVIRONMENT.security_contact

LOGGING_CONFIG = "arena.lib.logs.configure"
LOGGING = LogOptions(json=ENVIRONMENT.log_format == "json", level=ENVIRONMENT.log_level.upper())

# What `manage.py demo` fills the arena with, in this order; each function may run again and changes nothing then.
DEMO_DATA = [
    "arena.accounts.demo.create",
    "arena.bots.demo.create",
    "arena.ratings.demo.create",
    "arena.tournaments.demo.create",
]
# Who knows the ratings that tournaments seed by: the two apps stand side by side and do not import each other.
TOURNAMENT_RATINGS = "arena.web.tournaments.ratings.ratings_of"
TOURNAMENT_LADDER = "arena.web.tournaments.ratings.knowledge_of"
DEMO_LOGINS = "arena.accounts.demo.logins"

TEST_RUNNER = "django.test.runner.DiscoverRunner"

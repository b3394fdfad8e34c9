"""Headers, cookies and the content security policy."""

from csp.constants import NONE, SELF

from arena.settings.environment import ENVIRONMENT

CSRF_TRUSTED_ORIGINS = ENVIRONMENT.csrf_trusted_origins
CSRF_FAILURE_VIEW = "arena.web.errors.csrf_failure"

# Everything comes from this host, and nothing is inline: a script smuggled into a page does not run.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "object-src": [NONE],
        "report-uri": ["/csp-report/"],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"

SECURE_SSL_REDIRECT = ENVIRONMENT.https
SECURE_HSTS_SECONDS = 31_536_000 if ENVIRONMENT.https else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = ENVIRONMENT.https
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = ENVIRONMENT.https
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
if ENVIRONMENT.https:
    # The prefix makes browsers refuse these cookies from a subdomain or over plain HTTP.
    SESSION_COOKIE_NAME = "__Host-session"
    CSRF_COOKIE_NAME = "__Host-csrf"

# A client could send these headers itself; they count only behind a proxy that overwrites them.
if ENVIRONMENT.trusted_proxies:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
ALLAUTH_TRUSTED_PROXY_COUNT = ENVIRONMENT.trusted_proxies

# Of a form without its files: the longest is a list of entrants of 200 kB.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
# The form of a tournament has the most: the settings of every format for each stage, and a line for each round with a
# length of its own.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500

"""Log-ins: django-allauth, passwords by argon2, limits against guessing."""

from arena.settings.environment import ENVIRONMENT

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# Argon2 is slow on purpose; a test that logs in checks the log-in, not the cost of the hash.
PASSWORD_HASHERS = (
    ["django.contrib.auth.hashers.MD5PasswordHasher"]
    if ENVIRONMENT.is_test
    else [
        "django.contrib.auth.hashers.Argon2PasswordHasher",
        "django.contrib.auth.hashers.ScryptPasswordHasher",
    ]
)
_VALIDATION = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": f"{_VALIDATION}.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("name", "display_name", "email")},
    },
    {"NAME": f"{_VALIDATION}.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": f"{_VALIDATION}.CommonPasswordValidator"},
]

ACCOUNT_ADAPTER = "arena.accounts.adapter.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_USER_MODEL_EMAIL_FIELD = "email"
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_SIGNUP_FORM_HONEYPOT_FIELD = "website"
ACCOUNT_FORMS = {
    "add_email": "arena.accounts.forms.NewAddressForm",
    "login": "arena.accounts.forms.LogInForm",
    "signup": "arena.accounts.forms.SignUpForm",
}
ACCOUNT_EMAIL_VERIFICATION = ENVIRONMENT.email_verification
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Karma Arena] "
ACCOUNT_CHANGE_EMAIL = True
# The present one, and the new one until it is confirmed.
ACCOUNT_MAX_EMAIL_ADDRESSES = 2
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_CONFIRM_EMAIL_ON_GET = False
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_SESSION_REMEMBER = True
# Arbitrary; with one sign the first comers would take all the short names there are.
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_USERNAME_VALIDATORS = "arena.accounts.names.VALIDATORS"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if ENVIRONMENT.https else "http"
# amount / time / what is counted. "key" of log-ins that fail: see arena.accounts.guessing.
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",
    "login_failed_everywhere": "100/h/key",
    "login_failed_known": "10/5m/key",
    "signup": "20/m/ip",
    "reset_password": "20/m/ip,5/m/key",
    "reset_password_from_key": "20/m/ip",
    "change_password": "5/m/user",
    "change_email": "5/m/user",
    "manage_email": "10/m/user",
    "reauthenticate": "10/m/user",
    "confirm_email": "1/3m/key",
}
SIGN_UP = ENVIRONMENT.sign_up

MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Karma Arena"
# A clock that is half a minute off is no attack.
MFA_TOTP_TOLERANCE = 1
# Accounts are found by name. Where addresses have to be confirmed, that was done before the first log-in.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# Browsers know passkeys over plain HTTP on localhost only.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not ENVIRONMENT.https
TWO_FACTOR = ENVIRONMENT.two_factor

"""Where uploads and replays lie: a folder of this machine, or an S3-compatible store for several machines."""

from importlib.util import find_spec
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from arena.settings.environment import Environment


def default_storage(environment: Environment) -> dict[str, Any]:
    """The entry of Django's STORAGES for everything that is not a static file."""
    if environment.storage is None:
        return {"BACKEND": "arena.lib.durable_storage.DurableFileSystemStorage"}
    if find_spec("storages") is None:
        raise ImproperlyConfigured(
            "ARENA_STORAGE_URL is set, but django-storages is missing. Install the extra: pip install 'karma-arena[s3]'"
        )
    # Names are never taken twice, and nothing is readable without our signature.
    fixed = {"file_overwrite": False, "default_acl": None, "querystring_auth": True}
    return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": {**environment.storage, **fixed}}

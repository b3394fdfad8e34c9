"""The web process: `python -m arena.server`.

Pages run on Django's WSGI handler in threads, which costs about half the processor time of its ASGI handler with this
many middlewares; only the long-lived event streams below /live/ run on ASGI, where waiting is free.
"""

from __future__ import annotations

import os
from typing import cast

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
os.environ["ARENA_PROCESS"] = "web"

from django.core.asgi import get_asgi_application
from django.core.wsgi import get_wsgi_application

from arena.server.application import Application
from arena.server.bridge import Wsgi

application = Application(cast("Wsgi", get_wsgi_application()), get_asgi_application())

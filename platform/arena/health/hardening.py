"""The checklist of `docs/operators/hardening.md`, line by line, as this machine and these settings answer it."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import django
from django.conf import settings
from django.db import connection

import sandbox
from arena.backups.noted import last_backup
from arena.lib.closed_files import is_closed_to_others
from arena.matches.models import WorkerRole
from arena.settings.reader import in_the_environment

DAY_S = 24 * 3600
OLDEST_BACKUP_DAYS = 2
"""A daily backup that failed once is a warning of its own; two in a row are an alarm."""
LEAST_FREE = 0.1
"""PostgreSQL stops when its disk is full, and file systems slow down well before."""
OLDEST_KERNEL = (5, 13)
"""Landlock, and the calls that the system call filter knows by name."""
OLDEST_POSTGRES = 150000
"""From 15 on nobody but the owner makes tables in the common schema."""
SECRETS = ("SECRET_KEY", "DATABASE_URL", "REDIS_URL", "EMAIL_URL", "ARENA_STORAGE_URL", "ARENA_METRICS_TOKEN")


@dataclass(frozen=True)
class Answer:
    is_good: bool
    seen: str


@dataclass(frozen=True)
class Line:
    title: str
    look: Callable[[], Answer]
    what_to_do: str


def _sandbox() -> Answer:
    host = sandbox.detect()
    return Answer(not host.missing and not host.unsafe, " ".join(host.missing) or ", ".join(host.layers))


def _kernel() -> Answer:
    release = platform.release()
    numbers = tuple(int(part) for part in release.split("-")[0].split(".")[:2] if part.isdecimal())
    return Answer(numbers >= OLDEST_KERNEL, f"Linux {release}")


def _apparmor() -> Answer:
    switch = Path("/sys/module/apparmor/parameters/enabled")
    is_on = switch.is_file() and switch.read_text().strip() == "Y"
    return Answer(is_on, "AppArmor is on." if is_on else "AppArmor is off or not in this kernel.")


def _database_role() -> Answer:
    names = list(WorkerRole.objects.values_list("name", flat=True))
    return Answer(bool(names), f"Roles of workers: {', '.join(names) or 'none'}.")


def _tls() -> Answer:
    wanted = {
        "SECURE_SSL_REDIRECT": settings.SECURE_SSL_REDIRECT,
        "SECURE_HSTS_SECONDS": settings.SECURE_HSTS_SECONDS,
        "SESSION_COOKIE_SECURE": settings.SESSION_COOKIE_SECURE,
        "CSRF_COOKIE_SECURE": settings.CSRF_COOKIE_SECURE,
    }
    missing = [name for name, value in wanted.items() if not value]
    return Answer(not missing, f"Off: {', '.join(missing)}." if missing else "Redirect, HSTS, secure cookies are on.")


def _secrets() -> Answer:
    plain = in_the_environment(SECRETS)
    return Answer(not plain, f"In the environment: {', '.join(plain)}." if plain else "None stands in the environment.")


def _second_factor() -> Answer:
    return Answer(settings.TWO_FACTOR != "optional", f"ARENA_TWO_FACTOR is {settings.TWO_FACTOR}.")


def _stored_files() -> Answer:
    folder = Path(settings.MEDIA_ROOT)
    if not folder.is_dir():
        return Answer(True, "Nothing is stored on this machine.")
    is_closed = is_closed_to_others(folder)
    return Answer(is_closed, f"{folder} is {'closed' if is_closed else 'open'} to other users.")


def _backup() -> Answer:
    taken = last_backup()
    if taken is None:
        return Answer(False, "No backup was ever taken from here.")
    days = (time.time() - taken) / DAY_S
    return Answer(days <= OLDEST_BACKUP_DAYS, f"The last backup is {days:.1f} days old.")


def _versions() -> Answer:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        server = int(cursor.fetchone()[0])
    seen = f"Python {platform.python_version()}, Django {django.__version__}, PostgreSQL {server // 10000}"
    return Answer(server >= OLDEST_POSTGRES and sys.version_info >= (3, 11), f"{seen}.")


def _space() -> Answer:
    found = os.statvfs(_data())
    free = found.f_bavail / max(1, found.f_blocks)
    return Answer(free >= LEAST_FREE, f"{free:.0%} of the disk are free.")


def _inodes() -> Answer:
    found = os.statvfs(_data())
    free = found.f_favail / found.f_files if found.f_files else 1.0  # some file systems have no fixed number
    return Answer(free >= LEAST_FREE, f"{free:.0%} of the inodes are free.")


def _contact() -> Answer:
    return Answer(bool(settings.SECURITY_CONTACT), settings.SECURITY_CONTACT or "Nobody is named.")


def _data() -> Path:
    folder = Path(settings.DATA_DIR)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


LINES = (
    Line("Sandbox layers", _sandbox, "Do what the sentence says; docs/operators/sandbox.md has each layer."),
    Line("Kernel", _kernel, "Run Linux 5.13 or newer, and restart after its updates."),
    Line("AppArmor", _apparmor, "Boot a kernel with AppArmor: apt-get install apparmor, then restart."),
    Line("Database role", _database_role, "Give workers a role of their own: manage.py worker_role arena_play"),
    Line("TLS headers", _tls, "Set ARENA_HTTPS=true behind a proxy with a certificate."),
    Line("Secrets", _secrets, "Put secrets into files and name these: SECRET_KEY_FILE=/run/secrets/secret-key"),
    Line("Second factor", _second_factor, "Set ARENA_TWO_FACTOR=staff, or organisers."),
    Line("Stored files", _stored_files, "Run manage.py prepare: it closes the folder."),
    Line("Backup", _backup, "Take one every day: manage.py backup FILE (docs/operators/backup.md)."),
    Line("Versions", _versions, "Update: docs/operators/upgrade.md. PostgreSQL 15 is the oldest that is safe here."),
    Line("Free space", _space, "Make room below the data folder, or move it to a larger disk."),
    Line("Free inodes", _inodes, "Delete what is not needed below the data folder, or make a file system with more."),
    Line("Security contact", _contact, "Set ARENA_SECURITY_CONTACT=mailto:security@example.org"),
)

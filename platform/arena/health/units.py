"""The arena's processes as units of systemd, for machines without containers. Pure: text from values."""

from dataclasses import dataclass
from pathlib import PurePosixPath


@dataclass(frozen=True)
class Place:
    """Where the arena is installed, and as whom it runs."""

    root: PurePosixPath
    """The folder of the project."""
    venv: PurePosixPath
    data: PurePosixPath
    env_file: PurePosixPath
    user: str
    port: int = 8000
    play_processes: int = 2
    backups: PurePosixPath | None = None


_HEAD = """[Unit]
Description=Karma Arena: {what}
After=network-online.target postgresql.service redis-server.service valkey-server.service
Wants=network-online.target
PartOf=karma-arena.target
{more}
[Service]
User={user}
Group={user}
WorkingDirectory={root}
EnvironmentFile={env_file}
Environment=ARENA_ENV=production ARENA_DATA_DIR={data} PATH={venv}/bin:/usr/local/bin:/usr/bin:/bin
UMask=0077
NoNewPrivileges=yes
ProtectSystem=strict
ReadWritePaths={writable}
ProtectHome=yes
"""
# A jail needs namespaces, mounts and a group of its own: less is taken away from those who build one.
_PRIVATE = (
    "PrivateTmp=yes\nPrivateDevices=yes\nProtectKernelTunables=yes\nRestrictNamespaces=yes\nRestrictSUIDSGID=yes\n"
)
_JAILS = "PrivateTmp=yes\nDelegate=yes\nTasksMax=4096\nLimitNOFILE=65536\n"
_STAYS = "Restart=always\nRestartSec=2\n\n[Install]\nWantedBy=karma-arena.target\n"
# Niceness counts within a unit; between units this does the same: a third of the time of games where it is short.
_BEHIND = "CPUWeight=33\n"
_CELERY = "{venv}/bin/celery -A arena"


def units(place: Place) -> dict[str, str]:
    """By name of the file."""
    celery = _CELERY.format(venv=place.venv)
    worker = f"{celery} worker --without-gossip --without-mingle"
    python = f"{place.venv}/bin/python"
    # Celery writes %h itself, and for systemd a percent sign is written twice.
    control = f"{worker} --queues control,news --concurrency 3 --hostname control@%%h"
    play = f"{worker} --queues play --concurrency {place.play_processes} --hostname play@%%h"
    after_prepare = "Requires=karma-arena-prepare.service\nAfter=karma-arena-prepare.service\n"
    files = {
        "karma-arena.target": "[Unit]\nDescription=Karma Arena\n\n[Install]\nWantedBy=multi-user.target\n",
        "karma-arena-prepare.service": _head(place, "migrations and static files")
        + f"{_PRIVATE}Type=oneshot\nRemainAfterExit=yes\nExecStart={python} manage.py prepare\nTimeoutStartSec=1h\n",
        "karma-arena-web.service": _head(place, "pages", after_prepare)
        + f"{_PRIVATE}ExecStart={python} -m arena.server --port {place.port}\n{_BEHIND}{_STAYS}",
        "karma-arena-control.service": _head(place, "ratings, tournaments, news", after_prepare)
        + f"{_PRIVATE}ExecStart={control}\nTimeoutStopSec=120\nKillMode=mixed\n{_STAYS}",
        "karma-arena-play.service": _head(place, "games and checks of uploads", after_prepare)
        + f"{_JAILS}ExecStart={play}\nTimeoutStopSec=120\nKillMode=mixed\n{_STAYS}",
        "karma-arena-beat.service": _head(place, "periodic bells, exactly one", after_prepare)
        + f"{_PRIVATE}ExecStart={celery} beat --pidfile= --schedule {place.data}/beat-schedule\n{_STAYS}",
    }
    return {**files, **_backup(place, python)}


def _backup(place: Place, python: str) -> dict[str, str]:
    if place.backups is None:
        return {}
    return {
        "karma-arena-backup.service": _head(place, "a backup")
        + f"{_PRIVATE}Type=oneshot\nExecStart={python} manage.py backup --into {place.backups}\n",
        "karma-arena-backup.timer": "[Unit]\nDescription=Karma Arena: a backup every night\n\n[Timer]\n"
        "OnCalendar=*-*-* 03:00\nRandomizedDelaySec=30m\nPersistent=true\n\n[Install]\nWantedBy=timers.target\n",
    }


def _head(place: Place, what: str, more: str = "") -> str:
    writable = " ".join(str(each) for each in (place.data, place.backups) if each is not None)
    return _HEAD.format(
        what=what,
        more=more,
        user=place.user,
        root=place.root,
        env_file=place.env_file,
        data=place.data,
        venv=place.venv,
        writable=writable,
    )


def first_steps(place: Place) -> str:
    """What a machine needs once, before the units are started."""
    folders = " ".join(str(each) for each in (place.data, place.backups) if each is not None)
    return f"""# Once, as root:
useradd --system --home-dir {place.data} --shell /usr/sbin/nologin {place.user}
install -d -o {place.user} -g {place.user} -m 0750 {folders}
sudo -u postgres createuser --pwprompt arena && sudo -u postgres createdb --owner arena arena
# {place.env_file} (mode 0640, group {place.user}): the variables of docs/operators/settings.md
systemctl daemon-reload && systemctl enable --now karma-arena.target {_enabled(place)}
"""


def _enabled(place: Place) -> str:
    names = [name for name in units(place) if name.endswith((".service", ".timer"))]
    return " ".join(name for name in names if "prepare" not in name and not name.endswith("backup.service"))

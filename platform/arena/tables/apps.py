from django.apps import AppConfig
from django.conf import settings


class TablesConfig(AppConfig):
    name = "arena.tables"
    label = "tables"

    def ready(self) -> None:
        from arena.lib import prepared  # noqa: PLC0415 - models load first
        from arena.matches.sql import doors  # noqa: PLC0415 - as above
        from arena.tables import listeners  # noqa: PLC0415 - as above
        from arena.tables.turn_statements import DOORS  # noqa: PLC0415 - as above

        doors.add(DOORS)
        listeners.connect()
        if settings.IS_RESTRICTED_WORKER:
            prepared.go_through({door.statement: door.call for door in DOORS})

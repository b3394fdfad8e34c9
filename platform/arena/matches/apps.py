from django.apps import AppConfig
from django.conf import settings


class MatchesConfig(AppConfig):
    name = "arena.matches"
    label = "matches"

    def ready(self) -> None:
        from arena.bots import gates  # noqa: PLC0415 - models load first
        from arena.leases.actions import when_lost  # noqa: PLC0415 - as above
        from arena.leases.models import Subject  # noqa: PLC0415 - as above
        from arena.matches.actions.switch import why_checks_wait  # noqa: PLC0415 - as above
        from arena.matches.actions.void import give_back_batch  # noqa: PLC0415 - as above

        if settings.IS_RESTRICTED_WORKER:
            from arena.lib import prepared  # noqa: PLC0415 - as above
            from arena.matches.sql.doors import DOORS  # noqa: PLC0415 - as above

            prepared.go_through({door.statement: door.call for door in DOORS})
        else:  # for a restricted worker the door of the checks stays shut meanwhile
            gates.add(why_checks_wait)
        when_lost(Subject.GAMES, give_back_batch)

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "arena.matches"
    label = "matches"

    def ready(self) -> None:
        from arena.bots import gates  # noqa: PLC0415 - models load first
        from arena.leases.actions import when_lost  # noqa: PLC0415 - as above
        from arena.leases.models import Subject  # noqa: PLC0415 - as above
        from arena.matches.actions.switch import why_checks_wait  # noqa: PLC0415 - as above
        from arena.matches.actions.void import give_back_batch  # noqa: PLC0415 - as above

        gates.add(why_checks_wait)
        when_lost(Subject.GAMES, give_back_batch)

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "arena.matches"
    label = "matches"

    def ready(self) -> None:
        from arena.bots import gates  # noqa: PLC0415 - models load first
        from arena.matches.actions.switch import why_checks_wait  # noqa: PLC0415 - as above

        gates.add(why_checks_wait)

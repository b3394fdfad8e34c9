from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "arena.tournaments"
    label = "tournaments"

    def ready(self) -> None:
        from arena.tournaments import listeners  # noqa: PLC0415 - models must be loaded first

        listeners.connect()

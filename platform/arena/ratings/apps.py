from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "arena.ratings"
    label = "ratings"

    def ready(self) -> None:
        from arena.ratings import listeners  # noqa: PLC0415 - models must be loaded first

        listeners.connect()

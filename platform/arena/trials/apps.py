from django.apps import AppConfig


class TrialsConfig(AppConfig):
    name = "arena.trials"
    label = "trials"

    def ready(self) -> None:
        from arena.trials import listeners  # noqa: PLC0415 - models must be loaded first

        listeners.connect()

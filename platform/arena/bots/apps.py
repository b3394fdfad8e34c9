from importlib import import_module

from django.apps import AppConfig


class BotsConfig(AppConfig):
    name = "arena.bots"
    label = "bots"

    def ready(self) -> None:
        from arena.bots.actions.check import give_back_check  # noqa: PLC0415 - models load first
        from arena.leases.actions import when_lost  # noqa: PLC0415 - as above
        from arena.leases.models import Subject  # noqa: PLC0415 - as above

        import_module("arena.bots.checks")
        when_lost(Subject.CHECK, give_back_check)

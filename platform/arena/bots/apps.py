from importlib import import_module

from django.apps import AppConfig


class BotsConfig(AppConfig):
    name = "arena.bots"
    label = "bots"

    def ready(self) -> None:
        import_module("arena.bots.checks")

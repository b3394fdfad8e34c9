from django.apps import AppConfig


class BackupsConfig(AppConfig):
    name = "arena.backups"
    label = "backups"

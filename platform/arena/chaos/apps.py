from django.apps import AppConfig


class ChaosConfig(AppConfig):
    name = "arena.chaos"

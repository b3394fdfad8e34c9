from django.apps import AppConfig


class LeasesConfig(AppConfig):
    name = "arena.leases"
    label = "leases"

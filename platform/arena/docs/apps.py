from django.apps import AppConfig


class DocsConfig(AppConfig):
    name = "arena.docs"
    label = "docs"

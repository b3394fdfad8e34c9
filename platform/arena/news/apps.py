from django.apps import AppConfig


class NewsConfig(AppConfig):
    name = "arena.news"
    label = "news"

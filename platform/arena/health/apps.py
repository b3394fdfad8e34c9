from django.apps import AppConfig

from arena.lib import error_reports, slow_queries, traces


class HealthConfig(AppConfig):
    name = "arena.health"

    def ready(self) -> None:
        slow_queries.install()
        error_reports.install()
        traces.install()
        # Makes `shared_task` of every process find our Celery app; see arena/celery.py.
        import arena.celery  # noqa: F401, PLC0415 - the import is the effect, and apps must be loaded first

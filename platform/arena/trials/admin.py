"""Tests of versions for staff: to be read, and to be stopped."""

from django.contrib import admin

from arena.lib.admin import ReadOnlyAdmin, confirmed
from arena.trials.actions.request import stop_trial
from arena.trials.models import Trial


@confirmed("Stop these tests of versions? What was played stays.", "%(count)d tests are stopped.")
def stop(trial: Trial) -> bool:
    """Stop the selected tests"""
    return stop_trial(trial.pk)


@admin.register(Trial)
class TrialAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "state", "games", "llr", "created_at")
    list_filter = ("state", "is_required")
    list_select_related = ("version__bot", "against")
    exclude = ("secret", "units")
    actions = (stop,)

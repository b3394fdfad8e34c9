"""What this app hears from below: a match is finished, a bot's new version is ready."""

from typing import Any

from celery import current_app

from arena.bots import activation
from arena.bots.models import BotVersion
from arena.matches import signals
from arena.matches.models import Match
from arena.trials.actions.request import NO_REGRESSION, require_trial
from arena.trials.models import Trial, TrialState


class _Examiner:
    def begin(self, version: BotVersion, active: BotVersion, variant: str) -> None:
        require_trial(version, active, variant)

    def has_passed(self, version: BotVersion, active: BotVersion, variant: str) -> bool:
        """Also a test that asked for more is a proof."""
        lowest, wanted = NO_REGRESSION
        passed = Trial.objects.filter(state=TrialState.BETTER, elo0__gte=lowest, elo1__gte=wanted)
        return passed.filter(version=version, against=active, variant=variant).exists()


def connect() -> None:
    activation.examined_by(_Examiner())
    signals.match_finished.connect(_on_match_finished, dispatch_uid="trials: count a batch")


def _on_match_finished(sender: Any, match_id: int, source: str, **_kwargs: Any) -> None:
    if source.startswith("trial:"):
        key = Match.objects.values_list("key", flat=True).get(pk=match_id)
        current_app.send_task("arena.trials.tasks.move", [int(key.split("/")[1])])

"""What a new version has to show before it plays, where its owner wants that. Who plays the games sits above this app
and names itself when Django starts."""

from typing import Protocol

from arena.bots.models import Bot, BotVersion


class Examiner(Protocol):
    """Plays a new version against the active one."""

    def begin(self, version: BotVersion, active: BotVersion, variant: str) -> None:
        """Within the transaction that made the version ready; it activates the version if that holds its own."""

    def has_passed(self, version: BotVersion, active: BotVersion, variant: str) -> bool: ...


_examiners: list[Examiner] = []


def examined_by(examiner: Examiner) -> None:
    _examiners[:] = [examiner]


def has_to_prove_itself(bot: Bot, version: BotVersion) -> bool:
    """Whether this version has to be tested before it is active. The first one has nobody to compare with, and to an
    older one an owner may always return."""
    active = bot.active_version
    if not bot.trial_variant or active is None or version.number <= active.number:
        return False
    return not any(each.has_passed(version, active, bot.trial_variant) for each in _examiners)


def begin_proof(bot: Bot, version: BotVersion) -> None:
    active = bot.active_version
    if active is not None:
        for examiner in _examiners:
            examiner.begin(version, active, bot.trial_variant)

"""Who looks at a tournament's pages hears that there is news; what it is, the page itself decides.

That something was played is news too. Where results are revealed step by step, it is for those alone who may know
them: how often and when a channel stirs would tell how long matches take.
"""

from __future__ import annotations

from arena.accounts.models import User
from arena.lib.live.publish import publish_all_on_commit
from arena.tournaments.models import Tournament

NEWS = "news"


def channel_for(tournament: Tournament, user: User | None) -> str:
    """Also before the start and after the end: who listens at one of them may still do so in between."""
    may_know = not tournament.is_staged or tournament.may_manage(user)
    return tournament.source if may_know else _shown(tournament)


def tell_everybody(tournament: Tournament) -> None:
    """When the transaction is through: something happened that everybody may see, or nobody learns from."""
    publish_all_on_commit([(tournament.source, NEWS), (_shown(tournament), NEWS)])


def tell_insiders(tournament: Tournament) -> None:
    """The same as the results of its games are told (``arena.matches``): under a seal only those who may know."""
    publish_all_on_commit([(tournament.source, NEWS)])


def _shown(tournament: Tournament) -> str:
    return f"{tournament.source}/shown"

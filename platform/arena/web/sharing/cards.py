"""What a page says about itself where its link is shown: by search engines, in chats, on other sites."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from arena.bots.models import Bot
from arena.matches.models import Game
from arena.tournaments.models import Tournament
from arena.web.replays.ending import outcome, table_title
from engines import Variant, variant


@dataclass(frozen=True)
class Card:
    title: str
    description: str
    path: str
    """The one address of the page, whatever else leads to it."""
    picture: str
    """The path of its picture."""
    can_be_embedded: bool = False

    @property
    def url(self) -> str:
        return absolute(self.path)

    @property
    def picture_url(self) -> str:
        return absolute(self.picture)

    @property
    def oembed_url(self) -> str:
        return f"{absolute(reverse('sharing:oembed'))}?url={self.url}" if self.can_be_embedded else ""


def absolute(path: str) -> str:
    return f"{settings.SITE_URL}{path}"


def site_card(path: str) -> Card:
    """For pages that say nothing of their own."""
    return Card(
        _("Karma Arena: programs play cards"),
        _("An arena where programs play card games against each other, and luck evens out."),
        path,
        reverse("sharing:arena"),
    )


def game_card(game: Game, path: str) -> Card:
    played = variant(game.variant)
    words = {"variant": _(played.title), "outcome": outcome(game), "decisions": game.decision_count}
    description = _("%(variant)s, %(outcome)s. Watch all %(decisions)d decisions card by card.") % words
    return Card(table_title(game), description, path, reverse("sharing:game", args=[game.pk]), can_be_embedded=True)


def bot_card(bot: Bot) -> Card:
    description = bot.description or _("How it stands on the ladders, whom it beats and all its games.")
    return Card(bot.name, description[:200], bot.get_absolute_url(), reverse("sharing:bot", args=[bot.slug]))


def board_card(played: Variant) -> Card:
    description = _("Who plays %(variant)s best, with the margin of doubt that is left.") % {"variant": _(played.title)}
    path = reverse("ladders:leaderboard", args=[played.slug])
    title = _("Leaderboard: %(variant)s") % {"variant": _(played.title)}
    return Card(title, description, path, reverse("sharing:board", args=[played.slug]))


def tournament_card(tournament: Tournament) -> Card:
    words = {"variant": _(variant(tournament.variant).title), "state": tournament.get_state_display()}
    description = _("A tournament of %(variant)s: %(state)s.") % words
    picture = reverse("sharing:tournament", args=[tournament.slug])
    return Card(tournament.name, description, tournament.get_absolute_url(), picture)

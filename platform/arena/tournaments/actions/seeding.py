"""Seeds: by rating, by lot from the sealed secret, or by hand."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.lib.stored_words import filled, in_english
from arena.tournaments.actions.audit import ActionError, log, managed
from arena.tournaments.models import Entrant, SeedingMethod, Tournament, TournamentState
from arena.tournaments.planning.seeding import random_order, rating_order
from arena.tournaments.rating_source import ratings_of
from engines.words import mark


def propose(tournament: Tournament) -> None:
    """Give everybody a seed by the tournament's method. By hand begins in the order of ratings."""
    entrants = list(tournament.entrants.select_related("bot__active_version").order_by("id"))
    if tournament.seeding == SeedingMethod.RANDOM:
        by_slug = {entrant.bot.slug: entrant for entrant in entrants}
        # Slugs, not ids: anybody can repeat the draw when the secret is published.
        order = [by_slug[slug] for slug in random_order(sorted(by_slug), tournament.secret.encode())]
    else:
        versions = [entrant.bot.active_version_id for entrant in entrants if entrant.bot.active_version_id]
        ratings = ratings_of(tournament.variant, versions)
        for entrant in entrants:
            entrant.rating = ratings.get(entrant.bot.active_version_id or 0)
        by_id = {entrant.pk: entrant for entrant in entrants}
        rows = [(entrant.pk, entrant.rating, entrant.registered_at.timestamp()) for entrant in entrants]
        order = [by_id[pk] for pk in rating_order(rows)]
        if tournament.seeding == SeedingMethod.MANUAL:
            # Seeds that were brought along (a list of entrants) come first, in their order.
            order.sort(key=lambda entrant: entrant.seed or len(entrants) + 1)
    for seed, entrant in enumerate(order, start=1):
        entrant.seed = seed
    Entrant.objects.bulk_update(order, ["seed", "rating"])


def seed_by(tournament_id: int, by: User, method: str) -> None:
    """Choose another method and seed anew."""
    with managed(tournament_id, by, TournamentState.SEEDED) as tournament:
        if method not in SeedingMethod.values:
            raise ActionError(_("Seed by rating, by hand or by lot."), "seeding")
        before = current_order(tournament)
        old_method = tournament.seeding
        tournament.seeding = method
        tournament.save(update_fields=["seeding"])
        propose(tournament)
        text = filled(mark("Seeded anew: {seeding}."), seeding=in_english(tournament.get_seeding_display))
        log(tournament, by, "seed", text, before=before, method=old_method)


def move_seed(tournament_id: int, by: User, entrant: Entrant, to: int) -> None:
    """Put one entrant on a seed; those between move by one."""
    with managed(tournament_id, by, TournamentState.SEEDED) as tournament:
        before = current_order(tournament)
        if entrant.pk not in before or not 1 <= to <= len(before):
            raise ActionError(_("Choose a seed from 1 to %(most)d.") % {"most": len(before)}, "seed")
        order = [pk for pk in before if pk != entrant.pk]
        order.insert(to - 1, entrant.pk)
        if order == before:
            return
        old_method = tournament.seeding
        tournament.seeding = SeedingMethod.MANUAL
        tournament.save(update_fields=["seeding"])
        write_order(tournament, order)
        text = filled(mark("Moved {bot} to seed {seed}."), bot=entrant.bot.name, seed=to)
        log(tournament, by, "seed", text, before=before, method=old_method)


def current_order(tournament: Tournament) -> list[int]:
    return list(tournament.entrants.order_by("seed", "id").values_list("pk", flat=True))


def write_order(tournament: Tournament, order: Sequence[int]) -> None:
    """The constraint on seeds is checked at the end of the transaction, so they may cross each other."""
    entrants = {entrant.pk: entrant for entrant in tournament.entrants.all()}
    for seed, pk in enumerate(order, start=1):
        entrants[pk].seed = seed
    Entrant.objects.bulk_update(entrants.values(), ["seed"])

"""Registration: open it, register and take back, invite, extend the deadline, close it."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.bots.models import Bot, competing
from arena.lib.stored_words import filled, in_english
from arena.tournaments.actions.audit import ActionError, NotAllowedError, log, managed, require_state
from arena.tournaments.actions.seeding import propose
from arena.tournaments.models import Entrant, Invitation, Tournament, TournamentState
from arena.tournaments.planning.shrinking import wanted_entrants
from engines import variant
from engines.words import mark


def open_registration(tournament_id: int, by: User) -> None:
    """From a draft, or again after it was closed: seeds are made anew then."""
    with managed(tournament_id, by, TournamentState.DRAFT, TournamentState.SEEDED) as tournament:
        before = tournament.state
        tournament.state = TournamentState.REGISTRATION
        tournament.save(update_fields=["state"])
        tournament.entrants.update(seed=None, rating=None)
        log(tournament, by, "open", mark("Opened registration."), before=before)


def close_registration(tournament_id: int, by: User) -> None:
    """No more entrants; seeds are proposed by the chosen method."""
    with managed(tournament_id, by, TournamentState.REGISTRATION) as tournament:
        close_locked(tournament, by)


def close_locked(tournament: Tournament, by: User | None) -> None:
    """The same for callers that hold the lock. House bots fill the field first, where that was asked for."""
    if tournament.fill_to:
        fill_up(tournament, by, tournament.fill_to)
    least = wanted_entrants(tournament.setups()[0])
    count = tournament.entrants.count()
    if count < least:
        raise ActionError(
            _("This format needs at least %(least)d entrants, and %(count)d are registered: wait, or choose "
              "another format.") % {"least": least, "count": count}
        )  # fmt: skip
    tournament.state = TournamentState.SEEDED
    tournament.save(update_fields=["state"])
    propose(tournament)
    text = mark("Closed registration with {count} entrants; seeds {seeding}.")
    log(tournament, by, "close", filled(text, count=count, seeding=in_english(tournament.get_seeding_display)))


def fill(tournament_id: int, by: User, size: int) -> int:
    """Enter house bots until the field has a size; how many came."""
    with managed(tournament_id, by, TournamentState.REGISTRATION) as tournament:
        if not 2 <= size <= tournament.most_entrants:
            most = {"most": tournament.most_entrants}
            raise ActionError(_("Fill up to 2 to %(most)d entrants.") % most, "size")
        return fill_up(tournament, by, size)


def fill_up(tournament: Tournament, by: User | None, size: int) -> int:
    """As many house bots as are missing and as there are; a bot enters once."""
    missing = min(size, tournament.most_entrants) - tournament.entrants.count()
    if missing <= 0:
        return 0
    house = Bot.objects.filter(
        competing(), games__contains=[variant(tournament.variant).game], active_version__isnull=False
    )
    able = house.exclude(house_name="").exclude(tournament_entries__tournament=tournament).order_by("pk")
    chosen = list(able[:missing])
    Entrant.objects.bulk_create(Entrant(tournament=tournament, bot=bot) for bot in chosen)
    if chosen:
        names = ", ".join(bot.name for bot in chosen)
        empty = missing - len(chosen)
        text = mark("Filled up with house bots: {bots}.")
        if empty:
            text = mark("Filled up with house bots: {bots}. {empty} places stay empty: there are no more.")
        log(tournament, by, "fill", filled(text, bots=names, empty=empty))
    return len(chosen)


@transaction.atomic
def register(tournament_id: int, bot: Bot, by: User, now: datetime | None = None) -> Entrant:
    """Enter a bot: by its owner, or a house bot by the organiser. Whatever version is active at the start plays."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
    require_state(tournament, TournamentState.REGISTRATION)
    manages = tournament.may_manage(by)
    if bot.is_house:
        if not manages:
            raise NotAllowedError(_("House bots are entered by the organiser."))
    else:
        _require_owner(tournament, bot, by)
        _require_in_time(tournament, now or timezone.now())
    require_fit(tournament, bot)
    entrant = Entrant.objects.create(tournament=tournament, bot=bot, owner=bot.owner, family=bot.owner_id)
    if manages:
        log(tournament, by, "register", filled(mark("Entered {bot}."), bot=bot.name), bot=bot.pk)
    return entrant


def _require_owner(tournament: Tournament, bot: Bot, by: User) -> None:
    if bot.owner_id is None or bot.owner_id != by.pk:
        raise NotAllowedError(_("Only the owner of %(name)s can enter it.") % {"name": bot.name})
    if tournament.by_invitation and not tournament.invitations.filter(user=by).exists():
        raise NotAllowedError(_("This tournament is by invitation. Ask the organiser to invite you."))
    require_room_for_owner(tournament, bot)


def require_room_for_owner(tournament: Tournament, bot: Bot) -> None:
    """Whoever enters it: an author has so many bots as the organiser allows."""
    if bot.owner_id is None:
        return
    own = tournament.entrants.filter(owner=bot.owner_id, departure=None).count()
    if own >= tournament.bots_per_owner:
        raise ActionError(
            _("The author of %(name)s has entered %(own)d already, and %(most)d are allowed for each: take one back "
              "first.") % {"name": bot.name, "own": own, "most": tournament.bots_per_owner}
        )  # fmt: skip


def _require_in_time(tournament: Tournament, now: datetime) -> None:
    if tournament.deadline is not None and now > tournament.deadline:
        raise ActionError(_("Registration ended. Ask the organiser to extend the deadline."))


def require_fit(tournament: Tournament, bot: Bot) -> None:
    game = variant(tournament.variant).game
    names = {"name": bot.name, "game": game.title(), "languages": ", ".join(tournament.runtimes)}
    if tournament.entrants.filter(bot=bot).exists():
        raise ActionError(_("%(name)s is registered already.") % names)
    if tournament.entrants.count() >= tournament.most_entrants:
        raise ActionError(_("The tournament is full."))
    if bot.is_private:
        raise ActionError(_("%(name)s is private. Everybody sees a tournament: make the bot public first.") % names)
    if bot.is_retired or bot.active_version is None:
        raise ActionError(_("%(name)s has no active version that passed its check. Submit one first.") % names)
    if not bot.plays(game):
        raise ActionError(_("%(name)s does not play %(game)s.") % names)
    if tournament.runtimes and not bot.is_house and bot.active_version.runtime not in tournament.runtimes:
        raise ActionError(_("Only bots in %(languages)s may enter.") % names)


@transaction.atomic
def take_back(tournament_id: int, entrant: Entrant, by: User) -> None:
    """Undo a registration before the tournament starts: by the owner or the organiser."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
    manages = tournament.may_manage(by)
    if not manages and entrant.owner_id != by.pk:
        raise NotAllowedError(_("Only the bot's owner or the organiser may take it back."))
    require_state(tournament, TournamentState.REGISTRATION, TournamentState.SEEDED)
    name = entrant.bot.name
    remove(tournament, entrant)
    if manages or tournament.state == TournamentState.SEEDED:
        log(tournament, by, "unregister", filled(mark("Took {bot} out before the start."), bot=name))


def remove(tournament: Tournament, entrant: Entrant) -> None:
    """Before the start, under the lock: who stood behind moves up a seed."""
    entrant.delete()
    if tournament.state == TournamentState.SEEDED:
        _close_gaps(tournament)


def _close_gaps(tournament: Tournament) -> None:
    for seed, entrant in enumerate(tournament.entrants.order_by("seed"), start=1):
        Entrant.objects.filter(pk=entrant.pk).update(seed=seed)


def invite(tournament_id: int, by: User, guest: User) -> None:
    with managed(tournament_id, by, TournamentState.DRAFT, TournamentState.REGISTRATION) as tournament:
        _invitation, is_new = Invitation.objects.get_or_create(tournament=tournament, user=guest)
        if is_new:
            log(tournament, by, "invite", filled(mark("Invited {guest}."), guest=guest))


def extend_deadline(tournament_id: int, by: User, deadline: datetime | None, reason: str = "") -> None:
    """Later, or no deadline at all. Earlier would shut out people who rely on the old one."""
    with managed(tournament_id, by, TournamentState.DRAFT, TournamentState.REGISTRATION) as tournament:
        before = tournament.deadline
        if deadline is not None and before is not None and deadline <= before:
            raise ActionError(_("The new deadline must be later than the old one."), "deadline")
        tournament.deadline = deadline
        tournament.save(update_fields=["deadline"])
        text = mark("Extended registration: {until}.") if deadline else mark("Extended registration: no deadline.")
        until = deadline.isoformat(timespec="minutes") if deadline else ""
        log(tournament, by, "deadline", filled(text, until=until), reason,
            before=before.isoformat() if before else None)  # fmt: skip

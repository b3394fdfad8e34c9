"""Entrants from a list (CSV): read it, show what it would do, line by line, and enter them all or nobody."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.lib.stored_words import filled
from arena.tournaments.actions.audit import ActionError, NotAllowedError, log, managed
from arena.tournaments.actions.registration import require_fit, require_room_for_owner
from arena.tournaments.models import Entrant, Invitation, SeedingMethod, Tournament, TournamentState
from engines.words import mark

MOST_LINES = 1024
"""As many as a tournament takes (``create.MOST_ENTRANTS``)."""
MOST_CHARACTERS = 200_000
"""Some 195 for each of these lines; a file that is larger is not a list of entrants."""
_BOT_COLUMNS = ("bot", "slug", "name", "id")


@dataclass
class ListLine:
    number: int
    """In the file."""
    text: str
    """What names the bot."""
    bot: Bot | None = None
    seed: int | None = None
    error: str = ""


def preview(tournament: Tournament, by: User, text: str, *, invites: bool = False) -> list[ListLine]:
    """What a list would do, without doing it: the same checks, taken back."""
    with transaction.atomic():
        lines = _enter(tournament, by, _read(text), invites=invites)
        transaction.set_rollback(True)
    return lines


def enter_list(tournament_id: int, by: User, text: str, *, invites: bool = False) -> list[ListLine]:
    """Enter everybody. With a fault in any line nobody is entered, and the faults are in the lines."""
    with managed(tournament_id, by, TournamentState.REGISTRATION) as tournament:
        with transaction.atomic():
            lines = _enter(tournament, by, _read(text), invites=invites)
            if any(line.error for line in lines):
                transaction.set_rollback(True)
                return lines
        if any(line.seed for line in lines):
            tournament.seeding = SeedingMethod.MANUAL
            tournament.save(update_fields=["seeding"])
        log(tournament, by, "list", filled(mark("Entered {count} bots from a list."), count=len(lines)))
        return lines


def _read(text: str) -> list[ListLine]:
    """A line a bot: its name, slug or id, and a seed if you like. A head line names the columns, in any order."""
    text = text.lstrip("\ufeff")
    if len(text) > MOST_CHARACTERS:
        raise ActionError(too_long(), "list")
    if "\0" in text:
        raise ActionError(_("The list is not plain text: it has a NUL character in it."), "list")
    first = text.partition("\n")[0]
    separator = next((mark for mark in ";\t," if mark in first), ",")
    try:
        rows = [(number, row) for number, row in _rows(text, separator) if any(cell.strip() for cell in row)]
    except csv.Error as reason:
        raise ActionError(_("This is no list with commas: %(reason)s.") % {"reason": reason}, "list") from None
    if not rows:
        raise ActionError(_("The list is empty. Write a line for each bot: its name, and a seed if you like."), "list")
    if len(rows) > MOST_LINES + 1:
        raise ActionError(_("A list has at most %(most)d lines.") % {"most": MOST_LINES}, "list")
    head = [cell.strip().lower() for cell in rows[0][1]]
    at = next((head.index(name) for name in _BOT_COLUMNS if name in head), None)
    if at is None:
        return [_line(number, row, 0, 1) for number, row in rows]
    seed_at = head.index("seed") if "seed" in head else -1
    return [_line(number, row, at, seed_at) for number, row in rows[1:]]


def too_long() -> str:
    said = _("A list has at most %(most)d characters. Leave out columns other than bot and seed, or send it in parts.")
    return said % {"most": MOST_CHARACTERS}


def _rows(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text), delimiter=separator, strict=True)
    for row in reader:
        yield reader.line_num, row


def _line(number: int, row: list[str], at: int, seed_at: int) -> ListLine:
    line = ListLine(number, row[at].strip()[:80] if at < len(row) else "")
    seed = row[seed_at].strip() if 0 <= seed_at < len(row) else ""
    if not line.text:
        line.error = _("This line names no bot.")
    elif seed and not (seed.isascii() and seed.isdecimal() and len(seed) < 9 and 1 <= int(seed) <= MOST_LINES):
        line.error = _("A seed is a whole number from 1, not %(seed)s.") % {"seed": seed[:20]}
    elif seed:
        line.seed = int(seed)
    return line


def _enter(tournament: Tournament, by: User, lines: list[ListLine], *, invites: bool) -> list[ListLine]:
    """One after another, each checked against those before it."""
    bots: dict[int, int] = {}
    seeds: dict[int, int] = {seed: 0 for seed in tournament.entrants.values_list("seed", flat=True) if seed is not None}
    for line in lines:
        if line.error:
            continue
        try:
            line.bot = _find(line.text, by)
            _check_twice(line, bots, seeds)
            _check_owner(tournament, line.bot, by, invites=invites)
            require_fit(tournament, line.bot)
            require_room_for_owner(tournament, line.bot)
        except ActionError as reason:
            line.error = str(reason)
            continue
        bots[line.bot.pk] = line.number
        if line.seed:
            seeds[line.seed] = line.number
        Entrant.objects.create(
            tournament=tournament, bot=line.bot, owner=line.bot.owner, family=line.bot.owner_id, seed=line.seed
        )
    return lines


def _check_twice(line: ListLine, bots: dict[int, int], seeds: dict[int, int]) -> None:
    if line.bot is not None and line.bot.pk in bots:
        raise ActionError(_("%(name)s is in line %(line)d already.") % {"name": line.bot, "line": bots[line.bot.pk]})
    if line.seed in seeds:
        other = seeds[line.seed] if line.seed else 0
        sentence = (
            _("Seed %(seed)d is given in line %(line)d already.") if other else _("Seed %(seed)d is taken already.")
        )
        raise ActionError(sentence % {"seed": line.seed, "line": other})


def _find(text: str, by: User) -> Bot:
    """By slug, by id, or by a name that is nobody else's. Private bots exist for their owner."""
    rows = Bot.objects.select_related("owner", "active_version")
    seen = rows.filter(is_private=False) | rows.filter(owner=by)
    bot = seen.filter(slug=text.lower()).first()
    if bot is None and text.isascii() and text.isdecimal() and len(text) < 10:
        bot = seen.filter(pk=int(text)).first()
    if bot is not None:
        return bot
    named = list(seen.filter(name__iexact=text)[:2])
    if len(named) > 1:
        words = {"name": text, "slug": named[0].slug}
        raise ActionError(_("Several bots are called %(name)s: write the slug, for example %(slug)s.") % words)
    if not named:
        raise ActionError(_("There is no bot called %(name)s.") % {"name": text})
    return named[0]


def _check_owner(tournament: Tournament, bot: Bot, by: User, *, invites: bool) -> None:
    """House bots, your own, and those of authors who are invited."""
    if bot.is_house or bot.owner_id == by.pk:
        return
    if bot.owner is None:
        raise NotAllowedError(_("The author of %(name)s has left the arena.") % {"name": bot.name})
    if invites:
        Invitation.objects.get_or_create(tournament=tournament, user=bot.owner)
    elif not tournament.invitations.filter(user=bot.owner).exists():
        raise NotAllowedError(_("Invite the owner of %(name)s first.") % {"name": bot.name})

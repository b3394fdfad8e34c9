"""Why a tournament cannot be planned, in the language of the reader: the planning itself knows no Django."""

from django.utils.translation import gettext

from arena.tournaments.planning.errors import TournamentError, filled


def told(reason: TournamentError) -> str:
    """Names of formats in it are said in that language too; what nobody translated stays as it is."""
    return filled(_said(reason.text), reason.values, _said)


def _said(text: str) -> str:
    return gettext(text) if text else ""

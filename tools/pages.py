"""Every page worth looking at: the screenshots show these, and the browser tests check these for accessibility."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arena.accounts.models import Role, User
from engines import variants
from engines.registry import names
from tools import rows


@dataclass(frozen=True)
class Shown:
    name: str
    path: str
    """Names in braces stand for what `tools.rows` makes."""
    as_member: bool = False
    """Seen by somebody who has logged in."""
    as_staff: bool = False
    """Seen by a member who looks after the arena."""
    has_rows: bool = False
    """Seen with the sample rows; pages without them show their empty state."""
    has_tournaments: bool = False
    """Seen with the sample tournaments, by their organiser."""

    @property
    def is_found(self) -> bool:
        return self.name != "not-found"


VISITOR_NAME = "alice"


def addresses(pages: Sequence[Shown], member: User) -> list[str]:
    """Where pages of the same visitor are, with everything made that they show: once, for the rows are dear."""
    if any(shown.as_staff for shown in pages):
        member.role = Role.STAFF
        member.save(update_fields=["role"])
    made = rows.create(member) if any(shown.has_rows for shown in pages) else {}
    return [shown.path.format(**made) for shown in pages]


PAGES = (
    Shown("home", "/"),
    Shown("submit", "/submit/"),
    Shown("leaderboards", "/leaderboards/"),
    Shown("leaderboard", f"/leaderboards/{variants()[0].slug}/"),
    Shown("seasons-empty", f"/leaderboards/{variants()[0].slug}/seasons/"),
    Shown("how-ratings-work", "/leaderboards/how/"),
    Shown("tournaments", "/tournaments/"),
    Shown("replays", "/replays/"),
    Shown("login", "/account/login/"),
    Shown("signup", "/account/signup/"),
    Shown("password-reset", "/account/password/reset/"),
    Shown("password-reset-done", "/account/password/reset/done/"),
    Shown("password-reset-bad-link", "/account/password/reset/key/1-set-password/"),
    Shown("verification-sent", "/account/confirm-email/"),
    Shown("inactive", "/account/inactive/"),
    Shown("profile", f"/u/{VISITOR_NAME}/"),
    Shown("not-found", "/no/such/page/"),
    Shown("design", "/design/"),
    Shown("own-profile", f"/u/{VISITOR_NAME}/", as_member=True),
    Shown("submit-member", "/submit/", as_member=True),
    Shown("account", "/account/", as_member=True),
    Shown("account-email", "/account/email/", as_member=True),
    Shown("account-password", "/account/password/change/", as_member=True),
    Shown("second-factor", "/account/2fa/", as_member=True),
    Shown("sessions", "/account/sessions/", as_member=True),
    Shown("account-delete", "/account/delete/", as_member=True),
    Shown("logout", "/account/logout/", as_member=True),
    Shown("bots-empty", "/bots/"),
    Shown("dashboard-empty", "/dashboard/", as_member=True),
    Shown("faults-empty", "/faults/"),
    Shown("bots", "/bots/", has_rows=True),
    Shown("bot", "/bots/{bot}/", has_rows=True),
    Shown("bot-own", "/bots/{bot}/", as_member=True, has_rows=True),
    Shown("bot-settings", "/bots/{bot}/edit/", as_member=True, has_rows=True),
    Shown("version-ready", "/bots/{bot}/v{ready}/", as_member=True, has_rows=True),
    Shown("version-rejected", "/bots/{bot}/v{rejected}/", as_member=True, has_rows=True),
    Shown("version-checking", "/bots/{bot}/v{checking}/", as_member=True, has_rows=True),
    Shown("version-waiting", "/bots/{bot}/v{waiting}/", as_member=True, has_rows=True),
    Shown("dashboard", "/dashboard/", as_member=True, has_rows=True),
    Shown("match", "/matches/{match}/", has_rows=True),
    Shown("match-running", "/matches/{running}/", as_member=True, has_rows=True),
    Shown("block", "/matches/{match}/b0/", has_rows=True),
    Shown("games", "/replays/", has_rows=True),
    Shown("game", "/games/{game}/", has_rows=True),
    Shown("game-fault", "/games/{fault}/", as_member=True, has_rows=True),
    Shown("home-alive", "/", has_rows=True),
    Shown("watch", "/games/{game}/watch/#d=12", has_rows=True),
    Shown("watch-end", "/games/{game}/watch/?as=public#end", has_rows=True),
    Shown("same-deal", "/games/{game}/same-deal/", has_rows=True),
    Shown("watch-own", "/games/{game}/watch/?as=0#d=12", as_member=True, has_rows=True),
    Shown("watch-live", "/games/{live}/watch/", has_rows=True),
    Shown("watch-embedded", "/games/{game}/watch/?embed=1#d=12", has_rows=True),
    Shown("watch-as-text", "/games/{game}/text/?step=12", has_rows=True),
    Shown("better", "/games/{game}/better/{mistake}/", has_rows=True),
    Shown("ask", "/games/{game}/ask/?step=12", as_member=True, has_rows=True),
    Shown("ask-stranger", "/games/{game}/ask/", has_rows=True),
    Shown("habits", "/bots/{bot}/habits/", as_member=True, has_rows=True),
    Shown("lobby", "/tables/"),
    Shown("lobby-own", "/tables/", as_member=True, has_rows=True),
    *(
        Shown(f"table-{name}", f"/tables/{{table_{name.replace('-', '_')}}}/", as_member=True, has_rows=True)
        for name in names()
    ),
    Shown("lesson", "/tables/{lesson}/", as_member=True, has_rows=True),
    Shown("table-waiting", "/tables/{table_waiting}/", as_member=True, has_rows=True),
    Shown("table-invitation", "/tables/{table_waiting}/", has_rows=True),
    Shown("people", "/tables/ratings/", has_rows=True),
    Shown("profile-full", f"/u/{VISITOR_NAME}/", has_rows=True),
    Shown("day", "/tables/day/"),
    Shown("day-board", "/tables/day/{day}/", has_rows=True),
    Shown("table-over", "/tables/{table_over}/watch/", has_rows=True),
    *(Shown(f"play-{name}", f"/play/{name}/") for name in names()),
    Shown("play-with-games", "/play/{played}/", has_rows=True),
    Shown("final-board", "/leaderboards/{ladder}/?season=1", has_rows=True),
    Shown("board-as-chart", "/leaderboards/{ladder}/?view=chart", has_rows=True),
    Shown("seasons", "/leaderboards/{ladder}/seasons/", has_rows=True),
    Shown("seasons-staff", "/leaderboards/{ladder}/seasons/", as_staff=True, has_rows=True),
    Shown("faults", "/faults/", has_rows=True),
    Shown("queue", "/queue/", as_staff=True, has_rows=True),
    Shown("invitations", "/invitations/", as_staff=True, has_rows=True),
    Shown("thinking", "/thinking/", as_staff=True, has_rows=True),
    Shown("audit", "/audit/", as_staff=True, has_rows=True),
)

TOURNAMENT_PAGES = tuple(
    Shown(name, path, as_member=True, has_tournaments=True)
    for name, path in (
        ("tournaments-rows", "/tournaments/"),
        ("tournament", "/tournaments/{bracket}/"),
        ("tournament-open", "/tournaments/{seeded}/"),
        ("tournament-bracket", "/tournaments/{bracket}/matches/?bot=sample-patience"),
        ("tournament-groups", "/tournaments/{groups}/matches/"),
        ("tournament-swiss", "/tournaments/{swiss}/matches/"),
        ("tournament-pods", "/tournaments/{pods}/matches/"),
        ("tournament-match", "/tournaments/{bracket}/matches/{decided}/"),
        ("tournament-standings", "/tournaments/{swiss}/standings/"),
        ("tournament-preview", "/tournaments/{groups}/standings/"),
        ("tournament-log", "/tournaments/{bracket}/log/"),
        ("tournament-seeds", "/tournaments/{seeded}/organise/"),
        ("tournament-organise", "/tournaments/{bracket}/organise/"),
        ("tournament-rule", "/tournaments/{bracket}/matches/{decided}/rule/"),
        ("tournament-check-in", "/tournaments/{gathering}/"),
        ("tournament-entrant-list", "/tournaments/{gathering}/entrants/"),
        ("tournament-forecast", "/tournaments/{gathering}/forecast/"),
        ("tournament-edit", "/tournaments/{draft}/edit/"),
        ("tournament-new", "/tournaments/new/"),
        ("tournament-print", "/tournaments/{groups}/print/"),
        ("tournament-embed", "/tournaments/{bracket}/embed/"),
        ("tournament-staged", "/tournaments/{staged}/"),
        ("tournament-present", "/tournaments/{staged}/present/"),
        ("tournament-reveal", "/tournaments/{staged}/organise/"),
        ("news", "/news/"),
        ("news-mail", "/news/mail/"),
        ("news-webhooks", "/news/webhooks/"),
        ("news-webhook", "/news/webhooks/{webhook}/"),
    )
)
"""Looked at one after the other: their rows are dear to make."""

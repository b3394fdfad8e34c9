from django.urls import path

from arena.web import audit, design, invitations, language, leaving, pages, profile, security, theme
from arena.web.bots.dashboard import dashboard
from arena.web.bots.submit import submit
from arena.web.ladders.views import overview
from arena.web.matches.views import game_list
from arena.web.sharing.views import robots
from arena.web.tournaments.views import tournament_list

urlpatterns = [
    path("", pages.home, name="home"),
    path("submit/", submit, name="submit"),
    path("dashboard/", dashboard, name="dashboard"),
    path("leaderboards/", overview, name="leaderboards"),
    path("tournaments/", tournament_list, name="tournaments"),
    path("replays/", game_list, name="replays"),
    path("u/<slug:name>/", profile.profile, name="profile"),
    path("account/delete/", leaving.leave_page, name="account_delete"),
    path("theme/", theme.choose, name="theme"),
    path("style/site-<slug:key>.css", pages.stylesheet, name="site_stylesheet"),
    path("script/<slug:name>.<slug:key>.js", pages.script, name="script"),
    path("language/", language.choose, name="language"),
    path("invitations/", invitations.invitation_list, name="invitations"),
    path("audit/", audit.audit_log, name="audit"),
    path("design/", design.guide, name="design"),
    path(".well-known/security.txt", security.contact, name="security"),
    path("robots.txt", robots, name="robots"),
    path("favicon.ico", pages.favicon, name="favicon"),
]

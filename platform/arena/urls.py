"""Addresses of the site. Each app owns the rest of its own."""

from django.contrib import admin
from django.urls import include, path

from arena.api import csp_report
from arena.api.metrics.views import metrics

handler500 = "arena.web.errors.server_error"

urlpatterns = [
    path("", include("arena.web.urls")),
    path("leaderboards/", include("arena.web.ladders.urls")),
    path("tournaments/", include("arena.web.tournaments.urls")),
    path("bots/", include("arena.web.bots.urls")),
    path("", include("arena.web.trials.urls")),
    path("", include("arena.web.matches.urls")),
    path("", include("arena.web.replays.urls")),
    path("", include("arena.web.front.urls")),
    path("", include("arena.web.sharing.urls")),
    path("tables/", include("arena.web.tables.urls")),
    path("news/", include("arena.web.news.urls")),
    path("live/", include("arena.web.live.urls")),
    path("account/tokens/", include("arena.api.account_urls")),
    path("account/", include("arena.accounts.urls")),
    path("api/", include("arena.api.urls")),
    path("docs/", include("arena.docs.urls")),
    path("metrics", metrics),
    path("csp-report/", csp_report.take, name="csp_report"),
    path("admin/", admin.site.urls),
]

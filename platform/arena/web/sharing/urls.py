from django.urls import path

from arena.web.sharing import views

app_name = "sharing"
urlpatterns = [
    path("share/arena.png", views.arena, name="arena"),
    path("share/games/<int:pk>.png", views.game, name="game"),
    path("share/games/<int:pk>.webp", views.moving_game, name="moving_game"),
    path("share/bots/<slug:slug>.png", views.bot, name="bot"),
    path("share/leaderboards/<str:slug>.png", views.board, name="board"),
    path("share/tournaments/<slug:slug>.png", views.tournament, name="tournament"),
    path("oembed/", views.oembed, name="oembed"),
    path("sitemap.xml", views.sitemap, name="sitemap"),
]

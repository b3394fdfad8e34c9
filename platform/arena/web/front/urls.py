from django.urls import path

from arena.web.front import featured, games

app_name = "front"
urlpatterns = [
    path("alive/", featured.alive_part, name="alive"),
    path("alive/table.json", featured.featured, name="featured"),
    path("play/<slug:name>/", games.game_page, name="game"),
    path("starters/<slug:language>.zip", games.starter_kit, name="starter"),
]

from django.urls import path

from arena.web.front import games

app_name = "front"
urlpatterns = [
    path("play/<slug:name>/", games.game_page, name="game"),
    path("starters/<slug:language>.zip", games.starter_kit, name="starter"),
]

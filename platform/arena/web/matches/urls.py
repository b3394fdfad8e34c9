from django.urls import path

from arena.web.matches import operations, views

app_name = "matches"
urlpatterns = [
    path("games/<int:pk>/", views.game_page, name="game"),
    path("games/<int:pk>/replay.json", views.replay_file, name="replay"),
    path("matches/<int:pk>/", views.match_page, name="match"),
    path("faults/", operations.faults, name="faults"),
    path("thinking/", operations.thinking, name="thinking"),
    path("queue/", operations.queue, name="queue"),
    path("queue/<slug:name>/<slug:action>/", operations.switch_queue, name="switch"),
    path("queue/game/<int:pk>/again/", operations.try_again, name="again"),
    path("matches/<int:pk>/b<int:number>/", views.block_page, name="block"),
]

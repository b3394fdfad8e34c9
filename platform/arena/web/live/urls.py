from django.urls import path

from arena.web.live import views

app_name = "live"
urlpatterns = [
    path("games/<int:pk>/", views.game, name="game"),
    path("matches/<int:pk>/", views.match, name="match"),
    path("tournaments/<int:pk>/", views.tournament, name="tournament"),
    path("ladders/<str:slug>/", views.ladder, name="ladder"),
    path("versions/<int:pk>/", views.version, name="version"),
    path("trials/<int:pk>/", views.trial, name="trial"),
    path("tables/<str:code>/", views.table, name="table"),
]

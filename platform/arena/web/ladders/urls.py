from django.urls import path

from arena.web.ladders import explain, views

app_name = "ladders"
urlpatterns = [
    path("how/", explain.how_ratings_work, name="how"),
    path("<slug:slug>/", views.leaderboard, name="leaderboard"),
    path("<slug:slug>.csv", views.as_csv, name="csv"),
    path("<slug:slug>.json", views.as_json, name="json"),
]

from django.urls import path

from arena.web.ladders import entries, explain, views

app_name = "ladders"
urlpatterns = [
    path("how/", explain.how_ratings_work, name="how"),
    path("entries/<int:pk>/put-back/", entries.put_back_on_ladder, name="put-back"),
    # Not slugs: a variant with options of its own has a plus sign in its name.
    path("<str:slug>/", views.leaderboard, name="leaderboard"),
    path("<str:slug>.csv", views.as_csv, name="csv"),
    path("<str:slug>.json", views.as_json, name="json"),
]

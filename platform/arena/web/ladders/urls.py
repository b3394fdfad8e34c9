from django.urls import path

from arena.web.ladders import dumps, entries, explain, seasons, views

app_name = "ladders"
urlpatterns = [
    path("how/", explain.how_ratings_work, name="how"),
    path("entries/<int:pk>/put-back/", entries.put_back_on_ladder, name="put-back"),
    # Not slugs: a variant with options of its own has a plus sign in its name.
    path("<str:slug>/", views.leaderboard, name="leaderboard"),
    path("<str:slug>.csv", views.as_csv, name="csv"),
    path("<str:slug>/seasons/", seasons.seasons, name="seasons"),
    path("<str:slug>/seasons/end/", seasons.end, name="end-season"),
    path("<str:slug>/seasons/keep/", seasons.keep, name="keep-season"),
    path("<str:slug>/results.jsonl", seasons.as_lines, name="results"),
    path("<str:slug>/results.parquet", seasons.as_parquet, name="results-parquet"),
    path("<str:slug>/seasons/<int:season>/games-<int:number>.jsonl.gz", dumps.dump_file, name="dump"),
    path("<str:slug>.json", views.as_json, name="json"),
]

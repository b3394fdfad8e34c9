from django.urls import path

from arena.web.replays import views

app_name = "watching"
urlpatterns = [
    path("games/<int:pk>/watch/", views.watch, name="watch"),
    path("games/<int:pk>/frames.json", views.frames, name="frames"),
    path("games/<int:pk>/text/", views.as_text, name="text"),
]

from django.urls import path

from arena.docs import views

app_name = "docs"
urlpatterns = [
    path("", views.page, {"path": ""}, name="home"),
    path("<path:path>", views.page, name="page"),
]

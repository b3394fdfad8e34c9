from django.urls import path

from arena.web.bots import habits, submit, views

app_name = "bots"
urlpatterns = [
    path("", views.bot_list, name="list"),
    path("<slug:slug>/", views.bot_page, name="bot"),
    path("<slug:slug>/edit/", views.edit, name="edit"),
    path("<slug:slug>/practise/", views.practise, name="practise"),
    path("<slug:slug>/v<int:number>/", submit.version_page, name="version"),
    path("<slug:slug>/v<int:number>/download/", submit.download, name="download"),
    path("<slug:slug>/v<int:number>/activate/", submit.activate, name="activate"),
    path("<slug:slug>/v<int:number>/check/", submit.check_again, name="check"),
    path("<slug:slug>/habits/", habits.habits_page, name="habits"),
    path("<slug:slug>/<slug:action>/", views.change, name="change"),
]

from django.urls import path

from arena.web.trials import views

app_name = "trials"
urlpatterns = [
    path("trials/<int:pk>/", views.trial_page, name="trial"),
    path("trials/<int:pk>/stop/", views.stop, name="stop"),
    path("bots/<slug:slug>/v<int:number>/test/", views.request_test, name="request"),
]

from django.urls import path

from arena.web.news import feeds, mail, views, webhooks

app_name = "news"
urlpatterns = [
    path("", views.arena, name="arena"),
    path("arena.atom", feeds.arena, name="arena_feed"),
    path("tournaments/<slug:slug>.atom", feeds.tournament, name="tournament_feed"),
    path("bots/<slug:slug>.atom", feeds.bot, name="bot_feed"),
    path("mail/", mail.choose, name="mail"),
    path("mail/end/<str:token>/", mail.unsubscribe, name="unsubscribe"),
    path("webhooks/", webhooks.webhooks, name="webhooks"),
    path("webhooks/<int:pk>/", webhooks.webhook, name="webhook"),
    path("webhooks/<int:pk>/do/<slug:action>/", webhooks.act, name="webhook_act"),
    path("webhooks/<int:pk>/deliveries/<int:delivery>/again/", webhooks.again, name="deliver_again"),
]

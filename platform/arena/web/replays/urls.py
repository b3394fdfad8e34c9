from django.urls import path

from arena.web.replays import asking, better, chances, mistakes, views

app_name = "watching"
urlpatterns = [
    path("games/<int:pk>/watch/", views.watch, name="watch"),
    path("games/<int:pk>/same-deal/", views.side_by_side, name="same_deal"),
    path("games/<int:pk>/same-deal/frames.json", views.frames_side_by_side, name="same_deal_frames"),
    path("games/<int:pk>/frames.json", views.frames, name="frames"),
    path("games/<int:pk>/chances.json", chances.chances, name="chances"),
    path("games/<int:pk>/mistakes.json", mistakes.mistakes, name="mistakes"),
    path("games/<int:pk>/analyse/", mistakes.analyse, name="analyse"),
    path("games/<int:pk>/better/<int:step>/", better.page, name="better"),
    path("games/<int:pk>/better/<int:step>/frames.json", better.frames, name="better_frames"),
    path("games/<int:pk>/ask/", asking.asking, name="asking"),
    path("games/<int:pk>/ask/bots/", asking.ask_bots, name="ask_bots"),
    path("games/<int:pk>/ask/rest/", asking.play_rest, name="play_rest"),
    path("games/<int:pk>/text/", views.as_text, name="text"),
    path("games/<int:pk>/seats/<int:seat>/conversation.jsonl", views.conversation, name="conversation"),
]

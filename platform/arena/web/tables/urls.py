from django.urls import path

from arena.web.tables import daily, friends, lobby, people, playing, taking_over, watching

app_name = "tables"
urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("learn/", lobby.learn, name="learn"),
    path("sit/", lobby.sit, name="sit"),
    path("ratings/", people.ratings, name="ratings"),
    path("ratings/<str:slug>/", people.of_variant, name="ratings_of"),
    path("day/", daily.today, name="day"),
    path("day/play/", daily.play, name="day_play"),
    path("day/<str:day>/", daily.board, name="board"),
    path("game/<int:pk>/take-over/", taking_over.of_game, name="take_over_game"),
    path("<str:code>/take-over/", taking_over.of_table, name="take_over"),
    path("<str:code>/", playing.table, name="table"),
    path("<str:code>/state.json", playing.state, name="state"),
    path("<str:code>/words.json", playing.words, name="words"),
    path("<str:code>/choose/", playing.choose, name="choose"),
    path("<str:code>/logs.json", playing.logs, name="logs"),
    path("<str:code>/hint/", playing.hint, name="hint"),
    path("<str:code>/leave/", playing.leave, name="leave"),
    path("<str:code>/join/", friends.join, name="join"),
    path("<str:code>/fill/", friends.fill, name="fill"),
    path("<str:code>/watch/", watching.watch, name="watch"),
    path("<str:code>/frames.json", watching.frames, name="frames"),
    path("<str:code>/chances.json", watching.chances, name="chances"),
    path("<str:code>/text/", watching.as_text, name="text"),
    path("<str:code>/replay.json", watching.replay, name="replay"),
]

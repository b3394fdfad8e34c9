from django.urls import path

from arena.web.tournaments import entrant_list, exports, forecast, organise, present, settings_form, views

app_name = "tournaments"
urlpatterns = [
    path("new/", settings_form.new, name="new"),
    path("<slug:slug>/entrants/", entrant_list.entrant_list, name="list"),
    path("<slug:slug>/forecast/", forecast.forecast, name="forecast"),
    path("<slug:slug>/", views.home, name="home"),
    path("<slug:slug>/matches/", views.matches, name="matches"),
    path("<slug:slug>/matches/<str:key>/", views.match_page, name="match"),
    path("<slug:slug>/matches/<str:key>/rule/", organise.rule, name="rule"),
    path("<slug:slug>/standings/", views.standings, name="standings"),
    path("<slug:slug>/print/", views.print_sheet, name="print"),
    path("<slug:slug>/embed/", views.embed, name="embed"),
    path("<slug:slug>/log/", views.audit, name="audit"),
    path("<slug:slug>/organise/", organise.organise, name="organise"),
    path("<slug:slug>/present/", present.present, name="present"),
    path("<slug:slug>/edit/", settings_form.change, name="edit"),
    path("<slug:slug>/copy/", settings_form.copy, name="copy"),
    path("<slug:slug>/do/<slug:action>/", organise.act, name="act"),
    path("<slug:slug>/results.json", exports.as_json, name="json"),
    path("<slug:slug>/results.csv", exports.as_csv, name="csv"),
    path("<slug:slug>/brackets-<int:stage>.json", exports.as_brackets, name="brackets"),
]

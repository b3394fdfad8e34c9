"""Everything below /account/: the visitor's own account. The pages of django-allauth plus one that gathers them."""

from django.urls import include, path

from arena.accounts import views

urlpatterns = [
    path("", views.settings, name="account_settings"),
    path("2fa/", include("allauth.mfa.urls")),
    path("sessions/", include("allauth.usersessions.urls")),
    path("", include("allauth.account.urls")),
]

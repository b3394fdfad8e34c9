from django.urls import path

from arena.api import pages

urlpatterns = [
    path("", pages.tokens, name="account_tokens"),
    path("<int:pk>/revoke/", pages.revoke, name="account_revoke_token"),
]

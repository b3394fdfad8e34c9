from django.urls import path

from arena.api.docs import documentation
from arena.api.document import openapi
from arena.api.site import api

urlpatterns = [
    path("v1/docs", documentation, name="api-docs"),
    path("v1/openapi.json", openapi),  # before the one that would write it anew for every visitor
    path("v1/", api.urls),
]

from django.urls import path

from arena.api.docs import documentation
from arena.api.site import api

urlpatterns = [
    path("v1/docs", documentation, name="api-docs"),
    path("v1/", api.urls),
]

"""Files of results from pages: so many a minute for each address."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render

from arena.lib.rates import count_download

View = Callable[..., HttpResponseBase]


def limited(view: View) -> View:
    """Counts calls of all such views together; the API counts its calls itself."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        count = count_download(request)
        if count is None or not count.is_over:
            return view(request, *args, **kwargs)
        refused = render(request, "429.html", {"wait_s": count.reset_s}, status=429)
        for name, value in count.headers().items():
            refused[name] = value
        return refused

    return answer

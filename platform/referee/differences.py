"""Views told as differences, for bots that ask for it in ``ready``.

A seat's first request has its whole view. Each later one names, under ``changes``, the fields of the view that are not
as they were in that seat's request before, with their new values. Both are made of views that the seat may see, so a
difference tells nothing that the whole view would not. Where fields come, go or change places, the whole view is sent.
"""

from typing import Any

Json = dict[str, Any]


class Differences:
    """What one seat was told last."""

    def __init__(self) -> None:
        self._view: Json = {}

    def shortened(self, request: Json) -> Json:
        """The request with ``changes`` in the place of ``view``, where that says the same."""
        before, view = self._view, request["view"]
        self._view = view
        if list(before) != list(view):
            return request
        changes = {field: value for field, value in view.items() if before[field] != value}
        return {("changes" if key == "view" else key): changes if key == "view" else request[key] for key in request}

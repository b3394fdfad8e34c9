"""Puts views together from differences, so that a bot sees whole ones only."""

import marshal

from bots.sdk.messages import Json


class Views:
    """The last view, kept where a bot that changes what it was given cannot reach it."""

    def __init__(self) -> None:
        self._fields: dict[str, bytes] = {}

    def complete(self, request: Json) -> Json:
        """The request with its whole view, made of new objects each time."""
        if "view" in request:
            self._fields = {field: marshal.dumps(value) for field, value in request["view"].items()}
            return request
        changes: Json = request.get("changes", {})
        view = {field: changes[field] if field in changes else marshal.loads(earlier)  # noqa: S302  we wrote it ourselves
                for field, earlier in self._fields.items()}  # fmt: skip
        for field, value in changes.items():
            self._fields[field] = marshal.dumps(value)
        return {("view" if key == "changes" else key): view if key == "changes" else request[key] for key in request}

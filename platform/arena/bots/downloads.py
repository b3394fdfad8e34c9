"""The files of a version, for its owner."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from arena.bots.large_files import archive_parts
from arena.bots.models import BotVersion
from arena.lib.streaming import ZIP, streamed


def program(request: HttpRequest, version: BotVersion) -> HttpResponseBase:
    """A version with large files is packed while it is sent, which few may ask for at once: raises
    ``TooManyDownloadsError``. All others lie there as they are sent."""
    name = f"{version.bot.slug}-v{version.number}.zip"
    if version.large_bytes:
        return streamed(request, archive_parts(version), name, ZIP)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(b"".join(archive_parts(version)), content_type=ZIP, headers=headers)

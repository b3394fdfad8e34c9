"""Files of the games of a season that is over, for those who learn from them."""

from __future__ import annotations

from django.http import FileResponse, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_GET

from arena.replays.dumping import name_of
from arena.replays.models import DumpFile
from arena.web.downloads import limited


@require_GET
@limited
def dump_file(request: HttpRequest, slug: str, season: int, number: int) -> HttpResponseBase:
    file = get_object_or_404(
        DumpFile.objects.select_related("dump__pool"),
        dump__pool__variant=slug,
        dump__pool__season=season,
        number=number,
    )
    name = name_of(file.dump.pool, number)
    return FileResponse(file.file.open("rb"), as_attachment=True, filename=name, content_type="application/gzip")

"""Calls that change something, with an Idempotency-Key: the same call again gets the same answer and changes nothing.

The answer is written in the transaction of what it tells of. A second call with the key that comes meanwhile waits for
that transaction at the unique constraint, and then finds the answer.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from datetime import timedelta

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.http.response import HttpResponseBase
from django.utils import timezone

from arena.accounts.models import User
from arena.api.models import KeptAnswer
from arena.api.problems import ProblemError

HEADER = "Idempotency-Key"
KEPT_FOR = timedelta(days=1)
"""Our own client gives up after some minutes. Afterwards the same key makes a second bot or match."""
MOST_SIGNS = 200
"""A UUID has 36. The key is stored beside the answer for a day."""
KEY = re.compile(f"[!-~]{{1,{MOST_SIGNS}}}")
"""What the document says of it, no more and no less."""


def answer_once(
    request: HttpRequest, user: User, key: str, answer: Callable[[HttpRequest], HttpResponseBase]
) -> HttpResponseBase:
    if not KEY.fullmatch(key):
        raise ProblemError("invalid", f"{HEADER} must be 1 to {MOST_SIGNS} printable ASCII signs without spaces.")
    try:
        print_ = fingerprint(request)
    except MultiPartParserError as error:
        raise ProblemError("malformed", f"The form cannot be read: {error}.") from None
    KeptAnswer.objects.filter(user=user, created_at__lt=timezone.now() - KEPT_FOR).delete()
    with transaction.atomic():
        earlier, is_new = KeptAnswer.objects.get_or_create(user=user, key=key, defaults={"fingerprint": print_})
        if not is_new:
            return _again(earlier, print_)
        response = answer(request)
        if not isinstance(response, HttpResponse) or not 200 <= response.status_code < 300:
            transaction.set_rollback(True)  # a call that made nothing may be tried again with the same key
            return response
        earlier.status, earlier.body = response.status_code, response.content
        earlier.save(update_fields=["status", "body"])
        return response


def _again(answer: KeptAnswer, fingerprint: str) -> HttpResponse:
    if answer.fingerprint != fingerprint:
        raise ProblemError("key-reused", "This key belongs to an earlier call with other contents.")
    response = HttpResponse(bytes(answer.body), status=answer.status, content_type="application/json; charset=utf-8")
    response.headers["Idempotency-Replayed"] = "true"
    return response


def fingerprint(request: HttpRequest) -> str:
    """Of what was meant: the boundary between the parts of a form differs from call to call."""
    digest = hashlib.sha256(f"{request.method} {request.path}\n".encode())
    if request.content_type != "multipart/form-data":
        digest.update(request.body)
        return digest.hexdigest()
    for name, values in sorted(request.POST.lists()):
        digest.update(repr((name, values)).encode())
    for name, files in sorted(request.FILES.lists()):
        for file in files:
            digest.update(repr((name, file.name)).encode() + _contents(file))
    return digest.hexdigest()


def _contents(file: UploadedFile[bytes]) -> bytes:
    digest = hashlib.sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    file.seek(0)
    return digest.digest()

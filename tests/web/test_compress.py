"""Pages travel compressed, and say the same."""

import gzip

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.test import Client, RequestFactory

from arena.web.compress import LEAST_BYTES, CompressMiddleware
from arena.web.stylesheet import site_key


def through(response: HttpResponseBase, accepts: str = "gzip") -> HttpResponseBase:
    request: HttpRequest = RequestFactory().get("/", headers={"accept-encoding": accepts})
    return CompressMiddleware(lambda _: response)(request)


def test_a_page_is_compressed_for_who_can_read_it() -> None:
    said = b"<p>the same again</p>" * 200
    answer = through(HttpResponse(said, headers={"ETag": '"strong"'}))
    assert isinstance(answer, HttpResponse)
    assert gzip.decompress(answer.content) == said
    assert (answer["Content-Length"], answer["ETag"]) == (str(len(answer.content)), 'W/"strong"')
    assert "Accept-Encoding" in answer["Vary"]


@pytest.mark.parametrize("accepts", ["", "br", "gzip;q=0", "br, GZIP; q=0.0", "x-gzip"])
def test_others_get_it_as_it_is(accepts: str) -> None:
    answer = through(HttpResponse(b"x" * 5000), accepts=accepts)
    assert not answer.has_header("Content-Encoding")
    assert "Accept-Encoding" in answer["Vary"]


def test_two_copies_of_a_page_differ_in_length() -> None:
    """So that nobody learns a secret in it by adding words and counting bytes."""
    answers = [through(HttpResponse(b"secret " * 500)) for _ in range(30)]
    assert len({answer["Content-Length"] for answer in answers}) > 1


@pytest.mark.parametrize(
    "response",
    [
        StreamingHttpResponse([b"data: 1"] * 500, content_type="text/event-stream"),
        HttpResponse(b"x" * 5000, content_type="image/png"),
        HttpResponse(b"x" * (LEAST_BYTES - 1)),
        HttpResponse(gzip.compress(b"x" * 50_000), headers={"Content-Encoding": "br"}),
    ],
    ids=["a stream", "a picture", "a few words", "compressed already"],
)
def test_what_is_small_packed_or_streamed_is_left_alone(response: HttpResponseBase) -> None:
    before = response.headers.get("Content-Encoding")
    assert through(response).headers.get("Content-Encoding") == before


@pytest.mark.django_db
def test_a_browser_that_has_the_page_hears_so(client: Client) -> None:
    headers = {"accept-encoding": "gzip"}
    first = client.get("/leaderboards/how/", headers=headers)
    assert first["Content-Encoding"] == "gzip"
    again = client.get("/leaderboards/how/", headers={**headers, "if-none-match": first["ETag"]})
    assert again.status_code == 304


@pytest.mark.django_db
def test_the_style_sheet_is_packed_once_for_all(client: Client) -> None:
    path = f"/style/site-{site_key()}.css"
    plain = client.get(path)
    packed = [client.get(path, headers={"accept-encoding": "gzip, br"}) for _ in range(2)]
    assert packed[0].content == packed[1].content
    assert gzip.decompress(packed[0].content) == plain.content
    assert packed[0]["Content-Encoding"] == "gzip"
    assert all("Accept-Encoding" in answer["Vary"] for answer in (plain, *packed))

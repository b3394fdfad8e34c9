import re

import pytest
from django.test import Client


@pytest.mark.parametrize("given", ["0123456789abcdef", "proxy-7.request_42"])
def test_a_sensible_id_of_a_proxy_is_kept(client: Client, given: str) -> None:
    assert client.get("/robots.txt", headers={"x-request-id": given})["X-Request-ID"] == given


@pytest.mark.parametrize(
    "given", ["", "short", "a" * 65, "new\tline-in-a-log", "<script>alert(1)</script>", "ünicode-id"]
)
def test_anything_else_is_replaced(client: Client, given: str) -> None:
    answered = client.get("/robots.txt", headers={"x-request-id": given})["X-Request-ID"]
    assert re.fullmatch(r"[0-9a-f]{32}", answered)


def test_two_requests_have_two_ids(client: Client) -> None:
    assert client.get("/robots.txt")["X-Request-ID"] != client.get("/robots.txt")["X-Request-ID"]

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_the_choice_is_kept_and_written_into_the_page(client: Client, theme: str) -> None:
    response = client.post("/theme/", {"theme": theme, "next": "/replays/"})
    assert (response.status_code, response["Location"]) == (302, "/replays/")
    assert f'data-theme="{theme}"' in client.get("/").content.decode()


def test_nonsense_means_as_the_device_says(client: Client) -> None:
    client.post("/theme/", {"theme": '"><script>'})
    assert 'data-theme="auto"' in client.get("/").content.decode()
    client.cookies["theme"] = "purple"
    assert 'data-theme="auto"' in client.get("/").content.decode()


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", ""])
def test_nobody_is_sent_to_another_site(client: Client, back: str) -> None:
    assert client.post("/theme/", {"theme": "dark", "next": back})["Location"] == "/"


def test_a_link_cannot_change_it(client: Client) -> None:
    assert client.get("/theme/").status_code == 405

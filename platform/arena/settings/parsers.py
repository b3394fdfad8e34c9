"""From the text of a variable to a typed value. Each raises `ValueError` for what it does not understand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import dj_database_url
import dj_email_url

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off"}


def boolean(text: str) -> bool:
    if text.lower() not in TRUE | FALSE:
        raise ValueError(text)
    return text.lower() in TRUE


def one_of(*choices: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in choices:
            raise ValueError(text)
        return text

    return parse


def whole_number(least: int, most: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        number = int(text)
        if not least <= number <= most:
            raise ValueError(text)
        return number

    return parse


def none_or(least: int, most: int) -> Callable[[str], int]:
    """0, or a number between the two."""
    number = whole_number(least, most)
    return lambda text: 0 if text == "0" else number(text)


def secret_key(text: str) -> str:
    # The same bounds as Django's own deployment check.
    if len(text) < 50 or len(set(text)) < 5:
        raise ValueError(text)
    return text


def token(text: str) -> str:
    if len(text) < 16 or not text.isascii() or any(sign.isspace() for sign in text):
        raise ValueError(text)
    return text


def networks(text: str) -> list[str]:
    return [str(ip_network(name.strip(), strict=False)) for name in text.split(",") if name.strip()]


def hosts(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names or any("/" in name or " " in name for name in names):
        raise ValueError(text)
    return names


def origins(text: str) -> list[str]:
    urls = [origin.strip() for origin in text.split(",") if origin.strip()]
    for origin in urls:
        parts = urlsplit(origin)
        if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path:
            raise ValueError(origin)
    return urls


def site_url(text: str) -> str:
    (url,) = origins(text.rstrip("/"))
    return url


def sentry_dsn(text: str) -> str:
    parts = urlsplit(text)
    project = parts.path.rpartition("/")[2]
    if parts.scheme not in {"http", "https"} or not parts.username or not parts.hostname or not project.isdigit():
        raise ValueError(text)
    return text


def absolute_path(text: str) -> Path:
    path = Path(text)
    if not path.is_absolute():
        raise ValueError(text)
    return path


def time_zone(text: str) -> str:
    try:
        ZoneInfo(text)
    except ZoneInfoNotFoundError as error:
        raise ValueError(text) from error
    return text


def mail_address(text: str) -> str:
    name, _, host = text.rstrip(">").rpartition("@")
    if not name or not host:
        raise ValueError(text)
    return text


def contact(text: str) -> str:
    """As RFC 9116 wants it: an address with its scheme, on one line."""
    parts = urlsplit(text)
    if not text.isprintable() or " " in text:
        raise ValueError(text)
    if parts.scheme == "mailto":
        mail_address(parts.path)
    elif parts.scheme != "https" or not parts.netloc:
        raise ValueError(text)
    return text


def database(text: str) -> dict[str, object]:
    parts = urlsplit(text)
    if parts.scheme not in {"postgres", "postgresql"} or not parts.netloc or len(parts.path) < 2:
        raise ValueError(text)
    return dict(dj_database_url.parse(text, conn_max_age=0))


def mail(text: str) -> dict[str, object]:
    if urlsplit(text).scheme not in dj_email_url.SCHEMES:
        raise ValueError(text)
    return dict(dj_email_url.parse(text))


def storage(text: str) -> dict[str, object]:
    """Options of django-storages: s3://key:secret@bucket/folder?endpoint=https://host&region=name."""
    parts = urlsplit(text)
    query = parse_qs(parts.query, strict_parsing=bool(parts.query))
    if parts.scheme != "s3" or not parts.hostname or parts.port or set(query) - {"endpoint", "region"}:
        raise ValueError(text)
    options: dict[str, object] = {"bucket_name": parts.hostname, "location": parts.path.strip("/")}
    if parts.username or parts.password:
        if not (parts.username and parts.password):
            raise ValueError(text)
        options |= {"access_key": unquote(parts.username), "secret_key": unquote(parts.password)}
    if endpoint := query.get("endpoint", [""])[0]:
        if urlsplit(endpoint).scheme not in {"http", "https"} or not urlsplit(endpoint).netloc:
            raise ValueError(text)
        # Servers of one's own rarely answer under a name per bucket.
        options |= {"endpoint_url": endpoint, "addressing_style": "path"}
    if region := query.get("region", [""])[0]:
        options["region_name"] = region
    return options


@dataclass(frozen=True)
class RedisAddress:
    """One server, spelt for the two libraries that disagree on unix sockets."""

    client_url: str
    """For the redis client and Django's cache: redis://…, rediss://… or unix://…"""
    broker_url: str
    """For Celery: redis://…, rediss://… or redis+socket://…"""


def redis(text: str) -> RedisAddress:
    parts = urlsplit(text)
    if (
        parts.scheme in {"redis", "rediss"}
        and parts.hostname
        and parts.path.strip("/").isdigit() | (parts.path in {"", "/"})
    ):
        return RedisAddress(text, text)
    if parts.scheme in {"unix", "redis+socket"} and parts.path.startswith("/") and not parts.netloc:
        query = parse_qs(parts.query)
        number = int((query.get("db") or query.get("virtual_host") or ["0"])[0])
        return RedisAddress(
            f"unix://{parts.path}?db={number}",
            f"redis+socket://{parts.path}?virtual_host={number}",
        )
    raise ValueError(text)

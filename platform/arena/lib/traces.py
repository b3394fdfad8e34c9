"""How long requests, tasks, queries and calls of Redis take, told to a collector of OpenTelemetry where the operator
names one. Its own instrumentations find everything; the variables OTEL_… choose the rest, as in any other program.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from arena.lib.request_id import HEADER

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponseBase
    from opentelemetry.trace import Span


def install() -> None:
    if not settings.TRACES_URL:
        return
    if find_spec("opentelemetry") is None:
        raise ImproperlyConfigured(
            "ARENA_TRACES_URL is set, but OpenTelemetry is missing. "
            "Install the extra: pip install 'karma-arena[traces]'"
        )
    # Most arenas go without: imported only here.
    from opentelemetry import trace  # noqa: PLC0415 - as above
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415 - as above
    from opentelemetry.instrumentation.celery import CeleryInstrumentor  # noqa: PLC0415 - as above
    from opentelemetry.instrumentation.django import DjangoInstrumentor  # noqa: PLC0415 - as above
    from opentelemetry.instrumentation.psycopg import PsycopgInstrumentor  # noqa: PLC0415 - as above
    from opentelemetry.instrumentation.redis import RedisInstrumentor  # noqa: PLC0415 - as above
    from opentelemetry.sdk.resources import OTELResourceDetector, Resource  # noqa: PLC0415 - as above
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415 - as above
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415 - as above

    chosen = OTELResourceDetector().detect().attributes
    provider = TracerProvider(resource=Resource.create({"service.name": "karma-arena", **chosen}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(f"{settings.TRACES_URL}/v1/traces")))
    trace.set_tracer_provider(provider)
    DjangoInstrumentor().instrument(response_hook=_name_the_request)
    CeleryInstrumentor().instrument()  # type: ignore[no-untyped-call]  # it has no types there
    # Statements are told without their values.
    PsycopgInstrumentor().instrument()
    RedisInstrumentor().instrument()


def _name_the_request(span: Span, _request: HttpRequest, response: HttpResponseBase) -> None:
    """By the id that the lines of our log carry."""
    span.set_attribute("request_id", response.headers.get(HEADER, ""))

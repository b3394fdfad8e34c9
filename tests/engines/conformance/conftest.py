"""Every test that takes ``slug`` runs for every variant of every game."""

import pytest

from engines import registry
from engines.interface import Engine
from tests.engines.conformance.hooks import Hooks, hooks_of


def slugs_of(game: str) -> list[str]:
    """Of a game that cannot be imported one slug that fails, so that the other games can be tested meanwhile."""
    try:
        return [*(variant.slug for variant in registry.engine(game).variants()), *hooks_of(game).EXTRA_VARIANTS]
    except (ImportError, AttributeError) as broken:
        return [f"{game} cannot be imported: {broken}"]


def all_slugs() -> list[str]:
    return [slug for game in registry.names() for slug in slugs_of(game)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "slug" in metafunc.fixturenames:
        metafunc.parametrize("slug", all_slugs())


@pytest.fixture
def engine(slug: str) -> Engine:
    return registry.engine(registry.variant(slug).game)


@pytest.fixture
def hooks(slug: str) -> Hooks:
    return hooks_of(registry.variant(slug).game)

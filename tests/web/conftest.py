import pytest


@pytest.fixture(autouse=True)
def _every_test_leaves_redis_clean(fresh_redis: None) -> None:
    pass

"""Fixtures of the examples' tests."""

import pytest
from servers import redis_server


@pytest.fixture(scope="session")
def redis_port(tmp_path_factory):
    with redis_server(tmp_path_factory.mktemp("redis")) as port:
        yield port

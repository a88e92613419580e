"""The settings of tests with Hypothesis. HAYAPACK_FUZZ_EXAMPLES sets the number of examples per test (default 300)."""

import os

import pytest

pytest.importorskip("hypothesis")
from hypothesis import HealthCheck, settings  # noqa: E402

SETTINGS = settings(
    max_examples=int(os.environ.get("HAYAPACK_FUZZ_EXAMPLES", "300")),
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

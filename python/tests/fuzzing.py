"""The settings of tests with Hypothesis.

HAYAPACK_FUZZ_EXAMPLES is the number of examples of each test (default 300). They are the same in each run, so that a
change never fails by an example that it has nothing to do with; with HAYAPACK_FUZZ_RANDOM they are new ones.
"""

import os

import pytest
from conftest import EXAMPLES

pytest.importorskip("hypothesis")
from hypothesis import HealthCheck, settings  # noqa: E402

SETTINGS = settings(
    max_examples=EXAMPLES,
    derandomize="HAYAPACK_FUZZ_RANDOM" not in os.environ,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

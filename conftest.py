"""Hypothesis draws the same examples in every `make test`, and new ones in `make test-long`."""

import pytest
from hypothesis import settings


def pytest_configure(config: pytest.Config) -> None:
    steady = config.getoption("markexpr") == "not long"
    settings.register_profile("ludoteca", derandomize=steady, deadline=None)
    settings.load_profile("ludoteca")

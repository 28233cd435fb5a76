"""Pictures of a table: as text, as an SVG drawn from the same, and as the pixels of that."""

import io
import re
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console, RenderableType
from rich.terminal_theme import TerminalTheme

from ludoteca.core.errors import BadOptions, brief
from ludoteca.core.table import Table
from ludoteca.core.words import Words

Pixels = npt.NDArray[np.uint8]

RENDER_MODES = ["human", "ansi", "svg", "rgb_array"]
WIDTH = 96
FONT = "DejaVu Sans Mono"

# Black on white is the face of a tile: so these are darker and lighter than rich's own colours for pictures.
DARK = [(16, 16, 20), (229, 83, 75), (87, 171, 90), (221, 180, 74), (90, 160, 240), (196, 130, 230),
        (86, 190, 200), (240, 240, 235)]  # fmt: skip
LIGHT = [(120, 120, 125), (244, 112, 103), (107, 196, 109), (240, 205, 110), (130, 190, 255),
         (220, 165, 250), (130, 225, 235), (255, 255, 255)]  # fmt: skip
THEME = TerminalTheme((32, 32, 36), (225, 225, 220), DARK, LIGHT)

# As rich draws it, without the frame of a window, fonts from elsewhere, and a clip a word: nothing reaches
# beyond its line, and a painter works nearly twice as long for them.
CLIP = re.compile(r' clip-path="url\(#[^"]*"')
SVG = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{
  font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px;
  line-height: {line_height}px;
  font-variant-east-asian: full-width;
}}
{styles}
</style>
<rect width="{width}" height="{height}" rx="8" fill="#202024"/>
<g transform="translate({terminal_x}, {terminal_y})">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


class SeatWords(Words):
    """Words in which seats have no names but their numbers."""

    def say(self, key: str, values: Mapping[str, Any] | None = None) -> str:
        if values and type(values.get("seat")) is int:
            values = {**values, "seat": f"seat {values['seat']}"}
        return super().say(key, values)


def require_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise BadOptions(
            "bad_render_mode", f"render_mode is one of {', '.join(RENDER_MODES)}, not {brief(mode)}"
        )


def render(table: Table, seat: int | None, mode: str | None, language: str = "en") -> str | Pixels | None:
    """The table as a seat, or a spectator (None), sees it: printed, as text, as SVG, or as pixels."""
    drawn = drawing(table, seat, language)
    if mode == "human":
        Console(markup=False, highlight=False, emoji=False, file=sys.stdout).print(drawn)
        return None
    console = Console(
        markup=False, highlight=False, emoji=False, file=io.StringIO(), record=True, width=WIDTH
    )
    console.print(drawn)
    if mode in ("svg", "rgb_array"):
        svg = console.export_svg(title=table.game.name, theme=THEME, code_format=SVG, unique_id="table")
        svg = CLIP.sub("", svg)
        return svg if mode == "svg" else painted(svg)
    return console.export_text()


def painted(svg: str) -> Pixels:
    """The pixels of a picture: rows of red, green and blue. The letters are those of the system's fonts."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError:
        raise BadOptions(
            "no_painter", "render_mode rgb_array needs a painter: pip install 'ludoteca[lab]'"
        ) from None
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, font_family=FONT, monospace_family=FONT))
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def drawing(table: Table, seat: int | None, language: str) -> RenderableType:
    folder = table.game.id.replace("-", "_")
    draw = import_module(f"ludoteca.games.{folder}.terminal").draw
    drawn: RenderableType = draw(table.view(seat), SeatWords(language, table.game.folder / "words"), seat)
    return drawn

"""PNG pictures of plots, painted by resvg if it is installed (`pip install 'ludoteca[plots]'`)."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from ludoteca.cli.reports.plots import LIGHT, Plot, rules
from ludoteca.cli.reports.report_page import BUILT, FONTS

ZOOM = 2
WEIGHT = 500
FAMILY_NAME, WINDOWS_ENGLISH = 1, (3, 1, 0x409)  # as OpenType numbers names, systems and languages


def pictures(plots: Mapping[str, Plot]) -> Iterator[tuple[str, bytes]]:
    """Each plot on light paper, by its name; none if nothing here can paint them."""
    try:
        import resvg_py
    except ImportError:
        return
    style = rules(LIGHT).replace("'Nunito Variable',Nunito,system-ui,sans-serif", "Nunito,sans-serif")
    with TemporaryDirectory() as folder:
        fonts = [str(file) for file in unpacked_fonts(Path(folder))]
        for name, plot in plots.items():
            svg = plot.svg(style, background=True)
            yield name, resvg_py.svg_to_bytes(svg_string=svg, zoom=ZOOM, font_files=fonts)


def unpacked_fonts(folder: Path) -> Iterator[Path]:
    """The page's fonts as resvg can read them; without them it takes the system's."""
    try:
        from fontTools.ttLib import TTFont
        from fontTools.varLib.instancer import instantiateVariableFont
    except ImportError:
        return
    for packed in sorted(BUILT.glob(f"{FONTS['Nunito Variable']}-*.woff2")):
        font = instantiateVariableFont(TTFont(packed), {"wght": WEIGHT})  # resvg knows no variable fonts
        font["name"].setName("Nunito", FAMILY_NAME, *WINDOWS_ENGLISH)
        font.flavor = None
        font.save(folder / "nunito.ttf")
        yield folder / "nunito.ttf"

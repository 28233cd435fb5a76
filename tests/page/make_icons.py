"""Write the icons of the installed app from web/public/icon.svg: `python tests/page/make_icons.py`."""

from pathlib import Path

import resvg_py

PUBLIC = Path(__file__).parents[2] / "web/public"
GROUND = '<rect width="64" height="64" rx="15" fill="#14664a"/>'
FULL = '<rect width="64" height="64" fill="#14664a"/>'


def maskable(drawing: str) -> str:
    """The ground goes to every edge, and the cards stay inside the circle that no system cuts off."""
    ground, cards = drawing.split(GROUND)
    smaller = '<g transform="translate(32 32) scale(.78) translate(-32 -32)">'
    return f"{ground}{FULL}{smaller}{cards.replace('</svg>', '</g></svg>')}"


def full(drawing: str) -> str:
    return drawing.replace(GROUND, FULL)


def main() -> None:
    drawing = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    for name, size, text in (
        ("icon-192", 192, drawing),
        ("icon-512", 512, drawing),
        ("icon-maskable-512", 512, maskable(drawing)),
        ("apple-touch-icon", 180, full(drawing)),
    ):
        made = resvg_py.svg_to_bytes(svg_string=text, width=size, height=size)
        (PUBLIC / f"{name}.png").write_bytes(bytes(made))


if __name__ == "__main__":
    main()

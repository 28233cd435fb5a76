"""A report as one HTML file that opens offline, with the fonts and colours of the page."""

import base64
from functools import cache
from pathlib import Path
from xml.sax.saxutils import escape

from ludoteca.cli.reports.plots import DARK, LIGHT, Plot, rules

BUILT = Path(__file__).parents[2] / "server" / "built_page" / "assets"
FONTS = {"Fredoka Variable": "fredoka-latin-wght-normal", "Nunito Variable": "nunito-latin-wght-normal"}
STYLE = """
:root { --paper:#f3f6f0; --sheet:#ffffff; --line:#cfd9cf; --ink:#15241d; --soft:#4c5f55; --leaf:#14664a;
  --leaf-pale:#d8ece0; --shade:0 1px 2px #10251a1f,0 6px 18px #10251a14; color-scheme:light dark;
  --display:"Fredoka Variable","Nunito Variable",ui-rounded,system-ui,sans-serif;
  --text:"Nunito Variable",system-ui,sans-serif; }
@media (prefers-color-scheme:dark) { :root { --paper:#0e1613; --sheet:#17221d; --line:#2e4038; --ink:#e8f1eb;
  --soft:#a5b8ae; --leaf:#6fd3a5; --leaf-pale:#1d3a2e; --shade:0 1px 2px #0006,0 6px 18px #0005; } }
* { box-sizing:border-box; }
html { background:var(--paper); color:var(--ink); font:400 1rem/1.5 var(--text);
  -webkit-text-size-adjust:100%; }
body { margin:0 auto; max-width:54rem; padding:1.5rem 1rem 3rem; overflow-wrap:anywhere; }
h1, h2 { font-family:var(--display); font-weight:600; line-height:1.15; margin:0; text-wrap:balance; }
h1 { font-size:2rem; } h2 { font-size:1.3rem; } p { margin:0; } header { margin:0 0.25rem 1.25rem; }
header p, .about, footer { color:var(--soft); } footer { margin:1.25rem 0.25rem 0; font-size:0.9rem; }
.figures { display:grid; grid-template-columns:repeat(auto-fit,minmax(10.5rem,1fr)); gap:0.75rem;
  margin:0 0 1rem; }
.figure, section { background:var(--sheet); border:1px solid var(--line); border-radius:14px;
  box-shadow:var(--shade); }
.figure { padding:0.8rem 1rem; }
.figure b { display:block; font:600 1.6rem/1.2 var(--display); color:var(--leaf); }
.figure span { color:var(--soft); font-size:0.92rem; line-height:1.3; display:block; }
section { padding:1.1rem 1.2rem 1.2rem; margin:0 0 1rem; display:grid; gap:0.6rem;
  grid-template-columns:minmax(0,1fr); }
section svg { width:100%; min-width:36rem; height:auto; display:block; }
.wide { overflow-x:auto; min-width:0; }
table { border-collapse:collapse; width:100%; font-variant-numeric:tabular-nums; }
th { font:600 0.9rem var(--display); color:var(--soft); } tbody tr:hover { background:var(--leaf-pale); }
th, td { padding:0.35rem 0.6rem; border-bottom:1px solid var(--line); text-align:right; }
th:first-child, td:first-child { text-align:left; } tr:last-child td { border-bottom:0; }
abbr { text-decoration:underline dotted var(--soft); cursor:help; }
@media print { .figure, section { box-shadow:none; break-inside:avoid; } }
"""


@cache
def font_faces() -> str:
    """The page's fonts, if the page has been built; else the reader's own."""
    return "".join(font_face(family, name) for family, name in FONTS.items())


def font_face(family: str, name: str) -> str:
    found = sorted(BUILT.glob(f"{name}-*.woff2"))
    if not found:
        return ""
    data = base64.b64encode(found[0].read_bytes()).decode()
    return (
        f'@font-face{{font-family:"{family}";font-weight:200 1000;'
        f'src:url(data:font/woff2;base64,{data}) format("woff2")}}'
    )


def page(language: str, title: str, beneath: str, body: str, foot: str) -> str:
    """The whole file."""
    dark = f"@media (prefers-color-scheme:dark){{{rules(DARK)}}}"
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{escape(title)}</title><style>{font_faces()}{STYLE}{rules(LIGHT)}{dark}</style></head>"
        f"<body><header><h1>{escape(title)}</h1><p>{escape(beneath)}</p></header><main>{body}</main>"
        f"<footer>{escape(foot)}</footer></body></html>\n"
    )


def figure(value: str, said: str) -> str:
    return f'<div class="figure"><b>{escape(value)}</b><span>{escape(said)}</span></div>'


def figures(found: list[tuple[str, str]]) -> str:
    """Figures at a glance."""
    return f'<div class="figures">{"".join(figure(*one) for one in found)}</div>'


def section(title: str, about: str, *shown: str | Plot) -> str:
    parts = "".join(f'<div class="wide">{one.svg()}</div>' if isinstance(one, Plot) else one for one in shown)
    return f'<section><h2>{escape(title)}</h2><p class="about">{escape(about)}</p>{parts}</section>'


def table(heads: list[str], rows: list[list[str]]) -> str:
    """A table; cells are HTML."""
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'

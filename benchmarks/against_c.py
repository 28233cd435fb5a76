"""Pega em 6! with random play, through the general contract, beside a direct C program in the same minute.

    python benchmarks/against_c.py [--yardstick ../shared/bench/pega_limit.c] [--rounds 7]

The machine may be shared and noisy, so the two take turns and each pair gives a ratio; the median counts.
"""

import argparse
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import ludoteca
from ludoteca.core.batch import simulate

VARIANTS = {"basic": 0.25, "professional": None, "anniversary": 0.1}  # the least ratio we promise
GAMES = 20_000
SEATS = 4


def build(source: Path, folder: str) -> Path:
    program = Path(folder) / "yardstick"
    subprocess.run(["gcc", "-O3", "-march=native", source, "-o", program], check=True)
    return program


def c_speed(program: Path) -> float:
    """Decisions a second of the C program."""
    out = subprocess.run([program, str(SEATS), str(GAMES * 3)], check=True, capture_output=True, text=True)
    return float(out.stdout.split()[2])


def our_speed(variant: str) -> float:
    """Decisions a second of compiled random play on one core."""
    start = time.perf_counter()
    batch = simulate(ludoteca.game("pega-em-6"), GAMES, SEATS, {"variant": variant}, seed=1)
    return float(batch.decisions.sum()) / (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--yardstick", type=Path, default=Path("../shared/bench/pega_limit.c"))
    parser.add_argument("--rounds", type=int, default=7)
    given = parser.parse_args()
    our_speed("basic")  # compile, or fetch the machine code
    with tempfile.TemporaryDirectory() as folder:
        program = build(given.yardstick, folder)
        for variant, promised in VARIANTS.items():
            pairs = [(our_speed(variant), c_speed(program)) for _ in range(given.rounds)]
            report(variant, promised, pairs)


def report(variant: str, promised: float | None, pairs: list[tuple[float, float]]) -> None:
    ours, c = (statistics.median(side) / 1e6 for side in zip(*pairs, strict=True))
    ratios = sorted(mine / theirs for mine, theirs in pairs)
    low, middle, high = ratios[0], statistics.median(ratios), ratios[-1]
    promise = f", promised {promised}" if promised else ""
    print(
        f"{variant:13} {ours:6.2f} M/s, C {c:6.2f} M/s, ratio {middle:.3f} ({low:.3f} to {high:.3f}){promise}"
    )


if __name__ == "__main__":
    main()

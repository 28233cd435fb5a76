"""A Ray cluster gives the figures of one core, even if a worker is killed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ludoteca
from lab import on_ray
from ludoteca import BadOptions
from ludoteca.cli import main
from ludoteca.lab import study as studies
from ludoteca.lab.cluster import cluster

SCRIPT = Path(__file__).with_name("on_ray.py")
PATIENT = {
    "RAY_raylet_start_wait_time_s": "60",
    "RAY_agent_register_timeout_ms": "300000",
    "PYTHONDONTWRITEBYTECODE": "",  # Ray's agents have 15 seconds to start: no module is compiled twice
}  # on a busy machine


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_killed_worker_costs_its_chunk_and_no_digit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a study, a match and a training; and the four commands print on a cluster what one core does."""
    paths = os.pathsep.join([str(Path(ludoteca.__file__).parents[1]), str(SCRIPT.parents[1])])
    done = subprocess.run(
        [sys.executable, SCRIPT, tmp_path],
        env={**os.environ, **PATIENT, "PYTHONPATH": paths, "PYTHONPYCACHEPREFIX": str(tmp_path / "bytecode")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout == "", "what Ray tells of lost workers would stand among JSON"
    told = json.loads((tmp_path / "told.json").read_text())
    monkeypatch.setattr(studies, "SIMPLE_DEALS", on_ray.SIMPLE_DEALS)
    here = {work.__name__: work(None) for work in on_ray.WORKS} | on_ray.commands(tmp_path)
    for name, figures in here.items():
        assert told[name] == json.loads(json.dumps(figures)), name
    assert all((tmp_path / work.__name__).exists() for work in on_ray.WORKS)


def test_nothing_of_ray_is_imported_before_somebody_asks_for_a_cluster() -> None:
    code = (
        "import sys, ludoteca.cli.study, ludoteca.cli.match, ludoteca.cli.train\n"
        "from ludoteca.lab.cluster import cluster\n"
        "with cluster(None) as nothing: print(nothing, 'ray' in sys.modules)"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(ludoteca.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "None False\n"


def test_without_ray_a_cluster_is_refused_with_the_way_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadOptions, match="pip install"), cluster("auto"):
        pass
    assert main(["simulate", "pega-em-6", "-n", "1", "--cluster", "auto", "--lang", "pt"]) == 2
    assert "ludoteca[cluster]" in capsys.readouterr().err

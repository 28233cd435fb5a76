"""A Ray cluster gives the figures of one core, even if a worker is killed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ludoteca
from lab.ray_study import asked
from ludoteca import BadOptions
from ludoteca.cli import main
from ludoteca.lab import study as studies
from ludoteca.lab.cluster import cluster
from ludoteca.lab.study import run
from ludoteca.lab.study_json import written

SCRIPT = Path(__file__).with_name("ray_study.py")
PATIENT = {
    "RAY_raylet_start_wait_time_s": "300",
    "RAY_agent_register_timeout_ms": "300000",
}  # on a busy machine


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_killed_worker_costs_its_chunk_and_no_digit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = os.pathsep.join([str(Path(ludoteca.__file__).parents[1]), str(SCRIPT.parents[1])])
    killed = tmp_path / "killed"
    done = subprocess.run(
        [sys.executable, SCRIPT, killed],
        env={**os.environ, **PATIENT, "PYTHONPATH": paths}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    assert killed.exists()
    monkeypatch.setattr(studies, "SIMPLE_DEALS", 4)
    assert json.loads(done.stdout.splitlines()[-1]) == json.loads(json.dumps(written(run(asked()))))


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
